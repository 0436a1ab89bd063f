package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/apps/rate"
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
	States    int64    `placeholder:"N" help:"Explore at most N states of a puzzle with moves; 500,000 unless given."`
	Solve     bool     `help:"Also search for the cost of puzzles with more states. This may take long."`
	limits
}

// Help is shown below the command's line in its help.
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
instances of the model: 90 means that nine of ten have a smaller value (--quiet leaves
the percentiles out). Several
puzzles, or one with --table, are shown as a table.

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
	file, instance, data string
	program              *puzzle.Program
	puzzle               *puzzle.Puzzle
	vector               *rate.Vector
	err                  error // rate.ErrNone, or nil
}

// Run measures and prints.
func (c *rateCommand) Run(e *env) error {
	if c.States < 0 {
		return errors.New("--states is a number of states, 1 or more")
	}
	if err := errors.Join(endsIn("--csv", c.CSV, ".csv"), c.keepsFiles(c.CSV != ""), c.knownKey()); err != nil {
		return err
	}
	if len(c.Data) > 1 && len(c.Files) > 1 {
		return errors.New("several files of data go with one model; rate the models one after the other")
	}
	once := dataFlags{Define: c.Define}
	if err := once.oneStdin(slices.Concat(c.Files, c.Data)...); err != nil {
		return err
	}
	ctx, stop := c.start(e)
	defer stop()
	var all []*rated
	progress := e.progress()
	defer progress.Stop()
	o := rate.Options{States: c.States, Solve: c.Solve}
	o.Puzzle.Memory, o.Puzzle.Progress = c.memoryLimit(), progress.Say
	for _, file := range c.Files {
		program, err := e.load(ctx, file)
		if err != nil {
			return err
		}
		puzzles, err := c.puzzles(program, file)
		if err != nil {
			return err
		}
		all = append(all, puzzles...)
	}
	if err := c.fits(all); err != nil {
		return err
	}
	for _, r := range all {
		progress.Doing("rating " + show.Title(r.program.Name(), cmp.Or(r.instance, r.data)))
		if err := c.measure(ctx, e, r, o); err != nil {
			return err
		}
	}
	if c.asTable(len(all)) {
		progress.Stop()
		c.sort(all)
		return errors.Join(c.printTable(e, all), c.ended(ctx))
	}
	one := all[0]
	var others []*rate.Vector
	if !e.globals.Quiet {
		others = c.others(ctx, one, o)
	}
	progress.Stop()
	if err := errors.Join(c.printOne(e, one, others), c.ended(ctx)); err != nil {
		return err
	}
	return status(map[bool]int{true: exitNo}[one.err != nil])
}

func (c *rateCommand) asTable(puzzles int) bool {
	return puzzles != 1 || c.Table || c.Sort != "" || c.CSV != ""
}

// ended returns the exit status if a limit ended the work.
func (c *rateCommand) ended(ctx context.Context) error {
	switch {
	case errors.Is(context.Cause(ctx), errInterrupted):
		return exit(exitInterrupted)
	case ctx.Err() != nil:
		return exit(exitUndecided)
	}
	return nil
}

// knownKey refuses to sort by what is no measure.
func (c *rateCommand) knownKey() error {
	if c.Sort == "" {
		return nil
	}
	var names []string
	for _, k := range slices.Concat(rate.Keys(false), rate.Keys(true)) {
		names = append(names, k.Name)
	}
	return known("measure", []string{c.Sort}, names)
}

// fits refuses to sort by a measure that none of the puzzles has.
func (c *rateCommand) fits(all []*rated) error {
	has := func(r *rated) bool {
		return slices.ContainsFunc(rate.Keys(r.program.HasMoves()), func(k rate.Key) bool { return k.Name == c.Sort })
	}
	switch {
	case len(all) == 0:
		return errors.New("none of the models has such an instance")
	case c.Sort == "" || slices.ContainsFunc(all, has):
		return nil
	case all[0].program.HasMoves():
		return fmt.Errorf("--sort %s: this is a measure of puzzles without moves, and %s has moves", c.Sort, all[0].file)
	}
	return fmt.Errorf("--sort %s: this is a measure of puzzles with moves, and %s has none", c.Sort, all[0].file)
}

// puzzles lists what is to be measured of a model.
func (c *rateCommand) puzzles(program *puzzle.Program, file string) (all []*rated, err error) {
	instances := []string{""}
	switch {
	case len(c.Instances) > 0:
		instances = c.Instances
		if len(c.Files) > 1 {
			has := program.Instances()
			instances = slices.DeleteFunc(slices.Clone(instances), func(name string) bool { return !slices.Contains(has, name) })
		}
	case len(c.Data) == 0 && len(c.Define) == 0 && c.asTable(len(c.Files)):
		if instances = program.Instances(); program.Complete() {
			instances = append([]string{""}, instances...)
		}
		if len(instances) == 0 {
			return nil, fmt.Errorf("%s has no instances to rate; --data or -D give the values of its parameters", file)
		}
	}
	if len(c.Instances) > 1 && len(c.Data) > 1 {
		return nil, errors.New("several instances and several files of data do not go together")
	}
	for _, instance := range instances {
		for _, data := range orDefault(c.Data) {
			all = append(all, &rated{file: file, instance: instance, data: data, program: program})
		}
	}
	return all, nil
}

// measure measures a puzzle. If the context ends first, the measures say so.
func (c *rateCommand) measure(ctx context.Context, e *env, r *rated, o rate.Options) error {
	d := dataFlags{Instance: r.instance, Define: c.Define, Data: r.data}
	z, err := d.buildProgram(ctx, e, r.program, "")
	if err != nil {
		return err
	}
	if diags := z.GroundOnce(ctx); diags.HasErrors() {
		return e.report(r.program, diags)
	}
	if ctx.Err() != nil {
		return e.cut(ctx)
	}
	r.puzzle, r.instance = z, z.Instance()
	r.vector, err = rate.Of(ctx, z, o)
	if r.err = err; err != nil && !errors.Is(err, rate.ErrNone) {
		if r.err = nil; ctx.Err() == nil {
			return err
		}
	}
	return nil
}

// others measures the instances of the model, with which the puzzle is compared.
func (c *rateCommand) others(ctx context.Context, r *rated, o rate.Options) (all []*rate.Vector) {
	program := r.program
	for _, name := range program.Instances() {
		if r.err != nil || ctx.Err() != nil {
			return nil
		}
		if name == r.instance && r.data == "" && len(c.Define) == 0 {
			all = append(all, r.vector)
			continue
		}
		z, diags := program.InstantiateContext(ctx, puzzle.Data{Instance: name})
		if diags.HasErrors() || ctx.Err() != nil || z.GroundOnce(ctx).HasErrors() || ctx.Err() != nil {
			continue
		}
		o.Solve = false
		if v, err := rate.Of(ctx, z, o); err == nil {
			all = append(all, v)
		}
	}
	return all
}

// sort sorts by the measure of --sort. What is not known comes last.
func (c *rateCommand) sort(all []*rated) {
	if c.Sort == "" {
		return
	}
	slices.SortStableFunc(all, func(a, b *rated) int {
		x, xKnown := a.vector.Value(c.Sort)
		y, yKnown := b.vector.Value(c.Sort)
		if xKnown != yKnown {
			return map[bool]int{true: -1, false: 1}[xKnown]
		}
		return cmp.Compare(x, y)
	})
}

// ratedObject is the JSON of a puzzle.
type ratedObject struct {
	Puzzle      string            `json:"puzzle"`
	File        string            `json:"file"`
	Instance    string            `json:"instance"`
	Data        string            `json:"data,omitempty"`
	Status      string            `json:"status"`
	Measures    map[string]*int64 `json:"measures"`
	Reasons     map[string]string `json:"reasons,omitempty"`
	Percentiles map[string]int    `json:"percentiles,omitempty"`
	Notes       []string          `json:"notes,omitempty"`
}

func (r *rated) object(others []*rate.Vector) *ratedObject {
	o := &ratedObject{
		Puzzle: r.program.Name(), File: r.file, Instance: r.instance, Data: r.data, Status: "rated",
		Measures: map[string]*int64{}, Reasons: map[string]string{}, Percentiles: map[string]int{}, Notes: r.vector.Notes,
	}
	if r.err != nil {
		o.Status = "unsolvable"
	}
	for i := range r.vector.Measures {
		m := &r.vector.Measures[i]
		if o.Measures[m.Name] = nil; m.Reason != "" {
			o.Reasons[m.Name] = inFlags(m.Reason)
			continue
		}
		o.Measures[m.Name] = &m.Value
		if percent, of := rate.Percentile(others, m.Name, m.Value); of > 1 {
			o.Percentiles[m.Name] = percent
		}
	}
	return o
}

// printOne prints the measures of one puzzle with their meanings.
func (c *rateCommand) printOne(e *env, r *rated, others []*rate.Vector) error {
	if e.json() {
		return e.writeJSON(r.object(others))
	}
	return e.answer(func(out io.Writer) error {
		p := show.NewPrinter(out, nil, show.Style{})
		r.print(p, others)
		return p.Flush()
	})
}

// print writes the measures with their meanings.
func (r *rated) print(p *show.Printer, others []*rate.Vector) {
	title := show.Title(r.program.Name(), cmp.Or(r.instance, r.data))
	if r.err != nil {
		p.Line("%s: %s.", title, r.err)
		return
	}
	p.Line("%s\n", title)
	t := p.Table()
	t.Numbers(2, 3)
	t.Header(cells(measureHead)...)
	for _, row := range measureRows(r.vector, others) {
		t.Row(cells(row)...)
	}
	t.Render()
	p.Line("")
	for _, note := range r.vector.Notes {
		p.Line("%s", note)
	}
	if len(others) > 1 {
		p.Line("Percentiles are among the %s of the model: 50 is in the middle.", text.Count(len(others), "instance"))
	}
}

// measureHead is the head of measureRows.
var measureHead = []string{"measure", "value", "percentile", ""}

// measureRows writes each measure: its name, its value, its percentile and what it means.
func measureRows(v *rate.Vector, others []*rate.Vector) (rows [][]string) {
	for _, m := range v.Measures {
		row := []string{m.Name, "", "", "not known: " + inFlags(m.Reason)}
		if m.Reason == "" {
			row[1], row[3] = text.Grouped(m.Value), m.Meaning
			if percent, of := rate.Percentile(others, m.Name, m.Value); of > 1 {
				row[2] = strconv.Itoa(percent)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// printTable prints a row for each puzzle, and writes the CSV.
func (c *rateCommand) printTable(e *env, all []*rated) error {
	var keys []string
	for _, r := range all {
		for _, m := range r.vector.Measures {
			if !slices.Contains(keys, m.Name) {
				keys = append(keys, m.Name)
			}
		}
	}
	wide := func(r *rated) []string { return []string{r.program.Name(), r.instance, r.data} }
	head := []string{"puzzle", "instance", "data"}
	used := slices.DeleteFunc([]int{0, 1, 2}, func(i int) bool { // the columns in which the puzzles differ
		return i != 1 && !slices.ContainsFunc(all, func(r *rated) bool { return wide(r)[i] != wide(all[0])[i] })
	})
	table := explored.Table{}
	for _, i := range used {
		table.Header = append(table.Header, head[i])
	}
	table.Header = append(append(table.Header, keys...), "remark")
	var objects []*ratedObject
	for _, r := range all {
		var row []string
		for _, i := range used {
			row = append(row, wide(r)[i])
		}
		for _, k := range keys {
			cell := ""
			if n, known := r.vector.Value(k); known {
				cell = strconv.FormatInt(n, 10)
			}
			row = append(row, cell)
		}
		table.Rows, objects = append(table.Rows, append(row, r.remark())), append(objects, r.object(nil))
	}
	if c.CSV != "" {
		if err := writeFile(c.CSV, table.CSV); err != nil {
			return err
		}
	}
	if e.json() {
		return e.writeJSON(map[string]any{"puzzles": objects})
	}
	return e.answer(func(out io.Writer) error {
		p := show.NewPrinter(out, nil, show.Style{})
		t := p.Table()
		var numbers []int
		for i := range keys {
			numbers = append(numbers, len(used)+i+1)
		}
		t.Numbers(numbers...)
		t.Header(cells(table.Header)...)
		for _, row := range table.Rows {
			t.Row(cells(row)...)
		}
		t.Render()
		return p.Flush()
	})
}

func cells(row []string) (all []any) {
	for _, cell := range row {
		all = append(all, cell)
	}
	return all
}

// remark says what is special about a puzzle, in a few words.
func (r *rated) remark() string {
	switch {
	case r.err != nil:
		return "no solution"
	case r.vector.Several:
		return "several solutions"
	}
	for _, m := range r.vector.Measures {
		if m.Reason != "" {
			return inFlags(m.Reason)
		}
	}
	return ""
}
