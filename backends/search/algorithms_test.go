package search

import (
	"context"
	"math"
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

// TestOtherAlgorithmsAgainstExhaustion: those that promise no cheapest plan find one where there is one, stay within
// what they do promise, and what they say about the least cost is true.
func TestOtherAlgorithmsAgainstExhaustion(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomTask(rt, rapid.IntRange(0, 3).Draw(rt, "wide") == 0)
		ref := searchtest.Explore(tk)
		weight := rapid.SampledFrom([]float64{0, 1, 1.5, 2, 7.25, 1000}).Draw(rt, "weight")
		for _, o := range []backends.Options{{Algorithm: "greedy"}, {Algorithm: "wastar", Weight: weight}} {
			res := solve(rt, tk, o)
			if ref.Best == job.NoCost {
				require.Equal(rt, backends.Unsolvable, res.Status, o.Algorithm)
				continue
			}
			require.Equal(rt, backends.Solved, res.Status, o.Algorithm)
			sound(rt, res, ref.Best)
			if o.Algorithm == "wastar" {
				w := weight
				if w == 0 {
					w = defaultWeight
				}
				require.LessOrEqual(rt, float64(res.Plans[0].Cost), w*float64(ref.Best))
			}
		}
	})
}

// sound checks what a result says about the least cost.
func sound(t require.TestingT, res *backends.Result, best int64) {
	require.LessOrEqual(t, res.LowerBound, best, res.Algorithm)
	for _, p := range res.Plans {
		require.GreaterOrEqual(t, p.Cost, best, res.Algorithm)
		require.Equal(t, res.Optimal, res.LowerBound == p.Cost, res.Algorithm)
		if res.Optimal {
			require.Equal(t, best, p.Cost, res.Algorithm)
		}
	}
}

// TestWrongHeuristics: whatever a heuristic says that nobody vouches for, plans are plans, and nothing is called
// cheapest.
func TestWrongHeuristics(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomPlain(rt)
		ref := searchtest.Explore(tk)
		tk.Heuristics = append(tk.Heuristics, task.Heuristic{
			Name: "huge", Value: tk.Pool.Mul(tk.Pool.Const(2*estimate.Hopeless), tk.Heuristics[0].Value),
		})
		for _, a := range []string{"greedy", "astar", "wastar"} {
			for _, h := range []string{"terms", "huge"} {
				res := solve(rt, tk, backends.Options{Algorithm: a, Heuristic: h})
				require.Equal(rt, ref.Best != job.NoCost, res.Status == backends.Solved, "%s %s", a, h)
				require.False(rt, res.Optimal)
			}
		}
	})
}

// TestDeadEnds gives searches the exact distances, hopeless where there are none: nothing without a way to a goal is
// expanded.
func TestDeadEnds(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomTask(rt, false)
		ref := searchtest.Explore(tk)
		rest := distancesTo(tk, ref)
		for _, k := range []rank{{"astar", 1, 1, true}, {"greedy", 0, 1, false}, {"wastar", 1, 3, true}} {
			s := &solver{run: newRun(context.Background(), tk, backends.Options{}), res: &backends.Result{}, early: job.NoCost}
			s.Begin()
			s.Heuristic = estimate.Estimate{Inst: -1, Name: "exact", Trusted: true, Guide: func(st []uint64) int64 {
				return rest[searchtest.Key(s.Space.Layout.Unpack(st))]
			}}
			s.exact = k.name == "astar"
			s.conclude(s.bestFirst(k))
			if ref.Best == job.NoCost {
				require.Equal(rt, backends.Unsolvable, s.res.Status)
				require.Zero(rt, s.Counts.Expanded)
				continue
			}
			require.Equal(rt, backends.Solved, s.res.Status)
			sound(rt, s.res, ref.Best)
		}
	})
}

// distancesTo is the least cost from each reachable state to a goal, hopeless without a way.
func distancesTo(tk *task.Task, ref *searchtest.Reference) map[string]int64 {
	rest := map[string]int64{}
	for k, s := range ref.States {
		rest[k] = estimate.Hopeless
		if ref.Goal(s) {
			rest[k] = 0
		}
	}
	for changed := true; changed; {
		changed = false
		for k, s := range ref.States {
			for m := range tk.Moves {
				if next, c, ok := tk.Apply(s, m); ok && c+rest[searchtest.Key(next)] < rest[k] {
					rest[k], changed = c+rest[searchtest.Key(next)], true
				}
			}
		}
	}
	return rest
}

func TestWeights(t *testing.T) {
	for w, want := range map[float64]string{0.5: "from 1", math.NaN(): "from 1", 1e9: "from 1"} {
		_, err := Backend{}.Solve(t.Context(), searchtest.Jugs(2, false, 3, 4),
			backends.Options{Algorithm: "wastar", Weight: w})
		require.ErrorContains(t, err, want)
	}
	_, err := Backend{}.Solve(t.Context(), searchtest.Jugs(2, false, 3, 4),
		backends.Options{Algorithm: "astar", Weight: 2})
	require.ErrorContains(t, err, "wastar alone")
	hard := searchtest.Tiles(3, 3, 8, 6, 7, 2, 5, 4, 3, 0, 1)
	exact := solve(t, hard, backends.Options{Algorithm: "wastar", Weight: 1, Heuristic: "manhattan"})
	assert.True(t, exact.Optimal)
	assert.EqualValues(t, 31, exact.Plans[0].Cost)
	fast := solve(t, hard, backends.Options{Algorithm: "wastar", Weight: 3, Heuristic: "manhattan"})
	assert.Less(t, fast.Stats.Expanded, exact.Stats.Expanded/4)
	assert.LessOrEqual(t, fast.Plans[0].Cost, int64(93))
}

// TestPlanAtALimit: a search that has a plan in its hands when it must end shows it.
func TestPlanAtALimit(t *testing.T) {
	res := solve(t, detour(), backends.Options{Algorithm: "ucs", Memory: 1 << 20})
	require.Equal(t, backends.Unknown, res.Status)
	require.Contains(t, res.Reason, "memory limit")
	require.Len(t, res.Plans, 1)
	require.False(t, res.Optimal)
	sound(t, res, 99_999)
	assert.Positive(t, res.LowerBound)
}

// detour returns a task in which a dear way is seen before the cheapest one, which is long.
func detour() *task.Task {
	b := searchtest.NewBuilder("detour")
	at := b.Variable("at", 0, searchtest.Span(100_000)...)
	b.Move("leap", b.Is(at, 0), 200_000, b.Set(0, b.Pool.Const(99_999)))
	b.Move("step", b.Pool.Lt(at, b.Pool.Const(99_999)), 1, b.Set(0, b.Pool.Add(at, b.Pool.Const(1))))
	b.Goal = b.Is(at, 99_999)
	return b.Finish()
}
