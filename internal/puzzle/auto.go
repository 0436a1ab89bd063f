package puzzle

import (
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/constraint"
	"github.com/pzc-lang/pzc/backends/sat"
	"github.com/pzc-lang/pzc/backends/search"
	"github.com/pzc-lang/pzc/compiler/task"
)

// prefer returns the choice of Auto: the first backend; a second backend that is started later, or nil; and the reason,
// in one line.
func prefer(t *task.Task, o backends.Options) (first, second backends.Backend, why string) {
	switch {
	case o.On != nil:
		return sat.Backend{}, nil, "sat, because solutions are told apart by some variables only"
	case encodes(o):
		return sat.Backend{}, nil, "sat, because it was said how formulas are written"
	case o.Parallel:
		return sat.Backend{}, nil, "sat, because several moves may go together in a step"
	case named(o.Algorithm):
		return search.Backend{}, nil, "search, because an algorithm was named"
	case o.Weight != 0:
		return search.Backend{}, nil, "search, because a weight was given"
	case named(o.Heuristic):
		return search.Backend{}, nil, "search, because a heuristic was named"
	case constraint.Suits(t, o):
		return constraint.Backend{}, beside(t), "constraint, because numbers are chosen that are added or paid"
	case o.Count && o.Limit == 0 && permutes(t):
		return search.Backend{}, sat.Backend{}, "search, because all values differ and are counted one by one"
	case len(t.Moves) == 0 && t.HasFree():
		return sat.Backend{}, search.Backend{}, "sat, because values are to be chosen and nothing moves"
	case t.Starts() > manyStarts:
		return sat.Backend{}, search.Backend{}, "sat, because there are too many initial states to search from each"
	default:
		return search.Backend{}, fallback(o), "search, because a plan is sought from one initial state or few"
	}
}

// alone returns the number of conclusions that a backend chosen by prefer draws alone, as relay.Relay.Work. In proofs
// that the constraint engine ends with fewer, which takes up to 10 to 20 seconds, the second backend only takes time.
func alone(first backends.Backend) int64 {
	if first == (constraint.Backend{}) {
		return 100_000_000
	}
	return 0
}

// beside returns the second backend for the constraint engine.
func beside(t *task.Task) backends.Backend {
	if t.Starts() > manyStarts {
		return sat.Backend{}
	}
	return search.Backend{}
}

// permutes reports whether values are chosen of which one `distinct` says that all differ, and all other conditions say
// the like, or read one variable. Each choice then narrows all others, and what SAT learns does not pay: search counts
// langford 11 in 1.1 s, SAT in 6.4 s.
func permutes(t *task.Task) bool {
	free := 0
	for _, f := range t.Free {
		if f {
			free++
		}
	}
	all := false
	for _, e := range append(t.Pool.Conjuncts(t.Goal), t.Pool.Conjuncts(t.InitCond)...) {
		vars := slices.DeleteFunc(t.Pool.Vars(e), func(v int) bool { return !t.Free[v] })
		if t.Pool.Node(e).Op != task.OpDistinct && len(vars) > 1 {
			return false
		}
		all = all || len(vars) == free
	}
	return all && len(t.Moves) == 0 && t.Objective == nil
}

// manyStarts is the number of initial states above which a search from all of them takes too long.
const manyStarts = 100_000

// fallback returns the backend that continues after the search has given up. It returns nil if the search gave up at a
// limit on the number of moves, or if all plans are wanted.
func fallback(o backends.Options) backends.Backend {
	if o.Horizon != nil || o.MaxHorizon != nil || o.All {
		return nil
	}
	return sat.Backend{}
}
