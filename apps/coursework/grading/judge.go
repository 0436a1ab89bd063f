// Package grading grades submissions of an exercise.
//
// A Report says for each part how many points it gets and why, in words for the student. These words show nothing of
// the reference: neither its text nor the reasons behind `else`. What a teacher alone may see is in Part.Teacher.
//
// Work is bounded by numbers of states, so that the same submission always gets the same report. If these, time or
// memory are not enough to judge a part, the part is not judged; it never gets 0 points for that. A mistake that was
// found in one instance counts, whatever is known of the others.
package grading

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/apps/coursework/exercise"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/draw"
	"github.com/pzc-lang/pzc/internal/lazy"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// status is the verdict on a part.
type status string

// The statuses.
const (
	Right     status = "right"
	Partly    status = "partly right"
	Wrong     status = "wrong"
	NotJudged status = "not judged"
)

// Report is the grade of a submission.
type Report struct {
	Submission string   `json:"submission"`
	Key        string   `json:"key,omitempty"` // of the texts that were graded
	Points     *float64 `json:"points"`        // nil: there is no grade
	Of         float64  `json:"of"`
	Judged     bool     `json:"judged"` // all parts were judged
	Parts      []Part   `json:"parts"`
}

// Part is the grade of a part.
type Part struct {
	Title   string        `json:"part"`
	Kind    exercise.Kind `json:"kind"`
	Points  *float64      `json:"points"` // nil: the part is not judged
	Of      float64       `json:"of"`
	Status  status        `json:"status"`
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
	Work   int64 // the limit of counted work for a part, in steps; 0: none
}

// Judge grades the submissions of an exercise. It is used by one goroutine at a time.
type Judge struct {
	Options
	x     *exercise.Exercise
	known map[string][]*misunderstanding // by the file of the part; see misunderstood

	others []string       // files of the submission that no part asks for
	steps  *backends.Work // of the part that is judged
}

// New returns a judge.
func New(x *exercise.Exercise, o Options) *Judge {
	return &Judge{Options: o, x: x, known: map[string][]*misunderstanding{}}
}

// Grade judges a submission. files are its texts by name, others are the names of files that no part asks for.
func (j *Judge) Grade(ctx context.Context, name string, files map[string]string, others ...string) *Report {
	j.others = others
	r := &Report{Submission: name, Of: j.x.Points()}
	for i := range j.x.Parts {
		own, end := inShare(ctx, len(j.x.Parts)-i)
		p := j.part(own, &j.x.Parts[i], files)
		end()
		r.Parts = append(r.Parts, *p)
	}
	r.Points = r.sum()
	r.Judged = r.Points != nil
	return r
}

// sum adds the points of the parts up, nil if one is not judged.
func (r *Report) sum() *float64 {
	sum := 0.0
	for _, p := range r.Parts {
		if p.Points == nil {
			return nil
		}
		sum += *p.Points
	}
	return round(sum)
}

// inShare gives a part its share of the time that is left for a number of parts.
func inShare(ctx context.Context, parts int) (context.Context, context.CancelFunc) {
	last, limited := ctx.Deadline()
	if !limited {
		return ctx, func() {}
	}
	return context.WithTimeoutCause(ctx, time.Until(last)/time.Duration(parts), errShare)
}

func round(points float64) *float64 { return new(math.Round(points*100) / 100) }

// Unjudged returns the report of a submission that could not be graded.
func Unjudged(x *exercise.Exercise, name, why string) *Report {
	return &Report{Submission: name, Of: x.Points(), Parts: lists.Map(x.Parts, func(p exercise.Part) Part {
		return Part{
			Title: p.Title, Kind: p.Kind, Of: p.Points, Status: NotJudged, Said: []string{why}, Mistake: "not judged: " + why,
		}
	})}
}

// Decode reads the report of a submission of an exercise, which somebody else may have written. A report that Grade
// cannot write is an error.
func Decode(x *exercise.Exercise, report []byte) (*Report, error) {
	d := json.NewDecoder(bytes.NewReader(report))
	d.DisallowUnknownFields()
	r := &Report{}
	if err := d.Decode(r); err != nil {
		return nil, err
	}
	if d.More() || len(r.Parts) != len(x.Parts) {
		return nil, errors.New("the report is not one of this exercise")
	}
	for i, p := range r.Parts {
		want, known := x.Parts[i], slices.Contains([]status{Right, Partly, Wrong, NotJudged}, p.Status)
		possible := (p.Points == nil) == (p.Status == NotJudged) &&
			(p.Points == nil || *p.Points >= 0 && *p.Points <= p.Of+0.01) // points are rounded
		if p.Title != want.Title || p.Kind != want.Kind || p.Of != want.Points || !known || !possible {
			return nil, fmt.Errorf("part %d of the report is not one of this exercise", i+1)
		}
	}
	if sum := r.sum(); r.Of != x.Points() || !reflect.DeepEqual(r.Points, sum) || r.Judged != (sum != nil) || r.Key != "" {
		return nil, errors.New("the parts of the report do not add up to it")
	}
	return r, nil
}

// Why a part was not judged.
var (
	errContext = errors.New("a limit of time, memory or work was reached")
	errShare   = errors.New("the share of the time that the part has")
	errLimits  = errors.New("right and wrong were not told apart within the limits of the exercise")
	errTrust   = errors.New("programs are built and run only if pzc is told to trust them")
)

// mostNames is the greatest length of a list of files.
const mostNames = 200

// part judges a part.
func (j *Judge) part(ctx context.Context, part *exercise.Part, files map[string]string) *Part {
	written, ok := files[part.File]
	if !ok {
		p := &Part{Title: part.Title, Kind: part.Kind, Points: round(0), Of: part.Points, Status: Wrong}
		others := ""
		if len(j.others) > 0 {
			others = "; there is " + text.Cut(strings.Join(j.others, ", "), mostNames)
		}
		_, _ = p.reject("no file", "There is no file %s%s.", part.File, others)
		return p
	}
	if j.Work > 0 {
		var end context.CancelFunc
		ctx, j.steps, end = (*backends.Work)(nil).Within(ctx, j.Work)
		defer end()
	}
	w := j.work(ctx, part, written)
	if w.Status != Wrong && w.Status != Partly {
		return w.Part
	}
	if m := j.misunderstood(ctx, w); m != nil {
		w.Known = m.file
		if w.level.Shows(exercise.Hint) {
			w.Hint = m.hint
		}
	}
	return w.Part
}

// work judges a text for a part, without hints.
func (j *Judge) work(ctx context.Context, part *exercise.Part, text string) *work {
	p := &Part{Title: part.Title, Kind: part.Kind, Points: round(0), Of: part.Points, Status: Wrong}
	w := &work{Judge: j, part: part, Part: p, level: j.x.Feedback}
	var wrong *diag.Diagnostic
	if w.text, wrong = diag.Decode(part.File, diag.Legible(text)); wrong != nil {
		_, _ = p.reject("not text", "%s: %s; %s.", part.File, wrong.Msg, wrong.Help)
		return w
	}
	share, err := w.judge(ctx)
	if ctx.Err() != nil && !w.refuted {
		err = fmt.Errorf("%w (%w)", errContext, context.Cause(ctx))
	}
	if err != nil {
		p.Said, p.Scenes = nil, nil
		p.Points, p.Status, p.Mistake = nil, NotJudged, "not judged"
		p.say("This part was not judged: %s.", reasonOf(err))
		p.Teacher = append(p.Teacher, teacherText(err))
		return w
	}
	p.Points = round(part.Points * share)
	switch {
	case share == 0 && strings.TrimSpace(w.text) == "":
		p.Said, p.Scenes, p.Teacher = nil, nil, nil
		_, _ = p.reject("empty", "%s is empty.", part.File)
	case share >= 1:
		p.Status, p.Mistake = Right, ""
		if len(p.Said) == 0 {
			p.say("Right.")
		}
	case *p.Points > 0:
		p.Status = Partly
	}
	return w
}

func reasonOf(err error) string {
	for _, known := range []error{errContext, errLimits, errTrust} {
		if errors.Is(err, known) {
			return known.Error()
		}
	}
	return "the exercise or the grader is at fault, not your work"
}

func teacherText(err error) string {
	var fault *puzzle.Fault
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
	if said := diag.Shown(fmt.Sprintf(format, args...)); !slices.Contains(p.Said, said) {
		p.Said = append(p.Said, said)
	}
}

// work is a part of a submission that is judged.
type work struct {
	*Judge
	*Part
	part  *exercise.Part
	text  string
	level exercise.Feedback // of what was found
	// evidence is equal for submissions that fail in the same state in the same way; "": the mistake is the evidence.
	evidence string
	values   []uint64    // of a heuristic in the states that were tried, or digests of these
	refuted  bool        // a mistake was found, which counts whatever else is not decided
	found    *difference // of a model from the reference; nil: there is none
	lines    int         // before those of the student in the text that was checked
}

// judge returns the share of the points, from 0 to 1. An error says why the part cannot be judged.
func (w *work) judge(ctx context.Context) (float64, error) {
	switch w.part.Kind {
	case exercise.Completion:
		start, err := w.x.Read(w.part.Start)
		if err != nil {
			return 0, err
		}
		if problem := exercise.Completes(w.part.Start, start, w.text); problem != "" {
			_, err = w.reject("not a completion", "This is not %s with its blanks filled: %s.", w.part.Start, problem)
			w.evidence = problem
			return 0, err
		}
		return w.model(ctx)
	case exercise.Model:
		return w.model(ctx)
	case exercise.Domain:
		return w.domain(ctx)
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

// each judges the instances of the part one by one, and returns the share of those that are right. If none is wrong,
// and some are not told apart within the limits, that is the error.
func (w *work) each(
	ctx context.Context, judge func(instance string, hidden bool) (right bool, err error),
) (float64, error) {
	names, public := w.instances()
	right, wrong := 0, 0
	var open error
	for i, name := range names {
		known := w.Mistake != ""
		ok, err := judge(name, i >= public)
		if i >= public && !known && w.Mistake != "" {
			w.level = w.x.HiddenFeedback
		}
		switch {
		case ctx.Err() != nil && !w.refuted:
			return 0, errContext
		case ctx.Err() != nil:
			wrong++
		case errors.Is(err, errLimits):
			open = fmt.Errorf("instance %s: %w", quoted(name), err)
			w.Teacher = append(w.Teacher, open.Error())
		case err != nil:
			return 0, err
		case ok:
			right++
		default:
			wrong++
			w.refuted = true
		}
	}
	if wrong == 0 && open != nil {
		return 0, open
	}
	if right > 0 && right < len(names) && w.part.Kind != exercise.Promise {
		w.say("Right in %d of %s.", right, text.Count(len(names), w.words().instance))
	}
	return float64(right) / float64(len(names)), nil
}

// first is the first instance of the reference.
func (w *work) first(ctx context.Context) (*puzzle.Puzzle, error) {
	reference, err := w.reference()
	if err != nil {
		return nil, err
	}
	names, _ := w.instances()
	return w.puzzle(ctx, reference, names[0])
}

// load loads the model of the student. It is nil if there are errors, which the student is told.
func (w *work) load() *puzzle.Program {
	program, diags := puzzle.LoadText(w.x.Closed(), w.part.File, w.text)
	if w.reportFirstError(diags) {
		return nil
	}
	return program
}

// reportFirstError tells the student the first error in a file, and returns whether there is one.
func (w *work) reportFirstError(diags diag.List) bool {
	all := lists.Filter(diags, func(d *diag.Diagnostic) bool { return d.Severity == diag.Error })
	if len(all) == 0 {
		return false
	}
	d := all[0]
	text, line := d.Msg, d.Span.Start.Line-w.lines
	w.Mistake = fmt.Sprintf("error: %s, in %s: %s", d.Code, cmp.Or(w.place(d.Span.Start), "the file"), d.Msg)
	if filepath.Base(d.Span.Start.Filename) == w.part.File && line > 0 {
		text = fmt.Sprintf("line %d: %s", line, text)
		if d.Help != "" {
			text += "; " + d.Help
		}
	} else if w.lines > 0 {
		text = "its declarations, which do not go together with those of the exercise (" + d.Code + ")"
	}
	if !strings.HasSuffix(text, "?") {
		text = strings.TrimSuffix(text, ".") + "."
	}
	if nth, isSame := strings.CutPrefix(d.Span.Start.Filename, "same "); isSame {
		w.say("`same` in %s does not fit, line %s: %s", exercise.Settings, nth, text)
	} else {
		w.say("%s has an error in %s", w.part.File, text)
	}
	if len(all) > 1 {
		w.say("It has %d errors; this is the first.", len(all))
	}
	return true
}

// grammar are the words that begin declarations and clauses, in models and in PDDL.
var grammar = lazy.Compile(`\b(?:puzzle|use|param|type|enum|const|state|init|assume|def|move|where|when|let|cost|require|` +
	`lost|always|constraint|goal|minimize|maximize|invariant|dead|symmetry|prune|heuristic|view|expect|instance)\b|:[a-z-]+`)

// place returns where a finding stands in the grammar: the last word before it that begins a declaration or a clause.
func (w *work) place(at diag.Pos) string {
	lines := strings.SplitAfter(w.text, "\n")
	n := min(max(at.Line-w.lines, 1), len(lines))
	before := strings.Join(lines[:n-1], "") + lines[n-1][:min(max(at.Column-1, 0), len(lines[n-1]))]
	all := grammar.Get().FindAllString(before, -1)
	return strings.Join(all[max(len(all)-1, 0):], "")
}

// own builds and grounds an instance of a program with declarations of the student. It is nil if there are errors,
// which the student is told.
func (w *work) own(ctx context.Context, p *puzzle.Program, instance string, hidden bool) (*puzzle.Puzzle, error) {
	z, err := w.puzzle(ctx, p, instance)
	var diags diag.List
	switch {
	case instance != "" && !slices.Contains(p.Instances(), instance): // the teacher's mistake
		return nil, err
	case !errors.As(err, &diags) || ctx.Err() != nil:
		return z, err
	case hidden && w.Mistake == "":
		w.unfit(instance, diags)
	case w.Mistake == "":
		w.reportFirstError(diags)
	}
	return nil, nil
}

// unfit tells the student that there are errors in a hidden instance.
func (w *work) unfit(instance string, diags diag.List) {
	words := w.words()
	w.say("The data of a hidden %s does not fit your %s.", words.instance, words.model)
	w.Mistake = "data: " + diags[0].Code
	w.Teacher = append(w.Teacher, "instance "+quoted(instance)+": "+diags[0].Msg)
}

// refused tells the student why pzc cannot work with what the student wrote. It returns other errors, such as a name in
// the settings that is unknown.
func (w *work) refused(err error) error {
	var option *puzzle.OptionsError
	var unknown *backends.UnknownError
	if !errors.As(err, &option) || errors.As(err, &unknown) {
		return err
	}
	if w.Mistake == "" {
		w.say("%s cannot be used: %s.", w.part.File, strings.TrimSuffix(option.Error(), "."))
		w.Mistake = "cannot be used: " + option.Error()
	}
	return nil
}

var puzzleLine = lazy.Compile(`(?m)^\s*puzzle\s+\w+`)

// extend loads a model of the exercise together with the declarations of the student. It is nil if there are errors,
// which the student is told, or if the student changed the puzzle.
func (w *work) extend(model, text string) (*puzzle.Program, error) {
	own, files, err := w.x.Beside(model, func(base string) string {
		at := puzzleLine.Get().FindStringIndex(base)
		if at == nil {
			return base
		}
		return base[:at[0]] + strings.Repeat(" ", at[1]-at[0]) + base[at[1]:]
	})
	if err != nil {
		return nil, err
	}
	w.lines = 1
	use := fmt.Sprintf("puzzle Submitted use %q\n", filepath.ToSlash(model))
	program, diags := puzzle.LoadText(files, w.part.File, use+text)
	if w.reportFirstError(diags) {
		return nil, nil
	}
	if w.part.Kind != exercise.Promise && promises(own) != promises(program) { // a false one would make a search short
		_, err = w.reject("promises",
			"%s declares a promise (dead, invariant, symmetry or prune), which this part does not judge.",
			w.part.File)
		return nil, err
	}
	if newPuzzle(own) != newPuzzle(program) {
		_, err = w.reject("changes the puzzle", "%s declares more than it may: the puzzle itself must stay as it is.",
			w.part.File)
		return nil, err
	}
	return program, nil
}

// puzzle counts the declarations that make a puzzle.
func newPuzzle(p *puzzle.Program) [8]int {
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
		lines = append(lines, lists.Map(s.Lines, func(l string) string { return "    " + l })...)
	}
	if p.Hint != "" {
		lines = append(lines, "Hint: "+p.Hint)
	}
	return lines
}
