package sat

import (
	"context"
	"fmt"
	"math/big"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// projected are the different values of some variables in the assignments that satisfy a random task.
func projected(g *sattest.Generator, on []int) map[string]bool {
	out := map[string]bool{}
	sattest.EachState(g.Task, func(state []int64) {
		if g.Pool.Eval(g.Goal, state) != 0 && g.Pool.Eval(g.InitCond, state) != 0 {
			seen := state
			if on != nil {
				seen = nil
				for _, v := range on {
					seen = append(seen, state[v])
				}
			}
			out[fmt.Sprint(seen)] = true
		}
	})
	return out
}

// some draws a set of variables, or nil.
func someVariables(g *sattest.Generator) (on []int) {
	if g.UpTo(1, "all variables") == 0 {
		return nil
	}
	on = []int{}
	for v := range g.Vars {
		if g.UpTo(1, "told apart by") == 0 {
			on = append(on, v)
		}
	}
	return on
}

func TestAssignmentsAreCounted(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := sattest.NewGenerator(rt, true)
		g.Goal = g.Boolean(3)
		if g.UpTo(2, "condition") == 0 {
			g.InitCond = g.Boolean(2)
		}
		on := someVariables(g)
		want := len(projected(g, on))
		o := backends.Options{All: true, Count: true, On: on, Threads: g.UpTo(2, "threads")}
		r, err := runOf(g, o).report(context.Background())
		require.NoError(rt, err)
		require.True(rt, r.Complete)
		require.Equal(rt, int64(want), r.Count.Int64())
		require.Equal(rt, want == 0, r.Status == backends.Unsolvable)

		o.Limit = 1 + g.UpTo(9, "limit")
		r, err = runOf(g, o).report(context.Background())
		require.NoError(rt, err)
		require.Equal(rt, int64(min(want, o.Limit)), r.Count.Int64())
		require.Equal(rt, want < o.Limit, r.Complete)
	})
}

func TestProjectionsAreListed(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := sattest.NewGenerator(rt, true)
		g.Goal = g.Boolean(3)
		on := someVariables(g)
		want := projected(g, on)
		r, err := runOf(g, backends.Options{All: true, On: on}).report(context.Background())
		require.NoError(rt, err)
		require.Len(rt, r.Plans, len(want))
	})
}

// dominoes are the tilings of a board: each square knows where the other half of its domino is. Squares may be missing.
func dominoes(rows, cols int, missing ...int) *task.Task {
	b := sattest.NewBuilder("dominoes")
	gone, number := map[int]bool{}, map[int]int{}
	for _, c := range missing {
		gone[c] = true
	}
	next := func(c, d int) int { // up, right, down, left; −1 off the board
		r, k := c/cols+[]int{-1, 0, 1, 0}[d], c%cols+[]int{0, 1, 0, -1}[d]
		if r < 0 || k < 0 || r >= rows || k >= cols || gone[r*cols+k] {
			return -1
		}
		return r*cols + k
	}
	for c := range rows * cols {
		if !gone[c] {
			number[c] = len(b.Vars)
			b.Choice(fmt.Sprintf("half[%d]", c), sattest.UpTo(4)...)
		}
	}
	var all []task.Expr
	for c := range rows * cols {
		for d := 0; d < 4 && !gone[c]; d++ {
			if to := next(c, d); to < 0 {
				all = append(all, b.Pool.Not(b.Is(number[c], int64(d))))
			} else {
				all = append(all, b.Pool.Or(b.Pool.Not(b.Is(number[c], int64(d))), b.Is(number[to], int64(d+2)%4)))
			}
		}
	}
	b.Goal = b.Pool.And(all...)
	return b.Task
}

func TestDominoesAreCountedByComponents(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		missing    []int
		want       string
	}{
		{2, 3, nil, "3"},
		{6, 7, nil, "31529"},
		{8, 8, nil, "12988816"},
		{8, 8, []int{0, 63}, "0"},
		{8, 8, []int{0, 1}, "6494408"},
		{8, 8, []int{0, 7}, "2436304"},
	} {
		r, err := Backend{}.Solve(context.Background(), dominoes(c.rows, c.cols, c.missing...),
			backends.Options{All: true, Count: true})
		require.NoError(t, err)
		require.Equal(t, c.want, r.Count.String())
		require.True(t, r.Complete)
	}
}

func TestMoreThanAMachineWordIsCounted(t *testing.T) {
	b := sattest.NewBuilder("pairs")
	var all []task.Expr
	for range 15 {
		v, w := b.Choice("v", sattest.UpTo(8)...), b.Choice("w", sattest.UpTo(8)...)
		all = append(all, b.Pool.Not(b.Pool.Eq(b.Pool.Var(v), b.Pool.Var(w))))
	}
	b.Goal = b.Pool.And(all...)
	r, err := Backend{}.Solve(context.Background(), b.Task, backends.Options{All: true, Count: true})
	require.NoError(t, err)
	require.Equal(t, new(big.Int).Exp(big.NewInt(56), big.NewInt(15), nil), r.Count)
}

// A puzzle with far too many solutions to be counted in the time that there is.
func TestCountingEndsWithWhatItKnows(t *testing.T) {
	b := sattest.NewBuilder("queens")
	const n = 22
	var rows, up, down []task.Expr
	for r := range int64(n) {
		q := b.Pool.Var(b.Choice(fmt.Sprintf("queen[%d]", r), sattest.UpTo(n)...))
		rows, up, down = append(rows, q), append(up, b.Pool.Add(q, b.Pool.Const(r))),
			append(down, b.Pool.Sub(q, b.Pool.Const(r)))
	}
	b.Goal = b.Pool.And(b.Pool.Distinct(rows...), b.Pool.Distinct(up...), b.Pool.Distinct(down...))
	for limit := 100 * time.Millisecond; ; limit *= 2 { // until some are known by then
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		r, err := Backend{}.Solve(ctx, b.Task, backends.Options{All: true, Count: true})
		cancel()
		require.NoError(t, err)
		require.False(t, r.Complete)
		if r.Status == backends.Unknown {
			continue
		}
		require.Equal(t, backends.Solved, r.Status)
		require.Positive(t, r.Count.Sign())
		return
	}
}
