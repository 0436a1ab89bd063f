package sat

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Two moves that write the same variable are made one after the other, though they write the same value.
func TestRivalsAreNotMadeAtOnce(t *testing.T) {
	b := sattest.NewBuilder("rivals")
	x, y, z := b.Variable("x", 0, 0, 1), b.Variable("y", 0, 0, 1), b.Variable("z", 0, 0, 1)
	b.Move("y", b.Is(x, 0), sattest.Set(x, task.True), sattest.Set(y, task.True))
	b.Move("z", b.Is(x, 0), sattest.Set(x, task.True), sattest.Set(z, task.True))
	b.Move("back", b.Is(x, 1), sattest.Set(x, task.False))
	b.Goal = b.Pool.And(b.Is(y, 1), b.Is(z, 1))
	for _, parallel := range []bool{false, true} {
		r, err := Backend{}.Solve(context.Background(), b.Task, backends.Options{Parallel: parallel})
		require.NoError(t, err)
		require.Len(t, r.Plans[0].Moves, 3)
	}
}

// Where a plan must be long, the cheapest one may pass a state twice: that no path without this is longer proves
// nothing.
func TestLongPlansMayComeBack(t *testing.T) {
	b := sattest.NewBuilder("back")
	at := b.Variable("at", 0, sattest.UpTo(3)...)
	for _, m := range []struct {
		name           string
		from, to, cost int64
	}{{"go", 0, 1, 0}, {"return", 1, 0, 0}, {"far", 1, 2, 50}, {"near", 0, 2, 1}} {
		b.Move(m.name, b.Is(at, m.from), sattest.Set(at, b.Pool.Const(m.to)))
		b.Moves[len(b.Moves)-1].Cost = b.Pool.Const(m.cost)
	}
	b.Facts.MinCost, b.Facts.MaxCost, b.Facts.UnitCost = 0, 50, false
	b.Goal = b.Is(at, 2)
	for from, want := range map[int]int64{0: 1, 1: 1, 2: 1, 3: 1, 4: 1} {
		r, err := Backend{}.Solve(context.Background(), b.Task, backends.Options{MinHorizon: from})
		require.NoError(t, err)
		require.Equal(t, want, r.Plans[0].Cost, "from %d", from)
		require.GreaterOrEqual(t, len(r.Plans[0].Moves), from)
	}
}

// If each two of three variables say much about each other, two are fused and the third stays.
func TestThreeVariablesThatSayMuchOfEachOther(t *testing.T) {
	b := sattest.NewBuilder("caterpillar")
	tail, x, y := b.Variable("tail", 0, sattest.UpTo(10)...), b.Variable("x", 0, sattest.UpTo(10)...),
		b.Variable("y", 1, sattest.UpTo(10)...)
	p := b.Pool
	one := p.Const(1)
	b.Move("stretch", p.And(p.Eq(p.Var(tail), p.Var(x)), p.Lt(p.Var(y), p.Const(9))),
		sattest.Set(x, p.Add(p.Var(x), one)), sattest.Set(y, p.Add(p.Var(y), one)))
	b.Move("follow", p.Lt(p.Var(tail), p.Var(x)), sattest.Set(tail, p.Add(p.Var(tail), one)))
	b.Goal = p.And(b.Is(tail, 6), b.Is(y, 7))
	r := solve(t, b.Task)
	require.Len(t, r.Plans[0].Moves, 12)
	require.True(t, r.Optimal)
	b.Goal = p.And(b.Is(tail, 6), b.Is(y, 6))
	require.Equal(t, backends.Unsolvable, solve(t, b.Task).Status)
}
