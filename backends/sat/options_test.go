package sat

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/encode"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

func number(n int) *int { return &n }

func TestOptions(t *testing.T) {
	near := sattest.Tiles(2, 3, []int64{1, 2, 3, 0, 4, 5}) // two moves from the goal
	still := sattest.NewBuilder("still")
	still.Goal = still.Is(still.Choice("x", 1, 2, 3), 2)
	for _, tt := range []struct {
		name    string
		task    *task.Task
		o       backends.Options
		status  backends.Status
		length  int // of the first plan
		optimal bool
		plans   int
		reason  string
	}{
		{"plain", near, backends.Options{}, backends.Solved, 2, true, 1, ""},
		{"exactly two", near, backends.Options{Horizon: number(2)}, backends.Solved, 2, true, 1, ""},
		{"exactly four", near, backends.Options{Horizon: number(4)}, backends.Solved, 4, false, 1, ""},
		{
			"exactly three", near,
			backends.Options{Horizon: number(3)},
			backends.Unknown, 0, false, 0,
			"no plan of exactly 3 moves",
		},
		{"at least three", near, backends.Options{MinHorizon: 3}, backends.Solved, 4, false, 1, ""},
		{
			"more than there can be", lights(2),
			backends.Options{MinHorizon: 9},
			backends.Unknown, 0, false, 0,
			"no plan of at least 9 moves",
		},
		{
			"at most one", near,
			backends.Options{MaxHorizon: number(1)},
			backends.Unknown, 0, false, 0,
			"no plan of at most 1 move",
		},
		{
			"at least one, at most one", near,
			backends.Options{MinHorizon: 1, MaxHorizon: number(1)},
			backends.Unknown,
			0, false, 0, "exactly 1",
		},
		{"all", near, backends.Options{All: true}, backends.Solved, 2, true, 1, ""},
		{
			"all of four moves, states may repeat", near,
			backends.Options{All: true, Horizon: number(4)},
			backends.Solved, 4, false, 5, "",
		},
		{
			"all of three or four moves that repeat no state", near,
			backends.Options{All: true, MinHorizon: 3, MaxHorizon: number(4)},
			backends.Unknown, 0, false, 0,
			"passes no state twice",
		},
		{"dear threes", countUp(7, 4).Task, backends.Options{}, backends.Solved, 7, true, 1, ""},
		{"cheap threes", countUp(7, 2).Task, backends.Options{}, backends.Solved, 3, true, 1, ""},
		{"threes for nothing", countUp(7, 0).Task, backends.Options{}, backends.Solved, 3, true, 1, ""},
		{"all orders", countUp(7, 2).Task, backends.Options{All: true}, backends.Solved, 3, true, 3, ""},
		{
			"two of them", countUp(7, 2).Task,
			backends.Options{All: true, Limit: 2},
			backends.Solved, 3, true, 2,
			"",
		},
		{"no moves", still.Task, backends.Options{}, backends.Solved, 0, true, 1, ""},
		{"no moves, exactly none", still.Task, backends.Options{Horizon: number(0)}, backends.Solved, 0, true, 1, ""},
		{
			"no moves, exactly one", still.Task,
			backends.Options{Horizon: number(1)},
			backends.Unknown, 0, false, 0,
			"no moves",
		},
		{
			"no moves, at least one", still.Task,
			backends.Options{MinHorizon: 1},
			backends.Unknown, 0, false, 0,
			"no moves",
		},
		{
			"all ways of equal cost", countUp(4, 3).Task,
			backends.Options{All: true},
			backends.Solved, 4, true,
			3, "",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, err := Backend{}.Solve(context.Background(), tt.task, tt.o)
			require.NoError(t, err)
			require.Equal(t, tt.status, r.Status, r.Reason)
			require.Contains(t, r.Reason, tt.reason)
			require.Equal(t, tt.optimal, r.Optimal)
			require.Len(t, r.Plans, tt.plans)
			if tt.plans > 0 && tt.name != "all ways of equal cost" {
				require.Len(t, r.Plans[0].Moves, tt.length)
			}
			require.Equal(t, tt.plans > 0 && tt.o.All && tt.o.Limit == 0, r.Complete)
		})
	}
}

func TestAlgorithmsAreRefused(t *testing.T) {
	_, err := Backend{}.Solve(context.Background(), searchtest.Queens(4), backends.Options{Algorithm: "bfs"})
	require.ErrorContains(t, err, `found "bfs"`)
}

func TestProofOfTheCompiler(t *testing.T) {
	x := sattest.Tiles(2, 2, []int64{2, 1, 3, 0})
	x.Facts.Unsolvable = "an odd permutation"
	r := solve(t, x)
	require.Equal(t, backends.Unsolvable, r.Status)
	require.Equal(t, backends.ProofInvariant, r.Proof)
	require.Equal(t, "an odd permutation", r.Reason)
}

func TestContextEndsTheWork(t *testing.T) {
	for name, x := range map[string]*task.Task{"tiles": endlessTiles(), "queens": searchtest.Queens(90)} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
			defer cancel()
			r, err := Backend{}.Solve(ctx, x, backends.Options{All: true})
			require.NoError(t, err)
			if len(r.Plans) == 0 {
				require.Equal(t, backends.Unknown, r.Status)
				require.Contains(t, r.Reason, backends.ReasonEnded)
			}
			require.False(t, r.Complete)
		})
	}
}

func TestMemoryIsLimited(t *testing.T) {
	r, err := Backend{}.Solve(context.Background(), searchtest.Queens(30), backends.Options{Memory: 1000})
	require.NoError(t, err)
	require.Equal(t, backends.Unknown, r.Status)
	require.Contains(t, r.Reason, "memory")
}

func TestFreeStart(t *testing.T) {
	b := countUp(9, 1)
	b.Free[0] = true
	b.InitCond = b.Pool.Le(b.Pool.Var(0), b.Pool.Const(4))
	r := solve(t, b.Task)
	require.True(t, r.Optimal)
	require.Len(t, r.Plans[0].Moves, 2)
	require.Equal(t, int64(3), r.Plans[0].Start[0])
}

// What has too many values leaves the task undecided, with a sentence.
func TestLargeNumbers(t *testing.T) {
	for name, tt := range map[string]struct {
		factors int
		status  backends.Status
		reason  string
	}{
		"table":     {3, backends.Unsolvable, "no assignment"},
		"too large": {12, backends.Unknown, "has too many values"},
	} {
		t.Run(name, func(t *testing.T) {
			b := sattest.NewBuilder("large")
			product := b.Pool.Const(1)
			for i := range tt.factors {
				wide := make([]int64, 60)
				for k := range wide {
					wide[k] = int64(k*k + k + i)
				}
				product = b.Pool.Mul(product, b.Pool.Var(b.Choice("x", wide...)))
			}
			b.Goal = b.Pool.Eq(product, b.Pool.Const(17*23*29*31))
			r := solve(t, b.Task)
			require.Equal(t, tt.status, r.Status, r.Reason)
			require.Contains(t, r.Reason, tt.reason)
		})
	}
}

// countPlans counts the cheapest plans by going through all paths without repetition.
func countPlans(t *task.Task, best int64) int {
	count := 0
	var walk func(path [][]int64, cost int64)
	walk = func(path [][]int64, cost int64) {
		state := path[len(path)-1]
		if cost == best && t.Pool.Eval(t.Goal, state) != 0 {
			count++
		}
		for m := range t.Moves {
			if next, c, ok := t.Apply(state, m); ok && cost+c <= best &&
				!slices.ContainsFunc(path, func(s []int64) bool { return slices.Equal(s, next) }) {
				walk(append(path, next), cost+c)
			}
		}
	}
	for _, s := range searchtest.Starts(t) {
		walk([][]int64{s}, 0)
	}
	return count
}

func TestAllPlansAreFound(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := sattest.NewGenerator(rt, false)
		g.DrawMoves(false)
		if g.UpTo(1, "costs") == 0 {
			for m := range g.Moves {
				g.Moves[m].Cost = g.Pool.Const(int64(1 + g.UpTo(2, "cost")))
			}
		}
		g.Goal = g.Boolean(2)
		best := cheapest(g.Task)
		if best < 0 || best > 8 {
			return
		}
		r, err := runOf(g, backends.Options{All: true}).report(context.Background())
		require.NoError(rt, err)
		require.True(rt, r.Complete)
		require.Len(rt, r.Plans, countPlans(g.Task, best))
	})
}

// TestOptimalAtTheLastHorizon: that every step costs something does not keep the last horizon from being shown to be
// enough.
func TestOptimalAtTheLastHorizon(t *testing.T) {
	b := sattest.NewBuilder("corridor")
	at, never := b.Variable("at", 0, sattest.UpTo(6)...), b.Variable("never", 0, 0, 1)
	for i := range int64(5) {
		b.Move(fmt.Sprintf("go(%d)", i), b.Is(at, i), sattest.Set(at, b.Pool.Const(i+1)))
		b.Moves[i].Cost = b.Pool.Const(2)
	}
	b.Move("cheap", b.Is(never, 1), sattest.Set(at, b.Pool.Const(5)), sattest.Set(never, b.Pool.Const(0)))
	b.Facts.MaxCost, b.Facts.UnitCost = 2, false
	b.Goal = b.Is(at, 5)
	last := 5
	r, err := Backend{}.Solve(context.Background(), b.Task,
		backends.Options{Encoding: encode.Textbook, MaxHorizon: &last})
	require.NoError(t, err)
	require.Equal(t, backends.Solved, r.Status)
	require.True(t, r.Optimal)
	require.EqualValues(t, 10, r.Plans[0].Cost)
}

// Numbers of many values are added: plans of least length are found, and that there is none. A sum of too many
// combinations of values leaves the task undecided.
func TestLargeStepsAreFound(t *testing.T) { largeSteps(t, 100, "") }

// The same for larger numbers, in each encoding.
func TestLongLargeStepsAreFound(t *testing.T) {
	largeSteps(t, 300, append([]string{""}, encode.Encodings()...)...)
}

func largeSteps(t *testing.T, most int64, encodings ...string) {
	t.Helper()
	for _, encoding := range encodings {
		b := sattest.NewBuilder("large steps")
		p := b.Pool
		x, y := b.Variable("x", 0, sattest.UpTo(most)...), b.Variable("y", 1, sattest.UpTo(most)...)
		sum := p.Add(p.Var(x), p.Var(y))
		b.Move("left", p.Le(sum, p.Const(most-1)), sattest.Set(x, sum))
		b.Move("right", p.Le(sum, p.Const(most-1)), sattest.Set(y, sum))
		b.Move("back", p.Lt(p.Const(3), p.Var(x)),
			task.Effect{Var: x, Cond: p.Lt(p.Var(y), p.Var(x)), Value: p.Sub(p.Var(x), p.Var(y))})
		b.Goal = b.Is(x, 21)
		r, err := Backend{}.Solve(context.Background(), b.Task,
			backends.Options{Encoding: encoding, MaxHorizon: number(8)})
		require.NoError(t, err)
		require.Equal(t, backends.Solved, r.Status, "%s: %s", encoding, r.Reason)
		require.Len(t, r.Plans[0].Moves, 7, encoding) // 1, 2, 3, 5, 8, 13, 21
		if encoding == "" {
			r, err = Backend{}.Solve(context.Background(), b.Task, backends.Options{Horizon: number(6)})
			require.NoError(t, err)
			require.Equal(t, backends.Unknown, r.Status)
		}
	}
}
