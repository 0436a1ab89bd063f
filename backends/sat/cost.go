package sat

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/task"
)

// bounds computes the least and the greatest cost of a move, and an upper bound on the number of states.
func (r *run) bounds() {
	r.minCost, r.maxCost = task.MaxCost, 0
	for i := range r.p.Ops {
		if r.lay == nil || !r.lay.Dead[i] {
			lo, hi := r.p.CostBounds(&r.p.Ops[i])
			r.minCost, r.maxCost = min(r.minCost, lo), max(r.maxCost, hi)
		}
	}
	r.minCost = min(r.minCost, r.maxCost)
	r.states = r.countStates()
}

// countStates is an upper bound on the number of states, by the number of values of each variable.
func (r *run) countStates() int64 {
	count := 1.0
	for v := range r.p.Task.Vars {
		count *= float64(len(r.places(v)))
	}
	return int64(min(count, 1<<62))
}

// places lists the places that a variable may ever have.
func (r *run) places(v int) []int {
	if r.lay != nil {
		return r.lay.Ever.Places(v)
	}
	return r.p.All(v)
}

// pathsCost tells whether each path of exactly t moves that visits no state twice costs at least least. Then no plan of
// t moves or more is cheaper: without detours, its first t moves would be such a path.
func (r *run) pathsCost(ctx context.Context, t int, least int64) (bool, error) {
	if r.lim.Without.Has(technique.Ends) {
		return false, nil
	}
	a := r.newQuery(ctx, t)
	if some, err := r.paths(ctx, a, t); err != nil || !some {
		return err == nil, err
	}
	a.limitCost(least - 1)
	return a.repeats(ctx)
}

// paths makes a the query about all paths of t moves from the start. It returns false if the layers show that there are
// none.
func (r *run) paths(ctx context.Context, a *query, t int) (some bool, err error) {
	var at []*layers.Pairs
	for i := 0; r.lay != nil && i <= t; i++ {
		forward, err := r.lay.Layer(ctx, i)
		if err != nil || forward.Empty() {
			return false, err
		}
		at = append(at, forward)
	}
	return true, a.write(at, false)
}

// atLeast returns n times a cost, at most task.MaxCost.
func atLeast(n int, cost int64) int64 {
	if cost > 0 && int64(n) > task.MaxCost/cost {
		return task.MaxCost
	}
	return int64(n) * cost
}

// dropCostly removes plans that cost more than task.MaxCost, whose totals are not exact.
func (r *run) dropCostly() {
	found := len(r.result.Plans)
	r.result.Plans = slices.DeleteFunc(r.result.Plans, func(p backends.Plan) bool { return p.Cost > task.MaxCost })
	left := len(r.result.Plans)
	if left == found {
		return
	}
	r.result.Complete = false
	if left == 0 {
		r.result.Optimal = false
	}
	r.undecided(backends.ReasonTotal(task.MaxCost))
}
