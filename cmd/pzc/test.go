package main

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/pzc-lang/pzc/apps/coursework/grading"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/jobs"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

type testCommand struct {
	Files    []string `arg:"" name:"file" help:"Models, - for standard input, or names of models of the library."`
	Instance string   `job:"" short:"i" placeholder:"NAME" help:"Only this instance."`
	Against  string   `placeholder:"FOLDER" help:"Test what you want to hand in by the public part of the exercise in this folder."`
	Trust    bool     `help:"With --against: build and run the Go program that you hand in."`
	sharing
	solverFlags
	limits
}

func (testCommand) Help() string {
	return `Tests each expect line of the models and of their instances. The exit status is
0 if all are met, 1 if one is not, and 3 if none failed but a limit was reached.
--timeout bounds each line by itself. With --sandbox all lines of a file
together get ten times that time; lines that are not tested in this time are
undecided.

Files are tested at the same time, one on each core, and share the memory. A line
that is undecided then is tested again alone. With --threads or --sandbox, files
are tested one after another.

With --workers, files are tested as with --sandbox, each by some worker, and the
table has no times. pzc help workers says more.

If a result relies on promises of the model, the last column names them. pzc
verify tests promises.

Examples:

    pzc test taquin.pz
    pzc test models/*.pz --timeout 30s
    pzc test taquin.pz --backend sat -i hardest
    pzc test mine.pz --against crossing      what an exercise says of it, before it is handed in`
}

// outcome is a line of the table and its JSON.
type outcome struct {
	File     string         `json:"file"`
	Instance string         `json:"instance"`
	Expect   string         `json:"expect"`
	Verdict  puzzle.Verdict `json:"result"`
	Found    string         `json:"found"`
	Seconds  float64        `json:"seconds"`
	ReliesOn []string       `json:"relies_on,omitempty"`
}

// Run tries the expectations of all files.
func (c *testCommand) Run(e *env) error {
	c.limit(&c.limits)
	if err := c.confine(c.limits); err != nil {
		return err
	}
	if c.Against != "" {
		return c.against(e)
	}
	if err := c.sharable(c.Files...); err != nil {
		return err
	}
	if c.Workers != "" {
		all, wrong, err := c.share(e)
		if err != nil {
			return err
		}
		return c.end(e, all, wrong, false, nil)
	}
	all, wrong, cut, err := c.files(e)
	return c.end(e, all, wrong, cut, err)
}

// end prints the results. It returns the exit status as an error. wrong says whether a file has an error, cut whether
// work on a file ended at a limit.
func (c *testCommand) end(e *env, all []outcome, wrong, cut bool, err error) error {
	if err != nil {
		return errors.Join(c.print(e, all), err)
	}
	if c.Alone { // without names of files and times
		decided := len(all) > 0
		for i := range all {
			all[i].File, all[i].Seconds = "", 0
			decided = decided && all[i].Verdict != puzzle.Undecided
		}
		return e.result(decided, all, nil)
	}
	if wrong && !cut && len(all) == 0 && !e.json() {
		return exit(exitWrong)
	}
	if err := c.print(e, all); err != nil {
		return err
	}
	if wrong {
		return exit(exitWrong)
	}
	codes := map[puzzle.Verdict]int{puzzle.Missed: exitNo, puzzle.Undecided: exitUndecided}
	code := worst(all, func(r outcome) int { return codes[r.Verdict] })
	if code == exitOK && cut {
		code = exitUndecided
	}
	return status(code)
}

// share tests all files here and on other machines. Seconds are not shared: they differ from machine to machine.
func (c *testCommand) share(e *env) (all []outcome, wrong bool, err error) {
	if err := c.byDefault(); err != nil {
		return nil, false, err
	}
	s, err := newShared(e, c.elsewhere, c.Jobs, c.limits)
	if err != nil {
		return nil, false, err
	}
	defer s.Close()
	ctx, stop := limits{}.start(e)
	defer stop()
	var work []jobs.Job
	var want [][]outcome // by job: the lines, without what is found
	for _, file := range c.Files {
		lines, j, err := c.job(ctx, s, file)
		switch {
		case err == nil && len(lines) > 0:
			work, want = append(work, j), append(want, lines)
		case err != nil:
			if code := e.fail(err); code != exitWrong {
				return nil, false, exit(code)
			}
			wrong = true // and printed: continue with the other files
		}
	}
	done, err := results(ctx, s, work, checkOutcomes, func(n int) string {
		return fmt.Sprintf("tested %d of %s", n, text.Count(len(work), "file"))
	})
	for i, f := range done {
		same := func(a, b outcome) bool { return a.Instance == b.Instance && a.Expect == b.Expect }
		if f.Failed == "" && !slices.EqualFunc(f.Output, want[i], same) {
			f.Failed = "the result is about other lines"
		}
		for k, row := range want[i] {
			file := row.File
			if row.Verdict, row.Found = puzzle.Undecided, "not tested: "+f.Failed; f.Failed == "" {
				row = f.Output[k]
			}
			row.File, row.Seconds = file, 0
			all = append(all, row)
		}
	}
	return all, wrong, err
}

// byDefault says that files cannot be tested as the flags say.
func (c *testCommand) byDefault() error {
	usual := struct{ solverFlags }{}
	if err := kong.ApplyDefaults(&usual, solverNames()); err != nil {
		return err
	}
	usual.Work = c.Work
	if c.Against != "" || !reflect.DeepEqual(c.solverFlags, usual.solverFlags) {
		return errors.New("with --workers, files are tested by default; leave out the flags that say how, or --workers")
	}
	return nil
}

// job returns a job that tests a file, and the expect lines of the file.
func (c *testCommand) job(ctx context.Context, s *shared, file string) (lines []outcome, j jobs.Job, err error) {
	program, err := s.e.load(ctx, file)
	if err != nil {
		return nil, j, err
	}
	if c.Instance != "" { // there may be no such instance
		if _, err := s.e.build(ctx, program, puzzle.Data{Instance: c.Instance, Own: true}); err != nil {
			return nil, j, err
		}
	}
	for _, name := range c.instances(program) {
		lines = append(lines, untried(file, name, program.Expectations(name), errors.New(""))...)
	}
	j, err = s.jobOn(file, program)
	return lines, j, err
}

// checkOutcomes says what is wrong with the output of a job.
func checkOutcomes(rows []outcome) error {
	verdict := func(r outcome) puzzle.Verdict { return r.Verdict }
	return oneOf(rows, verdict, puzzle.Met, puzzle.Missed, puzzle.Undecided)
}

// against tests files by an exercise.
func (c *testCommand) against(e *env) error {
	worst, o := exitOK, grading.Options{Memory: c.memoryLimit(), Trust: c.Trust, Work: int64(c.Work)}
	for _, file := range c.Files {
		code, err := against(e, c.Against, file, o, c.limits)
		if err != nil {
			return err
		}
		if code != exitOK && worst != exitNo {
			worst = code
		}
	}
	return status(worst)
}

// untried returns the lines of expectations that were not tried because a limit was reached.
func untried(file, instance string, expects []model.Expect, why error) (rows []outcome) {
	for _, x := range expects {
		rows = append(rows, outcome{
			File: file, Instance: instance, Expect: puzzle.ExpectationText(x),
			Verdict: puzzle.Undecided, Found: "not tried: " + why.Error(),
		})
	}
	return rows
}

// run tries the expectations of the file and of its instances.
func (t *tested) run() ([]outcome, error) {
	var program *puzzle.Program
	var err error
	t.turn(func(int) bool {
		ctx, stop := t.within.start(t.env)
		defer stop()
		program, err = t.env.load(ctx, t.file)
		return ctx.Err() != nil
	})
	if err != nil {
		return nil, exit(t.env.fail(err)) // an error of this file only
	}
	if err := t.env.report(program, program.AddHeuristic("--heuristic", t.Heuristic)); err != nil {
		return nil, err
	}
	var rows []outcome
	for _, name := range t.instances(program) {
		more, err := t.instance(program, name)
		rows = append(rows, more...)
		if err != nil {
			return rows, err
		}
	}
	return rows, nil
}

// instances returns the instances to test; "" is the model's own parameters.
func (c *testCommand) instances(program *puzzle.Program) []string {
	if c.Instance != "" {
		return []string{c.Instance}
	}
	return append([]string{""}, program.Instances()...)
}

// instance tries the expectations of one instance, or of the model's own parameters.
func (t *tested) instance(program *puzzle.Program, name string) ([]outcome, error) {
	expects := program.Expectations(name)
	if len(expects) == 0 && name == "" {
		return nil, nil
	}
	if t.within.over() {
		return untried(t.file, name, expects, t.within.used()), nil
	}
	var z *puzzle.Puzzle
	var cause, err error
	t.turn(func(int) bool {
		ctx, stop := t.within.start(t.env)
		defer stop()
		z, err = t.env.build(ctx, program, puzzle.Data{Instance: name, Own: true})
		cause = context.Cause(ctx)
		return cause != nil
	})
	switch {
	case errors.Is(err, exit(exitUndecided)): // other instances may be smaller
		return untried(t.file, name, expects, cause), nil
	case err != nil:
		return nil, err
	}
	var rows []outcome
	for i, x := range expects {
		if t.within.over() {
			return append(rows, untried(t.file, name, expects[i:], t.within.used())...), nil
		}
		var row *outcome
		var err error
		t.turn(func(beside int) bool {
			row, err = t.expectation(z, x, beside)
			return err == nil && row.Verdict == puzzle.Undecided
		})
		if err != nil {
			return rows, err
		}
		row.File, row.Instance = t.file, name
		rows = append(rows, *row)
	}
	return rows, nil
}

// expectation tries one expectation. beside is the number of other files that are tested at the same time.
func (t *tested) expectation(z *puzzle.Puzzle, x model.Expect, beside int) (*outcome, error) {
	ctx, stop := t.within.start(t.env)
	defer stop()
	t.begin(z.Program.Name() + " " + z.Instance() + ": " + puzzle.ExpectationText(x))
	begin := time.Now()
	if diags := z.GroundOnce(ctx); diags.HasErrors() {
		return nil, t.env.report(z.Program, diags)
	}
	o := t.options()
	o.Work = t.limit(&t.limits)
	o.Memory, o.Beside = t.memoryLimit(), beside
	a, err := z.Expect(ctx, x, o)
	if err != nil {
		return nil, err
	}
	if a.Verdict == puzzle.Undecided && errors.Is(context.Cause(ctx), errInterrupted) {
		return nil, t.env.cut(ctx)
	}
	return &outcome{
		Expect: puzzle.ExpectationText(x), Verdict: a.Verdict, Found: inFlags(a.Found),
		Seconds: show.Seconds(time.Since(begin)), ReliesOn: a.ReliesOn,
	}, nil
}

func (c *testCommand) print(e *env, rows []outcome) error {
	object := func() any { return map[string]any{"results": append([]outcome{}, rows...)} }
	return e.present(nil, object, func(p *show.Printer) { writeResults(p, rows, e.globals.Quiet) })
}

// writeResults writes the table, and a line with the number of expectations that are met.
func writeResults(p *show.Printer, rows []outcome, quiet bool) {
	t := p.Table()
	promised := slices.ContainsFunc(rows, func(r outcome) bool { return len(r.ReliesOn) > 0 })
	heads := []any{"file", "instance", "expect", "result", "found"}
	timed := slices.ContainsFunc(rows, func(r outcome) bool { return r.Seconds > 0 }) // workers give no times
	if timed {
		heads = append(heads, "seconds")
	}
	t.Header(withPromises(promised, "rests on", heads...)...)
	failed, resting := 0, 0
	for _, r := range rows {
		if len(r.ReliesOn) > 0 {
			resting++
		}
		if r.Verdict != puzzle.Met {
			failed++
		} else if quiet {
			continue
		}
		cells := []any{r.File, r.Instance, r.Expect, r.Verdict, r.Found}
		if timed {
			cells = append(cells, text.Seconds(time.Duration(r.Seconds*float64(time.Second))))
		}
		t.Row(withPromises(promised, strings.Join(r.ReliesOn, ", "), cells...)...)
	}
	if t.Rows() > 0 {
		t.Render()
	}
	switch {
	case len(rows) == 0:
		p.Line("no expectations")
	case failed > 0:
		p.Line("%d of %s not met", failed, text.Count(len(rows), "expectation"))
	case !quiet:
		p.Line("%s met", text.Count(len(rows), "expectation"))
	}
	if resting > 0 && !quiet {
		rest := map[bool]string{true: "rests", false: "rest"}[resting == 1]
		p.Line(
			"%s %s on promises of the model, which pzc test takes as kept; pzc verify tries them", text.Count(resting, "result"),
			rest,
		)
	}
}

// withPromises adds the column of promises to a row, if the table has one. It is the last column, so that the others
// keep their places.
func withPromises(promised bool, promises string, row ...any) []any {
	if promised {
		row = append(row, promises)
	}
	return row
}
