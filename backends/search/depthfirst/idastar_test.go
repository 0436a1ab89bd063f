package depthfirst

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// randomExchange draws a task on an array whose values move about: swaps and rotations, under conditions on their
// places.
func randomExchange(t *rapid.T) *task.Task { return randomExchangeBehind(t, 0) }

// randomExchangeBehind does so behind ballast.
func randomExchangeBehind(t *rapid.T, ballast int) *task.Task {
	b := searchtest.NewBuilder("exchange").Ballast(ballast)
	p := b.Pool
	n := rapid.IntRange(3, 5).Draw(t, "places")
	start := rapid.Permutation(searchtest.Span(n)).Draw(t, "start")
	goal := rapid.Permutation(searchtest.Span(n)).Draw(t, "goal")
	var board, wanted, wrong []task.Expr
	for c := range n {
		board = append(board, b.Variable(fmt.Sprintf("board[%d]", c), start[c], searchtest.Span(n)...))
		wanted = append(wanted, b.Is(board[c], goal[c]))
		if goal[c] != 0 {
			wrong = append(wrong, p.Not(wanted[c]))
		}
	}
	b.Arrays = []task.Array{{Name: "board", Elems: board, Distinct: true, Permutation: true}}
	value := func() int64 { return int64(rapid.IntRange(0, n-1).Draw(t, "value")) }
	cheapest := rapid.Int64Range(1, 2).Draw(t, "least cost")
	for m := range rapid.IntRange(2, 8).Draw(t, "moves") {
		at := rapid.Permutation(searchtest.Span(n)).Draw(t, "cells")[:rapid.IntRange(2, 3).Draw(t, "rotated")]
		guard := []task.Expr{b.Is(board[at[0]], 0)}
		switch rapid.IntRange(0, 3).Draw(t, "guard") {
		case 0:
			guard = nil
		case 1:
			guard = []task.Expr{p.Not(b.Is(board[at[0]], value()))}
		case 2:
			guard = append(guard, p.Or(b.Is(board[at[1]], value()), b.Is(board[at[1]], value())))
		}
		var effects []task.Effect
		for i := range at {
			effects = append(effects, b.Set(int(at[i]), board[at[(i+1)%len(at)]]))
		}
		b.Move(fmt.Sprintf("m%d", m), p.And(guard...), rapid.Int64Range(cheapest, 2).Draw(t, "cost"), effects...)
		if rapid.Bool().Draw(t, "cost of the state") { // of what the move reads, or of what it does not
			c := rapid.SampledFrom(board).Draw(t, "weighed")
			b.Moves[m].Cost = p.Add(p.Const(cheapest), p.Mul(p.Const(rapid.Int64Range(1, 3).Draw(t, "weight")), c))
		}
	}
	b.Goal = p.And(wanted...)
	b.Heuristics = []task.Heuristic{{Name: "wrong", Value: p.Add(wrong...)}}
	return b.Finish()
}

// TestIDAStarLooksAtTheContext ends the context at an estimate that takes as long as many successors. The search must
// end soon, counted in estimates.
func TestIDAStarLooksAtTheContext(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	s := newSearch(searchtest.Fifteen(15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0), backends.Options{})
	s.Ctx = ctx
	const endAt, effort = 2000, checkWork / 50
	estimates := 0
	s.Heuristic = estimate.Estimate{Inst: -1, Name: "slow", Trusted: true, Effort: effort, Guide: func([]uint64) int64 {
		if estimates++; estimates == endAt {
			stop()
		}
		return int64(estimates / 100) // so that passes end
	}}
	require.False(t, s.Deepen().Found)
	require.Contains(t, s.Stop, "stopped after")
	require.LessOrEqual(t, estimates, endAt+4*checkWork/effort)
}

// TestIDAStar compares IDA* by successor lists with exploration and with the general IDA*, which finds the same plan
// where the heuristic is right; with and without redundant moves.
func TestIDAStar(t *testing.T) {
	listed := [maxWords + 1]int{} // by words
	rapid.Check(t, func(rt *rapid.T) {
		draw := rapid.SampledFrom([]func(*rapid.T) *task.Task{
			searchtest.RandomPlain, randomExchange, func(rt *rapid.T) *task.Task { return searchtest.RandomTask(rt, false) },
			func(rt *rapid.T) *task.Task { return searchtest.RandomPlainBehind(rt, nearlyWord(rt)) },
			func(rt *rapid.T) *task.Task { return randomExchangeBehind(rt, nearlyWord(rt)) },
		}).Draw(rt, "kind")
		tk := draw(rt)
		ref := searchtest.Explore(tk)
		if len(ref.Starts) == 0 || len(ref.States) > 120 || ref.Best == job.NoCost && len(ref.States) > 12 {
			return
		}
		h := rapid.SampledFrom([]string{"blind", "goalcount"}).Draw(rt, "heuristic")
		if len(tk.Heuristics) > 0 && rapid.Bool().Draw(rt, "of the model") {
			h = tk.Heuristics[0].Name
		}
		for _, noPrune := range []bool{true, false} {
			s := guided(rt, tk, h, backends.Options{NoPrune: noPrune})
			s.PruneAfter = 0
			d, ok := s.newIDAStar()
			if !ok {
				return
			}
			listed[s.Space.Layout.Words]++
			got := s.deepen(d.pass)
			require.Empty(rt, s.Stop)
			require.Equal(rt, ref.Best != job.NoCost, got.Found)
			if !got.Found {
				continue
			}
			cost := s.cost(rt, tk, got)
			if h == "blind" || h == "goalcount" {
				require.Equal(rt, ref.Best, cost)
				if noPrune {
					require.Equal(rt, guided(rt, tk, h, backends.Options{NoPrune: true}).generally(), got)
				}
			}
		}
	})
	require.Positive(t, listed[1])
	require.Positive(t, listed[2]+listed[3])
}

// nearlyWord is so much ballast that some of the other variables have slack in its last word.
func nearlyWord(t *rapid.T) int {
	return 64*rapid.IntRange(1, maxWords-1).Draw(t, "words") - rapid.IntRange(0, 6).Draw(t, "slack")
}

// overwriting draws a task whose moves write constants, mostly over what they do not look at.
func overwriting(seed uint64, ballast int) *task.Task {
	rnd := rand.New(rand.NewPCG(seed, 4))
	b := searchtest.NewBuilder("overwrites").Ballast(ballast)
	p := b.Pool
	var vars []task.Expr
	for v := range 4 {
		vars = append(vars, b.Variable(fmt.Sprint("v", v), int64(rnd.IntN(3)), searchtest.Span(3)...))
	}
	b.Goal = p.And(b.Is(vars[0], 2), b.Is(vars[1], 2), b.Is(vars[2], int64(rnd.IntN(3))))
	for m := range 4 + rnd.IntN(5) {
		guard := task.True
		for range rnd.IntN(3) {
			guard = p.And(guard, b.Is(vars[rnd.IntN(4)], int64(rnd.IntN(3))))
		}
		var effects []task.Effect
		for v := range vars {
			if rnd.IntN(5) < 2 {
				effects = append(effects, b.Set(v, p.Const(int64(rnd.IntN(3)))))
			}
		}
		b.Move(fmt.Sprint("m", m), guard, int64(1+rnd.IntN(2)*int(seed%2)), effects...)
	}
	b.Heuristics = []task.Heuristic{{
		Name: "away", Admissible: true,
		Value: p.Select(vars[0], p.Const(1), p.Const(1), p.Const(0)),
	}}
	return b.Finish()
}

// Moves that write what they do not look at change an estimate by what was there before; and what cannot follow them is
// left out, no more.
func TestIDAStarOverwrites(t *testing.T) {
	listed := 0
	for seed := range uint64(400) {
		tk := overwriting(seed, []int{0, 60, 63, 125}[seed/2%4])
		ref := searchtest.Explore(tk)
		if ref.Best == job.NoCost {
			continue
		}
		for _, o := range []backends.Options{{NoPrune: true}, {}} {
			h := []string{"goalcount", "away"}[seed/2%2]
			s := guided(t, tk, h, o)
			s.PruneAfter = 0
			d, ok := s.newIDAStar()
			if !ok {
				continue
			}
			listed++
			got := s.deepen(d.pass)
			require.Equal(t, ref.Best, s.cost(t, tk, got), "seed %d", seed)
			if o.NoPrune {
				require.Equal(t, guided(t, tk, h, o).generally(), got, "seed %d", seed)
			}
		}
	}
	require.Greater(t, listed, 80)
}

// TestIDAStarWithTables does the same with the greatest of several estimates that read tables or single variables, and
// with one that is neither.
func TestIDAStarWithTables(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		draw := rapid.SampledFrom([]func(*rapid.T) *task.Task{searchtest.RandomPlain, randomExchange}).Draw(rt, "kind")
		tk := draw(rt)
		ref := searchtest.Explore(tk)
		if len(ref.States) > 120 || ref.Best == job.NoCost && len(ref.States) > 12 {
			return
		}
		p, terms := tk.Pool, tk.Heuristics[0].Value
		var all []task.Expr
		for range rapid.IntRange(1, 3).Draw(rt, "alternatives") {
			fold := searchtest.SomeVars(rt, tk, 3)
			all = append(all, searchtest.OwnAbstraction(tk, fold[:min(len(fold), len(tk.Vars)-1)]))
		}
		switch rapid.IntRange(0, 3).Draw(rt, "more") {
		case 0:
			all = append(all, p.Min(all[0], terms)) // no sum
		case 1:
			all = append(all, p.Add(terms, p.Const(-100)))
		case 2:
			all = append(all, p.Add(all[0], p.Mul(p.Const(0), all[0]), p.Const(-1)))
		}
		tk.Heuristics = []task.Heuristic{{Name: "h", Admissible: true, Value: p.Max(all...)}}
		s := guided(rt, tk, "h", backends.Options{})
		got := s.Deepen()
		require.Empty(rt, s.Stop)
		require.Equal(rt, ref.Best != job.NoCost, got.Found)
		if got.Found {
			require.Equal(rt, ref.Best, s.cost(rt, tk, got))
		}
	})
}

// TestIDAStarOfTableOrSum holds an estimate that is the greatest of an entry of a table and of a sum without tables.
func TestIDAStarOfTableOrSum(t *testing.T) {
	tk := searchtest.Tiles(2, 3, 4, 5, 0, 1, 2, 3)
	sum := tk.Heuristics[1].Value
	require.Equal(t, "manhattan", tk.Heuristics[1].Name)
	table := searchtest.OwnAbstraction(tk, []int{0, 1})
	tk.Heuristics = []task.Heuristic{{Name: "h", Admissible: true, Value: tk.Pool.Max(table, sum)}}
	s := guided(t, tk, "h", backends.Options{})
	assert.Equal(t, searchtest.Explore(tk).Best, s.cost(t, tk, s.Deepen()))
}

// TestIDAStarCountsConditions holds a case in which a move changes three of the conditions that goalcount counts.
func TestIDAStarCountsConditions(t *testing.T) {
	b := searchtest.NewBuilder("exchange")
	p := b.Pool
	var board, wanted []task.Expr
	for c, x := range []int64{0, 1, 3, 2, 4} {
		board = append(board, b.Variable(fmt.Sprintf("board[%d]", c), int64(c), searchtest.Span(5)...))
		wanted = append(wanted, b.Is(board[c], x))
	}
	b.Move("swap", task.True, 1, b.Set(0, board[1]), b.Set(1, board[0]))
	b.Move("turn", task.True, 1, b.Set(0, board[1]), b.Set(1, board[2]), b.Set(2, board[0]))
	b.Move("far", task.True, 1, b.Set(0, board[3]), b.Set(3, board[0]))
	b.Goal = p.And(wanted...)
	tk := b.Finish()
	s := guided(t, tk, "goalcount", backends.Options{})
	assert.Equal(t, searchtest.Explore(tk).Best, s.cost(t, tk, s.Deepen()))
}

// TestIDAStarWeighed demands that costs which are read off the state are no reason to go the slow way.
func TestIDAStarWeighed(t *testing.T) {
	tk := searchtest.Tiles(2, 3, 4, 5, 0, 1, 2, 3)
	for m := range tk.Moves {
		moved := tk.Moves[m].Effects[1].Value // the tile
		tk.Moves[m].Cost = tk.Pool.Add(tk.Pool.Const(3), moved)
	}
	(&searchtest.Builder{Task: tk}).Finish()
	for _, h := range []string{"manhattan", "blind", "patterns"} {
		s := guided(t, tk, h, backends.Options{})
		d, ok := s.newIDAStar()
		require.True(t, ok)
		assert.Equal(t, searchtest.Explore(tk).Best, s.cost(t, tk, s.deepen(d.pass)))
	}
}

// textbook is IDA* as it is written for the sliding tiles: no move back, no other memory. It counts the states
// expanded.
type textbook struct {
	width          int
	board, home    []int64
	bound, next    int
	expanded, cost int
}

func (b *textbook) distance() (h int) {
	for c, t := range b.board {
		if t != 0 {
			home := int(b.home[t])
			h += abs(c/b.width-home/b.width) + abs(c%b.width-home%b.width)
		}
	}
	return h
}

func (b *textbook) search(hole, before, g int) bool {
	h := b.distance()
	if g+h > b.bound {
		b.next = min(b.next, g+h)
		return false
	}
	if h == 0 {
		b.cost = g
		return true
	}
	b.expanded++
	for from := range b.board {
		if abs(from/b.width-hole/b.width)+abs(from%b.width-hole%b.width) != 1 || from == before {
			continue
		}
		b.board[hole], b.board[from] = b.board[from], 0
		if b.search(from, hole, g+1) {
			return true
		}
		b.board[from], b.board[hole] = b.board[hole], 0
	}
	return false
}

// TestExpansionsOfDive demands the node counts of the textbook.
func TestExpansionsOfDive(t *testing.T) {
	for _, start := range [][]int64{
		{8, 6, 7, 2, 5, 4, 3, 0, 1},
		{6, 4, 7, 8, 5, 0, 3, 2, 1},
		{3, 10, 17, 4, 6, 5, 2, 13, 15, 9, 0, 12, 1, 8, 7, 14, 16, 11}, // two words
	} {
		b := textbook{width: len(start) / 3, board: append([]int64(nil), start...), home: []int64{int64(len(start)) - 1}}
		for tile := range len(start) - 1 {
			b.home = append(b.home, int64(tile))
		}
		hole := 0
		for b.board[hole] != 0 {
			hole++
		}
		for b.bound = b.distance(); ; b.bound = b.next {
			b.next = 1 << 30
			if b.search(hole, -1, 0) {
				break
			}
		}
		tk := searchtest.Tiles(3, len(start)/3, start...)
		s := guided(t, tk, "manhattan", backends.Options{})
		assert.EqualValues(t, b.cost, s.cost(t, tk, s.Deepen()))
		assert.EqualValues(t, b.expanded, s.Counts.Expanded)
		total := int64(0)
		for _, i := range s.Counts.Iterations {
			total += i.Nodes
		}
		assert.Equal(t, s.Counts.Expanded, total)
	}
}

// TestLongDiveOfTwoWords holds estimates of each kind against the general search, on a board of two words.
func TestLongDiveOfTwoWords(t *testing.T) {
	tk := searchtest.Tiles(3, 6, 2, 0, 3, 4, 5, 6, 1, 7, 8, 9, 16, 17, 13, 14, 15, 11, 12, 10)
	p := tk.Pool
	tk.Heuristics = append(tk.Heuristics, task.Heuristic{
		Name: "evaluated", Admissible: true,
		Value: p.Min(tk.Heuristics[0].Value, tk.Heuristics[1].Value),
	})
	for _, h := range []string{"hamming", "manhattan", "small_patterns", "evaluated"} {
		o := backends.Options{NoPrune: true}
		s := guided(t, tk, h, o)
		require.Equal(t, 2, s.Space.Layout.Words)
		d, ok := s.newIDAStar()
		require.True(t, ok, h)
		updated, _ := d.updates()
		assert.Equal(t, h != "evaluated", updated, h)
		got := s.deepen(d.pass)
		require.True(t, got.Found)
		assert.Equal(t, guided(t, tk, h, o).generally(), got, h)
	}
}

// TestFollowWide: changes of a sum that 32 bits do not hold are noticed.
func TestFollowWide(t *testing.T) {
	b := searchtest.NewBuilder("wide")
	x := b.Variable("x", 0, 0, 1)
	b.Goal = b.Is(x, 1)
	for from := range int64(2) {
		b.Moves = append(b.Moves, task.Move{
			Guard: b.Is(x, from), Effects: []task.Effect{{Var: 0, Cond: task.True, Value: b.Pool.Const(1 - from)}},
			Cost: b.Pool.Const(1), Order: task.None,
		})
	}
	s := newSearch(b.Task, backends.Options{})
	for rise, fits := range map[int64]bool{math.MaxInt32: true, -math.MaxInt32: true, 1 << 31: false, 1 << 40: false} {
		_, ok := newSuccessorLists[uint64](s.Space, []scale{{0: {0, rise}}}, true, nil)
		assert.Equal(t, fits, ok, rise)
	}
}

// TestIDAStarSprawls leaves puzzles in which most moves may follow most others to the general search.
func TestIDAStarSprawls(t *testing.T) {
	for n, listed := range map[int]bool{30: true, 60: false, 100: false} {
		b := searchtest.NewBuilder("switches")
		var all []task.Expr
		for v := range n {
			x := b.Variable(fmt.Sprint("on", v), 0, 0, 1)
			b.Move(fmt.Sprint("turn", v), task.True, 1, b.Set(v, b.Pool.Not(x)))
			all = append(all, x)
		}
		b.Goal = b.Pool.And(all[:3]...)
		_, ok := newSearch(b.Finish(), backends.Options{}).newIDAStar()
		assert.Equal(t, listed, ok, n)
	}
}

// TestIDAStarEnds looks for the end of searches without a plan: round in cycles, with and without choices.
func TestIDAStarEnds(t *testing.T) {
	ring := searchtest.Roads(6, [3]int64{0, 1, 1}, [3]int64{1, 2, 1}, [3]int64{2, 3, 1}, [3]int64{3, 4, 1},
		[3]int64{4, 0, 1})
	both := searchtest.Roads(5, [3]int64{0, 1, 1}, [3]int64{1, 2, 1}, [3]int64{2, 0, 1}, [3]int64{1, 0, 2},
		[3]int64{0, 2, 3}, [3]int64{2, 3, 1}, [3]int64{3, 1, 1})
	for _, tk := range []*task.Task{ring, both, searchtest.Tiles(2, 2, 2, 1, 3, 0)} {
		for _, h := range []string{"blind", "goalcount"} {
			s := guided(t, tk, h, backends.Options{})
			assert.False(t, s.Deepen().Found)
			assert.Empty(t, s.Stop)
		}
	}
}

func abs(n int) int { return max(n, -n) }
