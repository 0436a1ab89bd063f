package search

import (
	"fmt"
	"math"
)

const (
	defaultWeight = 2
	maxWeight     = 1000
	weightUnit    = 1000 // weights are whole numbers of thousandths
)

// wastar is weighted A* (Pohl, Heuristic Search Viewed as Path Finding in a Graph, 1970): the heuristic counts weight times. If it
// does not overestimate, the plan costs at most weight times the least (Pearl, Heuristics, 1984, section 3.2).
func (r *run) wastar() outcome {
	w := r.o.Weight
	if w == 0 {
		w = defaultWeight
	}
	r.note(fmt.Sprintf("with weight %g the plan costs at most %g times the least if the heuristic is admissible", w, w))
	g, h := int64(weightUnit), int64(math.Floor(w*weightUnit+1e-6))
	for a, b := h, g; ; a, b = b, a%b { // in lowest terms, so that ranks stay small
		if b == 0 {
			return r.bestFirst(rank{name: "wastar", g: g / a, h: h / a, reopen: true})
		}
	}
}

func checkWeight(w float64, algorithm string) error {
	switch {
	case w == 0:
		return nil
	case algorithm != "wastar":
		return fmt.Errorf("a weight is for the algorithm wastar alone; leave it out, or choose wastar")
	case !(w >= 1 && w <= maxWeight):
		return fmt.Errorf("a weight is a number from 1 (as A*) to %d (nearly greedy), not %g", maxWeight, w)
	}
	return nil
}
