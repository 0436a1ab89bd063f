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
	// bounding is an admissible estimate beside a heuristic that is not admissible; blind: none. No wanted plan costs more
	// than most.
	bounding estimate.Estimate
	most     int64
}

// beyond is the estimate of a state from which every plan costs more than a wanted plan may.
const beyond = -1

// estimate returns h, the estimate of the rest of a plan from a state that was reached at cost g, or beyond.
func (e *evaluator) estimate(st []uint64, g int64) int64 {
	if !e.bounding.Silent() && g+e.bounding.Of(st, e.scratch) > e.most {
		return beyond
	}
	return e.heuristic.Of(st, e.scratch)
}

// goal reports whether a state is a goal.
func (e *evaluator) goal(st []uint64) bool { return e.space.IsGoal(st, e.scratch) }
