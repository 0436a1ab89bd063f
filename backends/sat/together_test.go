package sat

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/task"
)

// Two moves that write the same variable are made one after the other, though they write the same value.
func TestRivalsAreNotMadeAtOnce(t *testing.T) {
	b := newBuilder("rivals")
	x, y, z := b.variable("x", 0, 0, 1), b.variable("y", 0, 0, 1), b.variable("z", 0, 0, 1)
	b.move("y", b.is(x, 0), set(x, task.True), set(y, task.True))
	b.move("z", b.is(x, 0), set(x, task.True), set(z, task.True))
	b.move("back", b.is(x, 1), set(x, task.False))
	b.Goal = b.Pool.And(b.is(y, 1), b.is(z, 1))
	for _, parallel := range []bool{false, true} {
		r, err := Backend{}.Solve(context.Background(), b.Task, backends.Options{Parallel: parallel})
		require.NoError(t, err)
		require.Len(t, r.Plans[0].Moves, 3)
	}
}

// Where a plan must be long, the cheapest one may pass a state twice: that no path without this is longer proves nothing.
func TestLongPlansMayComeBack(t *testing.T) {
	b := newBuilder("back")
	at := b.variable("at", 0, upTo(3)...)
	for _, m := range []struct {
		name           string
		from, to, cost int64
	}{{"go", 0, 1, 0}, {"return", 1, 0, 0}, {"far", 1, 2, 50}, {"near", 0, 2, 1}} {
		b.move(m.name, b.is(at, m.from), set(at, b.Pool.Const(m.to)))
		b.Moves[len(b.Moves)-1].Cost = b.Pool.Const(m.cost)
	}
	b.Facts.MinCost, b.Facts.MaxCost, b.Facts.UnitCost = 0, 50, false
	b.Goal = b.is(at, 2)
	for from, want := range map[int]int64{0: 1, 1: 1, 2: 1, 3: 1, 4: 1} {
		r, err := Backend{}.Solve(context.Background(), b.Task, backends.Options{MinHorizon: from})
		require.NoError(t, err)
		require.Equal(t, want, r.Plans[0].Cost, "from %d", from)
		require.GreaterOrEqual(t, len(r.Plans[0].Moves), from)
	}
}

// Of three variables any two of which say much of each other, two become one, and the third stays what it is.
func TestThreeVariablesThatSayMuchOfEachOther(t *testing.T) {
	b := newBuilder("caterpillar")
	tail, x, y := b.variable("tail", 0, upTo(10)...), b.variable("x", 0, upTo(10)...), b.variable("y", 1, upTo(10)...)
	p := b.Pool
	one := p.Const(1)
	b.move("stretch", p.And(p.Eq(p.Var(tail), p.Var(x)), p.Lt(p.Var(y), p.Const(9))), set(x, p.Add(p.Var(x), one)), set(y, p.Add(p.Var(y), one)))
	b.move("follow", p.Lt(p.Var(tail), p.Var(x)), set(tail, p.Add(p.Var(tail), one)))
	b.Goal = p.And(b.is(tail, 6), b.is(y, 7))
	r := solve(t, b.Task)
	require.Len(t, r.Plans[0].Moves, 12)
	require.True(t, r.Optimal)
	b.Goal = p.And(b.is(tail, 6), b.is(y, 6))
	require.Equal(t, backends.Unsolvable, solve(t, b.Task).Status)
}
