package sat

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// smallMoves draws moves that write one variable for the most part and read few, so that many go together.
func smallMoves(g *sattest.Generator) {
	for m := range 3 + g.UpTo(3, "moves") {
		v := g.UpTo(len(g.Vars)-1, "writes")
		var guard []task.Expr
		for range g.UpTo(2, "conditions") {
			guard = append(guard, g.Boolean(g.UpTo(1, "depth")))
		}
		effects := []task.Effect{{
			Var: v, Cond: task.True,
			Value: g.Pool.Const(g.Vars[v].Values[g.UpTo(len(g.Vars[v].Values)-1, "value")]),
		}}
		if w := g.UpTo(len(g.Vars)-1, "copied"); g.UpTo(2, "copies") == 0 && w != v {
			effects[0].Value = g.Pool.Var(w)
			inside := make([]task.Expr, len(g.Vars[v].Values))
			for i, k := range g.Vars[v].Values {
				inside[i] = g.Is(w, k)
			}
			guard = append(guard, g.Pool.Or(inside...))
		}
		if g.UpTo(3, "conditional") == 0 {
			effects[0].Cond = g.Boolean(0)
		}
		g.Move(fmt.Sprintf("m%d", m), g.Pool.And(guard...), effects...)
	}
	if g.UpTo(1, "always") == 0 {
		g.Always = g.Boolean(1 + g.UpTo(1, "depth"))
		g.InitCond = g.Always
	}
}

// inAnyOrder makes some moves in all orders, and tells whether all can be made and lead to the same state.
func inAnyOrder(t *task.Task, state []int64, moves []int) (end []int64, ok bool) {
	if len(moves) == 0 {
		return state, true
	}
	for i, m := range moves {
		next, _, possible := t.Apply(state, m)
		if !possible {
			return nil, false
		}
		rest := append(append([]int{}, moves[:i]...), moves[i+1:]...)
		last, possible := inAnyOrder(t, next, rest)
		if !possible || end != nil && fmt.Sprint(end) != fmt.Sprint(last) {
			return nil, false
		}
		end = last
	}
	return end, true
}

// All that the formula admits in a step can be done in any order; each move that is possible is admitted alone.
func TestStepsOfSeveralMoves(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := sattest.NewGenerator(rt, false)
		smallMoves(g)
		first := searchtest.Starts(g.Task)
		if len(first) != 1 {
			return
		}
		r, ctx := runOf(g, backends.Options{Parallel: true}), context.Background()
		require.NoError(rt, r.prepare(ctx))
		a := r.newQuery(ctx, 1)
		for i := 0; r.lay != nil && i < 2; i++ {
			at, err := r.lay.Layer(ctx, i)
			require.NoError(rt, err)
			a.e.At = append(a.e.At, at)
		}
		a.e.Extend(1)
		require.NoError(rt, a.e.F.Err())
		alone := map[int]bool{}
		for {
			found, err := a.solve(ctx)
			require.NoError(rt, err)
			if !found {
				break
			}
			var moves []int
			var others []cnf.Lit
			for _, o := range a.made(0) {
				moves = append(moves, r.p.Ops[o].Move)
			}
			for _, l := range a.e.Steps[0].Ops {
				if l != cnf.False && a.s.Value(l) {
					others = append(others, -l)
				} else if l != cnf.False {
					others = append(others, l)
				}
			}
			end, ok := inAnyOrder(g.Task, first[0], moves)
			require.True(rt, ok, "%v", moves)
			require.Equal(rt, r.p.View.Codes(a.places(1)), end)
			if len(moves) == 1 {
				alone[moves[0]] = true
			}
			a.e.F.Clause(others...)
		}
		for m := range g.Moves {
			_, _, possible := g.Apply(first[0], m)
			require.Equal(rt, possible, alone[m])
		}
	})
}

func TestIndependentMovesGoTogether(t *testing.T) {
	b := sattest.NewBuilder("gates")
	for i := range 3 {
		v := b.Variable(fmt.Sprintf("open[%d]", i), 0, 0, 1)
		b.Move(fmt.Sprintf("push(%d)", i), b.Is(v, 0), sattest.Set(v, task.True))
	}
	b.Goal = b.Pool.And(b.Is(0, 1), b.Is(1, 1), b.Is(2, 1))
	r, err := Backend{}.Solve(context.Background(), b.Task, backends.Options{Parallel: true})
	require.NoError(t, err)
	require.Equal(t, 1, r.Stats.Steps)
	require.Len(t, r.Plans[0].Moves, 3)
	require.False(t, r.Optimal)
}

func TestPlansInStepsAreFound(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := sattest.RandomPuzzle(rt)
		want := cheapest(g.Task)
		r, err := runOf(g, backends.Options{Parallel: true}).report(context.Background())
		require.NoError(rt, err)
		if want < 0 {
			require.Equal(rt, backends.Unsolvable, r.Status)
			return
		}
		require.Equal(rt, backends.Solved, r.Status, r.Reason)
		require.Equal(rt, "steps", r.Algorithm)
		require.GreaterOrEqual(rt, r.Plans[0].Cost, want)
		require.LessOrEqual(rt, r.LowerBound, want)
		if r.Optimal {
			require.Equal(rt, want, r.Plans[0].Cost)
		}
	})
}
