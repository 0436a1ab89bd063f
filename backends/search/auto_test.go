package search

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/task"
)

// hasty changes its mind at every review.
var hasty = pace{review: 1, states: 1, deep: 3, least: usual.least}

func solveAt(t require.TestingT, p pace, tk *task.Task, o backends.Options) *backends.Result {
	s := &solver{run: newRun(context.Background(), tk, o), res: &backends.Result{Status: backends.Unsolvable}}
	s.pace = p
	require.NoError(t, s.solve())
	for i := range s.res.Plans {
		replay(t, tk, &s.res.Plans[i])
	}
	s.res.Stats, s.res.Choice = s.Counts, s.choice
	return s.res
}

// TestAutoChangesItsMind: the least cost does not depend on how often auto starts again.
// How often it does depends on the clock; TestAutoExplains follows one search that changes twice.
func TestAutoChangesItsMind(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var tk *task.Task
		switch rapid.IntRange(0, 2).Draw(rt, "kind") {
		case 0:
			tk = searchtest.RandomTask(rt, false)
		case 1:
			tk = searchtest.RandomPlain(rt)
			tk.Heuristics = nil
		default:
			tk = scrambled(rt)
		}
		ref := searchtest.Explore(tk)
		if len(ref.States) > 40 && ref.Best == job.NoCost {
			return // simple paths may be too many
		}
		for k := range 4 {
			p := hasty
			p.dear, p.deep = int64(k%2)<<30, int64(k/2)<<40
			p.least = rapid.SampledFrom([]time.Duration{usual.least, 50 * time.Microsecond}).Draw(rt, "time for tables")
			res := solveAt(rt, p, tk, backends.Options{})
			require.Equal(rt, ref.Best == job.NoCost, res.Status == backends.Unsolvable)
			if ref.Best != job.NoCost {
				require.True(rt, res.Optimal)
				require.Equal(rt, ref.Best, res.Plans[0].Cost)
			}
		}
	})
}

// TestAutoExplains follows the steps of a search that lasts.
func TestAutoExplains(t *testing.T) {
	hard := searchtest.Tiles(3, 3, 8, 6, 7, 2, 5, 4, 3, 0, 1)
	res := solveAt(t, pace{review: 100, states: 200, deep: 1 << 40}, hard,
		backends.Options{Heuristic: "manhattan", Work: &backends.Work{Most: 1 << 40}})
	assert.True(t, res.Optimal)
	assert.EqualValues(t, 31, res.Plans[0].Cost)
	assert.Regexp(t, `^A\*, because a heuristic was asked for; after `, res.Choice)
	assert.Contains(t, res.Choice, "% of the successors were known: IDA*, which needs no memory, is tried")
	assert.Equal(t, "idastar", res.Algorithm)
	assert.Equal(t, "manhattan", res.Heuristic)

	res = solve(t, hard, backends.Options{})
	assert.Contains(t, res.Choice, "A*: manhattan, the strongest admissible heuristic, says 21 at the start")
	assert.Equal(t, "astar", res.Algorithm)

	res = solveAt(t, pace{review: 100, states: 1 << 40, deep: 1 << 40, dear: 1 << 30, least: time.Hour}, hard,
		backends.Options{})
	assert.EqualValues(t, 31, res.Plans[0].Cost)
	assert.Contains(t, res.Choice, "patterns, which says 24.9 on average where manhattan says 19.5",
		"small tables cost nothing")
}

// TestTrials: A* is tried between passes of IDA*, which goes on with its bound if A* is slower.
func TestTrials(t *testing.T) {
	hard := searchtest.Tiles(3, 3, 8, 6, 7, 2, 5, 4, 3, 0, 1)
	p := pace{review: 10, states: 20, deep: 1}
	o := backends.Options{
		Heuristic: "goalcount", Work: &backends.Work{Most: 1 << 40}, Without: technique.Set{technique.Automorphisms.Name()},
	}
	res := solveAt(t, p, hard, o)
	assert.EqualValues(t, 31, res.Plans[0].Cost)
	assert.True(t, res.Optimal)
	assert.Contains(t, res.Choice, "A* again, in case there is no plan")
	assert.Contains(t, res.Choice, "IDA* goes on, because A* takes longer")
	for i, pass := range res.Stats.Iterations[1:] {
		assert.GreaterOrEqual(t, pass.Bound, res.Stats.Iterations[i].Bound)
	}
}

// scrambled is a small board some random moves away from its goal.
func scrambled(t *rapid.T) *task.Task {
	board := []int64{1, 2, 3, 4, 5, 0}
	hole := 5
	for range rapid.IntRange(0, 25).Draw(t, "moves") {
		to := rapid.IntRange(0, 5).Draw(t, "to")
		if abs(to/3-hole/3)+abs(to%3-hole%3) == 1 {
			board[hole], board[to] = board[to], board[hole]
			hole = to
		}
	}
	return searchtest.Tiles(2, 3, board...)
}

// TestDeadEndsInASample: states that the candidate calls hopeless do not count as so much nearer to the goal.
func TestDeadEndsInASample(t *testing.T) {
	olds, news, dead := alive([]int64{3, 4, 5, estimate.Hopeless, 6, 7},
		[]int64{3, 6, estimate.Hopeless, estimate.Hopeless, estimate.Hopeless, 7})
	assert.Equal(t, []int64{3, 4, 7}, olds)
	assert.Equal(t, []int64{3, 6, 7}, news)
	assert.InDelta(t, 0.4, dead, 1e-9)
}

func abs(n int) int { return max(n, -n) }
