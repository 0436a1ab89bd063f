package search

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/task"
)

// distances is the least cost from each reachable state to a goal; states without a way are missing.
func (r *reference) distances() map[string]int64 {
	out := map[string]int64{}
	for k, s := range r.states {
		if r.goal(s) {
			out[k] = 0
		}
	}
	for changed := true; changed; {
		changed = false
		for k, s := range r.states {
			for m := range r.t.Moves {
				next, c, ok := r.t.Apply(s, m)
				if !ok {
					continue
				}
				rest, ok := out[key(next)]
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
func (r *reference) is(s []int64) task.Expr {
	p := r.t.Pool
	var all []task.Expr
	for v, x := range s {
		all = append(all, p.Eq(p.Var(v), p.Const(x)))
	}
	return p.And(all...)
}

// sorted lists the reachable states in a fixed order.
func (r *reference) sorted() [][]int64 {
	var out [][]int64
	for _, s := range r.states {
		out = append(out, s)
	}
	slices.SortFunc(out, slices.Compare[[]int64])
	return out
}

// TestPromises gives random tasks a heuristic that is admissible but not consistent and a promise of dead states that is true.
func TestPromises(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := randomTask(rt, false)
		ref := explore(tk)
		if len(ref.states) > 40 {
			return
		}
		p, rest := tk.Pool, ref.distances()
		var estimate, dead []task.Expr
		for _, s := range ref.sorted() {
			d, alive := rest[key(s)]
			switch {
			case !alive && rapid.Bool().Draw(rt, "known to be dead"):
				dead = append(dead, ref.is(s))
			case alive:
				h := rapid.Int64Range(0, d).Draw(rt, "estimate")
				estimate = append(estimate, p.Mul(p.Const(h), ref.is(s)))
			}
		}
		tk.Dead = p.Or(dead...)
		tk.Heuristics = []task.Heuristic{{Name: "h", Admissible: true, Value: p.Add(estimate...)}}
		for _, a := range []string{"auto", "astar", "idastar"} {
			if a == "idastar" && len(ref.states) > 25 {
				continue
			}
			res := solve(rt, tk, backends.Options{Algorithm: a, Heuristic: "h"})
			require.Equal(rt, ref.best != noCost, res.Status == backends.Solved)
			if res.Status == backends.Solved {
				require.True(rt, res.Optimal)
				require.Equal(rt, ref.best, res.Plans[0].Cost, a)
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
		tk := randomPlain(rt)
		ref := explore(tk)
		rest := ref.distances()
		sp := newSpace(context.Background(), tk, true)
		x := newExpander(sp)
		st := make([]uint64, sp.l.words)
		if e, ok := sp.goalCount(); ok {
			for _, s := range ref.sorted() {
				require.True(rt, sp.l.pack(s, st))
				if d, alive := rest[key(s)]; alive {
					require.LessOrEqual(rt, e.of(st, x.child), d)
				}
				x.expand(st)
				sameSuccessors(rt, tk, x, s)
			}
		}
		for _, a := range []string{"auto", "astar", "ucs"} {
			res := solve(rt, tk, backends.Options{Algorithm: a})
			require.Equal(rt, ref.best != noCost, res.Status == backends.Solved)
			if ref.best != noCost {
				require.Equal(rt, ref.best, res.Plans[0].Cost, a)
			}
		}
	})
}
