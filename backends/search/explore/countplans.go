package explore

import (
	"cmp"
	"math/big"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/job"
)

// countPlans counts the cheapest plans that repeat no state. Two moves to the same state count as two. A move is tight
// if the distance to a goal decreases by the cost of the move. Cheapest plans are the paths of tight moves from an
// initial state to a goal. If tight moves form no cycle, no path repeats a state, and countPlans adds up the numbers
// along the moves.
func (survey *survey) countPlans() {
	if survey.Optimal < 0 {
		survey.Plans = new(big.Int)
		return
	}
	order, ok := survey.tightOrder()
	if !ok {
		survey.NotCounted = "moves that cost nothing form cycles on the way"
		return
	}
	paths := make(map[uint32]*big.Int, len(order))
	at := func(id uint32) *big.Int {
		n := paths[id]
		if n == nil {
			n = new(big.Int)
			paths[id] = n
		}
		return n
	}
	for id := range uint32(survey.RootCount()) {
		if survey.rest[id] == survey.Optimal {
			at(id).SetInt64(1)
		}
	}
	survey.Plans = new(big.Int)
	for i, id := range order {
		if i%job.CheckEvery == 0 && survey.Ctx.Err() != nil {
			return
		}
		n := at(id)
		if survey.net.goals[id] {
			survey.Plans.Add(survey.Plans, n)
		}
		survey.tight(id, func(to uint32) { at(to).Add(at(to), n) })
		delete(paths, id) // so that only the numbers of a frontier are kept
	}
}

// tight calls do for each state that tight moves lead to.
func (survey *survey) tight(id uint32, do func(to uint32)) {
	for m, end := survey.net.out(id); m < end; m++ {
		if to := survey.net.to[m]; survey.rest[to] != job.NoCost && survey.rest[to]+survey.net.costOf(m) == survey.rest[id] {
			do(to)
		}
	}
}

// tightOrder lists the states on cheapest plans in a topological order of the tight moves. It returns false if there is
// no such order; only cycles of moves of cost 0 can prevent it. States of equal distance are sorted by Kahn's algorithm
// (Topological Sorting of Large Networks, 1962).
func (survey *survey) tightOrder() (order []uint32, ok bool) {
	into := map[uint32]int32{} // by state: number of tight moves of cost 0 that lead there
	seen := make([]bool, len(survey.rest))
	for id := range uint32(survey.RootCount()) {
		if survey.rest[id] == survey.Optimal {
			order, seen[id] = append(order, id), true
		}
	}
	for i := 0; i < len(order); i++ {
		id := order[i]
		survey.tight(id, func(to uint32) {
			if survey.rest[to] == survey.rest[id] {
				into[to]++
			}
			if !seen[to] {
				order, seen[to] = append(order, to), true
			}
		})
	}
	slices.SortStableFunc(order, func(a, b uint32) int { return cmp.Compare(survey.rest[b], survey.rest[a]) })
	if len(into) == 0 {
		return order, true
	}
	sorted := make([]uint32, 0, len(order))
	for from := 0; from < len(order); {
		to := from
		for to < len(order) && survey.rest[order[to]] == survey.rest[order[from]] {
			to++
		}
		free := len(sorted)
		for _, id := range order[from:to] {
			if into[id] == 0 {
				sorted = append(sorted, id)
			}
		}
		for ; free < len(sorted); free++ {
			id := sorted[free]
			survey.tight(id, func(next uint32) {
				if survey.rest[next] == survey.rest[id] {
					if into[next]--; into[next] == 0 {
						sorted = append(sorted, next)
					}
				}
			})
		}
		if len(sorted) < to {
			return nil, false
		}
		from = to
	}
	return sorted, true
}
