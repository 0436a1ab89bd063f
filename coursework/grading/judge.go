// Package grading grades submissions of an exercise.
//
// A Report says for each part how many points it gets and why, in words for the student. These words show nothing of
// the reference: neither its text nor the reasons behind `else`. What a teacher alone may see is in Part.Teacher.
//
// Work is bounded by numbers of states, so that the same submission always gets the same report. If a limit of time or
// memory comes first, a part is not judged; it never gets 0 points for that.
package grading

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/coursework/exercise"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/draw"
	"github.com/pzc-lang/pzc/internal/lazy"
)

// Status is the verdict on a part.
type Status string

// The statuses.
const (
	Right     Status = "right"
	Partly    Status = "partly right"
	Wrong     Status = "wrong"
	NotJudged Status = "not judged"
)

// Report is the grade of a submission.
type Report struct {
	Submission string  `json:"submission"`
	Key        string  `json:"key,omitempty"` // of the texts that were graded
	Points     float64 `json:"points"`
	Of         float64 `json:"of"`
	Judged     bool    `json:"judged"` // all parts were judged
	Parts      []Part  `json:"parts"`
}

// Part is the grade of a part.
type Part struct {
	Title   string        `json:"part"`
	Kind    exercise.Kind `json:"kind"`
	Points  float64       `json:"points"`
	Of      float64       `json:"of"`
	Status  Status        `json:"status"`
	Said    []string      `json:"said"`              // to the student, a sentence each
	Scenes  []*Scene      `json:"states,omitempty"`  // that the words are about
	Hint    string        `json:"hint,omitempty"`    // of a known misunderstanding, if the feedback shows it
	Mistake string        `json:"mistake,omitempty"` // equal for equal mistakes
	// the wrong file of the exercise that makes the mistake; not for the student
	Known   string   `json:"known,omitempty"`
	Teacher []string `json:"teacher,omitempty"` // not for the student
}

// Scene is a state: in the student's own view, or in that of the reference.
type Scene struct {
	Caption string       `json:"caption,omitempty"`
	Lines   []string     `json:"lines"`
	Views   []draw.Board `json:"views,omitempty"` // nil: too large for a picture
}

// Options are options of a Judge; the zero value is the default.
type Options struct {
	Memory int64 // the memory limit of solvers and of programs in bytes; 0: the default
	Trust  bool  // programs that students wrote may be built and run
}

// Judge grades the submissions of an exercise. It is used by one goroutine at a time.
type Judge struct {
	Options
	x     *exercise.Exercise
	known map[string][]misunderstanding // by the file of the part; see hint
}

// New returns a judge.
func New(x *exercise.Exercise, o Options) *Judge {
	return &Judge{Options: o, x: x, known: map[string][]misunderstanding{}}
}

// Grade judges a submission. files are its texts by name.
func (j *Judge) Grade(ctx context.Context, name string, files map[string]string) *Report {
	r := &Report{Submission: name, Of: j.x.Points(), Judged: true}
	for i := range j.x.Parts {
		p := j.Part(ctx, &j.x.Parts[i], files)
		r.Points += p.Points
		r.Judged = r.Judged && p.Status != NotJudged
		r.Parts = append(r.Parts, *p)
	}
	r.Points = round(r.Points)
	return r
}

func round(points float64) float64 { return math.Round(points*100) / 100 }

// Unjudged returns the report of a submission that could not be graded.
func Unjudged(x *exercise.Exercise, name, why string) *Report {
	r := &Report{Submission: name, Of: x.Points()}
	for _, p := range x.Parts {
		r.Parts = append(r.Parts, Part{
			Title: p.Title, Kind: p.Kind, Of: p.Points, Status: NotJudged, Said: []string{why}, Mistake: "not judged: " + why,
		})
	}
	return r
}

// Why a part was not judged.
var (
	errContext = errors.New("a limit of time or memory was reached")
	errTrust   = errors.New("programs are built and run only if pzc is told to trust them")
)

// Part judges a part.
func (j *Judge) Part(ctx context.Context, part *exercise.Part, files map[string]string) *Part {
	text, ok := files[part.File]
	if !ok {
		p := &Part{Title: part.Title, Kind: part.Kind, Of: part.Points, Status: Wrong}
		_, _ = p.reject("no file", "There is no file %s.", part.File)
		return p
	}
	w := j.work(ctx, part, text)
	if w.Status != Wrong && w.Status != Partly {
		return w.Part
	}
	if m := j.misunderstood(ctx, part, w.Mistake); m != nil {
		w.Known = m.file
		if w.level.Shows(exercise.Hint) {
			w.Hint = m.hint
		}
	}
	return w.Part
}

// work judges a text for a part, without hints.
func (j *Judge) work(ctx context.Context, part *exercise.Part, text string) *work {
	p := &Part{Title: part.Title, Kind: part.Kind, Of: part.Points, Status: Wrong}
	w := &work{Judge: j, part: part, Part: p, level: j.x.Feedback}
	var wrong *diag.Diagnostic
	if w.text, wrong = diag.Decode(part.File, diag.Legible(text)); wrong != nil {
		_, _ = p.reject("not text", "%s: %s; %s.", part.File, wrong.Msg, wrong.Help)
		return w
	}
	share, err := w.judge(ctx)
	if ctx.Err() != nil {
		p.Said, p.Scenes = nil, nil
		err = fmt.Errorf("%w (%w)", errContext, context.Cause(ctx))
	}
	if err != nil {
		p.Status, p.Mistake = NotJudged, "not judged"
		p.say("This part was not judged: %s.", reasonOf(err))
		p.Teacher = append(p.Teacher, teacherText(err))
		return w
	}
	p.Points = round(part.Points * share)
	switch {
	case share >= 1:
		p.Status, p.Mistake = Right, ""
		if len(p.Said) == 0 {
			p.say("Right.")
		}
	case p.Points > 0:
		p.Status = Partly
	}
	return w
}

func reasonOf(err error) string {
	for _, known := range []error{errContext, errTrust} {
		if errors.Is(err, known) {
			return known.Error()
		}
	}
	return "the exercise or the grader is at fault, not your work"
}

func teacherText(err error) string {
	var fault *pzc.Fault
	if errors.As(err, &fault) {
		return fault.Error() + "\n" + fault.Report
	}
	return err.Error()
}

// reject says why a part gets no points. mistake is equal for equal mistakes.
func (p *Part) reject(mistake, format string, args ...any) (share float64, err error) {
	p.Mistake = mistake
	p.say(format, args...)
	return 0, nil
}

func (p *Part) say(format string, args ...any) {
	p.Said = append(p.Said, diag.Shown(fmt.Sprintf(format, args...)))
}

// work is a part of a submission that is judged.
type work struct {
	*Judge
	*Part
	part  *exercise.Part
	text  string
	level exercise.Feedback // of what was found
}

// judge returns the share of the points, from 0 to 1. An error says why the part cannot be judged.
func (w *work) judge(ctx context.Context) (float64, error) {
	switch w.part.Kind {
	case exercise.Completion:
		start, err := w.x.Read(w.part.Start)
		if err != nil {
			return 0, err
		}
		if ok, at := exercise.Completes(start, w.text); !ok {
			return w.reject("not a completion",
				"This is not %s with its blanks filled: `%s` of it is missing, or stands elsewhere.",
				w.part.Start, at)
		}
		return w.model(ctx)
	case exercise.Model:
		return w.model(ctx)
	case exercise.Plan, exercise.Values:
		return w.answer(ctx)
	case exercise.Heuristic:
		return w.heuristic(ctx)
	case exercise.Promise:
		return w.promise(ctx)
	case exercise.Formula:
		return w.formula(ctx)
	case exercise.Puzzle:
		return w.invention(ctx)
	case exercise.Program:
		return w.program(ctx)
	default: // exercise.Tests
		return w.tests(ctx)
	}
}

// instances lists the instances of the part, public ones first.
func (w *work) instances() (names []string, public int) {
	return append(append(names, w.part.Instances...), w.part.Hidden...), len(w.part.Instances)
}

// each judges the instances of the part one by one, and returns the share of those that are right.
func (w *work) each(
	ctx context.Context, p *pzc.Program, judge func(z *pzc.Puzzle, name string, hidden bool) (right bool, err error),
) (float64, error) {
	names, public := w.instances()
	right := 0
	for i, name := range names {
		z, err := w.puzzle(ctx, p, name)
		if err != nil {
			return 0, err
		}
		ok, err := judge(z, name, i >= public)
		if err != nil {
			return 0, err
		}
		if ok {
			right++
		}
	}
	return w.share(right, len(names)), nil
}

// share returns the share of the instances that are right.
func (w *work) share(right, of int) float64 {
	if right > 0 && right < of {
		w.say("%d of %d instances are right.", right, of)
	}
	return float64(right) / float64(of)
}

// first is the first instance of the reference.
func (w *work) first(ctx context.Context) (*pzc.Puzzle, error) {
	reference, err := w.reference()
	if err != nil {
		return nil, err
	}
	names, _ := w.instances()
	return w.puzzle(ctx, reference, names[0])
}

// load loads the model of the student. It is nil if there are errors, which the student is told.
func (w *work) load() *pzc.Program {
	program, diags := pzc.LoadText(w.x.Closed(), w.part.File, w.text)
	if w.errors(diags, w.part.File, 0) {
		return nil
	}
	return program
}

// errors tells the student the first error in a file, and returns whether there is one. lines is the number of lines
// before those of the student.
func (w *work) errors(diags diag.List, file string, lines int) bool {
	n := 0
	for _, d := range diags {
		if d.Severity != diag.Error {
			continue
		}
		if n++; n > 1 {
			continue
		}
		text := d.Msg
		if filepath.Base(d.Span.Start.Filename) == file && d.Span.Start.Line > lines {
			text = fmt.Sprintf("line %d: %s", d.Span.Start.Line-lines, text)
			if d.Help != "" {
				text += "; " + d.Help
			}
		} else if len(w.x.Folder) > 0 && lines > 0 {
			text = "what it declares does not go together with the exercise (" + d.Code + ")"
		}
		if nth, isSame := strings.CutPrefix(d.Span.Start.Filename, "same "); isSame {
			w.say("`same` in %s does not fit, line %s: %s.", exercise.Settings, nth, strings.TrimSuffix(text, "."))
		} else {
			w.say("%s has an error in %s.", w.part.File, strings.TrimSuffix(text, "."))
		}
		w.Mistake = "error: " + d.Code
	}
	if n > 1 {
		w.say("It has %d errors; this is the first.", n)
	}
	return n > 0
}

var puzzleLine = lazy.Compile(`(?m)^\s*puzzle\s+\w+`)

// extend loads a model of the exercise together with the declarations of the student. It is nil if there are errors,
// which the student is told, or if the student changed the puzzle.
func (w *work) extend(model, text string) (*pzc.Program, error) {
	base, err := w.x.Read(model)
	if err != nil {
		return nil, err
	}
	own, diags, err := w.x.Load(model)
	if err != nil || diags.HasErrors() {
		return nil, errors.Join(err, diags.Err())
	}
	at := puzzleLine.Get().FindStringIndex(base)
	if at != nil {
		base = base[:at[0]] + strings.Repeat(" ", at[1]-at[0]) + base[at[1]:]
	}
	name := w.x.Path(w.part.File)
	files := w.x.Models(map[string]string{w.x.Path(model): base})
	program, diags := pzc.LoadText(files, name, fmt.Sprintf("puzzle Submitted use %q\n", filepath.ToSlash(model))+text)
	if w.errors(diags, w.part.File, 1) {
		return nil, nil
	}
	if w.part.Kind != exercise.Promise && promises(own) != promises(program) { // a false one would make a search short
		_, err = w.reject("promises",
			"%s declares a promise (dead, invariant, symmetry or prune), which this part does not judge.",
			w.part.File)
		return nil, err
	}
	if puzzle(own) != puzzle(program) {
		_, err = w.reject("changes the puzzle", "%s declares more than it may: the puzzle itself must stay as it is.",
			w.part.File)
		return nil, err
	}
	return program, nil
}

// puzzle counts the declarations that make a puzzle.
func puzzle(p *pzc.Program) [8]int {
	m := p.Model()
	objectives := 0
	if m.Objective != nil {
		objectives = 1
	}
	return [8]int{
		len(m.ParamArrays()), len(m.StateArrays()), len(m.Moves), len(m.Goals), len(m.Always), len(m.Inits), len(m.Assumes),
		objectives,
	}
}

// Lines returns all that a student is told about a part: sentences, the states that they are about, and the hint.
func (p *Part) Lines() []string {
	lines := append([]string{}, p.Said...)
	for _, s := range p.Scenes {
		if s.Caption != "" {
			lines = append(lines, "  "+s.Caption)
		}
		for _, l := range s.Lines {
			lines = append(lines, "    "+l)
		}
	}
	if p.Hint != "" {
		lines = append(lines, "Hint: "+p.Hint)
	}
	return lines
}
