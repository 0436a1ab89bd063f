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
	"errors"
	"fmt"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/mention"
	"github.com/pzc-lang/pzc/internal/text"
)

// Backend is the search backend. Its zero value is ready, and it may be used by several goroutines at once.
type Backend struct {
	// General turns successor lists off: the depth-first searches then test whether each state is on the current path.
	// Generated programs that do not search in place do the same, so their counts can be compared.
	General bool
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
	r.deep.General = b.General
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

// solver is one call of Solve.
type solver struct {
	*run
	res   *backends.Result
	asked estimate.Estimate // the heuristic that the caller asks for
	early int64             // cost of the cheapest plan that is too short, job.NoCost if none was seen
	exact bool              // the algorithm finds cheapest plans if the heuristic is admissible
	// waiting is the bytes of a search that waits while others run.
	waiting int64

	chooser
}

func (s *solver) solve() error {
	s.early = job.NoCost
	t := s.Space.Task
	// If the context has ended, the space may be incomplete, and no heuristic is made.
	if s.o.Heuristic = or(s.o.Heuristic, ""); s.o.Heuristic != "" && s.Ctx.Err() == nil {
		var err error
		if s.asked, err = s.Maker.Named(s.o.Heuristic); err != nil && s.Ctx.Err() == nil {
			return err
		}
	}
	if s.Ctx.Err() != nil {
		s.Stop = "stopped before the search began"
		s.conclude(job.Outcome{})
		return nil
	}
	if len(t.Moves) == 0 {
		return s.assignments()
	}
	s.Begin()
	switch {
	case s.Stop != "":
		s.conclude(job.Outcome{})
		return nil
	case s.RootCount() == 0:
		s.fail(backends.Unsolvable, s.noStart())
		s.res.Proof = backends.ProofExhausted
		s.relyOn(false)
		return nil
	case s.o.All:
		return s.all()
	case s.o.Horizon != nil:
		s.byLayers(*s.o.Horizon, *s.o.Horizon)
		return nil
	}
	return s.one()
}

// assignments solves a task without moves.
func (s *solver) assignments() error {
	s.res.Algorithm = "backtrack"
	s.choice = "backtracking: the puzzle has no moves"
	if s.o.Horizon != nil && *s.o.Horizon > 0 || s.o.MinHorizon > 0 {
		s.fail(backends.Unknown, "the puzzle has no moves, so that no plan has this length")
		s.res.Complete = s.o.Count
		return nil
	}
	if s.o.On != nil {
		return errors.New("the search backend tells assignments apart by all their values; " +
			mention.Project + " goes with " + mention.With(mention.Backend, "sat"))
	}
	if s.o.Count {
		s.countAssignments()
		return nil
	}
	limit := 1
	if s.o.All {
		limit = s.o.Limit
	}
	complete := true
	bytes := int64(0)
	s.Assign([]task.Expr{s.Space.Task.InitCond, s.Space.Task.Goal}, func(st []uint64) bool {
		if limit > 0 && len(s.res.Plans) == limit {
			complete = false
			return false
		}
		plan := backends.Plan{Start: s.Space.Layout.Unpack(st)}
		if s.o.Found != nil {
			made, more := s.o.Found(plan)
			plan.Made = made
			bytes += more
		}
		s.res.Plans = append(s.res.Plans, plan)
		if bytes += plan.Bytes(); bytes > s.Memory {
			s.Stop = fmt.Sprintf("the memory limit of %s was reached after %s", text.Bytes(s.Memory),
				text.Plural(int64(len(s.res.Plans)), "solution"))
		}
		return s.Stop == "" && (s.o.All || len(s.res.Plans) < limit)
	})
	s.Took(bytes, 0)
	switch {
	case len(s.res.Plans) > 0:
		s.res.Status, s.res.Optimal = backends.Solved, true
		s.res.Complete = s.o.All && complete && s.Stop == ""
		s.res.Reason = s.Stop
	case s.Stop != "":
		s.fail(backends.Unknown, s.Stop)
	default:
		s.noAssignment()
	}
	return nil
}

func (s *solver) noAssignment() {
	s.fail(backends.Unsolvable, fmt.Sprintf("no assignment satisfies the conditions (%s tried)",
		text.Plural(s.Counts.Generated, "value")))
	s.res.Proof = backends.ProofExhausted
}

func (s *solver) fail(status backends.Status, reason string) {
	s.res.Status, s.res.Reason = status, reason
}
