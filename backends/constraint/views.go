package constraint

import (
	"github.com/pzc-lang/pzc/backends/constraint/globals"
	"github.com/pzc-lang/pzc/backends/technique"
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
