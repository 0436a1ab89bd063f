package grading

import (
	"cmp"
	"context"
	"math"

	"github.com/pzc-lang/pzc/apps/compare"
	"github.com/pzc-lang/pzc/apps/coursework/exercise"
)

// A hint belongs to its mistake. A submission gets the hint of a wrong file if it fails as that file does: plans,
// heuristics and promises in the same state with the same values, formulas with the same assignments. A model is
// compared with the wrong model. It gets the hint if the two are the same puzzle, or if a disagreement of the two needs
// more moves than the one with the reference.

// misunderstanding is a wrong file of the exercise, and how it fails.
type misunderstanding struct {
	file, hint string
	work       *work
}

// misunderstood returns the wrong file with a hint that makes the mistake of a submission, or nil. Of several files it
// returns the one that the submission is most like.
func (j *Judge) misunderstood(ctx context.Context, w *work) (best *misunderstanding) {
	if w.part.Kind == exercise.Tests { // its wrong files are models, not submissions
		return nil
	}
	most := 0
	for _, m := range j.misunderstandings(ctx, w.part) {
		if n := w.likeness(ctx, m.work); n > most {
			best, most = m, n
		}
	}
	return best
}

// misunderstandings are the wrong files of a part that have a hint.
func (j *Judge) misunderstandings(ctx context.Context, part *exercise.Part) []*misunderstanding {
	known, done := j.known[part.File]
	for i := 0; !done && i < len(part.Wrong); i++ {
		text, err := j.x.Read(part.Wrong[i])
		if hint := exercise.HintOf(text); err == nil && hint != "" {
			known = append(known, &misunderstanding{part.Wrong[i], hint, j.work(ctx, part, text)})
		}
	}
	if ctx.Err() == nil {
		j.known[part.File] = known
	}
	return known
}

// likeness says how much a submission is like another: 0 if it makes other mistakes.
func (w *work) likeness(ctx context.Context, other *work) int {
	const same = math.MaxInt
	if w.found == nil || other.found == nil {
		if w.found == nil && other.found == nil && w.shows() == other.shows() && w.shows() != "" {
			return same
		}
		return 0
	}
	theirs := other.found.student
	if w.part.Kind == exercise.Domain && other.found.instance != w.found.instance { // a program for another problem
		program, diags, err := other.studentIn(w.found.instance)
		if err != nil || diags.HasErrors() {
			return 0
		}
		theirs = program
	}
	r, diags, err := compare.Others(ctx, w.found.Puzzles[compare.Reference], theirs, w.found.student, w.options())
	first := w.found.Diff.Moves()
	switch {
	case err != nil || diags.HasErrors() || ctx.Err() != nil:
		return 0
	case r.Verdict == compare.Equal:
		return same
	case r.Verdict == compare.Differ && r.Diff.Moves() > first:
		return r.Diff.Moves()
	case r.Verdict == compare.Open && r.Depth > first:
		return r.Depth
	}
	return 0
}

// shows is equal for submissions that fail in the same way.
func (w *work) shows() string {
	if w.Status == NotJudged {
		return ""
	}
	return cmp.Or(w.evidence, w.Mistake)
}
