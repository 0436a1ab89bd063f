package space

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// TestBitFlood compares floods over sets of bits with the plain meaning of OpReach, on boards of one to three words.
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
