package sat

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

func allPlans(t *testing.T, x *task.Task) *backends.Result {
	r, err := Backend{}.Solve(context.Background(), x, backends.Options{All: true})
	require.NoError(t, err)
	return r
}

// A cheap plan may be longer than the first of its cost.
func TestAllPlansOfUnequalLength(t *testing.T) {
	b := sattest.NewBuilder("stairs")
	x := b.Variable("x", 0, sattest.UpTo(3)...)
	b.Move("jump", b.Is(x, 0), sattest.Set(x, b.Pool.Const(2)))
	b.Move("step", b.Pool.Lt(b.Pool.Var(x), b.Pool.Const(2)),
		sattest.Set(x, b.Pool.Add(b.Pool.Var(x), b.Pool.Const(1))))
	b.Moves[0].Cost = b.Pool.Const(2)
	b.Goal = b.Is(x, 2)
	r := allPlans(t, b.Task)
	require.True(t, r.Complete)
	require.Len(t, r.Plans, 2)
}

// Moves that cost nothing make longer plans as good.
func TestAllPlansWithFreeMoves(t *testing.T) {
	b := sattest.NewBuilder("gift")
	x := b.Choice("x", 0, 1, 2)
	b.Move("take", b.Is(x, 0), sattest.Set(x, b.Pool.Const(1)))
	b.Move("give", b.Is(x, 2), sattest.Set(x, b.Pool.Const(0)))
	for m := range b.Moves {
		b.Moves[m].Cost = b.Pool.Const(0)
	}
	b.Goal = b.Is(x, 1)
	r := allPlans(t, b.Task)
	require.True(t, r.Complete)
	require.Len(t, r.Plans, 3, "none, take, give and take")
}

// A horizon at which there is no plan does not make a puzzle unsolvable.
func TestSolveHorizonWithoutMoves(t *testing.T) {
	one := 1
	r, err := Backend{}.Solve(context.Background(), searchtest.Queens(4), backends.Options{Horizon: &one})
	require.NoError(t, err)
	require.Equal(t, backends.Unknown, r.Status)
}

// A plan that must be long may pass states twice: that there are few states does not end the search for a cheaper one.
func TestLeastLengthAllowsDetours(t *testing.T) {
	b := sattest.NewBuilder("wheel")
	x := b.Variable("x", 0, sattest.UpTo(4)...)
	b.Move("turn", task.True, sattest.Set(x, b.Pool.Mod(b.Pool.Add(b.Pool.Var(x), b.Pool.Const(1)), b.Pool.Const(4))))
	b.Move("flip", task.True, sattest.Set(x, b.Pool.Mod(b.Pool.Add(b.Pool.Var(x), b.Pool.Const(2)), b.Pool.Const(4))))
	b.Moves[0].Cost = b.Pool.Const(2)
	b.Goal = b.Is(x, 0)
	most := 6
	r, err := Backend{}.Solve(context.Background(), b.Task, backends.Options{MinHorizon: 3, MaxHorizon: &most})
	require.NoError(t, err)
	require.Equal(t, int64(4), r.Plans[0].Cost, "four flips, not two turns and a flip")
}

func TestAllPlansAlsoThoseThatEndEarly(t *testing.T) {
	b := sattest.NewBuilder("ladder")
	x := b.Pool.Var(b.Variable("x", 0, sattest.UpTo(5)...))
	b.Move("jump", b.Is(0, 0), sattest.Set(0, b.Pool.Const(4))) // no move leads on from there
	b.Moves[0].Cost = b.Pool.Const(6)
	b.Move("step", b.Pool.Lt(x, b.Pool.Const(3)), sattest.Set(0, b.Pool.Add(x, task.True)))
	b.Moves[1].Cost = b.Pool.Const(2)
	b.Move("rest", b.Is(0, 0)) // so cheap that long plans have to be looked at
	b.Goal = b.Pool.Le(b.Pool.Const(3), x)
	r := newRun(b.Task, backends.Options{All: true})
	r.chainFrom = 0
	result, err := r.report(context.Background())
	require.NoError(t, err)
	require.Len(t, result.Plans, 2)
	require.True(t, result.Complete)
}
