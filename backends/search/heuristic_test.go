package search

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
)

// TestPromises gives random tasks a heuristic that is admissible but not consistent and a promise of dead states that
// is true.
func TestPromises(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomTask(rt, false)
		ref := searchtest.Explore(tk)
		if len(ref.States) > 40 {
			return
		}
		p, rest := tk.Pool, ref.Distances()
		var estimate, dead []task.Expr
		for _, s := range ref.Sorted() {
			d, alive := rest[searchtest.Key(s)]
			switch {
			case !alive && rapid.Bool().Draw(rt, "known to be dead"):
				dead = append(dead, ref.Is(s))
			case alive:
				h := rapid.Int64Range(0, d).Draw(rt, "estimate")
				estimate = append(estimate, p.Mul(p.Const(h), ref.Is(s)))
			}
		}
		tk.Dead = p.Or(dead...)
		tk.Heuristics = []task.Heuristic{{Name: "h", Admissible: true, Value: p.Add(estimate...)}}
		for _, a := range []string{"auto", "astar", "idastar"} {
			if a == "idastar" && len(ref.States) > 25 {
				continue
			}
			res := solve(rt, tk, backends.Options{Algorithm: a, Heuristic: "h"})
			require.Equal(rt, ref.Best != job.NoCost, res.Status == backends.Solved)
			if res.Status == backends.Solved {
				require.True(rt, res.Optimal)
				require.Equal(rt, ref.Best, res.Plans[0].Cost, a)
				require.Contains(rt, res.ReliesOn, "admissible h")
			}
		}
		all := solve(rt, tk, backends.Options{All: true, Heuristic: "h"})
		plain := solve(rt, tk, backends.Options{All: true, Heuristic: "blind"})
		require.Len(rt, all.Plans, len(plain.Plans))
	})
}

// TestGoalCount checks on plain tasks that goalcount never overestimates, and all algorithms with it.
func TestGoalCount(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomPlain(rt)
		ref := searchtest.Explore(tk)
		rest := ref.Distances()
		sp := space.New(context.Background(), tk, true)
		x := space.NewExpander(sp)
		st := make([]uint64, sp.Layout.Words)
		if e, ok := estimate.GoalCount(sp); ok {
			for _, s := range ref.Sorted() {
				require.True(rt, sp.Layout.Pack(s, st))
				if d, alive := rest[searchtest.Key(s)]; alive {
					require.LessOrEqual(rt, e.Of(st, x.Child), d)
				}
			}
		}
		for _, a := range []string{"auto", "astar", "ucs"} {
			res := solve(rt, tk, backends.Options{Algorithm: a})
			require.Equal(rt, ref.Best != job.NoCost, res.Status == backends.Solved)
			if ref.Best != job.NoCost {
				require.Equal(rt, ref.Best, res.Plans[0].Cost, a)
			}
		}
	})
}

// TestFindTurnedRound checks that sums of functions of find over different elements become sums of terms of one
// variable.
func TestFindTurnedRound(t *testing.T) {
	tk := searchtest.Tiles(3, 3, 8, 6, 7, 2, 5, 4, 3, 0, 1)
	sp := space.New(t.Context(), tk, false)
	e, err := estimate.NewMaker(t.Context(), sp, 0, nil).Named("manhattan")
	require.NoError(t, err)
	require.NotNil(t, e.Linear, "a sum over single cells")
	x := space.NewExpander(sp)
	st := make([]uint64, sp.Layout.Words)
	codes := tk.Init
	for i := range 200 {
		require.True(t, sp.Layout.Pack(codes, st))
		require.Equal(t, tk.Pool.Eval(tk.Heuristics[1].Value, codes), e.Of(st, x.Child))
		x.Expand(st)
		codes = sp.Layout.Unpack(x.State(i * 7 % len(x.Kids)))
	}
}
