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

// countStates is an upper bound on the number of states, by the number of values of each variable and by arrays whose
// values are different.
func (r *run) countStates() int64 {
	count := 1.0
	inArray := map[int]bool{}
	for _, a := range r.p.Arrays {
		if a.Distinct || a.Permutation {
			count *= r.arrangements(a.Elems, inArray)
		}
	}
	for v := range r.p.Task.Vars {
		if !inArray[v] {
			count *= float64(len(r.places(v)))
		}
	}
	return int64(min(count, 1<<62))
}

// arrangements is an upper bound on the ways to give different values to the variables among some elements. It marks
// these variables.
func (r *run) arrangements(elems []task.Expr, mark map[int]bool) float64 {
	values, vars := map[int64]bool{}, 0
	for _, e := range elems {
		n := r.p.Pool.Node(e)
		if v := int(n.N); n.Op == task.OpVar && !mark[v] {
			mark[v], vars = true, vars+1
			for _, i := range r.places(v) {
				values[r.p.Domain(v)[i]] = true
			}
		}
	}
	count := 1.0
	for i := range vars {
		count *= float64(max(len(values)-i, 1))
	}
	return count
}

// places lists the places that a variable may ever have.
func (r *run) places(v int) []int {
	if r.lay != nil {
		return r.lay.Ever.Places(v)
	}
	return r.p.All(v)
}

// pathsEnd tells whether each path of exactly t moves that visits no state twice costs at least as much as the best
// plan. Then no plan of t moves or more is cheaper: without detours, its first t moves would be such a path.
func (r *run) pathsEnd(ctx context.Context, t int) (bool, error) { return r.pathsCost(ctx, t, r.best) }

// pathsCost tells whether each path of exactly t moves that visits no state twice costs at least least.
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
