package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/apps/rate"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/present/show/explored"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

type rateCommand struct {
	Files     []string `arg:"" name:"file" help:"Models, - for standard input, or names of models of the library."`
	Instances []string `short:"i" aliases:"instance" placeholder:"NAME,…" help:"Only these instances."`
	Define    []string `short:"D" sep:"none" placeholder:"NAME=VALUE" help:"Give a parameter a value: an expression of the language, or @file for a map."`
	Data      []string `placeholder:"FILE,…" help:"Give parameters values from JSON objects: one puzzle for each file (- for standard input)."`
	Table     bool     `help:"A row for each puzzle: for each instance, unless -i or --data choose."`
	Sort      string   `placeholder:"KEY" help:"A table in the order of this measure, the smallest first; what is not known comes last."`
	CSV       string   `name:"csv" placeholder:"FILE" help:"Write the table to this file as CSV."`
	measureFlags
	limits
}

// measureFlags are the flags of the commands that measure puzzles.
type measureFlags struct {
	States int64 `default:"500000" placeholder:"N" help:"Explore at most N states of a puzzle with moves; 500000 unless given."`
	Solve  bool  `help:"Also search for a best plan of puzzles with more states. This may take long."`
}

func (f measureFlags) options(e *env, l limits) (rate.Options, *display) {
	o, display := rate.Options{States: f.States, Solve: f.Solve}, e.progress()
	o.Puzzle.Memory, o.Puzzle.Progress = l.memoryLimit(), display.say
	return o, display
}

func (f measureFlags) AfterApply() error {
	if f.States < 1 {
		return errors.New("--states is a number of states, 1 or more")
	}
	return nil
}

func (rateCommand) Help() string {
	var keys strings.Builder
	for _, moves := range []bool{false, true} {
		fmt.Fprintf(&keys, "\nThe measures of puzzles %s moves:\n\n", map[bool]string{false: "without", true: "with"}[moves])
		for _, k := range rate.Keys(moves) {
			fmt.Fprintf(&keys, "    %-17s %s\n", k.Name, k.Meaning)
		}
	}
	return `Measures how hard a puzzle is: a list of measures, never one number alone. One
puzzle is shown with the meaning of each measure, and with the percentile among the
instances of the model, unless --quiet is given: 90 means that nine of ten have a
smaller value. Several puzzles, or one with --table, are shown as a table.

A measure that is not known is null in JSON, and is shown with the reason. All limits
count work, so the same puzzle gives the same measures on every machine. The exit
status is 0 if the puzzles were measured, 1 if the only puzzle has no solution, and 3
if --timeout or --memory ended the work.
` + keys.String() + `
Examples:

    pzc rate sudoku.pz -i escargot
    pzc rate sudoku.pz --data board.json --format json
    pzc rate rush_hour.pz --sort counterintuitive
    pzc rate sudoku.pz --data a.json,b.json --sort joint_steps --csv sorted.csv`
}

// rated is a puzzle with its measures.
type rated struct {
	instance, data string
	program        *puzzle.Program
	vector         *rate.Vector
	others         []*rate.Vector // those of the instances of the model
	err            error          // rate.ErrNone, or nil
}

func (c *rateCommand) Run(e *env) error {
	once := dataFlags{Define: c.Define}
	if err := errors.Join(
		endsIn("--csv", c.CSV, ".csv"), c.keepsFiles(c.CSV != ""), once.oneStdin(slices.Concat(c.Files, c.Data)...),
	); err != nil {
		return err
	}
	ctx, stop := c.start(e)
	defer stop()
	all, err := c.puzzles(ctx, e)
	if err != nil {
		return err
	}
	o, display := c.options(e, c.limits)
	defer display.stop()
	asTable, one := len(all) > 1 || c.asTable(), all[0]
	for i, r := range all {
		display.doing("rating " + show.Title(r.program.Name(), cmp.Or(r.instance, r.data)))
		if err := c.measure(ctx, e, r, o); ctx.Err() != nil && r.vector == nil {
			all = all[:i] // what was measured is shown
			break
		} else if err != nil {
			return err
		}
	}
	if asTable || len(all) == 0 {
		display.stop()
		if value := func(r *rated) int64 { return r.vector.Rank(c.Sort) }; c.Sort != "" {
			slices.SortStableFunc(all, func(a, b *rated) int { return cmp.Compare(value(a), value(b)) })
		}
		if err = c.printTable(e, all); err == nil && ctx.Err() != nil {
			err = e.cut(ctx)
		}
		return err
	}
	one.compare(ctx, e, o)
	display.stop()
	err = e.present(nil, func() any { return one.object() }, one.writeTo)
	return errors.Join(err, one.status(ctx, e))
}

// asTable reports whether flags ask for a table.
func (c *rateCommand) asTable() bool {
	return c.Table || c.Sort != "" || c.CSV != "" || len(c.Files) > 1
}

// status returns the exit status of a command that is about one puzzle.
func (r *rated) status(ctx context.Context, e *env) error {
	switch {
	case ctx.Err() != nil:
		return e.cut(ctx)
	case r.err != nil:
		return exit(exitNo)
	}
	return nil
}

// puzzles lists what is to be measured.
func (c *rateCommand) puzzles(ctx context.Context, e *env) (all []*rated, err error) {
	var keys []string
	for _, file := range c.Files {
		program, err := e.load(ctx, file)
		if err != nil {
			return nil, err
		}
		keys = append(keys, rate.Names(program.HasMoves())...)
		instances := []string{""}
		if len(c.Instances) > 0 || len(c.Data) == 0 && len(c.Define) == 0 && c.asTable() {
			if instances, err = instancesOf(program, file, c.Instances, len(c.Files) > 1); err != nil {
				return nil, err
			}
		}
		for _, instance := range instances {
			for _, data := range orDefault(c.Data) {
				all = append(all, &rated{instance: instance, data: data, program: program})
			}
		}
	}
	if len(all) == 0 {
		return nil, errors.New("none of the models has such an instance; --data and -D also give values")
	}
	if c.Sort != "" {
		return all, known("such measure", []string{c.Sort}, keys)
	}
	return all, nil
}

// measure measures a puzzle. If the context ends first, the measures say so.
func (c *rateCommand) measure(ctx context.Context, e *env, r *rated, o rate.Options) error {
	d := dataFlags{Instance: r.instance, Define: c.Define, Data: r.data}
	z, err := d.buildProgram(ctx, e, r.program)
	if err != nil {
		return err
	}
	if diags := z.GroundOnce(ctx); diags.HasErrors() {
		return e.report(r.program, diags)
	}
	if ctx.Err() != nil {
		return e.cut(ctx)
	}
	r.instance = z.Instance()
	r.vector, err = rate.Of(ctx, z, o)
	return r.judge(ctx, err)
}

// judge takes an error of measuring. That there is no solution, or that the context ended, are results.
func (r *rated) judge(ctx context.Context, err error) error {
	switch {
	case errors.Is(err, rate.ErrNone):
		r.err = err
	case ctx.Err() == nil:
		return err
	}
	return nil
}

// compare measures the instances of the model, unless the output is to be short.
func (r *rated) compare(ctx context.Context, e *env, o rate.Options) {
	if r.err == nil && !e.globals.Quiet {
		r.others = rate.Instances(ctx, r.program, o)
	}
}

// object returns the JSON of a puzzle.
func (r *rated) object() text.Fields {
	status, measures, reasons, percentiles := "rated", map[string]*int64{}, map[string]string{}, map[string]int{}
	if r.err != nil {
		status = "unsolvable"
	}
	for i := range r.vector.Measures {
		m := &r.vector.Measures[i]
		if measures[m.Name] = nil; m.Reason != "" {
			reasons[m.Name] = inFlags(m.Reason)
			continue
		}
		measures[m.Name] = &m.Value
		if percent, known := rate.Percentile(r.others, m.Name, m.Value); known {
			percentiles[m.Name] = percent
		}
	}
	return text.Fields{
		"puzzle", r.program.Name(), "instance", r.instance, "data?", r.data, "status", status, "measures", measures,
		"reasons?", reasons, "percentiles?", percentiles, "notes?", r.vector.Notes,
	}
}

// writeTo writes the measures with their meanings.
func (r *rated) writeTo(p *show.Printer) {
	title := show.Title(r.program.Name(), cmp.Or(r.instance, r.data))
	if r.err != nil {
		p.Line("%s: %s.", title, r.err)
		return
	}
	p.Line("%s\n", title)
	printRows(p, r.rows(), 2, 3)
	p.Line("")
	for _, note := range r.vector.Notes {
		p.Line("%s", note)
	}
	if len(r.others) > 1 {
		p.Line("Percentiles are among the %s of the model: 50 is in the middle.", text.Count(len(r.others), "instance"))
	}
}

// rows is a table of the measures: name, value, percentile, and what each means.
func (r *rated) rows() [][]string {
	rows := [][]string{{"measure", "value", "percentile", ""}}
	for _, m := range r.vector.Measures {
		row := []string{m.Name, "", "", "not known: " + inFlags(m.Reason)}
		if m.Reason == "" {
			row[1], row[3] = text.Grouped(m.Value), m.Meaning
			if percent, known := rate.Percentile(r.others, m.Name, m.Value); known {
				row[2] = strconv.Itoa(percent)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// printRows prints a table with a head. Some columns, counted from 1, hold numbers.
func printRows(p *show.Printer, rows [][]string, numbers ...int) {
	t := p.Table()
	t.Numbers(numbers...)
	for _, row := range rows {
		t.Row(lists.Map(row, func(cell string) any { return cell })...)
	}
	t.Render()
}

// printTable prints a row for each puzzle, and writes the CSV.
func (c *rateCommand) printTable(e *env, all []*rated) error {
	table := explored.Table{Header: []string{"puzzle", "instance"}}
	for _, r := range all {
		for _, m := range r.vector.Measures {
			if !slices.Contains(table.Header, m.Name) {
				table.Header = append(table.Header, m.Name)
			}
		}
	}
	var objects []text.Fields
	var numbers []int
	for _, r := range all {
		row := []string{r.program.Name(), cmp.Or(r.instance, r.data)}
		for i, k := range table.Header[2:] {
			cell := ""
			if n, known := r.vector.Value(k); known {
				cell = strconv.FormatInt(n, 10)
			}
			row, numbers = append(row, cell), append(numbers, i+3)
		}
		table.Rows, objects = append(table.Rows, append(row, r.remark())), append(objects, r.object())
	}
	table.Header = append(table.Header, "remark")
	if c.CSV != "" {
		if err := writeFile(c.CSV, table.CSV); err != nil {
			return err
		}
	}
	return e.present(nil, func() any { return map[string]any{"puzzles": objects} }, func(p *show.Printer) {
		printRows(p, append([][]string{table.Header}, table.Rows...), numbers...)
	})
}

// remark says what is special about a puzzle, in a few words.
func (r *rated) remark() string {
	switch {
	case r.err != nil:
		return "no solution"
	case r.vector.Several:
		return "several solutions"
	}
	return inFlags(r.vector.Measures[0].Reason)
}
