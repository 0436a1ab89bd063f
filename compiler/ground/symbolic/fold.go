package symbolic

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/ground/work"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// EachBinding enumerates the values of a binder's variables. It calls body with the values for which `where` may be
// true, and with the condition of `where`. It may leave out values for which needed, if it is not nil, is certainly
// false. body returns false to stop. ok is false if a set is undefined.
func (ev *Evaluator) EachBinding(vars []model.Bind, where, needed model.Expr, f Frame,
	body func(kept task.Expr, now []Value) bool,
) (ok bool) {
	ok = true
	now := make([]Value, len(vars))
	joins := ev.binderJoins(vars, where, needed)
	var loop func(i int) bool
	loop = func(i int) bool {
		if i == len(vars) {
			if where == nil {
				return body(task.True, now)
			}
			c, static := ev.byReference(where, f)
			if !static {
				c = ev.Eval(where, f)
			}
			ev.Settle(where, c, f)
			return c.X == task.False || body(c.X, now)
		}
		set, t, defined := ev.Listing(vars[i].Set, f)
		if !defined {
			ok = false
			return false
		}
		values := set.Elems
		if joins != nil {
			values = joins[i].Values(set, f)
		}
		for _, v := range values {
			now[i] = ev.Lift(t, v)
			ev.bind(f, vars[i].Target, t, now[i])
			if ev.Halted() || !loop(i+1) {
				return false
			}
		}
		return true
	}
	loop(0)
	return ok
}

// bind binds the names of a target.
func (ev *Evaluator) bind(f Frame, to *model.Target, t *model.Type, v Value) {
	if to.Elems == nil {
		if to.Slot >= 0 {
			f[to.Slot] = binding{v: v}
		}
		return
	}
	for i, e := range to.Elems {
		ev.bind(f, e, t.Elems[i], Component(v, i))
	}
}

func (ev *Evaluator) fold(e *model.Fold, f Frame) Value {
	if v, static := ev.byReference(e, f); static {
		return v
	}
	if len(ev.LocalsOf(e)) == 0 {
		ev.key = appendInt(ev.key[:0], ev.idOf(e))
		return ev.once(ev.kept(), func() Value { return ev.binder(e, f) })
	}
	return ev.binder(e, f)
}

// binder computes a quantifier, a sum or another binder.
func (ev *Evaluator) binder(e *model.Fold, f Frame) Value {
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
func (ev *Evaluator) quantifier(e *model.Fold, f Frame) Value {
	p := ev.Pool
	all := e.Kind == model.ForAll
	var hold, fail []task.Expr // for forall; exchanged for exists
	stopped := false
	needed := e.Body
	if imp, ok := e.Body.(*model.Binary); ok && all && imp.Op == model.Implies {
		needed = imp.L
	} else if all {
		needed = nil
	}
	ok := ev.EachBinding(e.Vars, e.Where, needed, f, func(kept task.Expr, _ []Value) bool {
		b := ev.Under(kept, func() Value { return ev.Eval(e.Body, f) })
		if !all {
			b = not(b)
		}
		var room, more bool
		hold, room = work.Grown(ev.Work, hold)
		fail, more = work.Grown(ev.Work, fail)
		if !room || !more {
			return false
		}
		hold = append(hold, p.Implies(kept, b.X))
		fail = append(fail, p.And(kept, b.D))
		stopped = fail[len(fail)-1] == task.True
		return !stopped
	})
	var r Value
	switch {
	case stopped:
		r = no
	case ok:
		r = Value{X: p.And(hold...), D: p.Or(fail...)}
	case ev.base != nil:
		r = no
	default:
		r = Value{X: task.False, D: p.Or(fail...)}
	}
	if !all {
		r = not(r)
	}
	return r
}

// sum computes count, sum or product.
func (ev *Evaluator) sum(e *model.Fold, f Frame) Value {
	if v, ok := ev.region(e, f); ok {
		return v
	}
	p := ev.Pool
	neutral := p.Const(0)
	if e.Kind == model.ProductOf {
		neutral = p.Const(1)
	}
	var terms, defs []task.Expr
	var needed model.Expr
	if e.Kind == model.Count {
		needed = e.Body
	}
	ok := ev.EachBinding(e.Vars, e.Where, needed, f, func(kept task.Expr, _ []Value) bool {
		b := ev.Under(kept, func() Value {
			v := ev.Eval(e.Body, f)
			if e.Kind == model.Count {
				ev.Settle(e.Body, v, f)
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
			terms = append(terms, p.And(kept, b.X))
			return true
		}
		defs = append(defs, p.Implies(kept, b.D))
		terms = append(terms, p.Ite(p.And(kept, b.D), b.X, neutral))
		return true
	})
	if !ok {
		return Undecided
	}
	d := p.And(defs...)
	if e.Kind == model.ProductOf {
		return Value{X: ev.multiply(terms, e), D: d}
	}
	r := Value{X: p.Add(terms...), D: d}
	ev.checkRange(r.X, e)
	return r
}

// multiply returns the product of numbers. Each partial product must lie within the range of numbers.
func (ev *Evaluator) multiply(factors []task.Expr, at model.Expr) task.Expr {
	x := ev.Pool.Const(1)
	for _, f := range factors {
		x = ev.Pool.Mul(x, f)
		ev.checkRange(x, at)
	}
	return x
}

// extremeOf computes min or max as a binder. It is undefined if there are no values, or if a value is undefined.
func (ev *Evaluator) extremeOf(e *model.Fold, f Frame) Value {
	p := ev.Pool
	var kepts, defs []task.Expr
	var vals []Value
	ok := ev.EachBinding(e.Vars, e.Where, nil, f, func(kept task.Expr, _ []Value) bool {
		b := ev.Under(kept, func() Value { return ev.asValue(e.Body, f) })
		kepts = append(kepts, kept)
		vals = append(vals, b)
		defs = append(defs, p.Implies(kept, ev.Defined(e.Ty, b)))
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
	worst := vals[0].X
	lo, hi := p.Node(worst).Lo, p.Node(worst).Hi
	for _, v := range vals {
		lo, hi = min(lo, p.Node(v.X).Lo), max(hi, p.Node(v.X).Hi)
	}
	// an omitted element is replaced by a value that does not change the result
	xs := make([]task.Expr, len(vals))
	for i, v := range vals {
		if e.Kind == model.MinOf {
			xs[i] = p.Ite(kepts[i], v.X, p.Const(hi))
		} else {
			xs[i] = p.Ite(kepts[i], v.X, p.Const(lo))
		}
	}
	if e.Kind == model.MinOf {
		return Value{X: p.Min(xs...), D: defined}
	}
	return Value{X: p.Max(xs...), D: defined}
}

// distinctOf computes a `distinct` binder. It is false if two defined values are equal, and otherwise undecided if a
// value is undefined.
func (ev *Evaluator) distinctOf(e *model.Fold, f Frame) Value {
	p := ev.Pool
	t := e.Body.Type()
	var vals []Value
	var kept, full []task.Expr // the condition that the element counts, and the condition that it counts and is defined
	plain := t.Scalar()
	ok := ev.EachBinding(e.Vars, e.Where, nil, f, func(k task.Expr, _ []Value) bool {
		v := ev.Under(k, func() Value { return ev.asValue(e.Body, f) })
		d := ev.Defined(t, v)
		vals = append(vals, v)
		kept = append(kept, k)
		full = append(full, d)
		plain = plain && k == task.True && d == task.True
		return true
	})
	if plain && ok {
		xs := lists.Map(vals, func(v Value) task.Expr { return v.X })
		return ev.truth(p.Distinct(xs...))
	}
	var clashes, defs []task.Expr
	for i := range vals {
		defs = append(defs, p.Implies(kept[i], full[i]))
		counted := p.And(kept[i], full[i])
		for j := range i {
			if ev.Halted() {
				return Undecided
			}
			clashes = append(clashes, p.And(counted, kept[j], full[j], ev.same(t, vals[i], vals[j])))
		}
	}
	clash := p.Or(clashes...)
	return Value{X: p.And(p.And(defs...), p.Not(clash), p.Bool(ok)), D: clash}
}

// the returns the only value for which the body is true.
func (ev *Evaluator) the(e *model.Fold, f Frame) Value {
	p := ev.Pool
	var vals []Value
	var conds []task.Expr
	ok := ev.EachBinding(e.Vars, e.Where, nil, f, func(kept task.Expr, now []Value) bool {
		c := p.And(kept, ev.Under(kept, func() Value {
			v := ev.Eval(e.Body, f)
			ev.Settle(e.Body, v, f)
			return v
		}).X)
		if c == task.False {
			return true
		}
		conds = append(conds, c)
		if len(now) == 1 {
			vals = append(vals, now[0])
		} else {
			vals = append(vals, tupleOf(task.True, len(now), func(i int) Value { return now[i] }))
		}
		return true
	})
	if !ok || len(vals) == 0 {
		return undef(e.Ty)
	}
	place, one := ev.onlyPlace(conds)
	if one != task.True {
		ev.Doubt(Doubt{Kind: NotUnique, Span: e.Sp, OK: one})
	}
	return ev.restrict(e.Ty, ev.pick(e.Ty, place, vals), one)
}

// onlyPlace returns the index of the only condition that is true.
func (ev *Evaluator) onlyPlace(conds []task.Expr) (place, one task.Expr) {
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
func (ev *Evaluator) comparisons(conds []task.Expr) (elems []task.Expr, value task.Expr, ok bool) {
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
func (ev *Evaluator) pick(t *model.Type, place task.Expr, vals []Value) Value {
	if t.Kind == model.TupleKind {
		return tupleOf(task.True, len(t.Elems), func(i int) Value {
			part := lists.Map(vals, func(v Value) Value { return Component(v, i) })
			return ev.pick(t.Elems[i], place, part)
		})
	}
	xs, ds := make([]task.Expr, len(vals)), make([]task.Expr, len(vals))
	for k, v := range vals {
		xs[k], ds[k] = v.X, v.D
	}
	return Value{X: ev.Pool.Select(place, xs...), D: ev.Pool.Select(place, ds...)}
}
