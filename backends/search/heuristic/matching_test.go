package heuristic

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/librarytest"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/search/space"
)

// TestMatching compares the heuristic with exact costs in all states of random tasks, where tokens are found at all.
func TestMatching(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomPlain(rt)
		switch rapid.IntRange(0, 2).Draw(rt, "kind") {
		case 0:
			tk = searchtest.RandomTask(rt, false)
		case 1:
			tk = searchtest.RandomCarrying(rt)
		}
		if x, ok := librarytest.Exhaust(tk, 500); ok {
			checkMatching(rt, x, 1)
		}
	})
}

// checkMatching checks in every step-th state that the heuristic never overestimates and is consistent.
func checkMatching(t require.TestingT, x *librarytest.Exhausted, step int) {
	e, err := Matching(context.Background(), x.Space)
	if err != nil {
		return
	}
	exp := space.NewExpander(x.Space)
	for id := 0; id < x.States.Len(); id += step {
		st := x.States.State(uint32(id))
		h := e.Of(st, exp.Child)
		require.LessOrEqual(t, h, x.Rest[id], "state %v", x.Space.Layout.Unpack(st))
		if h >= estimate.Hopeless {
			continue
		}
		exp.Expand(st)
		for k := range exp.Kids {
			next := exp.State(k)
			require.LessOrEqual(t, h, exp.Kids[k].Cost+e.Of(next, exp.Child), "from %v to %v", x.Space.Layout.Unpack(st),
				x.Space.Layout.Unpack(next))
		}
	}
}

// TestMatchingOnTiles: of a sliding puzzle it makes the Manhattan distance.
func TestMatchingOnTiles(t *testing.T) {
	tk := searchtest.Tiles(4, 4, 14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3)
	sp := space.New(context.Background(), tk, true)
	e, err := Matching(context.Background(), sp)
	require.NoError(t, err)
	require.NotNil(t, e.Linear)
	st, x := make([]uint64, sp.Layout.Words), space.NewExpander(sp)
	require.True(t, sp.Layout.Pack(tk.Init, st))
	for i := range 200 {
		require.Equal(t, tk.Pool.Eval(tk.Heuristics[1].Value, sp.Layout.Unpack(st)), e.Of(st, x.Child))
		x.Expand(st)
		copy(st, x.State(i*7%len(x.Kids)))
	}
}
