package sat

import (
	"slices"

	"github.com/pzc-lang/pzc/task"
)

// newOp is a move as the task has it; possible is false if its guard never holds.
func (p *problem) newOp(m int) (o op, possible bool) {
	mv := &p.task.Moves[m]
	o = op{move: m, next: -1, guard: p.condition(p.imports.expr(mv.Guard)), cost: p.imports.expr(mv.Cost)}
	for _, e := range mv.Effects {
		o.writes = append(o.writes, write{v: e.Var, cond: p.imports.expr(e.Cond), value: p.imports.expr(e.Value)})
	}
	return p.fix(o, nil)
}

// caseAt is a case of a move: the one in which a variable has a value, by place.
func (p *problem) caseAt(o op, v, place int) (op, bool) {
	before := p.single(&o.guard)
	o.guard.sets = slices.Clone(o.guard.sets)
	o.guard.restrict(&p.shape, v, p.equals(v, p.domain(v)[place]))
	return p.fix(o, before)
}

// fix puts the values of the variables to which the guard leaves but one in their places in the rest of the move; before are those that are
// there already. What then changes nothing is no longer written.
func (p *problem) fix(o op, before map[int]int64) (op, bool) {
	for !o.guard.impossible() {
		values := p.single(&o.guard)
		o.writes = slices.DeleteFunc(slices.Clone(o.writes), func(w write) bool {
			code, known := values[w.v]
			return w.cond == task.False || w.value == p.pool.Var(w.v) || known && w.value == p.pool.Const(code)
		})
		if len(values) == len(before) {
			return o, true
		}
		before = values
		fixed := p.given(values)
		o.guard, o.cost = fixed.condition(&o.guard), fixed.expr(o.cost)
		for i := range o.writes {
			w := &o.writes[i]
			w.cond, w.value = fixed.expr(w.cond), fixed.expr(w.value)
		}
	}
	return o, false
}

// finish gives a move its tables.
func (p *problem) finish(o *op) {
	p.relate(&o.guard)
	for i := range o.writes {
		p.tabulate(&o.writes[i], &o.guard)
	}
	o.still = p.unwritten(o.writes)
}

// single is the values of the variables that a condition leaves only one.
func (p *problem) single(c *condition) map[int]int64 {
	out := map[int]int64{}
	for _, s := range c.sets {
		if at := s.at; len(at) == 1 {
			out[s.v] = p.domain(s.v)[at[0]]
		}
	}
	return out
}

// writeScope is what an effect reads.
func (p *problem) writeScope(w *write) scope {
	sc := p.scopes.get(w.cond).with(p.scopes.get(w.value))
	if w.cond != task.True {
		sc = sc.with(scope{vars: []int{w.v}})
	}
	return sc
}

// tabulate gives an effect its table, if that is small; what the guard excludes is left out.
func (p *problem) tabulate(w *write, guard *condition) {
	sc := p.writeScope(w)
	if !p.tabulable(sc) {
		return
	}
	sizes, size := p.sizes(sc.vars), 1
	for _, n := range sizes {
		size *= n
	}
	w.scope, w.table = sc.vars, make([]int32, size)
	for i := range w.table {
		w.table[i] = -1
	}
	own, x := slices.Index(sc.vars, w.v), &p.task.Vars[w.v]
	enter := func(at, before int, cond, value int64) {
		if w.table[at] = int32(before); cond != 0 {
			w.table[at] = int32(x.Place(value))
		}
	}
	if len(sc.vars) == 1 {
		conds, values := p.table(w.cond, sc.vars[0]), p.table(w.value, sc.vars[0])
		for _, at := range p.guarded(sc.vars, guard)[0] {
			enter(at, at, conds[at], values[at])
		}
		return
	}
	newProgram(p.pool, sc.vars, w.cond, w.value).run(p.guarded(sc.vars, guard), func(place []int, vals []int64) {
		before := -1
		if own >= 0 {
			before = place[own]
		}
		enter(index(place, sizes), before, vals[0], vals[1])
	})
}
