package ground

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/compiler/ground/reach"
	"github.com/pzc-lang/pzc/compiler/task"
)

// findFacts proves facts about the final task.
func (g *grounder) findFacts(t *task.Task) {
	t.BoundCosts()
	for i := range t.Arrays {
		g.arrayFacts(t, &t.Arrays[i])
	}
	if t.Facts.Unsolvable == "" && g.image == nil && g.o.Invariant != nil {
		t.Facts.Unsolvable = g.o.Invariant(g.Work, t)
		t.Facts.Invariant = t.Facts.Unsolvable != ""
	}
}

// arrayFacts proves that an array is distinct although the model does not declare it, and that an array is a
// permutation.
func (g *grounder) arrayFacts(t *task.Task, a *task.Array) {
	if len(a.Elems) < 2 {
		a.Distinct = false
		return
	}
	if !a.Distinct {
		a.Distinct = g.provedDistinct(t, a)
	}
	if !a.Distinct {
		return
	}
	var values []int64
	for _, e := range a.Elems {
		if n := g.Pool.Node(e); n.Op == task.OpVar {
			values = append(values, t.Vars[n.N].Values...)
		} else {
			values = append(values, n.N)
		}
	}
	slices.Sort(values)
	a.Permutation = len(slices.Compact(values)) == len(a.Elems)
}

// provedDistinct reports whether an array starts without repetition and each move permutes it.
func (g *grounder) provedDistinct(t *task.Task, a *task.Array) bool {
	vars := map[int]bool{}
	seen := map[int64]bool{}
	for _, e := range a.Elems {
		n := g.Pool.Node(e)
		x := n.N
		if n.Op == task.OpVar {
			if t.Free[n.N] {
				return false
			}
			x = t.Init[n.N]
			vars[int(n.N)] = true
		}
		if seen[x] {
			return false
		}
		seen[x] = true
	}
	for i := range t.Moves {
		next := map[int]change{}
		for _, e := range t.Moves[i].Effects {
			if vars[e.Var] {
				next[e.Var] = change{e.Cond, e.Value}
			}
		}
		if len(next) == 0 {
			continue
		}
		known := g.Pool.KnownUnder(t.Moves[i].Guard)
		if !g.permutes(0, len(t.Vars), next, known) {
			return false
		}
	}
	return len(vars) > 0
}

// startReason says why there is no initial state; "" if there may be one.
func (g *grounder) startReason(t *task.Task) string {
	if t.InitCond != task.False {
		return ""
	}
	for i := range g.m.Always {
		if g.atStart(t, g.formula(&g.m.Always[i])) == task.False {
			if g.m.Always[i].Lost {
				return "the initial state is lost"
			}
			return "the initial state breaks `always`"
		}
	}
	for i := range g.m.Inits {
		if g.atStart(t, g.formula(&g.m.Inits[i])) == task.False {
			return "the initial state breaks `init`"
		}
	}
	return "no state satisfies what the model demands of the initial one"
}

// goalReason names values that the goal demands and that no moves reach; "" if none are known.
func (g *grounder) goalReason(t *task.Task, r *reach.Result, places []int) string {
	if t.Goal == task.False {
		return "no state satisfies the goal"
	}
	for _, c := range g.Pool.Conjuncts(t.Goal) {
		if r.MayHold(c) {
			continue
		}
		vars := g.Pool.Reads(c)
		if v, x, ok := g.Pool.Fact(c); ok {
			place := places[v]
			n, _ := g.Pool.Value(x)
			return "no sequence of moves can make " + g.m.Made(place, g.m.FormatAt(place, n))
		}
		if len(vars) == 1 {
			return fmt.Sprintf("no sequence of moves can give %s a value that the goal wants", g.m.StateName(places[vars[0]]))
		}
		return fmt.Sprintf("no sequence of moves can give %s and %s values that the goal wants together",
			g.m.StateName(places[vars[0]]), g.m.StateName(places[vars[len(vars)-1]]))
	}
	return ""
}
