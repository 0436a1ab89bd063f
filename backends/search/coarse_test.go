package search

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/task"
)

// randomParts draws a task of two or three groups of variables that no condition and no effect reads together.
func randomParts(t *rapid.T) *task.Task {
	b := searchtest.NewBuilder("parts")
	p := b.Pool
	number := func(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(t, "number") }
	var groups [][]int
	for range number(2, 3) {
		var own []int
		for range number(1, 3) {
			own = append(own, len(b.Vars))
			b.Variable(fmt.Sprintf("v%d", len(b.Vars)), int64(number(0, 2)), searchtest.Span(3)...)
			b.Free[len(b.Free)-1] = number(0, 5) == 0
		}
		groups = append(groups, own)
	}
	of := func(g []int) task.Expr { return p.Var(rapid.SampledFrom(g).Draw(t, "variable")) }
	value := func(g []int) task.Expr { return p.Mod(p.Add(of(g), of(g), p.Const(int64(number(0, 2)))), p.Const(3)) }
	conditions := func(most int) task.Expr {
		var out []task.Expr
		for range number(0, most) {
			g := rapid.SampledFrom(groups).Draw(t, "group")
			out = append(out, p.Le(value(g), of(g)))
		}
		return p.And(out...)
	}
	b.Goal, b.Always = conditions(3), conditions(1)
	b.InitCond = b.Always
	for m := range number(1, 5) {
		var effects []task.Effect
		for _, g := range groups {
			for _, v := range g {
				if number(0, 1) == 1 {
					effects = append(effects, task.Effect{Var: v, Cond: p.Le(of(g), value(g)), Value: value(g)})
				}
			}
		}
		b.Move(fmt.Sprintf("m%d", m), conditions(2), 1, effects...)
	}
	return b.Finish()
}

// TestCoarse: the coarse space has the same states, goals and moves as the puzzle, and no others.
func TestCoarse(t *testing.T) {
	made := 0
	rapid.Check(t, func(rt *rapid.T) {
		tk := randomParts(rt)
		if rapid.Bool().Draw(rt, "dead") {
			tk.Dead = tk.Pool.Eq(tk.Pool.Var(0), tk.Pool.Const(2))
		}
		r := rooted(rt, tk, backends.Options{})
		c := newCoarse(t.Context(), r.sp, r.roots.states)
		if c == nil {
			return
		}
		made++
		x, y := newExpander(r.sp), newExpander(c.space)
		seen := store.NewClosed(1)
		for i := range r.rootCount() {
			require.Equal(rt, c.roots[i], c.of(r.root(i)[0]))
			seen.Put(r.root(i))
		}
		for id := 0; id < seen.Len(); id++ {
			st := seen.State(uint32(id))
			to := []uint64{c.of(st[0])}
			require.Equal(rt, r.sp.isGoal(st, x.child), c.isGoal(to, y.child))
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
	r := rooted(t, searchtest.CubeOfCorners(true, 0, 1, 2), backends.Options{})
	c := newCoarse(t.Context(), r.sp, r.roots.states)
	require.Len(t, c.parts, 2)
	require.Len(t, c.parts[0].states, 5040)
	require.Len(t, c.parts[1].states, 729)
	require.True(t, c.plain)
	require.NotNil(t, newTurnRows(c.space))
	for name, tk := range map[string]*task.Task{
		"one part": searchtest.Tiles(2, 2, 1, 2, 3, 0), "single variables": searchtest.Hanoi(3, 1), "stickers": searchtest.CubeOfStickers(true), "conditions": searchtest.Hanoi(3, 3),
	} {
		r := rooted(t, tk, backends.Options{})
		require.Nil(t, newCoarse(t.Context(), r.sp, r.roots.states), name)
	}
}
