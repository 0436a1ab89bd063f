package sat

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/outside"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// block is a block on two of eight cells in a row, a and the next one, b, which goes right and left.
func block() *task.Task {
	b := sattest.NewBuilder("block")
	x, y := b.Pool.Var(b.Variable("a", 0, sattest.UpTo(8)...)), b.Pool.Var(b.Variable("b", 1, sattest.UpTo(8)...))
	one := b.Pool.Const(1)
	b.Move("right", b.Pool.Lt(y, b.Pool.Const(7)), sattest.Set(0, b.Pool.Add(x, one)),
		sattest.Set(1, b.Pool.Add(y, one)))
	b.Move("left", b.Pool.Lt(b.Pool.Const(0), x), sattest.Set(0, b.Pool.Sub(x, one)),
		sattest.Set(1, b.Pool.Sub(y, one)))
	b.Goal = b.Is(1, 7)
	return b.Task
}

func TestTwoCellsOfABlockBecomeOneVariable(t *testing.T) {
	x := block()
	p, _, err := reduced.Prepare(context.Background(), x, reduced.DefaultLimits(), backends.DefaultMemory)
	require.NoError(t, err)
	require.Len(t, p.Task.Vars, 1)
	require.Equal(t, "(a, b)", p.Task.Vars[0].Name)
	require.Equal(t, []string{"(0, 1)", "(1, 2)", "(2, 3)", "(3, 4)", "(4, 5)", "(5, 6)", "(6, 7)"},
		p.Task.Vars[0].Names)
	require.Equal(t, []int64{3, 4}, p.View.Codes([]int{3}))

	r := solve(t, x)
	require.True(t, r.Optimal)
	require.Equal(t, []int64{0, 1}, r.Plans[0].Start)
	require.Len(t, r.Plans[0].Moves, 6)

	var text bytes.Buffer
	require.NoError(t, outside.Write(context.Background(), &text, x, outside.Options{Horizon: 6}))
	require.Contains(t, text.String(), "(a, b)@6 = (6, 7)")
}

// Visits are noted by every move, and fix no guard: with the place of who visits they would become one variable after
// the other.
func TestNotesOfVisitsAreNotFused(t *testing.T) {
	b := sattest.NewBuilder("visits")
	at := b.Variable("at", 0, sattest.UpTo(8)...)
	var seen []int
	for i := range 3 {
		seen = append(seen, b.Variable(fmt.Sprintf("seen[%d]", i), 0, 0, 1))
	}
	for i, step := range []int64{1, 3, 5} {
		next := b.Pool.Mod(b.Pool.Add(b.Pool.Var(at), b.Pool.Const(step)), b.Pool.Const(8))
		effects := []task.Effect{sattest.Set(at, next)}
		for k, v := range seen {
			effects = append(effects, sattest.Set(v,
				b.Pool.Or(b.Is(v, 1), b.Pool.Eq(next, b.Pool.Const(int64(2*k+1))))))
		}
		b.Move(fmt.Sprintf("step %d", i), task.True, effects...)
	}
	b.Goal = b.Pool.And(b.Is(seen[0], 1), b.Is(seen[1], 1), b.Is(seen[2], 1))
	p, _, err := reduced.Prepare(context.Background(), b.Task, reduced.DefaultLimits(), backends.DefaultMemory)
	require.NoError(t, err)
	require.Len(t, p.Task.Vars, 4)
	r := solve(t, b.Task)
	require.True(t, r.Optimal)
	require.Equal(t, cheapest(b.Task), r.Plans[0].Cost)
}

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
