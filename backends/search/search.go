// Package search solves tasks by searching their state space.
//
// A task becomes a space: packed states, an index from states to the moves that they allow, and moves as tables
// (package space). The algorithms run on the space, a file each. algorithms.go lists them. layered.go finds plans of
// exact lengths, enumerate.go all plans, and package assign solves puzzles without moves. Package depthfirst has
// the searches that keep no states (idastar, iddfs, backtrack), and package breadthfirst breadth-first search.
//
// Answers are exact: "optimal" is claimed only for admissible heuristics, "unsolvable" only if all reachable states
// were searched or a proof excludes the others.
package search

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/text"
)

// Backend is the search backend. Its zero value is ready, and it may be used by several goroutines at once.
type Backend struct {
	// General turns successor lists off: the depth-first searches then test whether each state is on the current path.
	// Generated programs that do not search in place do the same, so their counts can be compared.
	General bool
	// Eager makes the search look for symmetries at once, and use them whether they pay or not.
	Eager bool
}

// Name returns the name of the backend.
func (Backend) Name() string { return "search" }

// Solve searches for a plan, or for all. An error means that the options do not fit the task.
func (b Backend) Solve(ctx context.Context, t *task.Task, o backends.Options) (*backends.Result, error) {
	if t.Objective != nil {
		return backends.SolveBest(ctx, t, o, b.Solve)
	}
	start := time.Now()
	if err := cmp.Or(backends.CheckWithout(o.Without), checkOptions(t, o)); err != nil {
		return nil, err
	}
	res := &backends.Result{Status: backends.Unsolvable, Engine: "interp", Algorithm: or(o.Algorithm, "")}
	if t.Facts.Unsolvable != "" {
		res.Proof, res.Reason = backends.ProofInvariant, t.Facts.Unsolvable
		res.Choice = "nothing to search: the compiler proved that no goal can be reached"
		return res, nil
	}
	r := newRun(ctx, t, o)
	r.deep.General, r.looking.eager = b.General, b.Eager
	r.Fixed = r.Space.Bytes()
	s := &solver{run: r, res: res}
	if err := s.solve(); err != nil {
		return nil, err
	}
	s.fix()
	s.Took(0, 0)
	res.Choice = s.choice
	res.Stats = r.Counts
	res.Stats.DeadEnds += r.Expander.Deaths
	res.Stats.EffectiveBranching = branching(res)
	res.Stats.SolveTime = time.Since(start)
	return res, nil
}

func checkOptions(t *task.Task, o backends.Options) error {
	a, known := AlgorithmNamed(or(o.Algorithm, "auto"))
	if !known {
		return &backends.UnknownError{What: "algorithm", Name: o.Algorithm, Known: Names(Algorithms())}
	}
	if err := a.Check(o); err != nil {
		return err
	}
	switch {
	case o.Horizon != nil && *o.Horizon < 0 || o.MaxHorizon != nil && *o.MaxHorizon < 0 || o.MinHorizon < 0:
		return fmt.Errorf("a horizon is a number of moves, 0 or more")
	case o.MaxHorizon != nil && o.MinHorizon > *o.MaxHorizon:
		return fmt.Errorf("plans of at least %d and at most %s cannot exist", o.MinHorizon,
			text.Count(*o.MaxHorizon, "move"))
	case o.Horizon != nil && (o.MinHorizon > *o.Horizon || o.MaxHorizon != nil && *o.MaxHorizon < *o.Horizon):
		return fmt.Errorf("a plan of exactly %s is outside the other bounds on its length",
			text.Count(*o.Horizon, "move"))
	case o.All && len(t.Moves) > 0 && o.Horizon == nil && o.MinHorizon > 0:
		return fmt.Errorf("the search backend cannot list all plans of a least length; give an exact horizon")
	}
	return nil
}
