package space

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends/search/searchtest"
)

// step is a move between two states.
type step struct {
	move int
	cost int64
	from string
}

// TestInverse compares predecessors with all moves of all states.
func TestInverse(t *testing.T) {
	backwards := 0
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomPlain(rt)
		if rapid.Bool().Draw(rt, "general") {
			tk = searchtest.RandomTask(rt, rapid.IntRange(0, 3).Draw(rt, "wide") == 0)
		}
		for v := range tk.Free {
			tk.Free[v] = len(tk.Vars[v].Values) < 100
		}
		tk.InitCond = tk.Always
		ref := searchtest.Explore(tk)
		if len(ref.States) > 300 {
			return
		}
		inv, err := New(context.Background(), tk, true).Inverse(context.Background())
		if err != nil {
			return
		}
		backwards++
		before := map[string][]step{}
		for _, s := range ref.Sorted() {
			for m := range tk.Moves {
				if next, c, ok := tk.Apply(s, m); ok {
					before[searchtest.Key(next)] = append(before[searchtest.Key(next)], step{m, c, searchtest.Key(s)})
				}
			}
		}
		x, st := NewExpander(inv.Space), make([]uint64, inv.Layout.Words)
		for _, s := range ref.Sorted() {
			require.True(rt, inv.Layout.Pack(s, st))
			x.Expand(st)
			var got []step
			for k, kid := range x.Kids {
				got = append(got, step{int(inv.Forward[kid.Move]), kid.Cost, searchtest.Key(inv.Layout.Unpack(x.State(k)))})
			}
			require.ElementsMatch(rt, before[searchtest.Key(s)], got)
		}
	})
	require.Positive(t, backwards)
}

// TestInverseOfTiles: each slide is taken back by one move.
func TestInverseOfTiles(t *testing.T) {
	inv, err := New(context.Background(), searchtest.Tiles(3, 3, searchtest.Span(9)...),
		true).Inverse(context.Background())
	require.NoError(t, err)
	require.Len(t, inv.Moves, 24)
}

// TestWhatDiffers: two variables differ in all states if one array without repetition holds both.
func TestWhatDiffers(t *testing.T) {
	tk, in := searchtest.Arrays()
	sp := New(t.Context(), tk, true)
	for u := range in {
		for v := range in {
			if u != v {
				require.Equal(t, in[u] != 0 && in[u] == in[v], sp.differ(int32(u), int32(v)), "%d and %d", u, v)
			}
		}
	}
}
