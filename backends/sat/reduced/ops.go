package reduced

import (
	"math"
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/compiler/task"
)

// newOp is the operation of a move. possible is false if its guard never holds.
func (p *Problem) newOp(m int) (o layers.Op, possible bool) {
	mv := &p.Task.Moves[m]
	o = layers.Op{Move: m, Next: -1, Guard: p.Condition(p.Imports.Expr(mv.Guard)), Cost: p.Imports.Expr(mv.Cost)}
	for _, e := range mv.Effects {
		o.Writes = append(o.Writes, layers.Write{
			V: e.Var, Cond: p.Imports.Expr(e.Cond),
			Value: p.Imports.Expr(e.Value),
		})
	}
	return p.fix(o, nil)
}

// caseAt is the case of an operation in which a variable has a place. possible is false if its guard never holds then.
func (p *Problem) caseAt(o layers.Op, v, place int) (layers.Op, bool) {
	before := p.single(&o.Guard)
	o.Guard.Sets = slices.Clone(o.Guard.Sets)
	o.Guard.Restrict(&p.Shape, v, p.equals(v, p.Domain(v)[place]))
	return p.fix(o, before)
}

// fix replaces the variables whose value the guard determines by their values, everywhere in the operation, and drops
// effects that then change nothing. It repeats this until no further value is determined. before holds the values that
// are replaced already.
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

// finish computes the tables of an operation.
func (p *Problem) finish(o *layers.Op) {
	p.relate(&o.Guard)
	for i := range o.Writes {
		p.tabulate(&o.Writes[i], &o.Guard)
	}
	o.Still = p.Unwritten(o.Writes)
}

// single lists the variables that a condition allows one value, with these values.
func (p *Problem) single(c *layers.Condition) map[int]int64 {
	out := map[int]int64{}
	for _, s := range c.Sets {
		if at := s.At; len(at) == 1 {
			out[s.V] = p.Domain(s.V)[at[0]]
		}
	}
	return out
}

// writeScope returns the variables that an effect reads.
func (p *Problem) writeScope(w *layers.Write) Scope {
	sc := p.Scopes.Get(w.Cond).with(p.Scopes.Get(w.Value))
	if w.Cond != task.True {
		sc = sc.with(Scope{Vars: []int{w.V}})
	}
	return sc
}

// tabulate computes the table of an effect, if it is small. Entries that the guard excludes are −1.
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

// CostBounds is the least and the greatest cost of an operation, for the places that its guard allows single variables.
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
