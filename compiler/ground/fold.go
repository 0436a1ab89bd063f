package ground

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/ground/work"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/task"
)

// eachBinding enumerates the values of a binder's variables. It calls body with the values for which `where` may be
// true, and with the condition of `where`. body returns false to stop. ok is false if a set is undefined.
func (ev *evaluator) eachBinding(vars []model.Bind, where model.Expr, f frame,
	body func(kept task.Expr, now []value) bool,
) (ok bool) {
	key, keeps := ev.filterKey(vars, where, f)
	if kept, known := ev.filters.kept[key]; keeps && known {
		ev.eachKept(vars, kept, f, body)
		return true
	}
	ok = true
	now := make([]value, len(vars))
	var kept [][]value
	var loop func(i int) bool
	loop = func(i int) bool {
		if i == len(vars) {
			if where == nil {
				return body(task.True, now)
			}
			doubts := len(ev.doubts)
			c := ev.eval(where, f)
			ev.settle(where, c, f)
			keeps = keeps && certain(c) && len(ev.doubts) == doubts
			if c.x == task.False {
				return true
			}
			if keeps {
				kept = append(kept, slices.Clone(now))
			}
			return body(c.x, now)
		}
		set, t, defined := ev.listing(vars[i].Set, f)
		if !defined {
			ok = false
			return false
		}
		for _, v := range set.Elems {
			now[i] = ev.lift(t, v)
			ev.bind(f, vars[i].Target, t, now[i])
			if ev.Halted() || !loop(i+1) {
				return false
			}
		}
		return true
	}
	if loop(0) && keeps {
		ev.keep(key, kept)
	}
	return ok
}

// eachKept enumerates the values of a binder's variables that are known to pass the `where`.
func (ev *evaluator) eachKept(vars []model.Bind, kept [][]value, f frame, body func(kept task.Expr, now []value) bool) {
	for _, now := range kept {
		for i := range vars {
			ev.bind(f, vars[i].Target, vars[i].Set.Type().Elem(), now[i])
		}
		if ev.Halted() || !body(task.True, now) {
			return
		}
	}
}

// bind binds the names of a target.
func (ev *evaluator) bind(f frame, to *model.Target, t *model.Type, v value) {
	if to.Elems == nil {
		if to.Slot >= 0 {
			f[to.Slot] = binding{v: v}
		}
		return
	}
	for i, e := range to.Elems {
		ev.bind(f, e, t.Elems[i], component(v, i))
	}
}

func (ev *evaluator) fold(e *model.Fold, f frame) value {
	if v, static := ev.byReference(e, f); static {
		return v
	}
	switch e.Kind {
	case model.ForAll, model.Exists:
		return ev.quantifier(e, f)
	case model.Count, model.Sum, model.ProductOf:
		return ev.sum(e, f)
	case model.MinOf, model.MaxOf:
		return ev.extremeOf(e, f)
	case model.DistinctOf:
		return ev.distinctOf(e, f)
	case model.The:
		return ev.the(e, f)
	}
	return undef(e.Ty)
}

// quantifier computes forall or exists.
func (ev *evaluator) quantifier(e *model.Fold, f frame) value {
	p := ev.Pool
	all := e.Kind == model.ForAll
	var hold, fail []task.Expr // for forall; exchanged for exists
	stopped := false
	ok := ev.eachBinding(e.Vars, e.Where, f, func(kept task.Expr, _ []value) bool {
		b := ev.under(kept, func() value { return ev.eval(e.Body, f) })
		if !all {
			b = not(b)
		}
		var room, more bool
		hold, room = work.Grown(ev.Work, hold)
		fail, more = work.Grown(ev.Work, fail)
		if !room || !more {
			return false
		}
		hold = append(hold, p.Implies(kept, b.x))
		fail = append(fail, p.And(kept, b.d))
		stopped = fail[len(fail)-1] == task.True
		return !stopped
	})
	var r value
	switch {
	case stopped:
		r = no
	case ok:
		r = value{x: p.And(hold...), d: p.Or(fail...)}
	case ev.base != nil:
		r = no
	default:
		r = value{x: task.False, d: p.Or(fail...)}
	}
	if !all {
		r = not(r)
	}
	return r
}

// sum computes count, sum or product.
func (ev *evaluator) sum(e *model.Fold, f frame) value {
	p := ev.Pool
	neutral := p.Const(0)
	if e.Kind == model.ProductOf {
		neutral = p.Const(1)
	}
	var terms, defs []task.Expr
	ok := ev.eachBinding(e.Vars, e.Where, f, func(kept task.Expr, _ []value) bool {
		b := ev.under(kept, func() value {
			v := ev.eval(e.Body, f)
			if e.Kind == model.Count {
				ev.settle(e.Body, v, f)
			}
			return v
		})
		var room, more bool
		terms, room = work.Grown(ev.Work, terms)
		defs, more = work.Grown(ev.Work, defs)
		if !room || !more {
			return false
		}
		if e.Kind == model.Count {
			terms = append(terms, p.And(kept, b.x))
			return true
		}
		defs = append(defs, p.Implies(kept, b.d))
		terms = append(terms, p.Ite(p.And(kept, b.d), b.x, neutral))
		return true
	})
	if !ok {
		return undecided
	}
	d := p.And(defs...)
	if e.Kind == model.ProductOf {
		return value{x: ev.multiply(terms, e), d: d}
	}
	r := value{x: p.Add(terms...), d: d}
	ev.checkRange(r.x, e)
	return r
}

// multiply returns the product of numbers. Each partial product must lie within the range of numbers.
func (ev *evaluator) multiply(factors []task.Expr, at model.Expr) task.Expr {
	x := ev.Pool.Const(1)
	for _, f := range factors {
		x = ev.Pool.Mul(x, f)
		ev.checkRange(x, at)
	}
	return x
}

// extremeOf computes min or max as a binder. It is undefined if there are no values, or if a value is undefined.
func (ev *evaluator) extremeOf(e *model.Fold, f frame) value {
	p := ev.Pool
	var kepts, defs []task.Expr
	var vals []value
	ok := ev.eachBinding(e.Vars, e.Where, f, func(kept task.Expr, _ []value) bool {
		b := ev.under(kept, func() value { return ev.asValue(e.Body, f) })
		kepts = append(kepts, kept)
		vals = append(vals, b)
		defs = append(defs, p.Implies(kept, ev.defined(e.Ty, b)))
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
			better := ev.less(e.Ty, v, best, false)
			if e.Kind == model.MaxOf {
				better = ev.less(e.Ty, best, v, false)
			}
			take := p.And(kepts[i+1], p.Or(p.Not(have), better))
			best = ev.choose(e.Ty, take, v, best)
			have = p.Or(have, kepts[i+1])
		}
		return ev.restrict(e.Ty, best, defined)
	}
	worst := vals[0].x
	lo, hi := p.Node(worst).Lo, p.Node(worst).Hi
	for _, v := range vals {
		lo, hi = min(lo, p.Node(v.x).Lo), max(hi, p.Node(v.x).Hi)
	}
	// an omitted element is replaced by a value that does not change the result
	xs := make([]task.Expr, len(vals))
	for i, v := range vals {
		if e.Kind == model.MinOf {
			xs[i] = p.Ite(kepts[i], v.x, p.Const(hi))
		} else {
			xs[i] = p.Ite(kepts[i], v.x, p.Const(lo))
		}
	}
	if e.Kind == model.MinOf {
		return value{x: p.Min(xs...), d: defined}
	}
	return value{x: p.Max(xs...), d: defined}
}

// distinctOf computes a `distinct` binder. It is false if two defined values are equal, and otherwise undecided if a
// value is undefined.
func (ev *evaluator) distinctOf(e *model.Fold, f frame) value {
	p := ev.Pool
	t := e.Body.Type()
	var vals []value
	var kept, full []task.Expr // the condition that the element counts, and the condition that it counts and is defined
	plain := t.Scalar()
	ok := ev.eachBinding(e.Vars, e.Where, f, func(k task.Expr, _ []value) bool {
		v := ev.under(k, func() value { return ev.asValue(e.Body, f) })
		d := ev.defined(t, v)
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
		return ev.truth(p.Distinct(xs...))
	}
	var clashes, defs []task.Expr
	for i := range vals {
		defs = append(defs, p.Implies(kept[i], full[i]))
		counted := p.And(kept[i], full[i])
		for j := range i {
			if ev.Halted() {
				return undecided
			}
			clashes = append(clashes, p.And(counted, kept[j], full[j], ev.same(t, vals[i], vals[j])))
		}
	}
	clash := p.Or(clashes...)
	return value{x: p.And(p.And(defs...), p.Not(clash), p.Bool(ok)), d: clash}
}

// the returns the only value for which the body is true.
func (ev *evaluator) the(e *model.Fold, f frame) value {
	p := ev.Pool
	var vals []value
	var conds []task.Expr
	ok := ev.eachBinding(e.Vars, e.Where, f, func(kept task.Expr, now []value) bool {
		c := p.And(kept, ev.under(kept, func() value {
			v := ev.eval(e.Body, f)
			ev.settle(e.Body, v, f)
			return v
		}).x)
		if c == task.False {
			return true
		}
		conds = append(conds, c)
		if len(now) == 1 {
			vals = append(vals, now[0])
		} else {
			vals = append(vals, tupleOf(task.True, len(now), func(i int) value { return now[i] }))
		}
		return true
	})
	if !ok || len(vals) == 0 {
		return undef(e.Ty)
	}
	place, one := ev.onlyPlace(conds)
	if one != task.True {
		ev.doubt(doubt{kind: notUnique, span: e.Sp, ok: one})
	}
	return ev.restrict(e.Ty, ev.pick(e.Ty, place, vals), one)
}

// onlyPlace returns the index of the only condition that is true.
func (ev *evaluator) onlyPlace(conds []task.Expr) (place, one task.Expr) {
	p := ev.Pool
	if sure := slices.Index(conds, task.True); sure >= 0 {
		return p.Const(int64(sure)), p.Eq(p.Add(conds...), p.Const(1))
	}
	if elems, value, ok := ev.comparisons(conds); ok {
		return ev.findPlace(value, elems)
	}
	place = p.Const(int64(len(conds) - 1))
	for i := len(conds) - 2; i >= 0; i-- {
		place = p.Ite(conds[i], p.Const(int64(i)), place)
	}
	return place, p.Eq(p.Add(conds...), p.Const(1))
}

// comparisons reports whether all conditions compare variables with the same constant.
func (ev *evaluator) comparisons(conds []task.Expr) (elems []task.Expr, value task.Expr, ok bool) {
	value = task.None
	for _, c := range conds {
		n := ev.Pool.Node(c)
		if n.Op != task.OpEq {
			return nil, value, false
		}
		x, k := n.Args[0], n.Args[1]
		if ev.Pool.Node(x).Op == task.OpConst {
			x, k = k, x
		}
		if ev.Pool.Node(x).Op != task.OpVar || ev.Pool.Node(k).Op != task.OpConst || value != task.None && k != value {
			return nil, value, false
		}
		elems, value = append(elems, x), k
	}
	return elems, value, len(elems) > 0
}

// pick returns the value with a place in a list.
func (ev *evaluator) pick(t *model.Type, place task.Expr, vals []value) value {
	if t.Kind == model.TupleKind {
		return tupleOf(task.True, len(t.Elems), func(i int) value {
			part := make([]value, len(vals))
			for k, v := range vals {
				part[k] = component(v, i)
			}
			return ev.pick(t.Elems[i], place, part)
		})
	}
	xs, ds := make([]task.Expr, len(vals)), make([]task.Expr, len(vals))
	for k, v := range vals {
		xs[k], ds[k] = v.x, v.d
	}
	return value{x: ev.Pool.Select(place, xs...), d: ev.Pool.Select(place, ds...)}
}
