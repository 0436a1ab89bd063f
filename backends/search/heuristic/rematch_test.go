package heuristic

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRematching compares with assignment: one token moves at a time, and sometimes there is no way to a goal.
func TestRematching(t *testing.T) {
	for seed := range uint64(300) {
		rnd := rand.New(rand.NewPCG(seed, 7))
		goals := 1 + rnd.IntN(12)
		if seed == 0 { // as many as there may be
			goals = mostTokens
		}
		places := goals + rnd.IntN(20)
		most := []int64{1, 3, 20, 1000, mostPrice}[rnd.IntN(5)]
		costs := make([]int64, places*goals)
		for i := range costs {
			if costs[i] = rnd.Int64N(most + 1); rnd.IntN(3) == 0 {
				costs[i] = unreached
			}
		}
		at := make([]int32, goals)
		for i, p := range rnd.Perm(places)[:goals] {
			at[i] = int32(p)
		}
		r := newRematching(goals, places)
		var a assignment
		for range 50 {
			if to := int32(rnd.IntN(places)); goals < places {
				at[rnd.IntN(goals)] = to
			}
			var rows [][]int64
			for _, p := range at {
				rows = append(rows, r.row(costs, p))
			}
			require.Equal(t, a.leastCost(rows, goals), r.leastCost(costs, at, at), "%v", rows)
		}
	}
}
