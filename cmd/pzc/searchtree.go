package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/constraint"
	"github.com/pzc-lang/pzc/internal/present/show/searched"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

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
	return e.answer(func(out io.Writer) error {
		_, err := fmt.Fprintln(out, d.Summary)
		return err
	})
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
