package ground

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/semantics"
	"github.com/pzc-lang/pzc/task"
)

// The reference evaluator computes static sets and the tables of steps. This file translates expressions of sets that
// depend on the state.

// listing returns the elements of a static set expression and their type.
func (ev *evaluator) listing(e model.Expr, f frame) (*model.Set, *model.Type, bool) {
	t := e.Type().Elem()
	if named, ok := e.(*model.NamedSet); ok {
		if s := ev.m.Sets[named.Decl.ID]; s != nil {
			return s, t, true
		}
	}
	if s, ok := ev.closed[e]; ok {
		ev.settleClosed(e, s)
		return s, t, s != nil
	}
	slots := ev.localsOf(e)
	if len(slots) == 0 {
		s, ok := ev.Sem.Set(e, make(semantics.Frame, model.SlotsFor(e)))
		if !ok {
			s = nil
		}
		ev.closed[e] = s
		ev.settleClosed(e, s)
		return s, elementType(s, t), ok
	}
	sf, ok := ev.staticFrame(e, slots, f)
	if !ok {
		return nil, t, false
	}
	s, ok := ev.Sem.Set(e, sf)
	ev.settleSet(e, s, sf, f)
	return s, elementType(s, t), ok
}

// elementType returns the type of a set's elements, which the type of the empty set does not contain.
func elementType(s *model.Set, t *model.Type) *model.Type {
	if t == nil && s != nil {
		return s.Type
	}
	return t
}

// localsOf lists the locals that an expression takes from its frame.
func (ev *evaluator) localsOf(e model.Expr) []*model.Local {
	if ls, ok := ev.locals[e]; ok {
		return ls
	}
	ls := model.FreeLocals(e)
	ev.locals[e] = ls
	return ls
}

// staticFrame returns a frame for the reference evaluator with the locals that a static expression uses. ok is false if
// a local depends on the state.
func (ev *evaluator) staticFrame(e model.Expr, slots []*model.Local, f frame) (semantics.Frame, bool) {
	size := model.SlotsFor(e)
	for _, l := range slots {
		size = max(size, l.Slot+1)
	}
	sf := make(semantics.Frame, size)
	for _, l := range slots {
		v, ok, known := ev.static(l.Ty, f[l.Slot].v)
		if !known {
			ev.ErrorOnce(e.Span(), codeStaticSet, "this set depends on the state through a local name", "")
			return nil, false
		}
		sf[l.Slot] = semantics.Slot{Value: v, OK: ok}
	}
	return sf, true
}

// setValue returns a set as a value.
func (ev *evaluator) setValue(e model.Expr, f frame) value {
	s, _, ok := ev.listing(e, f)
	if !ok {
		return value{d: task.False}
	}
	v, ok := ev.heldSets[s]
	if !ok {
		v = &model.Composite{Set: s}
		ev.heldSets[s] = v
	}
	return value{d: task.True, held: v}
}

// in computes `x in S`. It is undecided if x is undefined, except for the empty set.
func (ev *evaluator) in(x value, t *model.Type, set model.Expr, f frame) value {
	if lit, ok := set.(*model.SetLit); ok && len(lit.Elems) == 0 {
		return no
	}
	d := ev.defined(t, x)
	if d == task.False {
		return undecided
	}
	r := ev.contains(set, t, x, f)
	return value{x: ev.Pool.And(d, r.x), d: ev.Pool.And(d, r.d)}
}

// contains returns the condition that a value is an element of a set. The value must be defined.
func (ev *evaluator) contains(set model.Expr, t *model.Type, v value, f frame) value {
	p := ev.Pool
	switch e := set.(type) {
	case *model.FullSet, *model.AnyChar:
		return yes
	case *model.GridSet:
		d := ev.m.Dims[e.Grid.ID]
		return ev.truth(p.And(p.Le(p.Const(0), v.x), p.Lt(v.x, p.Const(d.Rows*d.Cols))))
	case *model.NamedSet:
		if s := ev.m.Sets[e.Decl.ID]; s != nil {
			return ev.truth(ev.elementOf(s, t, v))
		}
		return ev.contains(e.Decl.Set, t, v, make(frame, e.Decl.Slots))
	case *model.Range:
		lo, hi := ev.eval(e.Lo, f), ev.eval(e.Hi, f)
		return ev.and(ev.decidedIf(lo.d, p.Le(lo.x, v.x)), ev.decidedIf(hi.d, p.Le(v.x, hi.x)))
	case *model.SetLit:
		r := no
		for _, x := range e.Elems {
			y := ev.eval(x, f)
			r = ev.or(r, ev.decidedIf(ev.defined(t, y), ev.same(t, v, y)))
		}
		return r
	case *model.Product:
		r := yes
		for i, x := range e.Elems {
			r = ev.and(r, ev.contains(x, t.Elems[i], component(v, i), f))
		}
		return r
	case *model.AnySet, *model.AnyList, *model.AnyMap:
		val, ok, _ := ev.static(t, v)
		return ev.truth(p.Bool(ok && ev.Sem.Contains(e, val, make(semantics.Frame, model.SlotsFor(e)))))
	default:
	}
	s, ok := ev.setOf(set, f)
	if !ok {
		return undecided
	}
	return ev.truth(ev.elementOf(s, t, v))
}

// setOf is Contains for a set that any expression gives.
func (ev *evaluator) setOf(e model.Expr, f frame) (*model.Set, bool) {
	switch e.(type) {
	case *model.SetComp, *model.Union, *model.Subsets:
		s, _, ok := ev.listing(e, f)
		return s, ok
	default:
	}
	v := ev.eval(e, f)
	if v.held == nil || v.held.Set == nil || v.d != task.True {
		return nil, false
	}
	return v.held.Set, true
}

// elementOf returns the condition that a set contains a value. The value must be defined.
func (ev *evaluator) elementOf(s *model.Set, t *model.Type, v value) task.Expr {
	if t.Scalar() && v.d != task.False {
		return ev.member(s, v.x)
	}
	_, in := ev.indexIn(s, t, v)
	return in
}

// member returns the condition that a set of scalars contains a code.
func (ev *evaluator) member(s *model.Set, x task.Expr) task.Expr {
	if n := ev.Pool.Node(x); n.Op == task.OpVar {
		inside := true
		for _, v := range ev.Pool.Domain(int(n.N)) {
			inside = inside && s.Contains(model.Int(v))
		}
		if inside {
			return task.True
		}
	}
	_, in := ev.indexIn(s, model.NumberType, value{x: x, d: task.True})
	return in
}

func (ev *evaluator) size(e *model.Size, f frame) value {
	s, _, ok := ev.listing(e.Set, f)
	if !ok {
		return undecided
	}
	return value{x: ev.Pool.Const(int64(s.Len())), d: task.True}
}

func (ev *evaluator) nth(e *model.Nth, f frame) value {
	i := ev.eval(e.I, f)
	s, t, ok := ev.listing(e.Set, f)
	if !ok || s.Len() == 0 || i.d == task.False {
		return undef(e.Ty)
	}
	p := ev.Pool
	in := p.And(i.d, p.Le(p.Const(0), i.x), p.Lt(i.x, p.Const(int64(s.Len()))))
	if in == task.False {
		return undef(e.Ty)
	}
	return ev.restrict(e.Ty, ev.elementAt(s, t, i.x), in)
}
