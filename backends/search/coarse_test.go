package search

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/task"
)

// TestCoarse: the coarse space has the same states, goals and moves as the puzzle, and no others.
func TestCoarse(t *testing.T) {
	made := 0
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomParts(rt)
		if rapid.Bool().Draw(rt, "dead") {
			tk.Dead = tk.Pool.Eq(tk.Pool.Var(0), tk.Pool.Const(2))
		}
		sp := newSpace(t.Context(), tk, true)
		roots := starts(rt, sp)
		c := newCoarse(t.Context(), sp, roots)
		if c == nil {
			return
		}
		made++
		x, y := newExpander(sp), newExpander(c.space)
		seen := store.NewClosed(1)
		for i := range roots {
			require.Equal(rt, c.roots[i], c.of(roots[i]))
			seen.Put(roots[i : i+1])
		}
		for id := 0; id < seen.Len(); id++ {
			st := seen.State(uint32(id))
			to := []uint64{c.of(st[0])}
			require.Equal(rt, sp.isGoal(st, x.child), c.isGoal(to, y.child))
			x.expand(st)
			y.expand(to)
			require.Len(rt, y.kids, len(x.kids))
			for k := range x.kids {
				require.Equal(rt, x.kids[k].move, y.kids[k].move)
				require.Equal(rt, c.of(x.state(k)[0]), y.state(k)[0])
				seen.Put(x.state(k))
			}
		}
		require.Equal(rt, x.deaths, y.deaths)
	})
	require.NotZero(t, made)
}

// TestCoarseCube: the places of the pieces and their twists are parts, and only a third of the twists can be met.
func TestCoarseCube(t *testing.T) {
	sp := newSpace(t.Context(), searchtest.CubeOfCorners(true, 0, 1, 2), true)
	c := newCoarse(t.Context(), sp, starts(t, sp))
	require.Len(t, c.parts, 2)
	require.Len(t, c.parts[0].states, 5040)
	require.Len(t, c.parts[1].states, 729)
	require.True(t, c.plain)
	for name, tk := range map[string]*task.Task{
		"one part": searchtest.Tiles(2, 2, 1, 2, 3, 0), "single variables": searchtest.Hanoi(3, 1), "stickers": searchtest.CubeOfStickers(true), "conditions": searchtest.Hanoi(3, 3),
	} {
		sp := newSpace(t.Context(), tk, true)
		require.Nil(t, newCoarse(t.Context(), sp, starts(t, sp)), name)
	}
}

// starts are the initial states of a space of one word that are not dead.
func starts(t require.TestingT, sp *space) (out []uint64) {
	ev, st := sp.newEvaluator(), make([]uint64, sp.l.Words)
	for _, s := range searchtest.Starts(sp.t) {
		require.True(t, sp.l.Pack(s, st))
		if ev.load(st); sp.dead < 0 || ev.eval(sp.dead) == 0 {
			out = append(out, st...)
		}
	}
	return out
}
