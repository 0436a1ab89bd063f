package search

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

func solve(t require.TestingT, tk *task.Task, o backends.Options) *backends.Result {
	res, err := Backend{}.Solve(context.Background(), tk, o)
	require.NoError(t, err)
	for i := range res.Plans {
		replay(t, tk, &res.Plans[i])
	}
	return res
}

// replay checks a plan with the plain meaning of the task.
func replay(t require.TestingT, tk *task.Task, p *backends.Plan) {
	require.Equal(t, searchtest.Replay(t, tk, p.Start, p.Moves), p.Cost)
}

var exactAlgorithms = []string{"auto", "bfs", "ucs", "astar", "bidirectional", "idastar", "iddfs"}

// deepens tells whether an algorithm keeps no closed list, so that it is tried on small spaces only.
func deepens(algorithm string) bool { return algorithm == "idastar" || algorithm == "iddfs" }

// TestAgainstExhaustion compares all algorithms with a plain exploration of random tasks.
func TestAgainstExhaustion(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomTask(rt, rapid.IntRange(0, 3).Draw(rt, "wide") == 0)
		ref := searchtest.Explore(tk)
		for _, a := range exactAlgorithms {
			if deepens(a) && len(ref.States) > 30 {
				continue // simple paths may be too many
			}
			res := solve(rt, tk, backends.Options{Algorithm: a})
			if ref.Best == job.NoCost {
				require.Equal(rt, backends.Unsolvable, res.Status, a)
				continue
			}
			require.Equal(rt, backends.Solved, res.Status, a)
			if a == "bfs" {
				require.Len(rt, res.Plans[0].Moves, ref.Fewest)
			} else {
				require.True(rt, res.Optimal, a)
			}
			if res.Optimal {
				require.Equal(rt, ref.Best, res.Plans[0].Cost, a)
				require.Equal(rt, ref.Best, res.LowerBound, a)
			}
		}
	})
}

// TestAllAgainstExhaustion compares the lists of cheapest plans.
func TestAllAgainstExhaustion(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomTask(rt, false)
		ref := searchtest.Explore(tk)
		if ref.Best == job.NoCost {
			return
		}
		want := ref.Plans(500)
		if len(want) > 500 || len(ref.States) > 60 {
			return
		}
		res := solve(rt, tk, backends.Options{All: true})
		var got []string
		for _, p := range res.Plans {
			got = append(got, fmt.Sprint(p.Moves))
		}
		slices.Sort(want)
		slices.Sort(got)
		require.Equal(rt, want, got)
		require.True(rt, res.Complete && res.Optimal)
		number := solve(rt, tk, backends.Options{All: true, Count: true})
		require.EqualValues(rt, len(want), number.Count.Int64())
		require.True(rt, number.Complete)
		limited := solve(rt, tk, backends.Options{All: true, Limit: len(want)})
		require.True(rt, limited.Complete)
		if len(want) > 1 {
			limited = solve(rt, tk, backends.Options{All: true, Limit: len(want) - 1})
			require.Len(rt, limited.Plans, len(want)-1)
			require.False(rt, limited.Complete)
		}
	})
}

// TestHorizons compares plans of exact, least and greatest length with a count by layers.
func TestHorizons(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomTask(rt, rapid.IntRange(0, 3).Draw(rt, "wide") == 0)
		ref := searchtest.Explore(tk)
		n := rapid.IntRange(0, 5).Draw(rt, "moves")
		count, best := ofLength(ref, n)
		res := solve(rt, tk, backends.Options{Horizon: &n})
		require.Equal(rt, count > 0, res.Status == backends.Solved)
		if count > 0 {
			require.Len(rt, res.Plans[0].Moves, n)
			require.Equal(rt, best, res.Plans[0].Cost)
		}
		if res.Optimal {
			require.Equal(rt, ref.Best, best)
		}
		if res.Status == backends.Unsolvable {
			require.EqualValues(rt, job.NoCost, ref.Best)
		}
		if count < 2000 {
			all := solve(rt, tk, backends.Options{Horizon: &n, All: true})
			require.Len(rt, all.Plans, count)
			require.Equal(rt, count > 0, all.Complete)
			number := solve(rt, tk, backends.Options{Horizon: &n, All: true, Count: true})
			if number.Count == nil {
				require.Zero(rt, count)
			} else {
				require.EqualValues(rt, count, number.Count.Int64())
			}
		}
		most, least := int64(job.NoCost), int64(job.NoCost)
		for k := range n + 1 {
			_, c := ofLength(ref, k)
			most = min(most, c)
		}
		for k := n; k < n+len(ref.States)+1; k++ {
			_, c := ofLength(ref, k)
			least = min(least, c)
		}
		bounded(rt, tk, ref, backends.Options{MaxHorizon: &n}, most)
		bounded(rt, tk, ref, backends.Options{MinHorizon: n}, least)
	})
}

// bounded checks a search with bounds on the length of the plan: best is the cost of the cheapest within them.
func bounded(t *rapid.T, tk *task.Task, ref *searchtest.Reference, o backends.Options, best int64) {
	for _, a := range []string{"auto", "bfs", "astar", "ucs"} {
		o.Algorithm = a
		res := solve(t, tk, o)
		require.Equal(t, best != job.NoCost, res.Status == backends.Solved, "%s %s", a, res.Reason)
		if res.Status == backends.Solved {
			n := len(res.Plans[0].Moves)
			require.True(t, n >= o.MinHorizon && (o.MaxHorizon == nil || n <= *o.MaxHorizon))
			if a != "bfs" {
				require.Equal(t, best, res.Plans[0].Cost, a)
			}
			require.False(t, res.Optimal && res.Plans[0].Cost > ref.Best)
		}
		if res.Status == backends.Unsolvable {
			require.EqualValues(t, job.NoCost, ref.Best)
		}
		if res.Status == backends.Unknown && ref.Best != job.NoCost {
			require.LessOrEqual(t, res.LowerBound, ref.Best)
		}
	}
}

func TestTiles(t *testing.T) {
	hard := searchtest.Tiles(3, 3, 8, 6, 7, 2, 5, 4, 3, 0, 1)
	for _, a := range exactAlgorithms {
		for _, h := range []string{"", "hamming", "manhattan", "goalcount"} {
			if kind, _ := AlgorithmNamed(a); a == "iddfs" || h != "" && (!kind.Guided || a == "idastar" && h != "manhattan") {
				continue
			}
			res := solve(t, hard, backends.Options{Algorithm: a, Heuristic: h})
			require.Equal(t, backends.Solved, res.Status)
			assert.True(t, res.Optimal)
			assert.EqualValues(t, 31, res.Plans[0].Cost, "%s %s", a, h)
			if h == "manhattan" {
				assert.Equal(t, []string{"admissible manhattan"}, res.ReliesOn)
			}
		}
	}
	res := solve(t, hard, backends.Options{Algorithm: "astar", Heuristic: "doubled"})
	assert.False(t, res.Optimal)
	assert.Empty(t, res.ReliesOn)
	_, err := Backend{}.Solve(context.Background(), hard, backends.Options{Heuristic: "pdb"})
	require.ErrorContains(t, err, "pattern(…)")
	_, err = Backend{}.Solve(context.Background(), hard, backends.Options{Heuristic: "nosuch"})
	require.ErrorContains(t, err, "hamming, manhattan")
	wrong := searchtest.Tiles(2, 3, 2, 1, 3, 4, 5, 0)
	for _, a := range []string{"auto", "bfs", "ucs", "astar"} {
		res := solve(t, wrong, backends.Options{Algorithm: a})
		assert.Equal(t, backends.Unsolvable, res.Status)
		assert.Equal(t, backends.ProofExhausted, res.Proof)
		assert.EqualValues(t, 360, res.Stats.Expanded)
	}
}

func TestDeadPromise(t *testing.T) {
	tk := searchtest.Roads(5, [3]int64{0, 1, 1}, [3]int64{0, 2, 1}, [3]int64{2, 3, 1}, [3]int64{3, 4, 1})
	tk.Dead = tk.Pool.Eq(tk.Pool.Var(0), tk.Pool.Const(1))
	res := solve(t, tk, backends.Options{Algorithm: "ucs"})
	assert.Equal(t, []string{"dead"}, res.ReliesOn)
	assert.EqualValues(t, 1, res.Stats.DeadEnds)
	assert.Empty(t, solve(t, tk, backends.Options{All: true}).ReliesOn)
	tk.Dead = tk.Pool.Eq(tk.Pool.Var(0), tk.Pool.Const(0))
	res = solve(t, tk, backends.Options{})
	assert.Equal(t, backends.Unsolvable, res.Status)
	assert.Equal(t, []string{"dead"}, res.ReliesOn)
}

func TestStartsAndFacts(t *testing.T) {
	tk := searchtest.Roads(3, [3]int64{0, 2, 1})
	tk.InitCond = task.False
	res := solve(t, tk, backends.Options{})
	assert.Equal(t, backends.Unsolvable, res.Status)
	assert.Contains(t, res.Reason, "initial state does not satisfy")
	tk.Facts.Unsolvable = "colours differ"
	res = solve(t, tk, backends.Options{})
	assert.Equal(t, backends.ProofInvariant, res.Proof)
	assert.Equal(t, "colours differ", res.Reason)
}

func TestNothingToChoose(t *testing.T) {
	for _, goal := range []task.Expr{task.True, task.False} {
		still := searchtest.NewBuilder("still")
		still.Goal = goal
		idle := searchtest.NewBuilder("idle")
		idle.Goal = goal
		idle.Move("wait", task.True, 1)
		for _, b := range []*searchtest.Builder{still, idle} {
			for _, a := range exactAlgorithms {
				res := solve(t, b.Finish(), backends.Options{Algorithm: a})
				assert.Equal(t, goal == task.True, res.Status == backends.Solved, "%s %s", b.Puzzle, a)
				if goal == task.True {
					assert.Empty(t, res.Plans[0].Moves)
				}
			}
		}
		two := 2
		res := solve(t, idle.Finish(), backends.Options{Horizon: &two})
		assert.Equal(t, goal == task.True, res.Status == backends.Solved)
		assert.False(t, res.Optimal)
	}
}

func TestWideVariables(t *testing.T) {
	b := searchtest.NewBuilder("wide")
	p := b.Pool
	x := b.Variable("x", 0, searchtest.Span(200_000)...)
	y := b.Variable("y", 7, searchtest.Span(3000)...)
	b.Move("double", p.And(p.Lt(p.Const(0), x), p.Le(x, p.Const(90_000))), 1, b.Set(0, p.Mul(x, p.Const(2))))
	b.Move("more", p.Lt(x, p.Const(199_999)), 1, b.Set(0, p.Add(x, p.Const(1))),
		b.Set(1, p.Mod(p.Add(y, x), p.Const(3000))))
	b.Goal = p.And(b.Is(x, 40), b.Is(y, 7+36+37+38+39))
	tk := b.Finish()
	want := solve(t, tk, backends.Options{Algorithm: "bfs"})
	assert.Equal(t, backends.Solved, want.Status)
	for _, a := range []string{"auto", "astar", "ucs"} {
		res := solve(t, tk, backends.Options{Algorithm: a})
		assert.Equal(t, want.Plans[0].Cost, res.Plans[0].Cost)
	}
}

func TestLimits(t *testing.T) {
	big := searchtest.Tiles(4, 4, 15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0)
	for _, a := range []string{"bfs", "astar", "ucs"} {
		res := solve(t, big, backends.Options{Algorithm: a, Memory: 8 << 20})
		assert.Equal(t, backends.Unknown, res.Status)
		assert.Contains(t, res.Reason, "memory limit of 8 MiB")
		assert.Positive(t, res.LowerBound)
		assert.Less(t, res.Stats.PeakBytes, int64(20<<20))
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, a := range exactAlgorithms {
		res, err := Backend{}.Solve(ctx, big, backends.Options{Algorithm: a})
		require.NoError(t, err)
		assert.Equal(t, backends.Unknown, res.Status, a)
		assert.Contains(t, res.Reason, "stopped before")
	}
	for _, a := range exactAlgorithms {
		ctx := &lateContext{Context: context.Background(), left: 20}
		res, err := Backend{}.Solve(ctx, big, backends.Options{Algorithm: a})
		require.NoError(t, err)
		assert.Equal(t, backends.Unknown, res.Status, a)
		assert.Contains(t, res.Reason, "stopped after", a)
		assert.LessOrEqual(t, res.LowerBound, int64(80))
	}
}

func TestProgress(t *testing.T) {
	big := searchtest.Tiles(4, 4, 15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0)
	for algorithm, level := range map[string]string{"bfs": "depth", "idastar": "bound", "astar": "cost at least"} {
		ctx, cancel := context.WithCancel(t.Context())
		var said backends.Progress
		_, err := Backend{}.Solve(ctx, big, backends.Options{
			Algorithm: algorithm,
			Progress:  func(p backends.Progress) { said = p; cancel() },
		})
		require.NoError(t, err)
		assert.Equal(t, []string{algorithm, level, "state"}, []string{said.Doing, said.Level, said.Unit})
		assert.Positive(t, said.At)
		assert.Positive(t, said.Done)
	}
}

// lateContext ends after its error was asked for a number of times.
type lateContext struct {
	context.Context
	left int
}

func (c *lateContext) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestOptionErrors(t *testing.T) {
	one, two := 1, 2
	for _, c := range []struct {
		o    backends.Options
		want string
	}{
		{backends.Options{Algorithm: "magic"}, `no algorithm "magic"`},
		{backends.Options{Algorithm: "bfs", Heuristic: "manhattan"}, "bfs uses no heuristic"},
		{backends.Options{MinHorizon: 2, MaxHorizon: &one}, "cannot exist"},
		{backends.Options{MinHorizon: 2, Horizon: &one}, "outside"},
		{backends.Options{MinHorizon: -1}, "0 or more"},
		{backends.Options{MinHorizon: 1, All: true}, "exact horizon"},
		{backends.Options{Heuristic: "doubled", All: true}, "not admissible"},
		{backends.Options{Horizon: &two}, ""},
	} {
		_, err := Backend{}.Solve(context.Background(), searchtest.Tiles(2, 2, 1, 2, 0, 3), c.o)
		if c.want == "" {
			assert.NoError(t, err)
		} else {
			assert.ErrorContains(t, err, c.want)
		}
	}
}

// TestSharedTask solves one task from several goroutines at once.
func TestSharedTask(t *testing.T) {
	tk := searchtest.Tiles(3, 3, 8, 1, 3, 4, 0, 2, 7, 6, 5)
	for _, a := range exactAlgorithms {
		t.Run(a, func(t *testing.T) {
			t.Parallel()
			res := solve(t, tk, backends.Options{Algorithm: a})
			assert.EqualValues(t, 14, res.Plans[0].Cost)
		})
	}
}
