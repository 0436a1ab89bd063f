package sat

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Boards of odd and of even distance, with a first step of one move and without, with the goal at a step and one move
// after it.
func TestTwoMovesAtAStep(t *testing.T) {
	start := []int64{4, 5, 0, 1, 2, 3} // 21 moves
	for range 10 {
		x := sattest.Tiles(2, 3, start)
		want := cheapest(x)
		for _, wide := range []float64{1, 100} {
			t.Run(fmt.Sprint(want, wide), func(t *testing.T) {
				r := newRun(x, backends.Options{})
				r.chainFrom, r.lim.Doubled = 0, wide
				result, err := r.report(context.Background())
				require.NoError(t, err)
				require.Contains(t, result.Choice, "two moves at a step")
				require.True(t, result.Optimal)
				require.Equal(t, want, result.Plans[0].Cost)
			})
		}
		r := solve(t, x)
		start, _, _ = x.Apply(start, r.Plans[0].Moves[0]) // one nearer
	}
}

// wander writes a task of simple moves, whose plans are longer than those of other random tasks.
func wander(rt *rapid.T) *sattest.Generator {
	g := &sattest.Generator{Builder: sattest.NewBuilder("wander"), T: rt}
	n := 2 + g.UpTo(1, "variables")
	for v := range n {
		g.Variable(fmt.Sprint("x", v), 0, sattest.UpTo(int64(3+g.UpTo(2, "values")))...)
	}
	number := func(depth int) task.Expr {
		v := g.UpTo(n-1, "variable")
		switch x := g.Pool.Var(v); g.UpTo(5*depth, "number") {
		case 0:
			return x
		case 1:
			return g.Pool.Const(g.Vars[v].Values[g.UpTo(len(g.Vars[v].Values)-1, "value")])
		case 2, 3:
			return g.Pool.Add(x, g.Pool.Const(1))
		default:
			return g.Pool.Mod(g.Pool.Add(x, g.Pool.Const(2)), g.Pool.Const(int64(len(g.Vars[v].Values))))
		}
	}
	test := func() task.Expr {
		v := g.UpTo(n-1, "variable")
		if g.UpTo(2, "test") == 0 {
			return g.Pool.Lt(number(0), g.Pool.Var(v))
		}
		return g.Pool.Eq(g.Pool.Var(v), g.Pool.Const(int64(g.UpTo(2, "value"))))
	}
	for m := range 2 + g.UpTo(4, "moves") {
		guard := task.True
		if g.UpTo(2, "guarded") > 0 {
			guard = test()
		}
		var effects []task.Effect
		first := g.UpTo(n-1, "written")
		for v := first; v <= min(first+g.UpTo(1, "more"), n-1); v++ {
			e := task.Effect{Var: v, Cond: task.True, Value: number(1)}
			if g.UpTo(4, "conditional") == 0 {
				e.Cond = test()
			}
			inside := make([]task.Expr, len(g.Vars[v].Values))
			for i, k := range g.Vars[v].Values {
				inside[i] = g.Pool.Eq(e.Value, g.Pool.Const(k))
			}
			guard = g.Pool.And(guard, g.Pool.Implies(e.Cond, g.Pool.Or(inside...)))
			effects = append(effects, e)
		}
		g.Move(fmt.Sprint("m", m), guard, effects...)
	}
	goal := make([]task.Expr, n)
	for v := range goal {
		goal[v] = g.Is(v, int64(g.UpTo(2, "goal")))
	}
	g.Goal = g.Pool.And(goal[g.UpTo(1, "less"):]...)
	if g.UpTo(2, "always") == 0 {
		g.Always = g.Pool.Not(g.Pool.And(test(), test(), test()))
		g.InitCond = g.Always
	}
	return g
}

func TestPlansOfTwoMovesAtAStepAreOptimal(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := wander(rt)
		want := cheapest(g.Task)
		r := newRun(g.Task, backends.Options{})
		r.chainFrom, r.lim.Doubled, r.lim.DoubledFrom = 0, 1000, g.UpTo(3, "two moves from")
		if g.UpTo(2, "cases") == 0 {
			r.lim.Cases = 0
		}
		if g.UpTo(2, "fused") > 0 {
			r.lim.Fused = 0
		}
		result, err := r.report(context.Background())
		require.NoError(rt, err)
		if want < 0 {
			require.Equal(rt, backends.Unsolvable, result.Status)
			return
		}
		require.Equal(rt, backends.Solved, result.Status, result.Reason)
		require.True(rt, result.Optimal)
		require.Equal(rt, want, result.Plans[0].Cost)
	})
}
