package search

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/task"
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
		inv, err := newSpace(context.Background(), tk, true).inverse(context.Background())
		if err != nil {
			return
		}
		backwards++
		before := map[string][]step{}
		for _, s := range sortedStates(ref) {
			for m := range tk.Moves {
				if next, c, ok := tk.Apply(s, m); ok {
					before[searchtest.Key(next)] = append(before[searchtest.Key(next)], step{m, c, searchtest.Key(s)})
				}
			}
		}
		x, st := newExpander(inv.space), make([]uint64, inv.l.Words)
		for _, s := range sortedStates(ref) {
			require.True(rt, inv.l.Pack(s, st))
			x.expand(st)
			var got []step
			for k, kid := range x.kids {
				got = append(got, step{int(inv.forward[kid.move]), kid.cost, searchtest.Key(inv.l.Unpack(x.state(k)))})
			}
			require.ElementsMatch(rt, before[searchtest.Key(s)], got)
		}
	})
	require.Positive(t, backwards)
}

// TestInverseOfTiles: each slide is taken back by one move.
func TestInverseOfTiles(t *testing.T) {
	inv, err := newSpace(context.Background(), searchtest.Tiles(3, 3, searchtest.Span(9)...), true).inverse(context.Background())
	require.NoError(t, err)
	require.Len(t, inv.moves, 24)
}

// Two variables differ in all states if one array without repetition holds both: so say those who go backwards and those who put moves together.
func TestWhatDiffers(t *testing.T) {
	b := searchtest.NewBuilder("arrays")
	var x []task.Expr
	for v := range 9 {
		x = append(x, b.Variable(fmt.Sprint("v", v), int64(v), searchtest.Span(9)...))
	}
	b.Arrays = []task.Array{
		{Name: "a", Elems: []task.Expr{x[0], x[1]}, Distinct: true},
		{Name: "b", Elems: []task.Expr{x[2], b.Pool.Const(8), x[3], x[4]}, Distinct: true},
		{Name: "c", Elems: []task.Expr{x[5], x[6], x[7]}},
	}
	b.Move("stay", task.True, 1)
	sp := newSpace(t.Context(), b.Finish(), true)
	c := newComposer(sp, 1000)
	in := map[int32]int{0: 1, 1: 1, 2: 2, 3: 2, 4: 2}
	for u := range int32(9) {
		for v := range int32(9) {
			if u == v {
				continue
			}
			differ := in[u] != 0 && in[u] == in[v]
			require.Equal(t, differ, sp.differ(u, v), "%d and %d", u, v)
			_, ok := c.learnValue([]known{{u, 3}}, known{v, 3})
			require.Equal(t, !differ, ok, "%d and %d are 3", u, v)
			ks, ok := c.learnValue([]known{{u, 3}}, known{v, 4})
			require.True(t, ok, "%d is 3 and %d is 4", u, v)
			require.Len(t, ks, 2)
			_, ok = c.learnValue(ks, known{v, 3})
			require.False(t, ok)
		}
	}
}
