package search

import (
	"fmt"
	"math"

	"github.com/pzc-lang/pzc/backends/search/job"
)

const (
	defaultWeight = 2
	maxWeight     = 1000
	weightUnit    = 1000 // weights are whole numbers of thousandths
)

// wastarAlgorithm describes weighted A*.
var wastarAlgorithm = Algorithm{
	Name: "wastar", Expands: "smallest g + W·h", Finds: Bounded, Keeps: "less than A*",
	Suits: "a plan soon, with a guarantee", Guided: true, Weighs: true, Function: "WeightedAStar",
	folds: true, run: (*run).wastar,
}

// wastar is weighted A* (Pohl, Heuristic Search Viewed as Path Finding in a Graph, 1970). The heuristic is multiplied
// by the weight. If it is admissible, the plan costs at most weight times the least cost (Pearl, Heuristics, 1984,
// section 3.2).
func (r *run) wastar() job.Outcome {
	w := r.o.Weight
	if w == 0 {
		w = defaultWeight
	}
	r.note(fmt.Sprintf("with weight %g the plan costs at most %g times the least if the heuristic is admissible", w, w))
	g, h := int64(weightUnit), int64(math.Floor(w*weightUnit+1e-6))
	for a, b := h, g; ; a, b = b, a%b { // in lowest terms, so that ranks stay small
		if b == 0 {
			if r.mostTotal != math.MaxInt64 {
				r.mostTotal = min(r.mostTotal, mostRanked/(h/a))
				r.maxCost = min(r.maxCost, r.mostTotal)
			}
			return r.bestFirst(rank{name: "wastar", g: g / a, h: h / a, reopen: true})
		}
	}
}

// checkWeight returns an error if w is not a valid weight; 0 means that no weight is given.
func checkWeight(w float64) error {
	if w != 0 && !(w >= 1 && w <= maxWeight) {
		return fmt.Errorf("a weight is a number from 1 (as A*) to %d (nearly greedy), not %g", maxWeight, w)
	}
	return nil
}
