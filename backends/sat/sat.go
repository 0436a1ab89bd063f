// Package sat solves tasks by satisfiability. The plans of exactly T moves become a formula in conjunctive normal form,
// and T grows until the formula has a model.
//
// It promises a plan of least cost where result.Optimal says so, "unsolvable" only with a proof, and the same result
// for the same task and options. Everything that can run long ends soon after the context does, with what is known so
// far. An expression with too many values leaves the task undecided, with a reason that says so. An operator that
// formulas cannot express is an error.
//
// This package decides which formulas are asked for; the packages below it write and solve them. A call is one call of
// Solve (call.go), and a query is one formula with its solver (query.go, simple.go). For a task with moves, Solve first
// leaves out variables that cost nothing to change (reduced.LeaveOut), and prepares the task and its layers
// (reduced.Prepare). Then it looks for bounds on the number of moves (potential.go), and asks for one horizon after
// another (horizons.go). It writes a formula for each horizon, or one that grows (chain.go), which may make two moves
// at a step (bytwo.go). Proofs that there is no plan are in proofs.go and listing.go, plans of least cost in
// cost.go, lists of plans in allplans.go, and steps of several moves in parallel.go. Package technique is the table of
// what can be left out.
//
// Tasks without moves are in assign.go: one formula says everything. Equivalent assignments are excluded if the model
// declares symmetries and one assignment is wanted (equivalent.go). Many assignments are listed by backtracking
// (many.go), and counted by components (counting.go, counter.go).
//
// A plan that is returned has been replayed in the task. That this fails is an internal error.
package sat

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/encode"
	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/mention"
	"github.com/pzc-lang/pzc/internal/text"
)

// Backend solves tasks by satisfiability.
type Backend struct{}

// Name is the name of the backend.
func (Backend) Name() string { return "sat" }

// Solve finds plans of least cost, or proves that there are none.
func (b Backend) Solve(ctx context.Context, t *task.Task, o backends.Options) (*backends.Result, error) {
	if t.Objective != nil {
		return backends.SolveBest(ctx, t, o, b.Solve)
	}
	if o.Algorithm != "" && o.Algorithm != "auto" {
		return nil, fmt.Errorf("sat: there are no algorithms to choose from, found %q: leave %s out, or use %s",
			o.Algorithm, mention.Algorithm, mention.With(mention.Backend, "search"))
	}
	return newRun(t, o).report(ctx)
}

// report solves the task. A context or a limit that ended the work becomes a part of the result.
func (r *run) report(ctx context.Context) (*backends.Result, error) {
	began := time.Now()
	err := r.solve(ctx)
	large := (*backends.LimitError)(nil)
	switch {
	case err == nil:
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		r.undecided(backends.ReasonEnded)
	case errors.Is(err, errSteps):
		r.undecided(r.o.Work.Reason())
	case errors.As(err, &large):
		r.undecided(large.Error())
	default:
		return nil, err
	}
	if err := r.restore(); err != nil {
		return nil, err
	}
	r.dropCostly()
	r.result.Stats.SolveTime = time.Since(began)
	return r.result, nil
}

// run is one call of Solve for a task with moves.
type run struct {
	*call
	stateLister
	back []func(result *backends.Result) error // by simpler task: makes the result one for the task before

	chain     *query  // the formula that grows; nil if there is none yet
	chainFrom float64 // see chains

	lengths  window
	states   int64 // an upper bound on the number of reachable states
	best     int64 // cost of the best plan that is known, −1 if none is
	shorter  bool  // there is a plan, but with fewer moves than asked for
	asked    bool  // a solver was asked for a plan of some length
	clauses  int64 // of all finished formulas, but not of the one that grows
	cheapest int64 // the cost of a cheapest plan, −1 if it is not known from a list of states
	refuted  int   // no plan with fewer moves is cheaper than the best that is known
}

func newRun(t *task.Task, o backends.Options) *run {
	r := &run{call: newCall(t, o), chainFrom: chainFrom, lengths: anyLength(), best: -1, cheapest: -1}
	r.stateLister = unlisted{r}
	if lists := techniques().lists; lists != nil {
		r.stateLister = lists(r)
	}
	r.result.Algorithm = "horizons"
	r.result.Choice = "sat: exact horizons from the first that the layers of reachable pairs leave open"
	return r
}

func (r *run) solve(ctx context.Context) (err error) {
	if err := encode.CheckNames(r.o.Encoding, r.o.AtMost); err != nil {
		return err
	}
	if err := backends.CheckWithout(r.o.Without); err != nil {
		return err
	}
	r.lim.Without = r.o.LeftOut()
	if r.o.Encoding == encode.Textbook {
		r.lim.LayerFacts = 0
	}
	if why := r.task.Facts.Unsolvable; why != "" {
		r.unsolvable(backends.ProofInvariant, why)
		return nil
	}
	if len(r.task.Moves) == 0 {
		return (&assignment{r.call}).solve(ctx)
	}
	for _, simplify := range techniques().simpler {
		simplify(r, ctx)
	}
	if err := r.prepare(ctx); err != nil {
		return err
	}
	switch {
	case r.o.Cube != nil:
		return r.cube(ctx)
	case r.o.Cubes != nil && !r.equalCosts():
		return errors.New("sat: horizons are divided into cubes only if all moves cost the same")
	}
	if r.lay != nil && !r.lay.HoldsGoal(r.lay.Ever) {
		r.unsolvable(backends.ProofInvariant, layers.NoGoalTogether)
		return nil
	}
	for _, bound := range techniques().bounds {
		w, err := bound(r, ctx)
		if err != nil {
			return err
		}
		r.lengths = r.lengths.and(w)
	}
	if r.o.Parallel {
		return r.inSteps(ctx)
	}
	err = r.horizons(ctx)
	if r.o.Count && r.o.Horizon != nil && len(r.result.Plans) == 0 {
		r.result.Complete = err == nil // there is no plan of this length
	}
	return err
}

// prepare makes the problem and its layers.
func (r *run) prepare(ctx context.Context) (err error) {
	if r.o.Parallel {
		r.lim.Fused = 0 // moves on two variables would become moves on one
	}
	if r.p, r.lay, err = reduced.Prepare(ctx, r.task, r.lim, r.o.Memory); err != nil {
		return err
	}
	if r.lay != nil {
		r.lay.Parallel = r.o.Parallel
	}
	r.bounds()
	return nil
}

func (r *run) equalCosts() bool { return r.minCost == r.maxCost }

// undecided makes what is known the result: a lower bound, and the best plan if there is one.
func (r *run) undecided(why string) {
	if !r.leaveUndecided(why) {
		return
	}
	if r.refuted > 0 && len(r.result.Plans) == 0 && r.o.MinHorizon == 0 {
		r.result.Reason += "; no plan has fewer than " + text.Count(r.refuted, "move")
	}
	r.result.LowerBound = atLeast(r.refuted, r.minCost)
}

// restore makes the result one for the task as it was given.
func (r *run) restore() error {
	for _, back := range slices.Backward(r.back) {
		if err := back(r.result); err != nil {
			return err
		}
	}
	return nil
}
