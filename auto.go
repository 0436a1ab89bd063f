package pzc

import (
	"math"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat"
	"github.com/pzc-lang/pzc/backends/search"
	"github.com/pzc-lang/pzc/task"
)

// prefer is what `auto` means: which backend begins, which, if any, comes to its help, and why in one line.
func prefer(t *task.Task, o backends.Options) (first, second backends.Backend, why string) {
	switch starts := starts(t); {
	case o.On != nil:
		return sat.Backend{}, nil, "sat, because solutions are told apart by some variables only"
	case encodes(o):
		return sat.Backend{}, nil, "sat, because an encoding was named"
	case o.Parallel:
		return sat.Backend{}, nil, "sat, because several moves may go together in a step"
	case o.Algorithm != "" && o.Algorithm != Auto:
		return search.Backend{}, nil, "search, because an algorithm was named"
	case o.Weight != 0:
		return search.Backend{}, nil, "search, because a weight was given"
	case o.Heuristic != "" && o.Heuristic != Auto:
		return search.Backend{}, nil, "search, because a heuristic was named"
	case len(t.Moves) == 0 && t.HasFree():
		return sat.Backend{}, search.Backend{}, "sat, because values are to be chosen and nothing moves"
	case starts > manyStarts:
		return sat.Backend{}, search.Backend{}, "sat, because there are too many initial states to search from each"
	default:
		return search.Backend{}, fallback(o), "search, because a plan is sought from one initial state or few"
	}
}

// manyStarts is how many initial states a search should begin with at most.
const manyStarts = 100_000

// starts bounds the number of initial states.
func starts(t *task.Task) float64 {
	n := 1.0
	for i, free := range t.Free {
		if free {
			n *= float64(len(t.Vars[i].Values))
		}
	}
	return math.Min(n, math.MaxFloat64)
}

// fallback is what comes after a search that gave up: nothing if it gave up because of a limit on the number of moves or if
// all plans are wanted.
func fallback(o backends.Options) backends.Backend {
	if o.Horizon != nil || o.MaxHorizon != nil || o.All {
		return nil
	}
	return sat.Backend{}
}
