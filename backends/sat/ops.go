package sat

import (
	"slices"

	"github.com/pzc-lang/pzc/task"
)

// op is a move.
type op struct {
	move   int // in the task
	guard  condition
	writes []write  // in the order of variables
	still  []uint64 // the facts of other variables
	cost   task.Expr
}

// write is an effect. Its table gives the place of the new value by the places of the variables in scope, the last varying
// fastest; −1 where the value is outside the domain, so that the move cannot be made. Without a table, reach lists
// nothing and cond and value say all.
type write struct {
	v           int
	cond, value task.Expr
	scope       []int
	table       []int32
}

// newOp makes a move ready, for the case that some variables have given values, by place; possible is false if its guard never holds.
// Where the guard gives a variable one value, that value takes the variable's place in the rest of the move.
func (p *problem) newOp(m int, given map[int]int) (o op, possible bool) {
	mv := &p.task.Moves[m]
	o = op{move: m}
	for v, place := range given {
		o.guard.restrict(p, v, p.equals(v, p.domain(v)[place]))
	}
	for known := -1; ; {
		values := o.guard.single(p)
		fixed := p.imports
		if len(values) > 0 {
			fixed = newImporter(p.task.Pool, p.pool, func(v int) task.Expr {
				if c, ok := values[v]; ok {
					return p.pool.Const(c)
				}
				return p.pool.Var(v)
			})
		}
		if len(values) == known {
			p.finish(&o, fixed)
			return o, true
		}
		known = len(values)
		again := p.condition(fixed.expr(mv.Guard))
		for _, s := range o.guard.sets {
			again.restrict(p, s.v, s.ok)
		}
		if o.guard = again; again.impossible() {
			return o, false
		}
	}
}

// finish gives a move its cost and effects.
func (p *problem) finish(o *op, fixed *importer) {
	mv := &p.task.Moves[o.move]
	o.cost = fixed.expr(mv.Cost)
	for _, e := range mv.Effects {
		w := write{v: e.Var, cond: fixed.expr(e.Cond), value: fixed.expr(e.Value)}
		if w.cond != task.False && w.value != p.pool.Var(w.v) {
			p.tabulate(&w, &o.guard)
			o.writes = append(o.writes, w)
		}
	}
	o.still = make([]uint64, (p.facts+63)/64)
	next := 0
	for _, w := range o.writes {
		setRange(o.still, next, p.off[w.v])
		next = p.off[w.v+1]
	}
	setRange(o.still, next, p.facts)
}

// single is the values of the variables that a condition leaves only one.
func (c *condition) single(p *problem) map[int]int64 {
	out := map[int]int64{}
	for _, s := range c.sets {
		if at := s.at; len(at) == 1 {
			out[s.v] = p.domain(s.v)[at[0]]
		}
	}
	return out
}

// tabulate gives an effect its table, if that is small; what the guard excludes is left out.
func (p *problem) tabulate(w *write, guard *condition) {
	sc := p.scopes.get(w.cond).with(p.scopes.get(w.value))
	if w.cond != task.True {
		sc = sc.with(scope{vars: []int{w.v}})
	}
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
	own := slices.Index(sc.vars, w.v)
	newProgram(p.pool, sc.vars, w.cond, w.value).run(p.guarded(sc.vars, guard), func(place []int, vals []int64) {
		at := index(place, sizes)
		if vals[0] == 0 {
			w.table[at] = int32(place[own])
		} else {
			w.table[at] = int32(p.task.Vars[w.v].Place(vals[1]))
		}
	})
}
