package prune

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends/search/librarytest"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/search/space"
)

// TestCorrals compares with exact costs: a cheapest plan begins with a move that is found, in all states of random
// yards, and of puzzles that are nearly yards.
func TestCorrals(t *testing.T) {
	states, found, fewer, ends := 0, 0, 0, 0
	made := map[searchtest.Flaw]int{}
	rapid.Check(t, func(rt *rapid.T) {
		tk, flaw := searchtest.RandomYard(rt, 1)
		x, ok := librarytest.Exhaust(tk, 3000)
		if !ok || len(tk.Moves) == 0 {
			return
		}
		finders := Corrals(x.Space)
		if finders == nil {
			return
		}
		made[flaw]++
		f, e := finders(), space.NewExpander(x.Space)
		for id := range x.States.Len() {
			st := slices.Clone(x.States.State(uint32(id)))
			states++
			suffice := f.Find(st)
			if suffice == nil {
				continue
			}
			found++
			e.Only = nil
			e.Expand(st)
			all := len(e.Kids)
			e.Only = suffice
			e.Expand(st)
			if len(e.Kids) == 0 {
				ends++
			}
			if len(e.Kids) < all {
				fewer++
			}
			if x.Rest[id] == 0 || x.Rest[id] == math.MaxInt64 {
				continue
			}
			best := int64(math.MaxInt64)
			for k := range e.Kids {
				to, _ := x.States.Put(e.State(k))
				if rest := x.Rest[to]; rest < math.MaxInt64 {
					best = min(best, e.Kids[k].Cost+rest)
				}
			}
			require.Equal(rt, x.Rest[id], best, "state %v", x.Space.Layout.Unpack(st))
		}
	})
	t.Logf("states %d, with corrals %d, with fewer moves %d, dead ends %d; yards by flaw %v", states, found, fewer, ends,
		made)
	require.Positive(t, fewer)
	require.Positive(t, ends)
}
