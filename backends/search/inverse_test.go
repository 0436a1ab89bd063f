package search

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
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
