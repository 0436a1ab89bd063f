package search

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/task"
)

// distances is the least cost from each reachable state to a goal; states without a way are missing.
func distancesOf(r *searchtest.Reference) map[string]int64 {
	out := map[string]int64{}
	for k, s := range r.States {
		if r.Goal(s) {
			out[k] = 0
		}
	}
	for changed := true; changed; {
		changed = false
		for k, s := range r.States {
			for m := range r.T.Moves {
				next, c, ok := r.T.Apply(s, m)
				if !ok {
					continue
				}
				rest, ok := out[searchtest.Key(next)]
				if old, seen := out[k]; ok && (!seen || c+rest < old) {
					out[k] = c + rest
					changed = true
				}
			}
		}
	}
	return out
}

// is holds in one state alone.
func isState(r *searchtest.Reference, s []int64) task.Expr {
	p := r.T.Pool
	var all []task.Expr
	for v, x := range s {
		all = append(all, p.Eq(p.Var(v), p.Const(x)))
	}
	return p.And(all...)
}

// sorted lists the reachable states in a fixed order.
func sortedStates(r *searchtest.Reference) [][]int64 {
	var out [][]int64
	for _, s := range r.States {
		out = append(out, s)
	}
	slices.SortFunc(out, slices.Compare[[]int64])
	return out
}

// TestPromises gives random tasks a heuristic that is admissible but not consistent and a promise of dead states that is true.
func TestPromises(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomTask(rt, false)
		ref := searchtest.Explore(tk)
		if len(ref.States) > 40 {
			return
		}
		p, rest := tk.Pool, distancesOf(ref)
		var estimate, dead []task.Expr
		for _, s := range sortedStates(ref) {
			d, alive := rest[searchtest.Key(s)]
			switch {
			case !alive && rapid.Bool().Draw(rt, "known to be dead"):
				dead = append(dead, isState(ref, s))
			case alive:
				h := rapid.Int64Range(0, d).Draw(rt, "estimate")
				estimate = append(estimate, p.Mul(p.Const(h), isState(ref, s)))
			}
		}
		tk.Dead = p.Or(dead...)
		tk.Heuristics = []task.Heuristic{{Name: "h", Admissible: true, Value: p.Add(estimate...)}}
		for _, a := range []string{"auto", "astar", "idastar"} {
			if a == "idastar" && len(ref.States) > 25 {
				continue
			}
			res := solve(rt, tk, backends.Options{Algorithm: a, Heuristic: "h"})
			require.Equal(rt, ref.Best != noCost, res.Status == backends.Solved)
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
		rest := distancesOf(ref)
		sp := newSpace(context.Background(), tk, true)
		x := newExpander(sp)
		st := make([]uint64, sp.l.Words)
		if e, ok := sp.goalCount(); ok {
			for _, s := range sortedStates(ref) {
				require.True(rt, sp.l.Pack(s, st))
				if d, alive := rest[searchtest.Key(s)]; alive {
					require.LessOrEqual(rt, e.of(st, x.child), d)
				}
				x.expand(st)
				sameSuccessors(rt, tk, x, s)
			}
		}
		for _, a := range []string{"auto", "astar", "ucs"} {
			res := solve(rt, tk, backends.Options{Algorithm: a})
			require.Equal(rt, ref.Best != noCost, res.Status == backends.Solved)
			if ref.Best != noCost {
				require.Equal(rt, ref.Best, res.Plans[0].Cost, a)
			}
		}
	})
}
