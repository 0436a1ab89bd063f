package ground

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/task"
)

// scanned draws an expression, with every operator, over variables of the given domains.
type scanned struct {
	rnd *rand.Rand
	p   *task.Pool
	n   int // variables
}

func (s *scanned) number(depth int) task.Expr {
	if depth == 0 {
		if s.rnd.IntN(4) == 0 {
			return s.p.Const(int64(s.rnd.IntN(7) - 2))
		}
		return s.p.Var(s.rnd.IntN(s.n))
	}
	a, b := s.number(s.rnd.IntN(depth)), s.number(s.rnd.IntN(depth))
	switch s.rnd.IntN(11) {
	case 0:
		return s.p.Add(a, b, s.number(depth-1))
	case 1:
		return s.p.Mul(a, b)
	case 2:
		return s.p.Div(a, s.p.Const(int64(1+s.rnd.IntN(4))))
	case 3:
		return s.p.Mod(a, s.p.Const(int64(1+s.rnd.IntN(4))))
	case 4:
		return s.p.Abs(a)
	case 5:
		return s.p.Min(a, b, s.number(depth-1))
	case 6:
		return s.p.Max(a, b, s.number(depth-1))
	case 7:
		return s.p.Select(s.p.Mod(a, s.p.Const(3)), b, s.number(depth-1), s.number(depth-1))
	case 8:
		return s.p.Find(a, b, s.number(depth-1), s.number(depth-1))
	}
	return s.p.Ite(s.truth(depth-1), a, b)
}

func (s *scanned) truth(depth int) task.Expr {
	if depth == 0 {
		return s.p.Eq(s.p.Var(s.rnd.IntN(s.n)), s.p.Const(int64(s.rnd.IntN(3))))
	}
	a, b := s.number(depth-1), s.number(depth-1)
	switch s.rnd.IntN(7) {
	case 0:
		return s.p.Not(s.truth(depth - 1))
	case 1:
		return s.p.And(s.truth(depth-1), s.truth(depth-1), s.truth(0))
	case 2:
		return s.p.Or(s.truth(depth-1), s.truth(depth-1), s.truth(0))
	case 3:
		return s.p.Eq(a, b)
	case 4:
		return s.p.Lt(a, b)
	case 5:
		return s.p.Distinct(a, b, s.number(depth-1))
	}
	return s.p.Le(a, b)
}

// A scan visits exactly the assignments for which the conditions hold, in order, and computes what Eval computes: what reachability and
// proofs of parity leave out rests on it.
func TestScanComputesAll(t *testing.T) {
	domains := [][]int64{{0, 1}, {0, 1, 2, 3}, {-2, 0, 5}, {3, 4, 6}}
	for seed := range uint64(400) {
		p := task.NewPool(func(v int) []int64 { return domains[v] })
		s := &scanned{rnd: rand.New(rand.NewPCG(seed, 3)), p: p, n: len(domains)}
		conds := s.rnd.IntN(3)
		var roots []task.Expr
		for range conds {
			roots = append(roots, s.truth(1+s.rnd.IntN(2)))
		}
		roots = append(roots, s.number(3), s.truth(3))
		var want, got [][]int64
		each(domains, nil, func(state []int64) {
			for _, c := range roots[:conds] {
				if p.Eval(c, state) == 0 {
					return
				}
			}
			row := append([]int64(nil), state...)
			for _, r := range roots {
				row = append(row, p.Eval(r, state))
			}
			want = append(want, row)
		})
		x := task.NewScan(p, roots, conds, []int{0, 1, 2, 3}, func(v int) []int64 { return domains[v] })
		x.Run(func() bool {
			row := append([]int64(nil), x.Now...)
			for i := range roots {
				row = append(row, x.Value(i))
			}
			got = append(got, row)
			return true
		})
		require.Equal(t, want, got, "seed %d", seed)
	}
}

// each calls f for all assignments, the last variable varying fastest.
func each(domains [][]int64, state []int64, f func([]int64)) {
	if len(state) == len(domains) {
		f(state)
		return
	}
	for _, v := range domains[len(state)] {
		each(domains, append(state, v), f)
	}
}
