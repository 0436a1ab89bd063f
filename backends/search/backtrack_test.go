package search

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
)

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
		res := solve(t, searchtest.KnightTable(0, 5, c.row, c.col), backends.Options{Algorithm: "backtrack"})
		assert.Equal(t, c.solved, res.Status == backends.Solved)
		assert.Equal(t, c.back, res.Stats.Backtracks)
		if c.deadEnds >= 0 {
			assert.Equal(t, c.deadEnds, res.Stats.DeadEnds)
		}
		assert.False(t, res.Optimal)
	}
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
	assert.Contains(t, res.Reason, "memory limit of 8 MiB")
	for _, a := range []string{"dfs", "backtrack"} {
		ctx := &lateContext{Context: context.Background(), left: 10}
		res, err := Backend{}.Solve(ctx, searchtest.KnightTable(0, 5, 0, 1), backends.Options{Algorithm: a})
		require.NoError(t, err)
		assert.Equal(t, backends.Unknown, res.Status, a)
		assert.Contains(t, res.Reason, "stopped after", a)
	}
}

// TestWarnsdorff walks over a board of many words by the rule of fewest ways on.
func TestWarnsdorff(t *testing.T) {
	res := solve(t, knight(12), backends.Options{Algorithm: "backtrack"})
	assert.Len(t, res.Plans[0].Moves, 143)
}
