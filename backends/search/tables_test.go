package search

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/task"
)

// asOwnAbstraction makes tk a simpler puzzle of itself, of which the table forgets some variables.
func asOwnAbstraction(tk *task.Task, fold []int) task.Expr {
	simpler := *tk
	a := task.Abstraction{Name: "itself", Task: &simpler, Fold: fold}
	var args []task.Expr
	for _, v := range keptVars(&a) {
		args = append(args, tk.Pool.Var(v))
	}
	tk.Abstractions = append(tk.Abstractions, a)
	return tk.Pool.Cost(len(tk.Abstractions)-1, args...)
}

func someVars(t *rapid.T, tk *task.Task, share int) (out []int) {
	for v := range tk.Vars {
		if rapid.IntRange(0, share).Draw(t, "chosen") == 0 {
			out = append(out, v)
		}
	}
	return out
}

// folded are the least distances over the states that agree on the kept variables.
func folded(r *reference, kept []int) func(s []int64) int64 {
	project := func(s []int64) string {
		var out []int64
		for _, v := range kept {
			out = append(out, s[v])
		}
		return key(out)
	}
	least := map[string]int64{}
	rest := r.distances()
	for k, s := range r.states {
		d, ok := rest[k]
		if old, seen := least[project(s)]; ok && (!seen || d < old) {
			least[project(s)] = d
		}
	}
	return func(s []int64) int64 {
		if d, ok := least[project(s)]; ok {
			return d
		}
		return task.Unreachable
	}
}

// TestTables compares tables with distances found by exhaustion, in tasks that are their own simpler puzzles.
func TestTables(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := randomPlain(rt)
		if rapid.Bool().Draw(rt, "general") {
			tk = randomTask(rt, false)
		}
		ref := explore(tk)
		if len(ref.states) > 300 {
			return
		}
		fold := someVars(rt, tk, 2)
		if len(fold) == len(tk.Vars) {
			fold = nil
		}
		e := asOwnAbstraction(tk, fold)
		sp := newSpace(context.Background(), tk, true)
		require.NoError(rt, sp.shop.need(tk, e))
		want := folded(ref, keptVars(&tk.Abstractions[0]))
		ev, st := newEvaluator(sp.p), make([]uint64, sp.l.words)
		i := sp.p.compile(e)
		for _, s := range ref.sorted() {
			require.True(rt, sp.l.pack(s, st))
			ev.load(st)
			require.Equal(rt, want(s), ev.eval(i), "%v", s)
		}
	})
}

// TestSearchWithTables finds plans with estimates that are exact, or exact but for what was forgotten.
func TestSearchWithTables(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := randomPlain(rt)
		fold := someVars(rt, tk, 2)
		if len(fold) == len(tk.Vars) {
			fold = nil
		}
		tk.Heuristics = []task.Heuristic{{Name: "exact", Admissible: true, Value: asOwnAbstraction(tk, fold)}}
		ref := explore(tk)
		for _, a := range []string{"", "astar", "idastar"} {
			if a == "idastar" && len(ref.states) > 25 {
				continue
			}
			res := solve(rt, tk, backends.Options{Algorithm: a, Heuristic: "exact"})
			require.Equal(rt, ref.best != noCost, res.Status == backends.Solved)
			if ref.best != noCost {
				require.Equal(rt, ref.best, res.Plans[0].Cost, a)
				require.True(rt, res.Optimal)
			}
		}
	})
}

// TestTableTooLarge: memory is bounded, and the error says what was too large.
func TestTableTooLarge(t *testing.T) {
	tk := tiles(3, 4, span(12)...)
	e := asOwnAbstraction(tk, nil)
	sp := newSpace(context.Background(), tk, true)
	sp.shop.memory = 1 << 20
	err := sp.shop.need(tk, e)
	require.ErrorContains(t, err, "itself has more than")
	require.ErrorContains(t, err, "--memory")

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	sp.shop.ctx, sp.shop.memory = ctx, backends.DefaultMemory
	require.ErrorIs(t, sp.shop.need(tk, e), errStopped)
}

// TestEntries stores costs of all widths.
func TestEntries(t *testing.T) {
	for _, most := range []int64{0, 1, 253, 254, 255, 256, 65533, 65534, 65535, 1 << 31} {
		e := newEntries(3, most)
		e.set(0, most)
		e.set(1, 0)
		e.set(2, task.Unreachable)
		require.Equal(t, []int64{most, 0, task.Unreachable}, []int64{e.at(0), e.at(1), e.at(2)})
	}
}
