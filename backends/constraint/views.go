package constraint

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/constraint/globals"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/task"
)

// globals states conditions in the form that suits the engine, however the model states them.
func (r *run) globals() {
	if r.plain || r.o.Trace != nil || r.o.On != nil || r.o.LeftOut().Has(technique.Globals) {
		return
	}
	w, changed := globals.Rewrite(r.task, r.c.pool, r.stated.conditions, r.stated.cost)
	if !changed {
		return
	}
	r.posed = rewritten{
		conditions: w.Conditions, cost: w.Cost, more: w.Values[len(r.task.Vars):], is: w.Is,
	}
}

// Numbers returns sets of Booleans of a task without moves of which exactly one holds in each solution.
func Numbers(t *task.Task) [][]int {
	if len(t.Moves) > 0 {
		return nil
	}
	pool := t.Pool.Clone()
	w, _ := globals.Rewrite(t, pool, []task.Expr{t.Goal, t.InitCond, t.Always}, task.None)
	sets, said := make([][]int, len(w.Values)), map[task.Expr]bool{}
	for v := range t.Vars {
		is, made := w.Is[v]
		if !made || said[is] || !slices.Equal(t.Vars[v].Values, []int64{0, 1}) || pool.Node(is).Op != task.OpEq {
			continue
		}
		said[is] = true
		if of := pool.Vars(is); len(of) == 1 {
			sets[of[0]] = append(sets[of[0]], v)
		}
	}
	for of, set := range sets {
		if len(set) < len(w.Values[of]) {
			sets[of] = nil
		}
	}
	return slices.DeleteFunc(sets, func(set []int) bool { return len(set) == 0 })
}
