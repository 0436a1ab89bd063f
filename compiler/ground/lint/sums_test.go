package lint

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/compiler/task/tasktest"
)

// What holds in some state holds loosened, too: only then a finding may say that something cannot be.
func TestLoosenedHoldsWhereItHolds(t *testing.T) {
	domains := [][]int64{{0, 1}, {0, 1, 2, 3}, {-2, 0, 5}, {0, 1}, {0, 1}}
	loose := 0
	for seed := range uint64(600) {
		p := task.NewPool(func(v int) []int64 { return domains[v] })
		s := &tasktest.Exprs{Rnd: rand.New(rand.NewPCG(seed, 9)), Pool: p, N: len(domains)}
		bits := []task.Expr{p.Var(0), p.Var(3), p.Not(p.Var(4)), s.Truth(0)}
		sum := func() task.Expr {
			terms := []task.Expr{p.Const(int64(s.Rnd.IntN(5) - 2))}
			for range 1 + s.Rnd.IntN(3) {
				terms = append(terms, p.Mul(p.Const(int64(1+s.Rnd.IntN(2))), s.Number(s.Rnd.IntN(2))))
			}
			return p.Add(terms...)
		}
		var parts []task.Expr
		for range 1 + s.Rnd.IntN(3) {
			switch s.Rnd.IntN(5) {
			case 0:
				parts = append(parts, s.Truth(2))
			case 1:
				parts = append(parts, p.Eq(p.Add(bits...), p.Const(int64(s.Rnd.IntN(5)))))
			case 2:
				parts = append(parts, p.Not(p.Or(bits...)), p.Le(p.Add(bits...), sum()))
			case 3:
				parts = append(parts, p.Or(p.And(bits...), p.Lt(p.Const(1), p.Add(bits...))))
			default:
				parts = append(parts, p.Le(sum(), sum()))
			}
		}
		e := p.And(parts...)
		l := loosen(p)
		loosened := l.of(e)
		holds, may := false, false
		tasktest.EachState(domains, nil, func(state []int64) { holds = holds || p.Eval(e, state) != 0 })
		tasktest.EachState(l.values, nil, func(state []int64) { may = may || l.pool.Eval(loosened, state) != 0 })
		if holds {
			require.True(t, may, "seed %d", seed)
		}
		if len(l.values) > 0 && may != holds {
			loose++
		}
	}
	require.Positive(t, loose)
}
