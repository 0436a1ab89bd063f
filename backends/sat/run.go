package sat

import (
	"context"
	"fmt"
	"math"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/task"
)

// run is one call of Solve.
type run struct {
	task   *task.Task // as it was given
	o      backends.Options
	result *backends.Result

	p      *problem
	fusion *fusion // from the states of p to those of task
	lay    *layers // nil if the task is too large for them

	minCost, maxCost int64 // of a move
	states           int64 // bound on the number of reachable states
	refuted          int   // no plan has fewer moves
}

func newRun(t *task.Task, o backends.Options) *run {
	if o.Memory == 0 {
		o.Memory = backends.DefaultMemory
	}
	return &run{task: t, o: o, result: &backends.Result{
		Algorithm: "horizons", Engine: "gini",
		Choice: "sat: exact horizons from the first that the layers of reachable pairs leave open, a fresh formula for each",
	}}
}

func (r *run) solve(ctx context.Context) error {
	if why := r.task.Facts.Unsolvable; why != "" {
		r.unsolvable(backends.ProofInvariant, why)
		return nil
	}
	if len(r.task.Moves) == 0 {
		return r.solveStill(ctx)
	}
	if err := r.prepare(ctx); err != nil {
		return err
	}
	if r.lay != nil && !r.lay.holdsGoal(r.lay.ever) {
		r.unsolvable(backends.ProofInvariant, "no goal state consists of values that can occur together")
		return nil
	}
	return r.horizons(ctx)
}

// prepare makes the task ready and finds what is reachable at all.
func (r *run) prepare(ctx context.Context) (err error) {
	r.p = newProblem(r.task)
	r.fusion = noFusion(r.task)
	if r.lay, err = newLayers(ctx, r.p); err != nil {
		return err
	}
	r.bounds()
	return nil
}

// bounds finds the costs of a move, and the number of states.
func (r *run) bounds() {
	r.minCost, r.maxCost = math.MaxInt64, 0
	for i, o := range r.p.ops {
		if r.lay == nil || !r.lay.dead[i] {
			n := r.p.pool.Node(o.cost)
			r.minCost, r.maxCost = min(r.minCost, max(n.Lo, 0)), max(r.maxCost, n.Hi)
		}
	}
	r.minCost = min(r.minCost, r.maxCost)
	r.states = 1
	for v := range r.p.task.Vars {
		n := len(r.p.domain(v))
		if r.lay != nil {
			n = len(r.lay.ever.alivePlaces(v))
		}
		if r.states *= int64(n); r.states > math.MaxInt32 {
			r.states = math.MaxInt64
			return
		}
	}
}

func (r *run) equalCosts() bool { return r.minCost == r.maxCost }

func (r *run) unsolvable(proof, reason string) {
	r.result.Status, r.result.Proof, r.result.Reason = backends.Unsolvable, proof, reason
}

// undecided reports what is known when a limit is met.
func (r *run) undecided(why string) {
	if len(r.result.Plans) > 0 {
		r.result.Status = backends.Solved
		r.result.Choice += "; " + why + " before the rest was looked at"
		return
	}
	r.result.Status, r.result.Reason = backends.Unknown, why
	if r.refuted > 0 {
		r.result.Reason += fmt.Sprintf("; no plan has fewer than %d moves", r.refuted)
	}
	r.result.LowerBound = int64(r.refuted) * min(r.minCost, math.MaxInt32)
}

func (r *run) progress(format string, args ...any) {
	if r.o.Progress != nil {
		r.o.Progress(fmt.Sprintf(format, args...))
	}
}

// full tells whether as many solutions were found as were asked for.
func (r *run) full() bool {
	if !r.o.All {
		return len(r.result.Plans) > 0
	}
	return r.o.Limit > 0 && len(r.result.Plans) >= r.o.Limit
}
