package grading

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/apps/compare"
	"github.com/pzc-lang/pzc/apps/coursework/exercise"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// words are what sentences for students call what is compared.
type words struct {
	names           [2]string // of the reference and of the student's
	model, instance string
}

func (w *work) words() words {
	if w.part.Kind == exercise.Domain {
		return words{[2]string{"the domain of the exercise", "your domain"}, "domain", "problem"}
	}
	return words{[2]string{"the puzzle of the exercise", "your model"}, "model", "instance"}
}

// model compares the model of the student with the reference, instance by instance.
func (w *work) model(ctx context.Context) (float64, error) {
	student := w.load()
	if student == nil {
		return 0, nil
	}
	reference, err := w.reference()
	if err != nil {
		return 0, err
	}
	share, err := w.each(ctx, func(instance string, hidden bool) (bool, error) {
		return w.compared(ctx, reference, student, puzzle.Data{Instance: instance, Own: true}, instance, hidden)
	})
	if err != nil || share < 1 || w.part.Expanded == 0 {
		return share, err
	}
	names, _ := w.instances()
	z, err := w.own(ctx, student, names[0], false)
	if z == nil {
		return 0.5, err
	}
	kept, err := w.keeps(ctx, z, false) // a false promise makes any search short
	if err != nil || !kept {
		return 0.5, err
	}
	if few, err := w.expands(ctx, z, "", ""); err != nil || few {
		return 1, err
	}
	return 0.5, nil
}

// difference is the first difference that was found between a model and the reference.
type difference struct {
	*compare.Result
	student  *puzzle.Program
	instance string // in which it shows
}

// compared compares the models for the data of an instance.
func (w *work) compared(
	ctx context.Context, reference, student *puzzle.Program, data puzzle.Data, instance string, hidden bool,
) (right bool, err error) {
	r, diags, err := compare.Models(ctx, reference, student, data, w.options())
	first := w.Mistake == ""
	switch {
	case err != nil:
		return false, err
	case diags.HasErrors():
		w.misfit(instance, hidden, diags)
	case r.Verdict == compare.Open:
		return false, fmt.Errorf("%w: %s", errLimits, r.Reason)
	case r.Verdict == compare.Differ && first:
		w.Mistake, w.found, w.refuted = mistake(instance, r.Diff), &difference{r, student, instance}, true
		w.explain(instance, hidden, r)
	}
	return r != nil && r.Verdict == compare.Equal, nil
}

// misfit tells the student about errors in an instance. Errors of a domain in the file of a problem say that the two do
// not go together. Of a hidden instance, only errors of a domain are told for which there is no public problem.
func (w *work) misfit(instance string, hidden bool, diags diag.List) {
	i := slices.IndexFunc(diags, func(d *diag.Diagnostic) bool { return d.Severity == diag.Error })
	isDomain := w.part.Kind == exercise.Domain
	own := i >= 0 && diags[i].Span.Start.Filename != instance
	switch {
	case i < 0 || w.Mistake != "":
	case hidden && !(isDomain && own && len(w.part.Instances) == 0):
		w.unfit(instance, diags)
	case isDomain && !own:
		w.say("%s does not fit the problem %s, line %d: %s.", w.part.File, instance, diags[i].Span.Start.Line, diags[i].Msg)
		w.Mistake = "does not fit: " + diags[i].Msg
	default:
		w.reportFirstError(diags)
	}
}

// reference loads the reference.
func (w *work) reference() (*puzzle.Program, error) {
	program, diags, err := w.x.Load(w.part.Reference)
	if err != nil || diags.HasErrors() {
		return nil, errors.Join(err, diags.Err())
	}
	return program, nil
}

func (w *work) options() compare.Options {
	return compare.Options{
		Same: w.x.Same, Extra: w.x.Extra, Pairs: w.x.Pairs, Conflicts: w.x.Conflicts, Memory: w.Memory, Work: w.steps,
	}
}

// mistake names a disagreement: in which instance, of what kind, after which moves.
func mistake(instance string, d *compare.Difference) string {
	parts := []string{instance, string(d.Kind), fmt.Sprint(int(d.Only))}
	for _, step := range d.Way[compare.Reference].Steps {
		parts = append(parts, step.Move)
	}
	parts = append(parts, cmp.Or(d.Move[compare.Reference], d.Move[compare.Other]), d.Values[0])
	if d.Kind == compare.OfSolution && len(d.Refusals) > 0 {
		parts = append(parts, d.Refusals[0].Text) // which solution is found depends on much; the condition does not
	}
	return strings.Join(parts, " | ")
}

// explain tells the student about a difference, as far as the feedback allows.
func (w *work) explain(instance string, hidden bool, r *compare.Result) {
	d, where, words := r.Diff, "", w.words()
	switch {
	case hidden:
		w.level = w.x.HiddenFeedback
		where = " This shows in a hidden " + words.instance + "."
	case instance != "":
		where = " This shows in the " + words.instance + " " + instance + "."
	}
	word := d.Sentence(words.names) + moves(d)
	if instance != "" {
		word = words.instance + " " + instance + ": " + word
	}
	var unlike []string // moves that the model does not have, or that have other parameters
	for _, n := range r.Notes {
		if n.In == compare.Other {
			w.say("%s", n.Sentence(words.names))
		}
		if n.In == compare.Other && n.Move != "" {
			unlike = append(unlike, n.Sentence(words.names))
			w.Mistake = strings.Join(unlike, " ")
		}
	}
	w.Teacher = append(w.Teacher, strings.Join(append(unlike, word), " "))
	if !w.level.Shows(exercise.Side) {
		w.say("%s is not %s.%s", capital(words.names[compare.Other]), words.names[compare.Reference], where)
		return
	}
	w.say("%s%s", side(d, words), where)
	if w.level.Shows(exercise.Depth) && d.Moves() > 0 && !w.level.Shows(exercise.Word) {
		w.say("The shortest way to see it has %s.", text.Count(d.Moves(), "move"))
	}
	if w.level.Shows(exercise.Word) {
		w.word(d, r.Puzzles[compare.Other])
	}
}

// word shows the disagreement itself, and which lines of the student refuse.
func (w *work) word(d *compare.Difference, student *puzzle.Puzzle) {
	w.say("%s%s", d.Sentence(w.words().names), moves(d))
	if d.Only == compare.Reference {
		for _, r := range d.Refusals[:min(len(d.Refusals), 3)] {
			if w.part.Kind == exercise.Domain && r.Span.Start.Filename != w.part.File {
				continue // a goal of the problem
			}
			w.say("Line %d of your %s: %s.", r.Span.Start.Line, w.words().model, strings.TrimSuffix(r.Text, "."))
		}
	}
	if d.Has[compare.Other] {
		w.show(student, "", d.Way[compare.Other].Final())
	}
}

// moves lists the moves that lead to a disagreement, as the student names them.
func moves(d *compare.Difference) string {
	list := lists.Map(d.Way[compare.Other].Steps, func(step puzzle.Step) string { return step.Move })
	if len(list) == 0 {
		return ""
	}
	return " The moves before: " + strings.Join(list, ", ") + "."
}

// side says in what direction a model is wrong.
func side(d *compare.Difference, words words) string {
	your := capital(words.names[compare.Other])
	says := map[compare.Kind][2]string{ // too strict, too loose
		compare.OfMove: {
			your + " is too strict: it forbids a move that should be possible.",
			your + " is too loose: it allows a move that should be impossible.",
		},
		compare.OfGoal: {
			"Your goal is too strict: it does not hold in a state that is a goal.",
			"Your goal is too loose: it holds in a state that is no goal.",
		},
		compare.OfSolution: {
			your + " is too strict: it refuses values that are right.",
			your + " is too loose: it accepts values that are wrong.",
		},
		compare.OfStart: {
			"A start is missing in " + words.names[compare.Other] + ".", your + " has a start that should be impossible.",
		},
		compare.OfVariable: {capital(d.Sentence(words.names))},
	}
	switch sides, known := says[d.Kind]; {
	case known:
		return sides[d.Only]
	case d.Kind == compare.OfCost:
		return "A move has another cost in " + words.names[compare.Other] + "."
	default:
		return "A value differs that the exercise asks for."
	}
}

func quoted(instance string) string {
	if instance == "" {
		return "of the model itself"
	}
	return instance
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// searched is the number of states that a search may expand, for each state that may be visited: it is faster.
const searched = 50

// solver returns the options of solvers, with a bound that is a number of conflicts.
func (w *work) solver() puzzle.Options {
	return puzzle.Options{Options: backends.Options{
		Memory: w.Memory, Threads: 1, Conflicts: w.x.Conflicts, Work: w.steps,
	}}
}

// counted bounds a search by a number of states: it ends the context, and leaves the answer unknown.
func (w *work) counted(ctx context.Context, o *puzzle.Options) (context.Context, func()) {
	bounded, end := context.WithCancelCause(ctx)
	o.Progress = upTo(searched*int64(w.x.States), end)
	return bounded, func() { end(nil) }
}

// upTo ends a context after a number of states. Searches report their progress after fixed amounts of work.
func upTo(states int64, end context.CancelCauseFunc) func(backends.Progress) {
	return func(p backends.Progress) {
		if p.Unit == "state" && p.Done > states {
			end(errLimits)
		}
	}
}

// solve solves a puzzle within the limits.
func (w *work) solve(ctx context.Context, z *puzzle.Puzzle, o puzzle.Options) (*puzzle.Answer, error) {
	bounded, end := w.counted(ctx, &o)
	defer end()
	return z.Solve(bounded, o)
}

// expect tries an expectation within the limits.
func (w *work) expect(ctx context.Context, z *puzzle.Puzzle, x model.Expect) (puzzle.Outcome, error) {
	o := w.solver()
	bounded, end := w.counted(ctx, &o)
	defer end()
	return z.Expect(bounded, x, o)
}

// The most that is shown: states, the text of each, and columns of a variable in a model without a view.
const (
	mostScenes = 16
	mostShown  = 32 << 10
	widest     = 40
)

// show shows a state.
func (w *work) show(z *puzzle.Puzzle, caption string, state []int64) {
	if len(w.Scenes) == mostScenes {
		return
	}
	boards, size := z.Shown(state), 0
	for i := len(boards) - 1; i > 0 && len(z.Model().Views) == 0; i-- {
		if boards[i].Cols > widest {
			boards = slices.Delete(boards, i-1, i+1) // also the line before, which names the variable
		}
	}
	s := &Scene{Caption: caption, Views: show.Views(boards)}
	for _, b := range boards {
		for _, l := range b.Lines() {
			if size += len(l); size <= mostShown {
				s.Lines = append(s.Lines, l)
			}
		}
	}
	if size > mostShown {
		s.Views = nil
	}
	w.Scenes = append(w.Scenes, s)
}
