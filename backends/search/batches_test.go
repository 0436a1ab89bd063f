package search

import (
	"context"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/task"
)

// TestBatches compares best-first searches by batches with exploration. The estimates are random lower bounds, often
// inconsistent. The answer does not depend on the number of threads, and bounds hold when a search gives up.
func TestBatches(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	folded, gaveUp := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		tk := rapid.SampledFrom([]func(*rapid.T) *task.Task{
			searchtest.RandomPlain, searchtest.RandomPermutation, func(rt *rapid.T) *task.Task { return copies(rt, 2) },
			func(rt *rapid.T) *task.Task { return searchtest.RandomTask(rt, rapid.Bool().Draw(rt, "wide")) },
		}).Draw(rt, "kind")(rt)
		ref := searchtest.Explore(tk)
		rest, seed := distancesTo(tk, ref), rapid.Uint64().Draw(rt, "seed")
		effort := rapid.SampledFrom([]int64{0, aloneWork}).Draw(rt, "effort")
		budget := rapid.SampledFrom([]int64{0, 0, 1, 5, 20}).Draw(rt, "budget")
		k := rapid.SampledFrom([]rank{
			{"astar", 1, 1, true}, {"greedy", 0, 1, false}, {"wastar", 2, 3, true},
		}).Draw(rt, "rank")
		try := func(threads int) *solver {
			o := backends.Options{Threads: threads, Algorithm: k.name}
			s := &solver{run: newRun(context.Background(), tk, o), res: &backends.Result{}, early: job.NoCost}
			s.Begin()
			s.hooks.share, s.Budget, s.GiveUp = batches{}, budget, func() bool { return true }
			guide := func() func(st []uint64) int64 {
				return func(st []uint64) int64 {
					key := searchtest.Key(s.Space.Layout.Unpack(st))
					h, chance := rest[key], store.Hash(append([]uint64{seed}, st...))
					if chance%4 > 0 {
						h = int64(chance>>2&0xffff) % (min(h, 100) + 1)
					}
					return h
				}
			}
			s.Heuristic = estimate.Estimate{
				Inst: -1, Name: "below", Trusted: true, Guide: guide(), Another: guide, Effort: effort,
			}
			s.exact = k.name == "astar"
			s.conclude(s.folded(func() job.Outcome {
				s.foldUp()
				return s.bestFirst(k)
			}))
			for i := range s.res.Plans {
				replay(rt, tk, &s.res.Plans[i])
			}
			s.Counts.PeakBytes = 0
			return s
		}
		if len(ref.Starts) == 0 {
			return
		}
		two, four := try(2), try(4)
		require.Equal(rt, two.res, four.res)
		require.Equal(rt, two.Counts, four.Counts)
		if two.symmetries != nil {
			folded++
		}
		require.LessOrEqual(rt, two.Lower, ref.Best)
		if two.GaveUp {
			gaveUp++
			return
		}
		sound(rt, two.res, ref.Best)
		require.Equal(rt, ref.Best == job.NoCost, two.res.Status == backends.Unsolvable)
		require.True(rt, ref.Best == job.NoCost || two.res.Optimal || !two.exact)
		if k.name == "wastar" && ref.Best != job.NoCost {
			require.LessOrEqual(rt, 2*two.res.Plans[0].Cost, 3*ref.Best)
		}
	})
	require.Positive(t, folded)
	require.Positive(t, gaveUp)
}

// TestLargeBatches: threads share the work on the hardest 8-puzzle board, 31 moves from the goal.
func TestLargeBatches(t *testing.T) {
	tk := searchtest.Tiles(3, 3, 8, 6, 7, 2, 5, 4, 3, 0, 1)
	for _, o := range []backends.Options{{Algorithm: "ucs"}, {Algorithm: "astar", Heuristic: "manhattan"}} {
		o.Threads = 1
		alone := solve(t, tk, o)
		o.Threads = 2
		shared := solve(t, tk, o)
		require.True(t, shared.Optimal)
		require.EqualValues(t, 31, shared.Plans[0].Cost)
		require.InEpsilon(t, alone.Stats.Expanded, shared.Stats.Expanded, 0.1)
	}
}
