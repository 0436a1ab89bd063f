package sat

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Each operator of the table means in formulas what it means in the task, or it is refused by name.
func TestOperatorsMeanWhatTheyMean(t *testing.T) {
	for op := range task.Op(task.NumOps) {
		if op == task.OpVar || op == task.OpConst {
			continue
		}
		for _, count := range []int{1, 2, 3, 4} { // of arguments
			if !op.Takes(count) || (op == task.OpReach || op == task.OpReached) && count != 4 { // from, to, and two nodes
				continue
			}
			for _, wide := range []bool{false, true} {
				b := sattest.NewBuilder("operators")
				p := b.Pool
				p.Graphs = []task.Graph{{Next: [][]int32{{1}, {0}}}}
				if op == task.OpAcyclic || op == task.OpConnected {
					p.Graphs[0].Next = [][]int32{{0, 1}, {1, 2}, {0, 2}, {2, 3}}[:count]
				}
				domain := []int64{0, 1, 2, 3}
				if op.Truth() && op != task.OpEq && op != task.OpLt && op != task.OpLe && op != task.OpDistinct ||
					op == task.OpIte || op == task.OpReached {
					domain = domain[:2]
				}
				args := make([]task.Expr, count)
				for i := range args {
					args[i] = p.Var(b.Choice("x", domain...))
					if other := p.Var(b.Choice("y", 0)); wide && domain[len(domain)-1] > 1 {
						args[i] = p.Add(args[i], other)
					}
				}
				if op == task.OpDiv || op == task.OpMod {
					args[1] = p.Add(args[1], p.Const(1)) // what is divided by 0 may be anything
				}
				e := p.Make(op, 0, args)
				result := b.Choice("result", sattest.UpTo(20)...)
				b.Goal = p.Eq(p.Var(result), p.Add(e, p.Const(2)))
				want := map[int64]int{}
				sattest.EachState(b.Task, func(state []int64) {
					if p.Eval(b.Goal, state) != 0 {
						want[state[result]]++
					}
				})
				r, err := Backend{}.Solve(context.Background(), b.Task, backends.Options{All: true})
				if refused := (*reduced.UnknownOperator)(nil); op == task.OpCost {
					require.ErrorAs(t, err, &refused)
					require.ErrorContains(t, err, op.Noun())
					continue
				}
				require.NoError(t, err, "%s of %d", op, count)
				if op == task.OpSelect {
					continue // what an index outside selects may be anything; random tasks select within
				}
				got := map[int64]int{}
				for _, plan := range r.Plans {
					got[plan.Start[result]]++
				}
				require.Equal(t, want, got, "%s of %d", op, count)
			}
		}
	}
}
