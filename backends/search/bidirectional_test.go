package search

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// TestReverse: the moves back lead from a state to exactly those from which a move leads to it, at its cost.
func TestReverse(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomTask(rt, false)
		if rapid.Bool().Draw(rt, "plain") {
			tk = searchtest.RandomPlain(rt)
		}
		rev, err := reverse(context.Background(), tk)
		require.NoError(rt, err)
		type step struct {
			move int
			from string
			cost int64
		}
		forth, back := map[step]string{}, map[step]string{}
		each(tk.Vars, func(s []int64) {
			if tk.Pool.Eval(tk.Always, s) == 0 {
				return // no state of the puzzle
			}
			for m := range tk.Moves {
				if next, c, ok := tk.Apply(s, m); ok {
					forth[step{m, searchtest.Key(s), c}] = searchtest.Key(next)
				}
			}
			for m := range rev.task.Moves {
				if before, c, ok := rev.task.Apply(s, m); ok {
					back[step{int(rev.origin[m]), searchtest.Key(before), c}] = searchtest.Key(s)
				}
			}
		})
		require.Equal(rt, forth, back)
	})
}

func TestBidirectional(t *testing.T) {
	hard := searchtest.Tiles(3, 3, 8, 6, 7, 2, 5, 4, 3, 0, 1)
	both := solve(t, hard, backends.Options{Algorithm: "bidirectional"})
	one := solve(t, hard, backends.Options{Algorithm: "bfs"})
	assert.EqualValues(t, 31, both.Plans[0].Cost)
	assert.True(t, both.Optimal)
	assert.Less(t, both.Stats.Expanded, one.Stats.Expanded/4)
	odd := solve(t, searchtest.Tiles(3, 3, 2, 1, 3, 4, 5, 6, 7, 8, 0), backends.Options{Algorithm: "bidirectional"})
	assert.Equal(t, backends.Unsolvable, odd.Status)
	most := 20
	cut := solve(t, hard, backends.Options{Algorithm: "bidirectional", MaxHorizon: &most})
	assert.Equal(t, backends.Unknown, cut.Status)
	assert.EqualValues(t, 21, cut.LowerBound)
	full := solve(t, searchtest.Tiles(4, 4, 15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0),
		backends.Options{Algorithm: "bidirectional", Memory: 16 << 20})
	assert.Equal(t, backends.Unknown, full.Status)
	assert.Positive(t, full.LowerBound)
}

func TestWhatKeepsBidirectional(t *testing.T) {
	many := searchtest.NewBuilder("many goals")
	for i := range 30 {
		many.Variable(fmt.Sprintf("lamp[%d]", i), 0, 0, 1)
		many.Move("press", many.Pool.Not(many.Pool.Var(i)), 1, many.Set(i, many.Pool.Const(1)))
	}
	many.Goal = many.Pool.Var(0)
	_, err := Backend{}.Solve(t.Context(), many.Finish(), backends.Options{Algorithm: "bidirectional"})
	require.ErrorContains(t, err, "more than 1,048,576 goal states")

	wide := searchtest.NewBuilder("forgets")
	x, y := wide.Variable("x", 0, searchtest.Span(100)...), wide.Variable("y", 0, searchtest.Span(100)...)
	wide.Move("clear", wide.Pool.Lt(x, y), 1, wide.Set(0, wide.Pool.Const(0)), wide.Set(1, wide.Pool.Const(0)))
	wide.Goal = wide.Is(x, 7)
	_, err = Backend{}.Solve(t.Context(), wide.Finish(), backends.Options{Algorithm: "bidirectional"})
	require.ErrorContains(t, err, "go back over move clear: there are too many values that x, y may have had")
}

// each calls do with all combinations of values.
func each(vars []task.Var, do func(st []int64)) {
	st := make([]int64, len(vars))
	var from func(v int)
	from = func(v int) {
		if v == len(vars) {
			do(st)
			return
		}
		for _, st[v] = range vars[v].Values {
			from(v + 1)
		}
	}
	from(0)
}

// TestGoalsCannotBeListed: two conditions on the sum of many variables exclude each other.
func TestGoalsCannotBeListed(t *testing.T) {
	b := searchtest.NewBuilder("many")
	var all []task.Expr
	for v := range 40 {
		all = append(all, b.Variable(fmt.Sprintf("x%d", v), 0, 0, 1))
		b.Move(fmt.Sprintf("m%d", v), b.Is(all[v], 0), 1, b.Set(v, task.True))
	}
	sum := b.Pool.Add(all...)
	b.Goal = b.Pool.And(b.Is(sum, 20), b.Is(b.Pool.Mod(sum, b.Pool.Const(3)), 1))
	_, err := Backend{}.Solve(t.Context(), b.Finish(), backends.Options{Algorithm: "bidirectional"})
	require.ErrorContains(t, err, "they cannot be listed")
}
