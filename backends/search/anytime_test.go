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
	"github.com/pzc-lang/pzc/compiler/task"
)

// anytime solves a task. Each plan that is reported must cost less than the plan before, and the plan of the answer is
// the last of them, or a better one.
func anytime(ctx context.Context, t require.TestingT, tk *task.Task, o backends.Options) *backends.Result {
	last, then := int64(job.NoCost), o.Progress
	o.Algorithm, o.Progress = "anytime", func(p backends.Progress) {
		if p.Best != nil && *p.Best != last {
			require.Less(t, *p.Best, last)
			last = *p.Best
		}
		if then != nil {
			then(p)
		}
	}
	res, err := Backend{}.Solve(ctx, tk, o)
	require.NoError(t, err)
	require.Equal(t, "anytime", res.Algorithm)
	for i := range res.Plans {
		replay(t, tk, &res.Plans[i])
		require.LessOrEqual(t, res.Plans[i].Cost, last)
	}
	return res
}

// TestAnytime: without a limit, the plan is a cheapest one, whatever the heuristic.
func TestAnytime(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := rapid.SampledFrom([]func(*rapid.T) *task.Task{
			func(rt *rapid.T) *task.Task { return searchtest.RandomTask(rt, false) },
			func(rt *rapid.T) *task.Task { return searchtest.RandomTask(rt, true) },
			searchtest.RandomPlain, searchtest.RandomSymmetric,
		}).Draw(rt, "kind")(rt)
		ref := searchtest.Explore(tk)
		for _, h := range []string{"", "goalcount", "terms", "blind"} {
			if h == "terms" && len(tk.Heuristics) == 0 {
				continue
			}
			res := anytime(rt.Context(), rt, tk, backends.Options{Heuristic: h})
			if ref.Best == job.NoCost {
				require.Equal(rt, backends.Unsolvable, res.Status, h)
				continue
			}
			require.Equal(rt, backends.Solved, res.Status, h)
			require.True(rt, res.Optimal, h)
			sound(rt, res, ref.Best)
		}
	})
}

// TestAnytimeBetter: the passes improve the plan of a puzzle for which greedy search finds a long one.
func TestAnytimeBetter(t *testing.T) {
	plans := 0
	hard := searchtest.Tiles(3, 3, 8, 6, 7, 2, 5, 4, 3, 0, 1)
	res := anytime(t.Context(), t, hard, backends.Options{Progress: func(p backends.Progress) {
		if plans++; plans == 1 {
			assert.Greater(t, *p.Best, int64(31))
		}
	}})
	assert.EqualValues(t, 31, res.Plans[0].Cost)
	assert.True(t, res.Optimal)
	assert.Equal(t, "ff", res.Heuristic)
	assert.Greater(t, plans, 2)
}

// TestAnytimeAtALimit: the best plan so far is the answer, with a bound.
func TestAnytimeAtALimit(t *testing.T) {
	board := searchtest.Fifteen(14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	res := anytime(ctx, t, board, backends.Options{Progress: func(p backends.Progress) {
		if p.Best != nil {
			cancel()
		}
	}})
	require.Equal(t, backends.Solved, res.Status)
	require.False(t, res.Optimal)
	require.Contains(t, res.Choice, "stopped after")
	sound(t, res, 57)
	assert.Positive(t, res.LowerBound)

	res = anytime(t.Context(), t, detour(), backends.Options{Memory: 1 << 20})
	require.Equal(t, backends.Solved, res.Status)
	require.Contains(t, res.Choice, "filled the memory")
	require.False(t, res.Optimal)
	sound(t, res, 99_999)

	ctx, cancel = context.WithCancel(t.Context())
	cancel()
	res = anytime(ctx, t, board, backends.Options{})
	require.Equal(t, backends.Unknown, res.Status)
	require.Empty(t, res.Plans)
}
