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

func TestAllPlansAlsoThoseThatEndEarly(t *testing.T) {
	b := newBuilder("ladder")
	x := b.Pool.Var(b.variable("x", 0, upTo(5)...))
	b.move("jump", b.is(0, 0), set(0, b.Pool.Const(4))) // no move leads on from there
	b.Moves[0].Cost = b.Pool.Const(6)
	b.move("step", b.Pool.Lt(x, b.Pool.Const(3)), set(0, b.Pool.Add(x, task.True)))
	b.Moves[1].Cost = b.Pool.Const(2)
	b.move("rest", b.is(0, 0)) // so cheap that long plans have to be looked at
	b.Goal = b.Pool.Le(b.Pool.Const(3), x)
	r := newRun(b.Task, backends.Options{All: true})
	r.chainFrom = 0
	result, err := r.report(context.Background())
	require.NoError(t, err)
	require.Len(t, result.Plans, 2)
	require.True(t, result.Complete)
}
