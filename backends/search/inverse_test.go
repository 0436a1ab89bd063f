package search

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

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
		tk := randomPlain(rt)
		if rapid.Bool().Draw(rt, "general") {
			tk = randomTask(rt, rapid.IntRange(0, 3).Draw(rt, "wide") == 0)
		}
		for v := range tk.Free {
			tk.Free[v] = len(tk.Vars[v].Values) < 100
		}
		tk.InitCond = tk.Always
		ref := explore(tk)
		if len(ref.states) > 300 {
			return
		}
		inv, err := newSpace(context.Background(), tk, true).inverse(context.Background())
		if err != nil {
			return
		}
		backwards++
		before := map[string][]step{}
		for _, s := range ref.sorted() {
			for m := range tk.Moves {
				if next, c, ok := tk.Apply(s, m); ok {
					before[key(next)] = append(before[key(next)], step{m, c, key(s)})
				}
			}
		}
		x, st := newExpander(inv.space), make([]uint64, inv.l.words)
		for _, s := range ref.sorted() {
			require.True(rt, inv.l.pack(s, st))
			x.expand(st)
			var got []step
			for k, kid := range x.kids {
				got = append(got, step{int(inv.forward[kid.move]), kid.cost, key(inv.l.unpack(x.state(k)))})
			}
			require.ElementsMatch(rt, before[key(s)], got)
		}
	})
	require.Positive(t, backwards)
}

// TestInverseOfTiles: each slide is taken back by one move.
func TestInverseOfTiles(t *testing.T) {
	inv, err := newSpace(context.Background(), tiles(3, 3, span(9)...), true).inverse(context.Background())
	require.NoError(t, err)
	require.Len(t, inv.moves, 24)
}

// Two variables differ in all states if one array without repetition holds both: so say those who go backwards and those who put moves together.
func TestWhatDiffers(t *testing.T) {
	b := newBuilder("arrays")
	var x []task.Expr
	for v := range 9 {
		x = append(x, b.variable(fmt.Sprint("v", v), int64(v), span(9)...))
	}
	b.Arrays = []task.Array{
		{Name: "a", Elems: []task.Expr{x[0], x[1]}, Distinct: true},
		{Name: "b", Elems: []task.Expr{x[2], b.Pool.Const(8), x[3], x[4]}, Distinct: true},
		{Name: "c", Elems: []task.Expr{x[5], x[6], x[7]}},
	}
	b.move("stay", task.True, 1)
	sp := newSpace(t.Context(), b.facts(), true)
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
