package main

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/coursework/grading"
	"github.com/pzc-lang/pzc/internal/show"
	"github.com/pzc-lang/pzc/internal/text"
)

type testCommand struct {
	Files    []string `arg:"" name:"file" help:"Models, - for standard input, or names of models of the library."`
	Instance string   `short:"i" placeholder:"NAME" help:"Only this instance."`
	Against  string   `placeholder:"FOLDER" help:"Test what you want to hand in by the public part of the exercise in this folder."`
	Trust    bool     `help:"With --against: build and run the Go program that you hand in."`
	solverFlags
	limits
}

// Help is shown below the command's line in its help.
func (testCommand) Help() string {
	return `Tests each expect line of the models and of their instances. The exit status is
0 if all are met, 1 if one is not, and 3 if none failed but a limit was reached.
--timeout bounds each line by itself. With --sandbox all lines of a file
together get ten times that time; lines that are not tested in this time are
undecided.

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
	File     string      `json:"file"`
	Instance string      `json:"instance"`
	Expect   string      `json:"expect"`
	Verdict  pzc.Verdict `json:"result"`
	Found    string      `json:"found"`
	Seconds  float64     `json:"seconds"`
	ReliesOn []string    `json:"relies_on,omitempty"`
}

// Run tries the expectations of all files.
func (c *testCommand) Run(e *env) error {
	if err := c.confine(c.limits); err != nil {
		return err
	}
	if c.Against != "" {
		return c.against(e)
	}
	var all []outcome
	wrong, cut := false, false
	for _, file := range c.Files {
		rows, err := c.file(e, file)
		all = append(all, rows...)
		var code exit
		switch {
		case err == nil:
		case errors.As(err, &code) && code == exitWrong:
			wrong = true // and printed: continue with the other files
		case errors.As(err, &code) && code == exitUndecided:
			cut = true
		default:
			return errors.Join(c.print(e, all), err)
		}
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
	code := worst(all)
	if code == exitOK && cut {
		code = exitUndecided
	}
	return status(code)
}

// against tests files by an exercise.
func (c *testCommand) against(e *env) error {
	worst := exitOK
	for _, file := range c.Files {
		code, err := against(e, c.Against, file, grading.Options{Memory: c.memoryLimit(), Trust: c.Trust}, c.limits)
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
func untried(file, instance string, expects []pzc.Expectation, why error) (rows []outcome) {
	for _, x := range expects {
		rows = append(rows, outcome{
			File: file, Instance: instance, Expect: pzc.ExpectationText(x),
			Verdict: pzc.Undecided, Found: "not tried: " + why.Error(),
		})
	}
	return rows
}

// worst returns the exit status, decided by the worst verdict.
func worst(rows []outcome) int {
	code := exitOK
	for _, r := range rows {
		switch r.Verdict {
		case pzc.Missed:
			return exitNo
		case pzc.Undecided:
			code = exitUndecided
		case pzc.Met:
		}
	}
	return code
}

// file tries the expectations of one model and of its instances.
func (c *testCommand) file(e *env, file string) ([]outcome, error) {
	within := c.fileBudget()
	ctx, stop := within.start(e)
	program, err := e.load(ctx, file)
	stop()
	if err != nil {
		return nil, exit(e.fail(err)) // an error of this file only
	}
	if err := e.report(program, program.AddHeuristic("--heuristic", c.Heuristic)); err != nil {
		return nil, err
	}
	names := append([]string{""}, program.Instances()...)
	if c.Instance != "" {
		names = []string{c.Instance}
	}
	var rows []outcome
	for _, name := range names {
		more, err := c.instance(e, file, program, name, within)
		rows = append(rows, more...)
		if err != nil {
			return rows, err
		}
	}
	return rows, nil
}

// instance tries the expectations of one instance, or of the model's own parameters.
func (c *testCommand) instance(
	e *env, file string, program *pzc.Program, name string, within budget,
) ([]outcome, error) {
	expects := program.Expectations(name)
	if len(expects) == 0 && name == "" {
		return nil, nil
	}
	if within.over() {
		return untried(file, name, expects, within.spent()), nil
	}
	ctx, stop := within.start(e)
	z, err := e.build(ctx, program, pzc.Data{Instance: name})
	cause := context.Cause(ctx)
	stop()
	switch {
	case errors.Is(err, exit(exitUndecided)): // other instances may be smaller
		return untried(file, name, expects, cause), nil
	case err != nil:
		return nil, err
	}
	var rows []outcome
	for i, x := range expects {
		if within.over() {
			return append(rows, untried(file, name, expects[i:], within.spent())...), nil
		}
		row, err := c.expectation(e, z, x, within)
		if err != nil {
			return rows, err
		}
		row.File, row.Instance = file, name
		rows = append(rows, *row)
	}
	return rows, nil
}

func (c *testCommand) expectation(
	e *env, z *pzc.Puzzle, x pzc.Expectation, within budget,
) (*outcome, error) {
	ctx, stop := within.start(e)
	defer stop()
	progress := e.progress()
	defer progress.Stop()
	progress.Doing(z.Program.Name() + " " + z.Instance() + ": " + pzc.ExpectationText(x))
	begin := time.Now()
	if diags := z.GroundOnce(ctx); diags.HasErrors() {
		progress.Stop()
		return nil, e.report(z.Program, diags)
	}
	o := c.options()
	o.Memory = c.memoryLimit()
	a, err := z.Expect(ctx, x, o)
	if err != nil {
		return nil, err
	}
	if a.Verdict == pzc.Undecided && errors.Is(context.Cause(ctx), errInterrupted) {
		progress.Stop()
		return nil, e.cut(ctx)
	}
	return &outcome{
		Expect: pzc.ExpectationText(x), Verdict: a.Verdict, Found: inFlags(a.Found),
		Seconds: show.Seconds(time.Since(begin)), ReliesOn: a.ReliesOn,
	}, nil
}

func (c *testCommand) print(e *env, rows []outcome) error {
	if e.json() {
		if rows == nil {
			rows = []outcome{}
		}
		return e.writeJSON(map[string]any{"results": rows})
	}
	return e.answer(func(out io.Writer) error { return writeResults(out, rows, e.globals.Quiet) })
}

// writeResults writes the table, and a line with the number of expectations that are met.
func writeResults(out io.Writer, rows []outcome, quiet bool) error {
	p := show.NewPrinter(out, nil, show.Style{})
	t := p.Table()
	promised := slices.ContainsFunc(rows, func(r outcome) bool { return len(r.ReliesOn) > 0 })
	t.Header(withPromises(promised, "rests on", "file", "instance", "expect", "result", "found", "seconds")...)
	failed, resting := 0, 0
	for _, r := range rows {
		if len(r.ReliesOn) > 0 {
			resting++
		}
		if r.Verdict != pzc.Met {
			failed++
		} else if quiet {
			continue
		}
		t.Row(withPromises(promised, strings.Join(r.ReliesOn, ", "),
			r.File, r.Instance, r.Expect, r.Verdict, r.Found, text.Seconds(time.Duration(r.Seconds*float64(time.Second))))...)
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
	return p.Flush()
}

// withPromises adds the column of promises to a row, if the table has one. It is the last column, so that the others
// keep their places.
func withPromises(promised bool, promises string, row ...any) []any {
	if promised {
		row = append(row, promises)
	}
	return row
}
