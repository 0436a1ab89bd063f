package sat

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/technique"
)

// listFrom is the number of moves from which the states of a small puzzle are listed. Most small puzzles are solved
// before.
const listFrom = 8

// Bounds on the work: states, and moves tried in them.
const (
	mostListed = 1 << 12
	mostTried  = 1 << 16
)

// list computes the number of moves of a shortest plan and the cost of a cheapest one from a list of all reachable
// states. It sets r.lengths and r.cheapest, or proves that there is no plan. It gives up if the puzzle is not small.
//
// Formulas prove that no better plan is left only by paths without repeated states, and these paths may have nearly as
// many moves as there are states. Example: 795 states, and no plan.
func (r *run) list(ctx context.Context) (proved bool, err error) {
	if r.statesListed || r.lim.Without.Has(technique.Listing) || slices.Contains(r.task.Free, true) {
		return false, nil
	}
	r.statesListed = true
	s := listing{places: map[string]int{}}
	if small, err := s.walk(ctx, r); err != nil || !small {
		return false, err
	}
	if s.moves < 0 {
		r.unsolvable(backends.ProofExhausted,
			fmt.Sprintf("none of the %d states that can be reached is a goal state", len(s.states)))
		return true, nil
	}
	r.lengths.from = max(r.lengths.from, s.moves)
	r.cheapest = s.cheapest()
	return false, nil
}

// listing is the reachable states of a task, in the order in which breadth-first search meets them.
type listing struct {
	states [][]int64
	places map[string]int // of each state
	goals  []int
	arcs   []arc
	moves  int64 // of a shortest plan, −1 if there is none
}

type arc struct {
	from, to int
	cost     int64
}

func (s *listing) add(state []int64) int {
	var key []byte
	for _, x := range state {
		key = binary.AppendVarint(key, x)
	}
	i, known := s.places[string(key)]
	if !known {
		i = len(s.states)
		s.places[string(key)], s.states = i, append(s.states, state)
	}
	return i
}

// walk lists the states. It returns false if there are too many.
func (s *listing) walk(ctx context.Context, r *run) (small bool, err error) {
	s.moves = -1
	if r.task.Pool.Eval(r.task.InitCond, r.task.Init) == 0 {
		return true, nil
	}
	s.add(r.task.Init)
	ends := 1 // of the layer that is followed
	for i, depth := 0, int64(0); i < len(s.states); i++ {
		if i == ends {
			ends, depth = len(s.states), depth+1
			if err := ctx.Err(); err != nil {
				return false, err
			}
		}
		if len(s.states) > mostListed || i*len(r.task.Moves) > mostTried {
			return false, nil
		}
		if r.task.Pool.Eval(r.task.Goal, s.states[i]) != 0 {
			if s.goals = append(s.goals, i); s.moves < 0 {
				s.moves = depth
			}
		}
		for m := range r.task.Moves {
			if next, cost, ok := r.task.Apply(s.states[i], m); ok {
				s.arcs = append(s.arcs, arc{i, s.add(next), cost})
			}
		}
	}
	return true, nil
}

// cheapest returns the cost of a cheapest plan (Bellman and Ford).
func (s *listing) cheapest() int64 {
	const far = -1
	cost := slices.Repeat([]int64{far}, len(s.states))
	cost[0] = 0
	for changed := true; changed; {
		changed = false
		for _, a := range s.arcs {
			if c := cost[a.from] + a.cost; cost[a.from] != far && (cost[a.to] == far || c < cost[a.to]) {
				cost[a.to], changed = c, true
			}
		}
	}
	least := cost[s.goals[0]]
	for _, g := range s.goals {
		least = min(least, cost[g])
	}
	return least
}
