package ground

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/task"
)

// findFacts proves what it can about the final task.
func (g *grounder) findFacts(t *task.Task) {
	g.costFacts(t)
	for i := range t.Arrays {
		g.arrayFacts(t, &t.Arrays[i])
	}
	if t.Facts.Unsolvable == "" && g.image == nil {
		t.Facts.Unsolvable = g.parityReason(t)
	}
}

func (g *grounder) costFacts(t *task.Task) {
	for i := range t.Moves {
		n := g.pool.Node(t.Moves[i].Cost)
		if i == 0 {
			t.Facts.MinCost, t.Facts.MaxCost = max(n.Lo, 0), n.Hi
		}
		t.Facts.MinCost = min(t.Facts.MinCost, max(n.Lo, 0))
		t.Facts.MaxCost = max(t.Facts.MaxCost, n.Hi)
	}
	t.Facts.UnitCost = t.Facts.MinCost == 1 && t.Facts.MaxCost == 1
}

// arrayFacts proves that an array is distinct, though the model does not say it, and that it is a permutation.
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
		if n := g.pool.Node(e); n.Op == task.OpVar {
			values = append(values, t.Vars[n.N].Values...)
		} else {
			values = append(values, n.N)
		}
	}
	slices.Sort(values)
	a.Permutation = len(slices.Compact(values)) == len(a.Elems)
}

// provedDistinct tells whether an array starts without repetition and each move permutes it.
func (g *grounder) provedDistinct(t *task.Task, a *task.Array) bool {
	vars := map[int]bool{}
	seen := map[int64]bool{}
	for _, e := range a.Elems {
		n := g.pool.Node(e)
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
		known := g.knownUnder(t.Moves[i].Guard)
		if !g.permutes(0, len(t.Vars), next, func(v int) task.Expr {
			if x, ok := known[v]; ok {
				return x
			}
			return g.pool.Var(v)
		}) {
			return false
		}
	}
	return len(vars) > 0
}

// startReason says why there is no start, "" if there may be one.
func (g *grounder) startReason(t *task.Task) string {
	if t.InitCond != task.False {
		return ""
	}
	for i := range g.m.Always {
		if g.atStart(t, g.formula(&g.m.Always[i])) == task.False {
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

// narrowOnce tells whether a condition may hold where variables have values that are reached.
func (r *reaching) narrowOnce(c task.Expr) bool {
	ok := r.narrow(c)
	for _, v := range r.touched {
		r.local[v] = nil
	}
	r.touched = r.touched[:0]
	return ok
}

// goalReason says what the goal needs that no moves bring about, "" if nothing is known.
func (r *reaching) goalReason(places []int) string {
	g := r.g
	if r.t.Goal == task.False {
		return "no state satisfies the goal"
	}
	for _, c := range g.pool.Conjuncts(r.t.Goal) {
		if r.narrowOnce(c) {
			continue
		}
		vars := g.varsRead.Of(c)
		if v, x, ok := g.fact(c); ok {
			place := places[v]
			a, _ := g.m.ArrayAt(place)
			n, _ := g.pool.Value(x)
			return fmt.Sprintf("no sequence of moves can make %s equal to %s", g.m.StateName(place), g.m.Format(a.Type, model.Int(n)))
		}
		if len(vars) == 1 {
			return fmt.Sprintf("no sequence of moves can give %s a value that the goal wants", g.m.StateName(places[vars[0]]))
		}
		return fmt.Sprintf("no sequence of moves can give %s and %s values that the goal wants together",
			g.m.StateName(places[vars[0]]), g.m.StateName(places[vars[len(vars)-1]]))
	}
	return ""
}
