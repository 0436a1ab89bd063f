package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/constraint"
	"github.com/pzc-lang/pzc/backends/search/explore"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/present/show/explored"
	"github.com/pzc-lang/pzc/internal/present/show/searched"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

type exploreCommand struct {
	File string `arg:"" help:"The model, - for standard input, or the name of a model of the library."`
	dataFlags
	limits

	Depths     bool     `help:"Only the states at each depth: this takes a fraction of the memory and time of the rest."`
	Moves      bool     `help:"The table of depths counts moves even if moves differ in cost."`
	MaxDepth   *int     `placeholder:"T" help:"Only the states at most T moves away from the start, and only their depths."`
	Heuristics []string `type:"list" sep:"none" aliases:"heuristic" placeholder:"NAME,…" help:"Compare these heuristics with the exact distances, instead of those of the model; 'none' compares none."`
	Diameter   bool     `help:"Compute the diameter even if that takes long."`
	Tree       int      `placeholder:"T" help:"Count the sequences of at most T moves: all, and those that are left when moves are pruned."`
	Csv        string   `name:"csv" placeholder:"FOLDER" help:"Write the tables to this folder as CSV files."`
	Dot        string   `placeholder:"FILE" help:"Write the states and moves of a small space as a graph for Graphviz."`
	Graph      string   `placeholder:"FILE" help:"Draw the states and moves of a small space: FILE ends in .svg or .png."`
	Plots      string   `placeholder:"FOLDER" help:"Write plots to this folder, each as SVG and as PNG."`
	Threads    int      `placeholder:"N" help:"Use at most N cores; all unless given."`
	Tables     string   `placeholder:"FOLDER" help:"Where the tables of heuristics are kept; 'none' keeps none. A folder of the user's cache unless given."`
}

func (exploreCommand) Help() string {
	return `Visits all reachable states, and ignores promises of the model (symmetry, prune,
dead). Computes the exact distance of each state to a goal, and from these
distances the dead ends, the earliest move after which no goal is reachable, the
number of cheapest plans, the farthest states, and the quality of the
heuristics. The exit status is 0 if all states were visited, and 3 if a limit
was reached; then the results so far are shown.

Examples:

    pzc explore taquin.pz                        the 8-puzzle, its 181,440 states
    pzc explore rubik2 --depths                  only the states at each depth
    pzc explore rubik2 --depths --max-depth 6
    pzc explore rubik2 --tree 8                  how fast the search tree grows
    pzc explore taquin.pz --heuristics manhattan,ff,lmcut
    pzc explore jugs.pz --dot jugs.dot           a graph for Graphviz
    pzc explore jugs.pz --graph jugs.svg         the same, drawn
    pzc explore taquin.pz --plots plots          states by depth; heuristics against exact distances
    pzc explore taquin.pz --csv tables --format json`
}

func (c *exploreCommand) AfterApply() error {
	switch {
	case c.Threads < 0:
		return errors.New("--threads is a number of cores, 1 or more")
	case c.Tree < 0:
		return errors.New("--tree is a number of moves and cannot be negative")
	case c.MaxDepth != nil && *c.MaxDepth < 0:
		return errors.New("--max-depth is a number of moves and cannot be negative")
	case c.onlyDepths() && (c.Diameter || c.Dot != "" || c.Graph != "" || len(c.Heuristics) > 0):
		return errors.New("--depths and --max-depth leave out what --heuristics, --diameter, --dot and --graph need:" +
			" all moves between all states")
	}
	return endsIn("--graph", c.Graph, ".svg", ".png")
}

func (c *exploreCommand) onlyDepths() bool { return c.Depths || c.MaxDepth != nil }

func (c *exploreCommand) Run(e *env) error {
	if err := errors.Join(c.oneStdin(c.File), c.keepsFiles(c.Csv+c.Dot+c.Graph+c.Plots != "")); err != nil {
		return err
	}
	ctx, stop := c.start(e)
	defer stop()
	z, err := c.compileWith(ctx, e)
	if err != nil {
		return err
	}
	if !z.HasMoves() {
		return fmt.Errorf("%s has no moves, so that there is nothing to explore; `pzc solve --all` lists its solutions",
			z.Program.Name())
	}
	x, err := c.explore(ctx, e, z)
	if err != nil {
		return err
	}
	defer z.Showing(ctx)()
	report := func(p *show.Printer) { x.Report(p, e.globals.Quiet) }
	err = errors.Join(e.present(x.Puzzle, x.JSON, report), c.writeFiles(x))
	if err = e.shown(ctx, z, err); err != nil {
		return err
	}
	switch {
	case errors.Is(context.Cause(ctx), errInterrupted):
		return exit(exitInterrupted)
	case x.Undecided():
		return exit(exitUndecided)
	}
	return nil
}

// compileWith compiles the puzzle with the heuristics of --heuristics, which may be expressions.
func (c *exploreCommand) compileWith(ctx context.Context, e *env) (*puzzle.Puzzle, error) {
	program, err := e.load(ctx, c.File)
	if err != nil {
		return nil, err
	}
	switch {
	case c.onlyDepths() || slices.Equal(c.Heuristics, []string{"none"}):
		c.Heuristics = nil
	case len(c.Heuristics) == 0:
		c.Heuristics = program.Heuristics()
	}
	for _, h := range c.Heuristics {
		if h == "" || h == puzzle.Auto {
			return nil, fmt.Errorf("--heuristics %q: the name of a heuristic is wanted, or an expression", h)
		}
	}
	return c.compileProgram(ctx, e, program, c.Heuristics...)
}

// explore does the work and shows its progress.
func (c *exploreCommand) explore(ctx context.Context, e *env, z *puzzle.Puzzle) (*explored.Space, error) {
	progress := e.progress()
	defer progress.stop()
	progress.doing("exploring")
	o := explore.Options{ByMoves: c.Moves || c.MaxDepth != nil, Options: backends.Options{
		MaxHorizon: c.MaxDepth, Threads: c.Threads, Memory: c.memoryLimit(), Tables: c.tables(c.Tables),
		Progress: progress.say,
	}}
	x := &explored.Space{Puzzle: z, Depths: c.onlyDepths()}
	var err error
	if x.Depths {
		x.Survey = &explore.Survey{}
		x.Survey.Exploration, err = z.Explore(ctx, o)
	} else {
		x.Survey, err = z.Survey(ctx, explore.SurveyOptions{
			Options: o, Heuristics: c.Heuristics, Diameter: c.Diameter, Keep: c.Dot != "" || c.Graph != "",
		})
	}
	if err == nil && c.Tree > 0 {
		x.Growth, err = z.Grow(ctx, c.Tree, puzzle.Options{Options: o.Options})
	}
	if err == nil {
		nameFlags(x.Survey)
	}
	return x, err
}

// nameFlags puts flags into the texts of a survey.
func nameFlags(v *explore.Survey) {
	v.Reason, v.NotCounted = inFlags(v.Reason), inFlags(v.NotCounted)
	for i := range v.Comparisons {
		v.Comparisons[i].Missing = inFlags(v.Comparisons[i].Missing)
	}
	if v.NoDiameter != "" && v.NoDiameter != "stopped" {
		v.NoDiameter += " (--diameter)"
	}
}

// mostDrawn is the number of states up to which a graph is drawn.
const mostDrawn = 500

// writeFiles writes the files that flags ask for.
func (c *exploreCommand) writeFiles(x *explored.Space) error {
	var errs []error
	for folder, write := range map[string]func(string) error{
		c.Csv:   func(folder string) error { return writeTables(folder, x.Tables()) },
		c.Plots: func(folder string) error { return writePlots(folder, x.Plots()) },
	} {
		if folder != "" {
			errs = append(errs, inFolder(folder, write))
		}
	}
	if c.Dot != "" {
		err := x.Drawable("--dot", explore.MostKept)
		if err == nil {
			err = writeFile(c.Dot, x.DOT)
		}
		errs = append(errs, err)
	}
	if c.Graph != "" {
		err := x.Drawable("--graph", mostDrawn)
		if err == nil {
			if graph, _ := x.Layout(true); !x.Puzzle.CutShort() {
				err = writePicture(c.Graph, graph)
			}
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// writeTables writes each table to a file of its own.
func writeTables(folder string, tables []explored.Table) error {
	for _, t := range tables {
		if err := writeFile(filepath.Join(folder, t.Name+".csv"), t.CSV); err != nil {
			return err
		}
	}
	return nil
}

// The numbers of nodes that trees may have, as pictures and as CSV.
const (
	mostNodes = 3000
	mostRows  = 1 << 20
	mostSteps = 100_000 // of the constraint engine
)

// searchTree writes how a search goes, instead of an answer.
func (c *solveCommand) searchTree(ctx context.Context, e *env, z *puzzle.Puzzle) error {
	if err := e.ground(ctx, z); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return e.cut(ctx)
	}
	if c.Backend == (constraint.Backend{}).Name() {
		return c.deduced(ctx, e, z)
	}
	most := mostNodes
	if strings.EqualFold(filepath.Ext(c.SearchTree), ".csv") {
		most = mostRows
	}
	algorithm, heuristic := c.Algorithm, c.Heuristic
	if algorithm == puzzle.Auto || algorithm == "" {
		algorithm = "astar"
	}
	if heuristic == puzzle.Auto || heuristic == "" {
		heuristic = "blind"
		for _, h := range z.Program.Model().Heuristics {
			if h.Admissible {
				heuristic = h.Name
				break
			}
		}
	}
	t, err := z.SearchTree(ctx, algorithm, heuristic, most)
	if err != nil {
		return err
	}
	defer z.Showing(ctx)()
	if err := c.draw(e, searched.Of(z, t)); err != nil {
		return err
	}
	switch {
	case t.Cut != "":
		return exit(exitUndecided)
	case t.Found < 0:
		return exit(exitNo)
	}
	return nil
}

// draw writes the file, and how the search went.
func (c *solveCommand) draw(e *env, d *searched.Drawing) error {
	err := writeFile(c.SearchTree, func(w io.Writer) error { return d.Write(w, filepath.Ext(c.SearchTree)) })
	if err != nil {
		return err
	}
	return e.answer(writerOf(d.Summary + "\n"))
}

// deduced writes how the constraint engine comes to its answer.
func (c *solveCommand) deduced(ctx context.Context, e *env, z *puzzle.Puzzle) error {
	d := &searched.Deduced{}
	limited, end := context.WithCancel(ctx)
	defer end()
	o := c.options()
	o.All, o.Limit, o.Memory, o.Project = c.All || c.Limit > 0, c.Limit, c.memoryLimit(), c.On
	o.Trace = func(step backends.Traced) {
		if len(d.Nodes) >= mostNodes || d.Steps() >= mostSteps {
			end()
			return
		}
		d.Add(step)
	}
	a, err := solve(limited, e, z, o)
	if err != nil {
		return err
	}
	cut := ctx.Err() == nil && limited.Err() != nil
	switch {
	case cut:
		d.Ended = fmt.Sprintf("ended early: the tree has %s, or %s", text.Count(len(d.Nodes), "node"),
			text.Count(d.Steps(), "step"))
	case a.Status == backends.Solved:
		d.Ended, d.Solved = "solved", true
	default:
		d.Ended = string(a.Status)
	}
	if err := c.draw(e, d.Drawing(z.Program.Name())); err != nil {
		return err
	}
	if cut {
		return exit(exitUndecided)
	}
	return status(answerStatus(ctx, a))
}
