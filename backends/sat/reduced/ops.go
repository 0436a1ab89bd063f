package reduced

import (
	"math"
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/task"
)

// newOp is a move as the task has it; possible is false if its guard never holds.
func (p *Problem) newOp(m int) (o layers.Op, possible bool) {
	mv := &p.Task.Moves[m]
	o = layers.Op{Move: m, Next: -1, Guard: p.Condition(p.Imports.Expr(mv.Guard)), Cost: p.Imports.Expr(mv.Cost)}
	for _, e := range mv.Effects {
		o.Writes = append(o.Writes, layers.Write{V: e.Var, Cond: p.Imports.Expr(e.Cond), Value: p.Imports.Expr(e.Value)})
	}
	return p.fix(o, nil)
}

// caseAt is a case of a move: the one in which a variable has a value, by place.
func (p *Problem) caseAt(o layers.Op, v, place int) (layers.Op, bool) {
	before := p.single(&o.Guard)
	o.Guard.Sets = slices.Clone(o.Guard.Sets)
	o.Guard.Restrict(&p.Shape, v, p.equals(v, p.Domain(v)[place]))
	return p.fix(o, before)
}

// fix puts the values of the variables to which the guard leaves but one in their places in the rest of the move; before are those that are
// there already. What then changes nothing is no longer written.
func (p *Problem) fix(o layers.Op, before map[int]int64) (layers.Op, bool) {
	for !o.Guard.Impossible() {
		values := p.single(&o.Guard)
		o.Writes = slices.DeleteFunc(slices.Clone(o.Writes), func(w layers.Write) bool {
			code, known := values[w.V]
			return w.Cond == task.False || w.Value == p.Pool.Var(w.V) || known && w.Value == p.Pool.Const(code)
		})
		if len(values) == len(before) {
			return o, true
		}
		before = values
		fixed := p.given(values)
		o.Guard, o.Cost = fixed.condition(&o.Guard), fixed.expr(o.Cost)
		for i := range o.Writes {
			w := &o.Writes[i]
			w.Cond, w.Value = fixed.expr(w.Cond), fixed.expr(w.Value)
		}
	}
	return o, false
}

// finish gives a move its tables.
func (p *Problem) finish(o *layers.Op) {
	p.relate(&o.Guard)
	for i := range o.Writes {
		p.tabulate(&o.Writes[i], &o.Guard)
	}
	o.Still = p.Unwritten(o.Writes)
}

// single is the values of the variables that a condition leaves only one.
func (p *Problem) single(c *layers.Condition) map[int]int64 {
	out := map[int]int64{}
	for _, s := range c.Sets {
		if at := s.At; len(at) == 1 {
			out[s.V] = p.Domain(s.V)[at[0]]
		}
	}
	return out
}

// writeScope is what an effect reads.
func (p *Problem) writeScope(w *layers.Write) Scope {
	sc := p.Scopes.Get(w.Cond).with(p.Scopes.Get(w.Value))
	if w.Cond != task.True {
		sc = sc.with(Scope{Vars: []int{w.V}})
	}
	return sc
}

// tabulate gives an effect its table, if that is small; what the guard excludes is left out.
func (p *Problem) tabulate(w *layers.Write, guard *layers.Condition) {
	sc := p.writeScope(w)
	if !p.tabulable(sc) {
		return
	}
	sizes, size := p.Sizes(sc.Vars), 1
	for _, n := range sizes {
		size *= n
	}
	w.Scope, w.Table = sc.Vars, make([]int32, size)
	for i := range w.Table {
		w.Table[i] = -1
	}
	own, x := slices.Index(sc.Vars, w.V), &p.Task.Vars[w.V]
	enter := func(at, before int, cond, value int64) {
		if w.Table[at] = int32(before); cond != 0 {
			w.Table[at] = int32(x.Place(value))
		}
	}
	if len(sc.Vars) == 1 {
		conds, values := p.Table(w.Cond, sc.Vars[0]), p.Table(w.Value, sc.Vars[0])
		for _, at := range p.guarded(sc.Vars, guard)[0] {
			enter(at, at, conds[at], values[at])
		}
		return
	}
	scan(p.Pool, sc.Vars, p.guarded(sc.Vars, guard), func(place []int, vals []int64) {
		before := -1
		if own >= 0 {
			before = place[own]
		}
		enter(layers.Index(place, sizes), before, vals[0], vals[1])
	}, w.Cond, w.Value)
}

// CostBounds is the least and the greatest cost of a move where its guard holds, as far as that speaks of single variables.
func (p *Problem) CostBounds(o *layers.Op) (lo, hi int64) {
	n, sc := p.Pool.Node(o.Cost), p.Scopes.Get(o.Cost)
	if !p.tabulable(sc) {
		return max(n.Lo, 0), n.Hi
	}
	lo, hi = math.MaxInt64, 0
	scan(p.Pool, sc.Vars, p.guarded(sc.Vars, &o.Guard), func(_ []int, vals []int64) {
		lo, hi = min(lo, max(vals[0], 0)), max(hi, vals[0])
	}, o.Cost)
	return lo, hi
}
