package sat

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/task"
)

func allPlans(t *testing.T, x *task.Task) *backends.Result {
	r, err := Backend{}.Solve(context.Background(), x, backends.Options{All: true})
	require.NoError(t, err)
	return r
}

// A cheap plan may be longer than the first of its cost.
func TestAllPlansOfUnequalLength(t *testing.T) {
	b := newBuilder("stairs")
	x := b.variable("x", 0, upTo(3)...)
	b.move("jump", b.is(x, 0), set(x, b.Pool.Const(2)))
	b.move("step", b.Pool.Lt(b.Pool.Var(x), b.Pool.Const(2)), set(x, b.Pool.Add(b.Pool.Var(x), b.Pool.Const(1))))
	b.Moves[0].Cost = b.Pool.Const(2)
	b.Goal = b.is(x, 2)
	r := allPlans(t, b.Task)
	require.True(t, r.Complete)
	require.Len(t, r.Plans, 2)
}

// Moves that cost nothing make longer plans as good.
func TestAllPlansWithFreeMoves(t *testing.T) {
	b := newBuilder("gift")
	x := b.free("x", 0, 1, 2)
	b.move("take", b.is(x, 0), set(x, b.Pool.Const(1)))
	b.move("give", b.is(x, 2), set(x, b.Pool.Const(0)))
	for m := range b.Moves {
		b.Moves[m].Cost = b.Pool.Const(0)
	}
	b.Goal = b.is(x, 1)
	r := allPlans(t, b.Task)
	require.True(t, r.Complete)
	require.Len(t, r.Plans, 3, "none, take, give and take")
}

// That there is no plan of so many moves does not make a puzzle unsolvable.
func TestSolveHorizonWithoutMoves(t *testing.T) {
	one := 1
	r, err := Backend{}.Solve(context.Background(), queens(4), backends.Options{Horizon: &one})
	require.NoError(t, err)
	require.Equal(t, backends.Unknown, r.Status)
}

// A plan that must be long may pass states twice: that there are few states does not end the search for a cheaper one.
func TestLeastLengthAllowsDetours(t *testing.T) {
	b := newBuilder("wheel")
	x := b.variable("x", 0, upTo(4)...)
	b.move("turn", task.True, set(x, b.Pool.Mod(b.Pool.Add(b.Pool.Var(x), b.Pool.Const(1)), b.Pool.Const(4))))
	b.move("flip", task.True, set(x, b.Pool.Mod(b.Pool.Add(b.Pool.Var(x), b.Pool.Const(2)), b.Pool.Const(4))))
	b.Moves[0].Cost = b.Pool.Const(2)
	b.Goal = b.is(x, 0)
	most := 6
	r, err := Backend{}.Solve(context.Background(), b.Task, backends.Options{MinHorizon: 3, MaxHorizon: &most})
	require.NoError(t, err)
	require.Equal(t, int64(4), r.Plans[0].Cost, "four flips, not two turns and a flip")
}
