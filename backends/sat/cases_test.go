package sat

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// walker is a man who walks along a corridor of cells, each of which is free or not, by a move that finds the next cell
// itself.
func walker(n int) *task.Task {
	b := sattest.NewBuilder("walker")
	man := b.Pool.Var(b.Variable("man", 0, sattest.UpTo(int64(n))...))
	free := make([]task.Expr, n)
	for c := range n {
		free[c] = b.Pool.Var(b.Variable(fmt.Sprintf("free[%d]", c), 1, 0, 1))
	}
	next := b.Pool.Add(man, task.True)
	b.Move("walk", b.Pool.And(b.Pool.Le(next, b.Pool.Const(int64(n-1))), b.Pool.Select(next, free...)),
		sattest.Set(0, next))
	b.Goal = b.Is(0, int64(n-1))
	return b.Task
}

func TestMovesAreTakenApartByTheVariableThatSelects(t *testing.T) {
	x := walker(9)
	p, err := reduced.NewProblem(context.Background(), x, reduced.DefaultLimits())
	require.NoError(t, err)
	require.Len(t, p.Ops, 8)
	for i, o := range p.Ops {
		require.Equal(t, 0, o.Move)
		require.Empty(t, o.Guard.Rest)
		require.Equal(t, []int{i}, o.Guard.Sets[0].At, "the man stands on %d", i)
	}
	r := solve(t, x)
	require.True(t, r.Optimal)
	require.Equal(t, int64(8), r.Plans[0].Cost)

	lim := reduced.DefaultLimits()
	lim.Cases = 3 // no room for all cases: none are made
	p, err = reduced.NewProblem(context.Background(), x, lim)
	require.NoError(t, err)
	require.Len(t, p.Ops, 1)
}
