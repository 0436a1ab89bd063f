package job

import (
	"math"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Totals are exact up to task.MaxCost. A search drops paths that cost more. Then its answer is "undecided", not
// "unsolvable".

// mostStates is a bound on the states that a search can number.
const mostStates = 1 << 32

// TotalLimit returns the greatest total that a search may add up. It is math.MaxInt64 (no limit) if no path without
// repeated states can cost more than task.MaxCost.
func TotalLimit(sp *space.Space) int64 {
	states := packed.Product(sp.Layout.Vars, mostStates)
	if states < 0 {
		states = mostStates
	}
	if sp.MaxCost <= task.MaxCost/states {
		return math.MaxInt64
	}
	return task.MaxCost
}

// Sum adds a cost to a total. All totals beyond task.MaxCost become the same, greater number.
func Sum(total, cost int64) int64 { return min(total+cost, task.MaxCost+1) }

// Times returns n times a cost, at most task.MaxCost.
func Times(n, cost int64) int64 {
	if cost > 0 && n > task.MaxCost/cost {
		return task.MaxCost
	}
	return n * cost
}

// RankOf returns f = g + h of a state reached at cost g with the estimate h. f is at least estimate.Hopeless if and
// only if the estimate says that the state has no plan.
func RankOf(g, h int64) int64 {
	if h >= estimate.Hopeless {
		return h
	}
	return min(g+h, estimate.Hopeless-1)
}
