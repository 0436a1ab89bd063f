package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

type countCommand struct {
	File string `arg:"" help:"The model, - for standard input, or the name of a model of the library."`
	dataFlags
	limits

	workFlag
	techniqueFlags
	Backend string   `default:"auto" placeholder:"auto|search|sat" help:"The backend that counts."`
	Threads int      `placeholder:"N" help:"Use at most N cores; all unless given."`
	Limit   int      `placeholder:"N" help:"Stop when N are found; 2 tells whether a solution is the only one."`
	On      []string `type:"list" sep:"none" placeholder:"NAME,…" help:"Solutions that agree in these state variables, such as queen or queen[3], count as one."`
	Horizon *int     `placeholder:"T" help:"With moves: count the plans of exactly T moves, instead of the optimal ones."`
	Stats   bool     `help:"Print statistics, and why pzc chose the backend, algorithm and heuristic."`
}

func (countCommand) Help() string {
	return `Counts all assignments of a puzzle without moves, and the optimal plans that repeat no state of a puzzle with
moves, or with --horizon T all plans of T moves. Promises of the model (symmetry, prune, dead) are ignored.

The exit status is 0 if the number is known or --limit was reached, 1 if there is no solution, 2 if the model
or the command line is wrong, 3 if --timeout or --memory ended the counting, and 130 after Ctrl-C. After 3 and
130 the number is a lower bound.

Examples:

    pzc count queens.pz -D n=12
    pzc count sudoku.pz --limit 2            is the solution the only one?
    pzc count sudoku.pz --on 'value[(0, 0)]'   how many digits may stand there?
    pzc count taquin.pz -i hardest           how many plans of 31 moves?
    pzc count queens.pz --format json`
}

func (c *countCommand) Run(e *env) error {
	switch {
	case c.Limit < 0:
		return errors.New("--limit cannot be negative")
	case c.Threads < 0:
		return errors.New("--threads is a number of cores, 1 or more")
	case c.Horizon != nil && *c.Horizon < 0:
		return errors.New("a horizon is a number of moves and cannot be negative")
	}
	if err := c.oneStdin(c.File); err != nil {
		return err
	}
	work := c.limit(&c.limits)
	ctx, stop := c.start(e)
	defer stop()
	z, err := c.instantiate(ctx, e, c.File, "")
	if err != nil {
		return e.noAnswer(ctx, err)
	}
	answer, err := solve(ctx, e, z, puzzle.Options{Backend: c.Backend, Project: c.On, Options: backends.Options{
		All: true, Count: true, Limit: c.Limit, Threads: c.Threads, Horizon: c.Horizon, Memory: c.memoryLimit(),
		Without: c.Without, Work: work,
	}})
	if err != nil {
		return err
	}
	if err := c.print(e, answer); err != nil {
		return err
	}
	return status(c.status(ctx, answer))
}

func (c *countCommand) status(ctx context.Context, a *puzzle.Answer) int {
	switch {
	case c.limited(a):
		return exitOK
	case !a.Complete && errors.Is(context.Cause(ctx), errInterrupted):
		return exitInterrupted
	case !a.Complete:
		return exitUndecided
	case a.Count.Sign() == 0:
		return exitNo
	}
	return exitOK
}

// limited reports whether --limit ended the counting.
func (c *countCommand) limited(a *puzzle.Answer) bool {
	return c.Limit > 0 && a.Count != nil && a.Count.Cmp(big.NewInt(int64(c.Limit))) >= 0
}

func (c *countCommand) print(e *env, a *puzzle.Answer) error {
	a.Count = cmp.Or(a.Count, new(big.Int))
	object := func() any {
		o := text.Fields{
			"puzzle", a.Puzzle, "instance", a.Instance, "status", a.Status, "count", a.Count, "complete", a.Complete,
			"of", c.of(a),
		}
		switch {
		case a.Objective != "" && a.Optimal:
			o = append(o, "cost?", a.Bound)
		case a.HasMoves && c.Horizon == nil && a.Status == backends.Solved:
			o = append(o, "cost", a.Lower)
		}
		return append(o, "on?", c.On, "reason?", a.Reason, "proof?", a.Proof, "backend", a.Backend, "choice?", a.Choice,
			"stats", show.StatsOf(a))
	}
	return e.present(nil, object, func(p *show.Printer) {
		number := a.Count.String()
		if !a.Complete {
			number = "at least " + number
		}
		if e.globals.Quiet {
			p.Line("%s", number)
			return
		}
		p.Line("%s: %s", show.Title(a.Puzzle, a.Instance), number+" "+c.what(a))
		if a.Reason != "" {
			p.Line("%s", text.Sentence(a.Reason))
		}
		p.Line("")
		p.Line("%s", show.How(a))
		if c.Stats {
			p.Stats(a)
		}
	})
}

// of returns the name of the counted objects, for programs.
func (c *countCommand) of(a *puzzle.Answer) string {
	switch {
	case !a.HasMoves:
		return "assignments"
	case c.Horizon != nil:
		return "plans"
	}
	return "optimal plans"
}

// what returns the name of the counted objects, for people.
func (c *countCommand) what(a *puzzle.Answer) string {
	noun := "solution"
	switch {
	case a.HasMoves && c.Horizon != nil:
		noun = "plan"
	case a.HasMoves:
		noun = "optimal plan"
	}
	if a.Count.Cmp(big.NewInt(1)) != 0 {
		noun += "s"
	}
	switch {
	case a.HasMoves && c.Horizon != nil:
		return noun + " of exactly " + text.Count(*c.Horizon, "move")
	case a.HasMoves && a.Status == backends.Solved:
		return fmt.Sprintf("%s, of cost %d", noun, a.Lower)
	}
	if a.Objective != "" && a.Optimal {
		noun += fmt.Sprintf(" of the best value %d", *a.Bound)
	}
	if len(c.On) > 0 {
		noun += " that differ in " + strings.Join(c.On, ", ")
	}
	return noun
}
