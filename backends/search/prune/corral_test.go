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
// Sokoban-like puzzles, and of puzzles that are nearly so.
func TestCorrals(t *testing.T) {
	made, states, found, fewer, ends := 0, 0, 0, 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomSokoban(rt, 1)
		x, ok := librarytest.Exhaust(tk, 3000)
		if !ok || len(tk.Moves) == 0 {
			return
		}
		finders := Corrals(x.Space)
		if finders == nil {
			return
		}
		made++
		find, e := finders(), space.NewExpander(x.Space)
		for id := range x.States.Len() {
			st := slices.Clone(x.States.State(uint32(id)))
			states++
			suffice := find(st, nil)
			if suffice == nil {
				continue
			}
			found++
			e.Suffice = nil
			e.Expand(st)
			all := slices.Clone(e.Kids)
			e.Suffice = func(_, _ []uint64) []uint64 { return suffice }
			e.Expand(st)
			if len(e.Kids) == 0 {
				ends++
			}
			require.Subset(rt, all, e.Kids)
			if len(e.Kids) < len(all) {
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
	t.Logf("%d puzzles, %d states, %d with known moves, %d with fewer, %d dead ends", made, states, found, fewer, ends)
	require.Positive(t, fewer)
	require.Positive(t, ends)
}

// TestPackings compares the ratings of random Sokoban-like puzzles with the states. All goals are packed in goal states
// alone. One token can be carried to the goal if there is a plan, and only then.
func TestPackings(t *testing.T) {
	made, some, alone := 0, 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomSokoban(rt, 1)
		x, ok := librarytest.Exhaust(tk, 3000)
		if !ok || len(tk.Moves) == 0 {
			return
		}
		p := NewPacker(x.Space, x.States.State(0))
		if p == nil {
			return
		}
		made++
		e := x.Space.NewEvaluator()
		for id := range x.States.Len() {
			st := x.States.State(uint32(id))
			r := p.Rate(st)
			goal := x.Space.IsGoal(st, e)
			require.Len(rt, r.Costs, r.Missing)
			require.Equal(rt, goal, r.Missing == 0 && len(r.Costs) == 0)
			goals := len(tk.Pool.Conjuncts(tk.Goal))
			if r.Missing > 0 && r.Missing < goals {
				some++
			}
			if r.Missing == 1 && goals == 1 && len(r.Costs[0]) == 1 {
				alone++
				require.Equal(rt, x.Rest[id] == math.MaxInt64, r.Costs[0][0] == far)
			}
		}
	})
	t.Logf("%d puzzles; states: %d with packed goals, %d of one token", made, some, alone)
	if !testing.Short() {
		require.Positive(t, some)
		require.Positive(t, alone)
	}
}
