package space

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// TestBitFlood compares floods over sets of bits with the plain meaning of Reach, on boards of one to three words.
func TestBitFlood(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := searchtest.NewBuilder("flood")
		n := rapid.SampledFrom([]int{3, 20, 64, 65, 130}).Draw(rt, "nodes")
		at := searchtest.Span(n) // where floods begin
		if rapid.Bool().Draw(rt, "few") {
			at = []int64{0, int64(n / 2), int64(n + 3)}
		}
		b.Variable("at", 0, at...)
		free := make([]task.Expr, n)
		next := make([][]int32, n)
		seed := rapid.Uint32().Draw(rt, "board")
		draw := func(n int) int {
			seed = seed*1664525 + 1013904223
			return int(seed>>8) % n
		}
		for i := range free {
			switch draw(8) {
			case 0:
				free[i] = task.True
			case 1:
				free[i] = task.False
			default:
				x := b.Variable(fmt.Sprintf("v%d", i), int64(draw(2)), searchtest.Span(2)...)
				if free[i] = x; draw(3) > 0 {
					free[i] = b.Pool.Not(x)
				}
			}
			for range draw(4) {
				next[i] = append(next[i], int32(draw(n)))
			}
			next[i] = append(next[i], int32((i+1)%n))
		}
		b.Pool.Graphs = []task.Graph{{Next: next}}
		sp := New(context.Background(), b.Task, true)
		ev := sp.NewEvaluator()
		st := make([]uint64, sp.Layout.Words)
		var goals []int32
		var exprs []task.Expr
		for to := range 5 {
			e := b.Pool.Reach(0, b.Pool.Var(0), b.Pool.Const(int64(to*n/5)), free)
			exprs = append(exprs, e)
			goals = append(goals, sp.Program.Compile(e))
		}
		for _, f := range sp.Program.floods {
			require.NotNil(rt, f.bits)
		}
		for range 5 {
			codes := make([]int64, len(b.Vars))
			for v := range codes {
				codes[v] = b.Vars[v].Values[draw(len(b.Vars[v].Values))]
			}
			require.True(rt, sp.Layout.Pack(codes, st))
			ev.Load(st)
			for k, e := range exprs {
				require.Equal(rt, b.Pool.Eval(e, codes), ev.Eval(goals[k]))
			}
		}
	})
}

// TestFloodNear compares floods made from those of similar states with floods from nothing.
func TestFloodNear(t *testing.T) {
	taken := 0
	rapid.Check(t, func(rt *rapid.T) {
		b := searchtest.NewBuilder("near")
		rows := rapid.IntRange(4, 12).Draw(rt, "rows")
		cols := rapid.IntRange(4, 12).Draw(rt, "columns")
		n := rows * cols
		b.Variable("at", 0, searchtest.Span(n)...)
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "board"), 0))
		next := make([][]int32, n)
		link := func(c, d int) { next[c], next[d] = append(next[c], int32(d)), append(next[d], int32(c)) }
		var free []task.Expr
		for c := range n {
			if c%cols > 0 && rnd.IntN(9) > 0 {
				link(c, c-1)
			}
			if c >= cols && rnd.IntN(9) > 0 {
				link(c, c-cols)
			}
			free = append(free, b.Variable(fmt.Sprintf("v%d", c), int64(rnd.IntN(2)), 0, 1))
		}
		b.Pool.Graphs = []task.Graph{{Next: next}}
		sp := New(context.Background(), b.Task, true)
		i := sp.Program.Compile(b.Pool.Reach(0, b.Pool.Var(0), b.Pool.Const(0), free))
		flood, node, ok := sp.Program.FloodTo(i)
		require.True(rt, ok)
		require.Zero(rt, node)
		old, ev, fresh := sp.NewEvaluator(), sp.NewEvaluator(), sp.NewEvaluator()
		st := make([]uint64, sp.Layout.Words)
		for v := range n + 1 {
			sp.Layout.Put(st, v, rnd.IntN(2))
		}
		for range 100 {
			ev.Load(st)
			reached := ev.Flood(flood, old)
			fresh.Load(st)
			require.Equal(rt, fresh.Flood(flood, nil), reached)
			taken += int(ToInt(ev.floods[0].sound && fresh.floods[0].sound))
			for w, set := range reached { // all free nodes, and the start
				all := set | ev.floods[0].looked[w]
				require.Equal(rt, fresh.floods[0].component[w]|fresh.floods[0].looked[w], all)
			}
			old, ev = ev, old
			for range 1 + rnd.IntN(2) {
				sp.Layout.Put(st, 1+rnd.IntN(n), rnd.IntN(2))
			}
			if at := rnd.IntN(n); rnd.IntN(2) == 0 && reached[at>>6]>>(at&63)&1 != 0 {
				sp.Layout.Put(st, 0, at)
			}
		}
	})
	require.Positive(t, taken)
}
