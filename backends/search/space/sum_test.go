package space

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// A sum that is split is worth what the expression is in all states, and its terms of single variables are given only
// if they are all of it.
func TestSumsTakenApart(t *testing.T) {
	whole, mixed := 0, 0
	for seed := range uint64(150) {
		rnd := rand.New(rand.NewPCG(seed, 9))
		b := searchtest.NewBuilder("sums")
		p := b.Pool
		var vars []task.Expr
		for v := range 4 {
			vars = append(vars, b.Variable("v", 0, searchtest.Span(2+v)...))
		}
		vars = append(vars, b.Variable("wide", 0, searchtest.Span(400)...), b.Variable("wider", 0, searchtest.Span(500)...))
		one := func() task.Expr { return vars[rnd.IntN(len(vars))] }
		var terms []task.Expr
		for range 1 + rnd.IntN(5) {
			x, y := one(), one()
			term := []task.Expr{
				x, p.Mul(p.Const(int64(rnd.IntN(9)-4)), x), p.Select(x, p.Const(3), p.Const(-1), p.Const(7)),
				p.Eq(x, p.Const(1)), p.Mod(x, p.Const(2)),
				p.Mul(x, y), p.Eq(x, y), p.Min(x, y, p.Const(3)), p.Const(int64(rnd.IntN(5))),
			}[rnd.IntN(9)]
			terms = append(terms, p.Mul(p.Const(int64(1+rnd.IntN(3))), term))
		}
		e := p.Add(terms...)
		b.Move("stay", task.True, 1)
		sp := New(context.Background(), b.Finish(), true)
		in := &sp.Program.code[sp.Program.compileSum(e)]
		clear(sp.Program.terms)
		v := sp.NewEvaluator()
		if in.sum.Unary != nil {
			whole++
		} else if len(in.sum.lookups) > 0 && len(in.args) > 0 {
			mixed++
		}
		for range 50 {
			state := make([]int64, len(vars))
			for i := range state {
				state[i] = int64(rnd.IntN(len(b.Vars[i].Values)))
			}
			want := p.Eval(e, state)
			st := make([]uint64, sp.Layout.Words)
			require.True(t, sp.Layout.Pack(state, st))
			v.Load(st)
			require.Equal(t, want, v.sum(in), "seed %d: %v", seed, state)
			if in.sum.Unary == nil {
				continue
			}
			total := in.sum.Base
			for x, terms := range in.sum.Unary {
				total += terms[state[x]]
			}
			require.Equal(t, want, total, "seed %d: %v", seed, state)
		}
	}
	require.Greater(t, whole, 5)
	require.Greater(t, mixed, 5)
}

// Terms that read the state through one find are split though some elements cannot be what is looked for.
func TestFindsAmongDifferentValues(t *testing.T) {
	const n = 9
	b := searchtest.NewBuilder("finds")
	p := b.Pool
	var vars []task.Expr
	for v := range int64(n) {
		values := slices.DeleteFunc(searchtest.Span(n+1), func(x int64) bool { return x%4 == v%4 }) // each lacks some
		vars = append(vars, b.Variable("v", values[0], values...))
	}
	b.Move("stay", task.True, 1)
	var terms []task.Expr
	for k := range int64(n + 1) {
		terms = append(terms, p.Mul(p.Const(k+1), p.Abs(p.Sub(p.FindKnown(task.FindOne, p.Const(k), vars...), p.Const(2)))))
	}
	e := p.Add(terms...)
	sp := New(t.Context(), b.Finish(), true)
	in := &sp.Program.code[sp.Program.compileSum(e)]
	require.NotNil(t, in.sum.Unary)
	eval := sp.NewEvaluator()
	rnd := rand.New(rand.NewPCG(5, 5))
	for seen := 0; seen < 30; {
		state := make([]int64, n)
		for i, x := range rnd.Perm(n + 1)[:n] {
			state[i] = int64(x)
		}
		st := make([]uint64, sp.Layout.Words)
		if sp.Layout.Pack(state, st) {
			seen++
			eval.Load(st)
			require.Equal(t, p.Eval(e, state), eval.sum(in), "%v", state)
		}
	}
}
