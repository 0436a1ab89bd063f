package task_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/compiler/task/tasktest"
)

// A scan visits exactly the assignments for which the conditions hold, in order, and computes what Eval computes: what
// reachability and proofs of parity leave out rests on it.
func TestScanComputesAll(t *testing.T) {
	domains := [][]int64{{0, 1}, {0, 1, 2, 3}, {-2, 0, 5}, {3, 4, 6}}
	for seed := range uint64(400) {
		p := task.NewPool(func(v int) []int64 { return domains[v] })
		s := &tasktest.Exprs{Rnd: rand.New(rand.NewPCG(seed, 3)), Pool: p, N: len(domains)}
		conds := s.Rnd.IntN(3)
		var roots []task.Expr
		for range conds {
			roots = append(roots, s.Truth(1+s.Rnd.IntN(2)))
		}
		roots = append(roots, s.Number(3), s.Truth(3))
		var want, got [][]int64
		tasktest.EachState(domains, nil, func(state []int64) {
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
