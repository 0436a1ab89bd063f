package sat

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// TestReachIsThatOfAnyGraph compares conditions on what can be reached with exhaustive search. The graphs have cycles
// inside cycles, loops, dead ends and parallel arcs, and one start, several or none. Some nodes are always free, and
// others never.
func TestReachIsThatOfAnyGraph(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := &sattest.Generator{Builder: sattest.NewBuilder("graph"), T: rt}
		const size = 6
		next := make([][]int32, size)
		for range 4 + g.UpTo(14, "arcs") {
			x := g.UpTo(size-1, "from")
			next[x] = append(next[x], int32(g.UpTo(size-1, "to")))
		}
		g.Pool.Graphs = []task.Graph{{Next: next}}
		free := make([]task.Expr, size)
		for i := range free {
			switch g.UpTo(7, "free") {
			case 0:
				free[i] = task.True
			case 1:
				free[i] = task.False
			default:
				free[i] = g.Is(g.Choice(fmt.Sprintf("open%d", i), 0, 1), 1)
			}
		}
		g.Choice("man", 0, 1, size)
		man := g.Pool.Var(len(g.Vars) - 1)
		reach := func() task.Expr {
			from := []task.Expr{man, man, g.Pool.Const(2)}[g.UpTo(2, "start")]
			r := g.Pool.Reach(0, from, g.Pool.Const(int64(g.UpTo(size-1, "target"))), free)
			if g.UpTo(2, "not") == 0 {
				return g.Pool.Not(r)
			}
			return r
		}
		g.Goal = g.Pool.And(reach(), g.Pool.Or(reach(), reach()), g.Pool.Eq(reach(), reach()))
		want := map[string]bool{}
		sattest.EachState(g.Task, func(state []int64) {
			if g.Pool.Eval(g.Goal, state) != 0 {
				want[fmt.Sprint(state)] = true
			}
		})
		r, err := runOf(g, backends.Options{All: true}).report(context.Background())
		require.NoError(rt, err)
		require.Equal(rt, len(want) > 0, r.Status == backends.Solved)
		require.Len(rt, r.Plans, len(want))
		counted, err := runOf(g, backends.Options{All: true, Count: true}).report(context.Background())
		require.NoError(rt, err)
		require.True(rt, counted.Complete)
		require.EqualValues(rt, len(want), counted.Count.Int64())
		for _, p := range r.Plans {
			require.Contains(rt, want, fmt.Sprint(p.Start))
			delete(want, fmt.Sprint(p.Start))
		}
	})
}

// gridTask asks for a way from one corner of a square to the other; of each cell it is open whether it is free.
func gridTask(n int) *task.Task {
	b := sattest.NewBuilder("grid")
	next, free := make([][]int32, n*n), make([]task.Expr, n*n)
	for i := range next {
		free[i] = b.Is(b.Choice(fmt.Sprintf("c%d", i), 0, 1), 1)
		if i%n > 0 {
			next[i], next[i-1] = append(next[i], int32(i-1)), append(next[i-1], int32(i))
		}
		if i >= n {
			next[i], next[i-n] = append(next[i], int32(i-n)), append(next[i-n], int32(i))
		}
	}
	b.Pool.Graphs = []task.Graph{{Next: next}}
	b.Goal = b.Pool.Reach(0, b.Pool.Const(0), b.Pool.Const(int64(n*n-1)), free)
	return b.Task
}

// TestReachIsSmall keeps the formula of a board from growing with the square of its cells (16 times here), as one with
// the lengths of the paths does.
func TestReachIsSmall(t *testing.T) {
	clauses := func(n int) int64 {
		r, err := Backend{}.Solve(context.Background(), gridTask(n), backends.Options{})
		require.NoError(t, err)
		require.Equal(t, backends.Solved, r.Status)
		return r.Stats.Clauses
	}
	small, large := clauses(8), clauses(16)
	require.Less(t, large, 12*small, "%d, %d", small, large)
}
