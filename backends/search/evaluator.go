package search

import (
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/space"
)

// evaluator computes what a search asks about a state. Each thread has one of its own.
type evaluator struct {
	heuristic estimate.Estimate
	space     *space.Space
	scratch   *space.Evaluator
}

// estimate returns h, the estimate of the rest of a plan from a state.
func (e *evaluator) estimate(st []uint64) int64 { return e.heuristic.Of(st, e.scratch) }

// goal reports whether a state is a goal.
func (e *evaluator) goal(st []uint64) bool { return e.space.IsGoal(st, e.scratch) }
