package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/librarytest"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/task"
)

// TestMatching compares the heuristic with exact costs in all states of random tasks, where tokens are found at all.
func TestMatching(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomPlain(rt)
		switch rapid.IntRange(0, 2).Draw(rt, "kind") {
		case 0:
			tk = searchtest.RandomTask(rt, false)
		case 1:
			tk = randomCarrying(rt)
		}
		if x, ok := librarytest.Exhaust(tk, 500); ok {
			checkMatching(rt, x, 1)
		}
	})
}

// checkMatching looks at every so many states: the heuristic never overestimates and is consistent.
func checkMatching(t require.TestingT, x *librarytest.Exhausted, step int) {
	e, err := newMatching(context.Background(), x.Space)
	if err != nil {
		return
	}
	exp := space.NewExpander(x.Space)
	for id := 0; id < x.States.Len(); id += step {
		st := x.States.State(uint32(id))
		h := e.Of(st, exp.Child)
		require.LessOrEqual(t, h, x.Rest[id], "state %v", x.Space.Layout.Unpack(st))
		if h >= estimate.Hopeless {
			continue
		}
		exp.Expand(st)
		for k := range exp.Kids {
			next := exp.State(k)
			require.LessOrEqual(t, h, exp.Kids[k].Cost+e.Of(next, exp.Child), "from %v to %v", x.Space.Layout.Unpack(st), x.Space.Layout.Unpack(next))
		}
	}
}

// randomCarrying draws a task about pieces on a board: moves carry one piece, or exchange two, or rotate three.
func randomCarrying(t *rapid.T) *task.Task {
	b := searchtest.NewBuilder("carrying")
	p := b.Pool
	n, kinds := rapid.IntRange(3, 5).Draw(t, "cells"), rapid.IntRange(2, 3).Draw(t, "kinds")
	var board, goal []task.Expr
	for c := range n {
		init := rapid.IntRange(0, kinds-1).Draw(t, "initial")
		x := b.Variable("board", int64(init), searchtest.Span(kinds)...)
		board = append(board, x)
		if rapid.Bool().Draw(t, "wanted") || c == 0 {
			goal = append(goal, b.Is(x, int64(rapid.IntRange(0, kinds-1).Draw(t, "goal"))))
		}
	}
	b.Goal = p.And(goal...)
	b.Arrays = []task.Array{{Name: "board", Elems: board}}
	cells := rapid.Permutation(searchtest.Span(n))
	for m := range rapid.IntRange(1, 6).Draw(t, "moves") {
		at := cells.Draw(t, "at")
		i, j, k := int(at[0]), int(at[1]), int(at[2])
		cost := int64(rapid.IntRange(0, 3).Draw(t, "cost"))
		name := string(rune('a' + m))
		switch rapid.IntRange(0, 3).Draw(t, "what") {
		case 0:
			b.Move(name, b.Is(board[j], 0), cost, b.Set(i, p.Const(0)), b.Set(j, board[i]))
		case 1:
			b.Move(name, p.Not(p.Eq(board[i], board[j])), cost, b.Set(i, board[j]), b.Set(j, board[i]))
		case 2:
			b.Move(name, task.True, cost, b.Set(i, board[j]), b.Set(j, board[k]), b.Set(k, board[i]))
		default:
			b.Move(name, task.True, cost, task.Effect{Var: i, Cond: b.Is(board[k], 1), Value: board[j]},
				task.Effect{Var: j, Cond: b.Is(board[k], 1), Value: board[i]})
		}
	}
	return b.Finish()
}

// TestMatchingOnTiles: of a sliding puzzle it makes the Manhattan distance.
func TestMatchingOnTiles(t *testing.T) {
	tk := searchtest.Tiles(4, 4, 14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3)
	sp := space.New(context.Background(), tk, true)
	e, err := newMatching(context.Background(), sp)
	require.NoError(t, err)
	require.NotNil(t, e.Linear)
	m, err := newMaker(t.Context(), sp).named("manhattan")
	require.NoError(t, err)
	st, x := make([]uint64, sp.Layout.Words), space.NewExpander(sp)
	require.True(t, sp.Layout.Pack(tk.Init, st))
	for i := range 200 {
		require.Equal(t, m.Of(st, x.Child), e.Of(st, x.Child))
		x.Expand(st)
		copy(st, x.State(i*7%len(x.Kids)))
	}
}

// TestMatchingByItself: of a model without heuristics auto finds it when the search lasts.
func TestMatchingByItself(t *testing.T) {
	tk := searchtest.Tiles(3, 3, 8, 6, 7, 2, 5, 4, 3, 0, 1)
	tk.Heuristics = nil
	res := solveAt(t, pace{review: 1000, states: 1 << 40, deep: 1 << 40, relax: 1000}, tk, backends.Options{})
	require.Contains(t, res.Choice, "matching, which says")
	require.True(t, res.Optimal)
	require.EqualValues(t, 31, res.Plans[0].Cost)
}

// TestAssignment compares with all ways to choose.
func TestAssignment(t *testing.T) {
	costs := []int64{0, 1, 2, 3, 5, 9, unreached}
	for seed := range uint64(3000) {
		rnd := rand.New(rand.NewPCG(seed, 5))
		n, goals := rnd.IntN(6), 1+rnd.IntN(4)
		tokens := make([][]int64, n)
		for i := range tokens {
			for range goals {
				tokens[i] = append(tokens[i], costs[rnd.IntN(len(costs))])
			}
		}
		var least func(g int, used uint) int64
		least = func(g int, used uint) int64 {
			if g == goals {
				return 0
			}
			best := unreached
			for i := range tokens {
				if used>>i&1 == 0 {
					best = min(best, tokens[i][g]+least(g+1, used|1<<i))
				}
			}
			return min(best, unreached)
		}
		var a assignment
		for range 2 {
			require.Equal(t, least(0, 0), a.leastCost(tokens, goals), "%v", tokens)
		}
	}
}

func TestMatchingSearch(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := randomCarrying(rt)
		want := solve(rt, tk, backends.Options{Algorithm: "ucs"})
		if sp := space.New(context.Background(), tk, true); len(sp.Task.Moves) > 0 {
			if _, err := newMatching(context.Background(), sp); err != nil {
				return
			}
		}
		for _, a := range []string{"astar", "auto"} {
			got := solve(rt, tk, backends.Options{Algorithm: a, Heuristic: "matching"})
			require.Equal(rt, want.Status, got.Status)
			if want.Status == backends.Solved {
				require.True(rt, got.Optimal)
				require.Equal(rt, want.Plans[0].Cost, got.Plans[0].Cost)
			}
		}
	})
}
