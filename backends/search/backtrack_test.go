package search

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
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/task"
)

// jumps is the knight's moves in the order in which the counts of TestKnightTable were made.
var jumps = [8][2]int{{1, 2}, {-1, 2}, {1, -2}, {-1, -2}, {2, 1}, {2, -1}, {-2, 1}, {-2, -1}}

// knightTable is the knight's tour with no order but that of the jumps: a move for each square and jump.
func knightTable(n, row, col int) *task.Task { return knightBehind(0, n, row, col) }

// knightBehind is that behind ballast.
func knightBehind(ballast, n, row, col int) *task.Task {
	b := searchtest.NewBuilder("knight").Ballast(ballast)
	p := b.Pool
	start := row*n + col
	at := b.Variable("at", int64(start), searchtest.Span(n*n)...)
	var seen []task.Expr
	for c := range n * n {
		seen = append(seen, b.Variable(fmt.Sprintf("seen[%d]", c), space.ToInt(c == start), 0, 1))
	}
	for k, j := range jumps {
		for from := range n * n {
			r, c := from/n+j[0], from%n+j[1]
			if r < 0 || r >= n || c < 0 || c >= n {
				continue
			}
			to := r*n + c
			b.Move(fmt.Sprintf("jump(%d, %d)", k, from), p.And(b.Is(at, int64(from)), p.Not(seen[to])), 1,
				b.Set(0, p.Const(int64(to))), b.Set(1+to, task.True))
		}
	}
	b.Arrays = []task.Array{{Name: "at", Elems: []task.Expr{at}}, {Name: "seen", Elems: seen}}
	b.Goal = p.And(seen...)
	return b.Finish()
}

// knightJumps is the same puzzle with eight moves, whose squares depend on where the knight is.
func knightJumps(n, row, col int) *task.Task {
	same := knightTable(n, row, col)
	b := &searchtest.Builder{Task: same}
	p := b.Pool
	at, seen := p.Var(0), b.Arrays[1].Elems
	b.Moves = nil
	for k, j := range jumps {
		to, free := make([]task.Expr, n*n), make([]task.Expr, n*n)
		for from := range n * n {
			r, c := from/n+j[0], from%n+j[1]
			to[from], free[from] = at, task.False
			if r >= 0 && r < n && c >= 0 && c < n {
				to[from], free[from] = p.Const(int64(r*n+c)), p.Not(seen[r*n+c])
			}
		}
		target := p.Select(at, to...)
		effects := []task.Effect{b.Set(0, target)}
		for c := range n * n {
			effects = append(effects, task.Effect{Var: 1 + c, Cond: b.Is(target, int64(c)), Value: task.True})
		}
		b.Move(fmt.Sprintf("jump(%d)", k), p.Select(at, free...), 1, effects...)
		b.Moves[k].Order = p.Const(int64(k))
	}
	return b.Finish()
}

// TestLongKnightTable compares the placements taken back and the dead ends with those of a program written for the
// purpose.
func TestLongKnightTable(t *testing.T) {
	for _, c := range []struct {
		row, col       int
		back, deadEnds int64
		solved         bool
	}{
		{0, 0, 74_276, -1, true},
		{0, 1, 1_829_420, 727_156, false},
		{1, 2, 1_028_892, 384_804, false},
	} {
		res := solve(t, knightTable(5, c.row, c.col), backends.Options{Algorithm: "backtrack"})
		assert.Equal(t, c.solved, res.Status == backends.Solved)
		assert.Equal(t, c.back, res.Stats.Backtracks)
		if c.deadEnds >= 0 {
			assert.Equal(t, c.deadEnds, res.Stats.DeadEnds)
		}
		assert.False(t, res.Optimal)
	}
}

// TestSelector takes moves apart by the values of a variable: that gives the search of the moves that are apart
// already.
func TestSelector(t *testing.T) {
	tk := knightJumps(5, 0, 0)
	s := &solver{run: newRun(t.Context(), tk, backends.Options{}), res: &backends.Result{}}
	s.Begin()
	c, ok := s.newClimb()
	require.True(t, ok)
	require.EqualValues(t, 0, c.(*climb[uint64]).f.selector)
	want := solve(t, knightTable(5, 0, 0), backends.Options{Algorithm: "backtrack"})
	got := solve(t, tk, backends.Options{Algorithm: "backtrack"})
	assert.Equal(t, want.Stats.Backtracks, got.Stats.Backtracks)
	assert.Equal(t, want.Stats.DeadEnds, got.Stats.DeadEnds)
	assert.Equal(t, want.Stats.Expanded, got.Stats.Expanded)
	for _, ballast := range []int{50, 120} {
		wide := solve(t, knightBehind(ballast, 5, 0, 0), backends.Options{Algorithm: "backtrack"})
		assert.Equal(t, want.Plans[0].Moves, wide.Plans[0].Moves)
		assert.Equal(t, want.Stats.Backtracks, wide.Stats.Backtracks)
		assert.Equal(t, want.Stats.DeadEnds, wide.Stats.DeadEnds)
	}
	assert.Len(t, got.Plans[0].Moves, 24)
}

// TestDepthFirst compares the algorithms that take the first plan with a plain exploration of random tasks.
func TestDepthFirst(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomTask(rt, rapid.IntRange(0, 3).Draw(rt, "wide") == 0)
		ref := searchtest.Explore(tk)
		most := rapid.IntRange(0, 6).Draw(rt, "most moves")
		for _, a := range []string{"dfs", "backtrack"} {
			if a == "backtrack" && len(ref.States) > 25 {
				continue // simple paths may be too many
			}
			res := solve(rt, tk, backends.Options{Algorithm: a})
			require.Equal(rt, ref.Best != job.NoCost, res.Status == backends.Solved, a)
			sound(rt, res, ref.Best)
			if ref.Best == job.NoCost {
				require.Equal(rt, backends.Unsolvable, res.Status, a)
			}
			res = solve(rt, tk, backends.Options{Algorithm: a, MaxHorizon: &most})
			require.Equal(rt, ref.Fewest >= 0 && ref.Fewest <= most, res.Status == backends.Solved, a)
			if res.Status == backends.Unsolvable {
				require.EqualValues(rt, job.NoCost, ref.Best)
			}
		}
	})
}

func TestDepthFirstLimits(t *testing.T) {
	big := searchtest.Tiles(4, 4, 15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0)
	res := solve(t, big, backends.Options{Algorithm: "dfs", Memory: 8 << 20})
	assert.Equal(t, backends.Unknown, res.Status)
	assert.Contains(t, res.Reason, "memory limit of 8192 KiB")
	for _, a := range []string{"dfs", "backtrack"} {
		ctx := &lateContext{Context: context.Background(), left: 10}
		res, err := Backend{}.Solve(ctx, knightTable(5, 0, 1), backends.Options{Algorithm: a})
		require.NoError(t, err)
		assert.Equal(t, backends.Unknown, res.Status, a)
		assert.Contains(t, res.Reason, "stopped after", a)
	}
}

// TestWarnsdorff walks over a board of many words by the rule of fewest ways on.
func TestWarnsdorff(t *testing.T) {
	res := solve(t, searchtest.Knight(12), backends.Options{Algorithm: "backtrack"})
	assert.Len(t, res.Plans[0].Moves, 143)
}

// Where paths are followed without looking for states that come again, none can: each move raises the sum of an array,
// or each lowers it.
func TestClimbsOnlyWhereNothingReturns(t *testing.T) {
	climbs := 0
	for seed := range uint64(400) {
		rnd := rand.New(rand.NewPCG(seed, 8))
		b := searchtest.NewBuilder("steps")
		var vars []task.Expr
		for v := range 3 {
			vars = append(vars, b.Variable(fmt.Sprint("v", v), 1, searchtest.Span(4)...))
		}
		b.Arrays = []task.Array{{Name: "v", Elems: vars}}
		up, down := true, true
		for m := range 1 + rnd.IntN(3) {
			var guard []task.Expr
			var effects []task.Effect
			rise := int64(0)
			for v, x := range vars {
				if from, to := int64(rnd.IntN(4)), int64(rnd.IntN(4)); from != to && rnd.IntN(2) == 0 {
					guard, effects, rise = append(guard, b.Is(x, from)), append(effects, b.Set(v, b.Pool.Const(to))), rise+to-from
				}
			}
			b.Move(fmt.Sprint("m", m), b.Pool.And(guard...), 1, effects...)
			up, down = up && rise > 0, down && rise < 0
		}
		b.Goal = b.Is(vars[0], 3)
		r := newRun(t.Context(), b.Finish(), backends.Options{})
		r.maxCost = math.MaxInt64
		_, ok := r.newClimb()
		if ok {
			climbs++
			require.True(t, up || down, "seed %d", seed)
		}
	}
	require.Greater(t, climbs, 20)
}
