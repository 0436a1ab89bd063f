package task

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What a simpler puzzle says about the end of all plans survives arithmetic; a great number alone says nothing.
func TestEnds(t *testing.T) {
	tk := &Task{Vars: []Var{{Name: "x", Values: []int64{0, 7}}}}
	p := NewPool(func(v int) []int64 { return tk.Vars[v].Values })
	tk.Pool = p
	x, cost := p.Var(0), p.Cost(0, p.Var(0))
	for _, c := range []struct {
		value Expr
		want  bool
	}{
		{x, true},
		{cost, true},
		{p.Mul(p.Const(10_000), cost), true},
		{p.Mul(p.Const(40_000), cost), false}, // 40,000 · (2^32 − 2) > 2^47
		{p.Max(cost, p.Mul(p.Const(1<<45), x)), false},
		{p.Min(cost, p.Const(5)), true},
		{p.Add(cost, p.Cost(1, x), p.Const(1<<46)), true},
		{p.Ite(p.Eq(x, p.Const(7)), p.Const(1<<48), cost), false},
	} {
		require.Equal(t, c.want, tk.Ends(c.value), c.value)
	}
}
