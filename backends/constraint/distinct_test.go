package constraint

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/task/tasktest"
)

// TestHall compares the bounds that are left with all combinations of values.
func TestHall(t *testing.T) {
	rnd := rand.New(rand.NewPCG(21, 3))
	for range 3000 {
		s := newStore()
		views := make([]view, 1+rnd.IntN(5))
		ranges := make([][]int64, len(views))
		for i := range views {
			lo := int64(rnd.IntN(5))
			hi := lo + int64(rnd.IntN(4))
			views[i] = view{s.newRange(lo, hi), 1, 0}
			for k := lo; k <= hi; k++ {
				ranges[i] = append(ranges[i], k)
			}
		}
		lo, hi, found := make([]int64, len(views)), make([]int64, len(views)), false
		tasktest.EachState(ranges, nil, func(state []int64) {
			seen := map[int64]bool{}
			for _, k := range state {
				seen[k] = true
			}
			if len(seen) < len(state) {
				return
			}
			for i, k := range state {
				if !found || k < lo[i] {
					lo[i] = k
				}
				if !found || k > hi[i] {
					hi[i] = k
				}
			}
			found = true
		})
		s.hall(views)
		require.Equal(t, found, s.Sat.Assume(), "%v", ranges)
		for i := range views {
			if found {
				require.Equal(t, []int64{lo[i], hi[i]}, []int64{s.Min(views[i]), s.Max(views[i])}, "%v", ranges)
			}
		}
	}
}
