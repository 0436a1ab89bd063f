package main

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/apps/compare"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

type compareCommand struct {
	Reference string   `arg:"" help:"A model, or the name of a model of the library."`
	Other     string   `arg:"" help:"The model that is compared with it; - for standard input."`
	Instance  []string `short:"i" sep:"none" placeholder:"NAME,…" help:"Instances to compare, by name; all of the reference unless given. '' is the model with its own parameters."`
	Define    []string `short:"D" sep:"none" placeholder:"NAME=VALUE" help:"Give a parameter of the reference, and of the other model if it has it, a value."`
	Same      []string `sep:"none" placeholder:"LINE" help:"What corresponds: 'take(t) = row(t)' for moves, 'across[w] = at[w] == far' for values."`
	Extra     bool     `help:"Allow the other model further moves, if they change nothing that is compared."`
	NoCosts   bool     `help:"Compare no costs."`
	Pairs     int      `placeholder:"N" help:"Visit at most N pairs of states; 5 million unless given."`
	Conflicts int64    `placeholder:"N" help:"Without moves: give up a question after N contradictions of the solver; 500000 unless given."`
	limits
}

func (compareCommand) Help() string {
	return `Tells whether two models are the same puzzle, and shows a shortest disagreement if they are not.

Models with moves are the same if the same moves are possible, with the same costs, and lead to goals in both.
Moves are matched by their names and the kinds of their parameters, or by --same. State variables may differ.
Models without moves are the same if they have the same solutions: state variables are matched by name, or by
--same. If the start is chosen (any), starts are matched by what --same observes, or by equal names.

The exit status is 0 if the models are the same in all instances, 1 if they
differ in one, 2 if a model or the command line is wrong or the other model
does not take the data of an instance, and 3 if a limit was reached first: --pairs, --conflicts, or --timeout, which is 5 minutes unless
given.

Examples:

    pzc compare wolf_goat_cabbage mine.pz
    pzc compare river.pz mine.pz --same 'take(t) = row(t)' --same 'at[t] == there = across[t]'
    pzc compare taquin taquin -i small --format json`
}

// comparedIn is the limit of time unless one is given.
const comparedIn = 5 * time.Minute

// misfit is the verdict on an instance whose data a model does not take.
const misfit compare.Verdict = "not compared"

// compared is an instance and its result.
type compared struct {
	instance string
	*compare.Result
}

func (c *compareCommand) Run(e *env) error {
	switch {
	case c.Reference == "-" && c.Other == "-":
		return errors.New("standard input can be read only once: `-` stands there twice")
	case c.Pairs < 0 || c.Conflicts < 0:
		return errors.New("--pairs and --conflicts are limits, 1 or more")
	}
	if c.Timeout == 0 && !c.Sandbox {
		c.Timeout = comparedIn
	}
	ctx, stop := c.start(e)
	defer stop()
	var programs [2]*puzzle.Program
	for i, file := range []string{c.Reference, c.Other} {
		var err error
		if programs[i], err = e.load(ctx, file); err != nil {
			return err
		}
	}
	data, err := (&dataFlags{Define: c.Define}).given(ctx, e)
	if err != nil {
		return err
	}
	var instances []puzzle.Data
	for _, names := range c.Instance {
		for name := range strings.SplitSeq(names, ",") {
			data.Instance, data.Own = name, true
			instances = append(instances, data)
		}
	}
	if len(instances) == 0 {
		instances = programs[0].Chosen(data)
	}
	progress := e.progress()
	defer progress.stop()
	var all []compared
	misfits, failed := diag.List(nil), 0
	sources := programs[0].Sources()
	maps.Copy(sources, programs[1].Sources())
	for _, data := range instances {
		progress.doing("comparing " + data.Instance)
		r, diags, err := compare.Models(ctx, programs[0], programs[1], data, compare.Options{
			Same: c.Same, Extra: c.Extra, NoCosts: c.NoCosts, Pairs: c.Pairs, Conflicts: c.Conflicts, Memory: c.memoryLimit(),
		})
		if err != nil {
			return err
		}
		if misfits = append(misfits, diags...); diags.HasErrors() {
			r = &compare.Result{Verdict: misfit}
			r.Reason = diags[slices.IndexFunc(diags, func(d *diag.Diagnostic) bool { return d.Severity == diag.Error })].Msg
			failed++
		}
		all = append(all, compared{data.Instance, r})
	}
	progress.stop()
	if errors.Is(context.Cause(ctx), errInterrupted) {
		return e.cut(ctx)
	}
	if e.printFindings(misfits, sources); failed == len(all) {
		return exit(exitWrong)
	}
	if err := c.print(e, programs, all); err != nil {
		return err
	}
	codes := map[compare.Verdict]int{compare.Differ: exitNo, misfit: exitWrong, compare.Open: exitUndecided}
	return status(worst(all, func(r compared) int { return codes[r.Verdict] }))
}

func (c *compareCommand) print(e *env, programs [2]*puzzle.Program, all []compared) error {
	names := compare.Names(programs)
	object := func() any {
		out := []text.Fields{}
		for _, r := range all {
			notes := lists.Map(r.Notes, func(n compare.Note) string { return n.Sentence(names) })
			out = append(out, text.Fields{
				"instance", r.instance, "verdict", r.Verdict, "reason?", inFlags(r.Reason), "pairs?", r.Pairs, "depth?", r.Depth,
				"notes?", notes, "difference?", differenceJSON(r, names),
			})
		}
		return map[string]any{"results": out}
	}
	return e.present(nil, object, func(p *show.Printer) {
		for i, r := range all {
			if i > 0 && !e.globals.Quiet {
				p.Line("")
			}
			c.instance(p, programs, names, r, e.globals.Quiet)
		}
	})
}

func differenceJSON(r compared, names [2]string) text.Fields {
	d := r.Diff
	if d == nil {
		return nil
	}
	only := ""
	if d.Only != compare.Neither {
		only = [2]string{"reference", "other"}[d.Only]
	}
	var sides [2]any
	for s, z := range r.Puzzles {
		if d.Has[s] {
			way := d.Way[s]
			sides[s] = text.Fields{
				"start", show.ValuesOf(z, way.Start), "plan", show.MovesOf(way), "state", show.ValuesOf(z, way.Final()),
				"move?", d.Move[s], "value?", d.Values[s],
			}
		}
	}
	var clauses []text.Fields
	for _, x := range d.Refusals {
		at := x.Span.Start
		clauses = append(clauses, text.Fields{"file", at.Filename, "line", at.Line, "column", at.Column, "text", x.Text})
	}
	return text.Fields{
		"kind", d.Kind, "only?", only, "text", d.Sentence(names), "reference", sides[0], "other", sides[1],
		"observed?", d.What[0], "refused_by?", clauses, "nearest_differs_in?", d.Changed,
	}
}

// instance writes the result of an instance.
func (c *compareCommand) instance(
	p *show.Printer, programs [2]*puzzle.Program, names [2]string, r compared, quiet bool,
) {
	line := show.Title(programs[0].Name(), r.instance) + ": "
	switch r.Verdict {
	case compare.Equal:
		line += "the same puzzle"
		if r.Pairs > 0 {
			line += " (" + text.Plural(int64(r.Pairs), "pair") + " of states)"
		}
	case compare.Open:
		line += "not told apart: " + diag.Shown(inFlags(r.Reason))
		if r.Depth > 0 {
			line += "; no disagreement within " + text.Count(r.Depth, "move")
		}
	case misfit:
		line += "not compared: " + diag.Shown(names[compare.Other]+" does not fit: "+r.Reason)
	case compare.Differ:
		line += "different"
	}
	p.Line("%s", line)
	if quiet {
		return
	}
	for _, note := range r.Notes {
		p.Line("%s", diag.Shown(note.Sentence(names)))
	}
	if r.Diff != nil {
		difference(p, r, names)
	}
}

// mostRefusals is the number of reasons of a difference that are printed.
const mostRefusals = 3

// difference writes a disagreement: the moves that lead there, the states, and the refusals.
func difference(p *show.Printer, r compared, names [2]string) {
	d := r.Diff
	for i, step := range d.Way[compare.Other].Steps {
		p.Line("%4d. %s", i+1, step.Move)
	}
	p.Line("%s", diag.Shown(d.Sentence(names)))
	for i, x := range d.Refusals {
		if i == mostRefusals {
			p.Line("  and %s", text.Count(len(d.Refusals)-i, "further reason"))
			break
		}
		p.Line("  %s: %s", x.Span.Start, diag.Shown(text.Sentence(x.Text)))
	}
	for s, z := range r.Puzzles {
		if d.Has[s] && (d.Only == compare.Neither || d.Has[1-s] || int(d.Only) == s) {
			p.Puzzle = z
			p.Line("State in %s:", diag.Shown(names[s]))
			p.State(d.Way[s].Final())
		}
	}
	if d.Near != nil {
		p.Puzzle = r.Puzzles[d.Only.Against()]
		p.Line("The nearest values that %s accepts differ in %s:", diag.Shown(names[d.Only.Against()]),
			diag.Shown(strings.Join(d.Changed, ", ")))
		p.State(d.Near)
	}
}
