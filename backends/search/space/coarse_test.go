package space

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/task"
)

// TestCoarse: the coarse space has the same states, goals and moves as the puzzle, and no others.
func TestCoarse(t *testing.T) {
	made := 0
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomParts(rt)
		if rapid.Bool().Draw(rt, "dead") {
			tk.Dead = tk.Pool.Eq(tk.Pool.Var(0), tk.Pool.Const(2))
		}
		sp := New(t.Context(), tk, true)
		roots := starts(rt, sp)
		c := NewCoarse(t.Context(), sp, roots)
		if c == nil {
			return
		}
		made++
		x, y := NewExpander(sp), NewExpander(c.Space)
		seen := store.NewClosed(1)
		for i := range roots {
			require.Equal(rt, c.Roots[i], c.of(roots[i]))
			seen.Put(roots[i : i+1])
		}
		for id := 0; id < seen.Len(); id++ {
			st := seen.State(uint32(id))
			to := []uint64{c.of(st[0])}
			require.Equal(rt, sp.IsGoal(st, x.Child), c.IsGoal(to, y.Child))
			x.Expand(st)
			y.Expand(to)
			require.Len(rt, y.Kids, len(x.Kids))
			for k := range x.Kids {
				require.Equal(rt, x.Kids[k].Move, y.Kids[k].Move)
				require.Equal(rt, c.of(x.State(k)[0]), y.State(k)[0])
				seen.Put(x.State(k))
			}
		}
		require.Equal(rt, x.Deaths, y.Deaths)
	})
	require.NotZero(t, made)
}

// TestCoarseCube: the places of the pieces and their twists are parts, and only a third of the twists can be met.
func TestCoarseCube(t *testing.T) {
	sp := New(t.Context(), searchtest.CubeOfCorners(true, 0, 1, 2), true)
	c := NewCoarse(t.Context(), sp, starts(t, sp))
	require.Len(t, c.parts, 2)
	require.Len(t, c.parts[0].states, 5040)
	require.Len(t, c.parts[1].states, 729)
	require.True(t, c.Plain)
	for name, tk := range map[string]*task.Task{
		"one part": searchtest.Tiles(2, 2, 1, 2, 3, 0), "single variables": searchtest.Hanoi(3, 1),
		"stickers": searchtest.CubeOfStickers(true), "conditions": searchtest.Hanoi(3, 3),
	} {
		sp := New(t.Context(), tk, true)
		require.Nil(t, NewCoarse(t.Context(), sp, starts(t, sp)), name)
	}
}

// starts are the initial states of a space of one word that are not dead.
func starts(t require.TestingT, sp *Space) (out []uint64) {
	ev, st := sp.NewEvaluator(), make([]uint64, sp.Layout.Words)
	for _, s := range searchtest.Starts(sp.Task) {
		require.True(t, sp.Layout.Pack(s, st))
		if ev.Load(st); sp.Dead < 0 || ev.Eval(sp.Dead) == 0 {
			out = append(out, st...)
		}
	}
	return out
}
