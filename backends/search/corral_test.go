package search

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/librarytest"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// TestCorralSearches compares searches of random Sokoban-like puzzles, and of puzzles that are nearly so, with
// exploration.
func TestCorralSearches(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomSokoban(rt, rapid.IntRange(0, 1).Draw(rt, "least"))
		if len(tk.Moves) == 0 {
			return
		}
		if _, ok := librarytest.Exhaust(tk, 200); !ok {
			return
		}
		ref := searchtest.Explore(tk)
		solve := func(o backends.Options) *backends.Result {
			res, err := Backend{}.Solve(context.Background(), tk, o)
			require.NoError(rt, err)
			require.Equal(rt, ref.Best != job.NoCost, res.Status == backends.Solved, "%v", o.Algorithm)
			for i := range res.Plans {
				replay(rt, tk, &res.Plans[i])
			}
			return res
		}
		for _, o := range []backends.Options{
			{},
			{Algorithm: "ucs"},
			{Algorithm: "astar"},
			{Algorithm: "wastar"},
			{Algorithm: "greedy"},
			{Algorithm: "bfs"},
			{Algorithm: "anytime"},
			{Algorithm: "astar", Heuristic: "matching"},
		} {
			if o.Heuristic != "" {
				if _, err := (Backend{}).Solve(context.Background(), tk, o); err != nil {
					continue
				}
			}
			res := solve(o)
			if ref.Best != job.NoCost && (res.Optimal || o.Algorithm == "ucs" || o.Algorithm == "astar") {
				require.Equal(rt, ref.Best, res.Plans[0].Cost, "%v", o)
			}
			o.NoPrune = true
			solve(o)
		}
		if ref.Best == job.NoCost || tk.Facts.MinCost == 0 {
			return
		}
		all := backends.Options{All: true, Count: true}
		with := solve(all)
		all.NoPrune = true
		require.Equal(rt, solve(all).Count, with.Count)
	})
}

// TestCorralsExpandFewer searches a fixed list of puzzles: corrals never expand more states, and often fewer.
func TestCorralsExpandFewer(t *testing.T) {
	puzzles := rapid.Custom(func(rt *rapid.T) *task.Task { return searchtest.RandomSokoban(rt, 1) })
	fewer := 0
	for seed := range 100 {
		expanded := func(noPrune bool) int64 {
			o := backends.Options{Algorithm: "ucs", NoPrune: noPrune}
			res, err := Backend{}.Solve(context.Background(), puzzles.Example(seed), o)
			require.NoError(t, err)
			return res.Stats.Expanded
		}
		with, plain := expanded(false), expanded(true)
		assert.LessOrEqual(t, with, plain)
		if with < plain {
			fewer++
		}
	}
	assert.Positive(t, fewer)
}
