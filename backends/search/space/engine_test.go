package space

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/compiler/task/tasktest"
)

// TestEngineAgainstApply compares guards, effects, costs, goal and successors with the plain meaning of the task.
func TestEngineAgainstApply(t *testing.T) {
	for name, wide := range map[string]bool{"one word": false, "several words": true} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				tk := searchtest.RandomTask(rt, wide)
				if !wide && rapid.Bool().Draw(rt, "plain") {
					tk = searchtest.RandomPlain(rt)
				}
				sp := New(context.Background(), tk, true)
				require.Equal(rt, wide, sp.Layout.Words > 1)
				x := NewExpander(sp)
				ev := sp.NewEvaluator()
				packed := make([]uint64, sp.Layout.Words)
				for range 4 {
					st := searchtest.RandomState(rt, tk)
					require.True(rt, sp.Layout.Pack(st, packed))
					require.Equal(rt, st, sp.Layout.Unpack(packed))
					require.Equal(rt, tk.Pool.Eval(tk.Goal, st) != 0, sp.IsGoal(packed, ev))
					x.Expand(packed)
					sameSuccessors(rt, tk, x, st)
				}
			})
		})
	}
}

func sameSuccessors(t *rapid.T, tk *task.Task, x *Expander, st []int64) {
	got := map[int32]int{}
	for k := range x.Kids {
		got[x.Kids[k].Move] = k
		if k > 0 {
			require.LessOrEqual(t, x.Kids[k-1].key, x.Kids[k].key)
		}
	}
	for m := range tk.Moves {
		next, cost, ok := tk.Apply(st, m)
		k, have := got[int32(m)]
		require.Equal(t, ok, have, "move %d in %v", m, st)
		if ok {
			require.Equal(t, next, x.Space.Layout.Unpack(x.State(k)), "move %d in %v", m, st)
			require.Equal(t, cost, x.Kids[k].Cost)
		}
	}
	require.LessOrEqual(t, len(got), len(tk.Moves))
}

// TestProgramAgainstEval compares expressions of every operator, alone and as terms of sums.
func TestProgramAgainstEval(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomTask(rt, rapid.Bool().Draw(rt, "wide"))
		g := searchtest.Expressions{T: rt, B: &searchtest.Builder{Task: tk}}
		var es []task.Expr
		for range 5 {
			es = append(es, g.Number(3), g.Boolean(3))
		}
		es = append(es, tk.Pool.Add(append(es, tk.Pool.Mul(tk.Pool.Const(-3), g.Number(3)))...))
		l := packed.NewLayout(tk.Vars)
		p := newProgram(tk, l, &[]*store.Costs{})
		ev := newEvaluator(p)
		st := make([]uint64, l.Words)
		for range 4 {
			codes := searchtest.RandomState(rt, tk)
			require.True(rt, l.Pack(codes, st))
			for _, e := range es {
				i := p.Compile(e)
				ev.Load(st)
				require.Equal(rt, tk.Pool.Eval(e, codes), ev.Eval(i), "%v in %v", tk.Pool.Node(e), codes)
				require.Equal(rt, tk.Pool.Eval(e, codes), ev.Eval(i), "kept")
			}
		}
	})
}

// TestGraphsInConditionsOfGraphs compares expressions whose graphs depend on other graphs.
func TestGraphsInConditionsOfGraphs(t *testing.T) {
	for seed := range uint64(3000) {
		b := searchtest.NewBuilder("nested")
		for range 3 {
			b.Variable("x", 0, 0, 1, 2)
		}
		x := tasktest.Exprs{Rnd: rand.New(rand.NewPCG(seed, 1)), Pool: b.Pool, N: 3}
		e, l := x.Truth(2), packed.NewLayout(b.Vars)
		p := newProgram(b.Task, l, &[]*store.Costs{})
		ev, st, i := newEvaluator(p), make([]uint64, l.Words), p.Compile(e)
		tasktest.EachState([][]int64{{0, 1, 2}, {0, 1, 2}, {0, 1, 2}}, nil, func(codes []int64) {
			require.True(t, l.Pack(codes, st))
			ev.Load(st)
			require.Equal(t, b.Pool.Eval(e, codes), ev.Eval(i), "seed %d in %v", seed, codes)
		})
	}
}

func TestManyMovesUseSparseRows(t *testing.T) {
	b := searchtest.NewBuilder("many")
	x := b.Variable("x", 0, searchtest.Span(200)...)
	y := b.Variable("y", 0, searchtest.Span(7)...)
	for i := range 200 {
		for j := range 7 {
			b.Move("go", b.Pool.And(b.Is(x, int64(i)), b.Pool.Le(y, b.Pool.Const(int64(j)))), 1,
				b.Set(0, b.Pool.Const(int64((i*3+j)%200))), b.Set(1, b.Pool.Const(int64(j))))
		}
	}
	b.Goal = b.Pool.And(b.Is(x, 150), b.Is(y, 6))
	tk := b.Finish()
	sp := New(t.Context(), tk, false)
	require.NotNil(t, sp.Rows.sparse)
	rapid.Check(t, func(rt *rapid.T) {
		st := searchtest.RandomState(rt, tk)
		packed := make([]uint64, sp.Layout.Words)
		require.True(rt, sp.Layout.Pack(st, packed))
		e := NewExpander(sp)
		e.Expand(packed)
		sameSuccessors(rt, tk, e, st)
	})
}
