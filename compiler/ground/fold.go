package ground

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/task"
)

// eachBinding runs through the values of a binder's variables; body is called where `where` may be true, with that condition and
// the values. It returns false to stop. ok is false if a set is undefined.
func (g *grounder) eachBinding(vars []model.Bind, where model.Expr, f frame, body func(kept task.Expr, now []sym) bool) (ok bool) {
	key, keeps := g.filterKey(vars, where, f)
	if kept, known := g.filters.kept[key]; keeps && known {
		g.eachKept(vars, kept, f, body)
		return true
	}
	ok = true
	now := make([]sym, len(vars))
	var kept [][]sym
	var loop func(i int) bool
	loop = func(i int) bool {
		if i == len(vars) {
			if where == nil {
				return body(task.True, now)
			}
			doubts := len(g.doubts)
			c := g.eval(where, f)
			keeps = keeps && certain(c) && len(g.doubts) == doubts
			if c.x == task.False {
				return true
			}
			if keeps {
				kept = append(kept, slices.Clone(now))
			}
			return body(c.x, now)
		}
		set, t, defined := g.listing(vars[i].Set, f)
		if !defined {
			ok = false
			return false
		}
		for _, v := range set.Elems {
			now[i] = g.lift(t, v)
			g.bind(f, vars[i].Target, t, now[i])
			if g.halted() || !loop(i+1) {
				return false
			}
		}
		return true
	}
	if loop(0) && keeps {
		g.keep(key, kept)
	}
	return ok
}

// eachKept runs through the values of a binder's variables that are known to be kept.
func (g *grounder) eachKept(vars []model.Bind, kept [][]sym, f frame, body func(kept task.Expr, now []sym) bool) {
	for _, now := range kept {
		for i := range vars {
			g.bind(f, vars[i].Target, vars[i].Set.Type().Elem(), now[i])
		}
		if g.halted() || !body(task.True, now) {
			return
		}
	}
}

// bind gives the names of a target their values.
func (g *grounder) bind(f frame, to *model.Target, t *model.Type, v sym) {
	if to.Elems == nil {
		if to.Slot >= 0 {
			f[to.Slot] = binding{v: v}
		}
		return
	}
	for i, e := range to.Elems {
		g.bind(f, e, t.Elems[i], partOf(v, i))
	}
}

func (g *grounder) fold(e *model.Fold, f frame) sym {
	switch e.Kind {
	case model.ForAll, model.Exists:
		return g.quantifier(e, f)
	case model.Count, model.Sum:
		return g.sum(e, f)
	case model.MinOf, model.MaxOf:
		return g.extremeOf(e, f)
	case model.DistinctOf:
		return g.distinctOf(e, f)
	case model.The:
		return g.the(e, f)
	}
	return undef(e.Ty)
}

// quantifier is forall or exists.
func (g *grounder) quantifier(e *model.Fold, f frame) sym {
	p := g.pool
	all := e.Kind == model.ForAll
	var hold, fail []task.Expr // of forall; the other way round of exists
	stopped := false
	ok := g.eachBinding(e.Vars, e.Where, f, func(kept task.Expr, _ []sym) bool {
		b := g.under(kept, func() sym { return g.eval(e.Body, f) })
		if !all {
			b = not(b)
		}
		var room, more bool
		hold, room = grown(g, hold)
		fail, more = grown(g, fail)
		if !room || !more {
			return false
		}
		hold = append(hold, p.Implies(kept, b.x))
		fail = append(fail, p.And(kept, b.d))
		stopped = fail[len(fail)-1] == task.True
		return !stopped
	})
	var r sym
	switch {
	case stopped:
		r = no
	case ok:
		r = sym{x: p.And(hold...), d: p.Or(fail...)}
	default:
		r = sym{x: task.False, d: p.Or(fail...)}
	}
	if !all {
		r = not(r)
	}
	return r
}

// sum is count or sum.
func (g *grounder) sum(e *model.Fold, f frame) sym {
	p := g.pool
	zero := p.Const(0)
	var terms, defs []task.Expr
	ok := g.eachBinding(e.Vars, e.Where, f, func(kept task.Expr, _ []sym) bool {
		b := g.under(kept, func() sym { return g.eval(e.Body, f) })
		var room, more bool
		terms, room = grown(g, terms)
		defs, more = grown(g, defs)
		if !room || !more {
			return false
		}
		if e.Kind == model.Count {
			terms = append(terms, p.And(kept, b.x))
			return true
		}
		defs = append(defs, p.Implies(kept, b.d))
		terms = append(terms, p.Ite(p.And(kept, b.d), b.x, zero))
		return true
	})
	if !ok {
		return undecided
	}
	r := sym{x: p.Add(terms...), d: p.And(defs...)}
	g.checkRange(r.x, e)
	return r
}

// extremeOf is min or max as a binder: undefined over nothing, or if a value is.
func (g *grounder) extremeOf(e *model.Fold, f frame) sym {
	p := g.pool
	var kepts, defs []task.Expr
	var vals []sym
	ok := g.eachBinding(e.Vars, e.Where, f, func(kept task.Expr, _ []sym) bool {
		b := g.under(kept, func() sym { return g.eval(e.Body, f) })
		kepts = append(kepts, kept)
		vals = append(vals, b)
		defs = append(defs, p.Implies(kept, g.defined(e.Ty, b)))
		return true
	})
	if !ok || len(vals) == 0 {
		return undef(e.Ty)
	}
	defined := p.And(append(defs, p.Or(kepts...))...)
	if defined == task.False {
		return undef(e.Ty)
	}
	if !e.Ty.Scalar() {
		best, have := vals[0], kepts[0]
		for i, v := range vals[1:] {
			better := g.less(e.Ty, v, best, false)
			if e.Kind == model.MaxOf {
				better = g.less(e.Ty, best, v, false)
			}
			take := p.And(kepts[i+1], p.Or(p.Not(have), better))
			best = g.choose(e.Ty, take, v, best)
			have = p.Or(have, kepts[i+1])
		}
		return g.restrict(e.Ty, best, defined)
	}
	worst := vals[0].x
	lo, hi := p.Node(worst).Lo, p.Node(worst).Hi
	for _, v := range vals {
		lo, hi = min(lo, p.Node(v.x).Lo), max(hi, p.Node(v.x).Hi)
	}
	// what is left out is replaced by a value that does not decide
	xs := make([]task.Expr, len(vals))
	for i, v := range vals {
		if e.Kind == model.MinOf {
			xs[i] = p.Ite(kepts[i], v.x, p.Const(hi))
		} else {
			xs[i] = p.Ite(kepts[i], v.x, p.Const(lo))
		}
	}
	if e.Kind == model.MinOf {
		return sym{x: p.Min(xs...), d: defined}
	}
	return sym{x: p.Max(xs...), d: defined}
}

// distinctOf is false if two defined values are equal, otherwise undecided if one is undefined.
func (g *grounder) distinctOf(e *model.Fold, f frame) sym {
	p := g.pool
	t := e.Body.Type()
	var vals []sym
	var kept, full []task.Expr // counted at all; and if, defined
	plain := t.Scalar()
	ok := g.eachBinding(e.Vars, e.Where, f, func(k task.Expr, _ []sym) bool {
		v := g.under(k, func() sym { return g.eval(e.Body, f) })
		d := g.defined(t, v)
		vals = append(vals, v)
		kept = append(kept, k)
		full = append(full, d)
		plain = plain && k == task.True && d == task.True
		return true
	})
	if plain && ok {
		xs := make([]task.Expr, len(vals))
		for i, v := range vals {
			xs[i] = v.x
		}
		return g.truth(p.Distinct(xs...))
	}
	var clashes, defs []task.Expr
	for i := range vals {
		defs = append(defs, p.Implies(kept[i], full[i]))
		counted := p.And(kept[i], full[i])
		for j := range i {
			if g.halted() {
				return undecided
			}
			clashes = append(clashes, p.And(counted, kept[j], full[j], g.same(t, vals[i], vals[j])))
		}
	}
	clash := p.Or(clashes...)
	return sym{x: p.And(p.And(defs...), p.Not(clash), p.Bool(ok)), d: clash}
}

// the is the only value for which the body is true.
func (g *grounder) the(e *model.Fold, f frame) sym {
	p := g.pool
	var vals []sym
	var conds []task.Expr
	ok := g.eachBinding(e.Vars, e.Where, f, func(kept task.Expr, now []sym) bool {
		c := p.And(kept, g.under(kept, func() sym { return g.eval(e.Body, f) }).x)
		if c == task.False {
			return true
		}
		conds = append(conds, c)
		if len(now) == 1 {
			vals = append(vals, now[0])
		} else {
			vals = append(vals, sym{d: task.True, parts: slices.Clone(now)})
		}
		return true
	})
	if !ok || len(vals) == 0 {
		return undef(e.Ty)
	}
	place, one := g.onlyPlace(conds)
	if one != task.True {
		g.doubt(doubt{kind: uniqueDoubt, span: e.Sp, ok: one})
	}
	return g.restrict(e.Ty, g.pick(e.Ty, place, vals), one)
}

// onlyPlace is the place of the only condition that is true.
func (g *grounder) onlyPlace(conds []task.Expr) (place, one task.Expr) {
	p := g.pool
	if sure := slices.Index(conds, task.True); sure >= 0 {
		return p.Const(int64(sure)), p.Eq(p.Add(conds...), p.Const(1))
	}
	if elems, value, ok := g.comparisons(conds); ok {
		return g.findPlace(value, elems)
	}
	place = p.Const(int64(len(conds) - 1))
	for i := len(conds) - 2; i >= 0; i-- {
		place = p.Ite(conds[i], p.Const(int64(i)), place)
	}
	return place, p.Eq(p.Add(conds...), p.Const(1))
}

// comparisons finds out whether all conditions compare variables with one constant.
func (g *grounder) comparisons(conds []task.Expr) (elems []task.Expr, value task.Expr, ok bool) {
	value = task.None
	for _, c := range conds {
		n := g.pool.Node(c)
		if n.Op != task.OpEq {
			return nil, value, false
		}
		x, k := n.Args[0], n.Args[1]
		if g.pool.Node(x).Op == task.OpConst {
			x, k = k, x
		}
		if g.pool.Node(x).Op != task.OpVar || g.pool.Node(k).Op != task.OpConst || value != task.None && k != value {
			return nil, value, false
		}
		elems, value = append(elems, x), k
	}
	return elems, value, len(elems) > 0
}

// pick is the value with a place in a list.
func (g *grounder) pick(t *model.Type, place task.Expr, vals []sym) sym {
	if t.Kind == model.TupleKind {
		out := sym{d: task.True, parts: make([]sym, len(t.Elems))}
		for i, e := range t.Elems {
			part := make([]sym, len(vals))
			for k, v := range vals {
				part[k] = partOf(v, i)
			}
			out.parts[i] = g.pick(e, place, part)
		}
		return out
	}
	xs, ds := make([]task.Expr, len(vals)), make([]task.Expr, len(vals))
	for k, v := range vals {
		xs[k], ds[k] = v.x, v.d
	}
	return sym{x: g.pool.Select(place, xs...), d: g.pool.Select(place, ds...)}
}
