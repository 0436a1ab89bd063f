package symbolic

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
)

// The reference evaluator computes static sets and the tables of steps. This file translates expressions of sets that
// depend on the state.

// Listing returns the elements of a static set expression and their type.
func (ev *Evaluator) Listing(e model.Expr, f Frame) (*model.Set, *model.Type, bool) {
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
	slots := ev.LocalsOf(e)
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

// LocalsOf lists the locals that an expression takes from its frame.
func (ev *Evaluator) LocalsOf(e model.Expr) []*model.Local {
	if ls, ok := ev.locals[e]; ok {
		return ls
	}
	ls := model.FreeLocals(e)
	ev.locals[e] = ls
	return ls
}

// staticFrame returns a frame for the reference evaluator with the locals that a static expression uses. ok is false if
// a local depends on the state.
func (ev *Evaluator) staticFrame(e model.Expr, slots []*model.Local, f Frame) (semantics.Frame, bool) {
	size := model.SlotsFor(e)
	for _, l := range slots {
		size = max(size, l.Slot+1)
	}
	sf := make(semantics.Frame, size)
	if !ev.setStatic(sf, slots, f) {
		ev.ErrorOnce(e.Span(), codeStaticSet, "this set depends on the state through a local name", "")
		return nil, false
	}
	return sf, true
}

// setStatic gives locals the values that they have in f. It returns false if one of them depends on the state.
func (ev *Evaluator) setStatic(sf semantics.Frame, locals []*model.Local, f Frame) bool {
	for _, l := range locals {
		v, ok, known := ev.Static(l.Ty, f[l.Slot].v)
		if !known {
			return false
		}
		sf[l.Slot] = semantics.Slot{Value: v, OK: ok}
	}
	return true
}

// setValue returns a set as a value.
func (ev *Evaluator) setValue(e model.Expr, f Frame) Value {
	s, _, ok := ev.Listing(e, f)
	if !ok {
		return Value{D: task.False}
	}
	v, ok := ev.heldSets[s]
	if !ok {
		v = &model.Composite{Set: s}
		ev.heldSets[s] = v
	}
	return Value{D: task.True, held: v}
}

// in computes `x in S`. It is undecided if x is undefined, except for the empty set.
func (ev *Evaluator) in(x Value, t *model.Type, set model.Expr, f Frame) Value {
	if lit, ok := set.(*model.SetLit); ok && len(lit.Elems) == 0 {
		return no
	}
	d := ev.Defined(t, x)
	if d == task.False {
		return Undecided
	}
	r := ev.Contains(set, t, x, f)
	return Value{X: ev.Pool.And(d, r.X), D: ev.Pool.And(d, r.D)}
}

// Contains returns the condition that a value is an element of a set. The value must be defined.
func (ev *Evaluator) Contains(set model.Expr, t *model.Type, v Value, f Frame) Value {
	p := ev.Pool
	switch e := set.(type) {
	case *model.FullSet, *model.AnyChar:
		return yes
	case *model.GridSet:
		d := ev.m.Dims[e.Grid.ID]
		return ev.truth(p.And(p.Le(p.Const(0), v.X), p.Lt(v.X, p.Const(d.Rows*d.Cols))))
	case *model.NamedSet:
		if s := ev.m.Sets[e.Decl.ID]; s != nil {
			return ev.truth(ev.elementOf(s, t, v))
		}
		return ev.Contains(e.Decl.Set, t, v, make(Frame, e.Decl.Slots))
	case *model.Range:
		lo, hi := ev.Eval(e.Lo, f), ev.Eval(e.Hi, f)
		return ev.and(ev.decidedIf(lo.D, p.Le(lo.X, v.X)), ev.decidedIf(hi.D, p.Le(v.X, hi.X)))
	case *model.SetLit:
		r := no
		for _, x := range e.Elems {
			y := ev.Eval(x, f)
			r = ev.or(r, ev.decidedIf(ev.Defined(t, y), ev.same(t, v, y)))
		}
		return r
	case *model.Product:
		r := yes
		for i, x := range e.Elems {
			r = ev.and(r, ev.Contains(x, t.Elems[i], Component(v, i), f))
		}
		return r
	case *model.AnySet, *model.AnyList, *model.AnyMap:
		val, ok, _ := ev.Static(t, v)
		return ev.truth(p.Bool(ok && ev.Sem.Contains(e, val, make(semantics.Frame, model.SlotsFor(e)))))
	default:
	}
	s, ok := ev.setOf(set, f)
	if !ok {
		return Undecided
	}
	return ev.truth(ev.elementOf(s, t, v))
}

// setOf returns the set that an expression gives. ok is false if the set depends on the state or is undefined.
func (ev *Evaluator) setOf(e model.Expr, f Frame) (set *model.Set, ok bool) {
	switch e.(type) {
	case *model.SetComp, *model.Union, *model.Subsets:
		s, _, ok := ev.Listing(e, f)
		return s, ok
	default:
	}
	v := ev.Eval(e, f)
	if v.held == nil || v.held.Set == nil || v.D != task.True {
		return nil, false
	}
	return v.held.Set, true
}

// elementOf returns the condition that a set contains a value. The value must be defined.
func (ev *Evaluator) elementOf(s *model.Set, t *model.Type, v Value) task.Expr {
	if t.Scalar() && v.D != task.False {
		return ev.Member(s, v.X)
	}
	_, in := ev.indexIn(s, t, v)
	return in
}

// Member returns the condition that a set of scalars contains a code.
func (ev *Evaluator) Member(s *model.Set, x task.Expr) task.Expr {
	if n := ev.Pool.Node(x); n.Op == task.OpVar {
		inside := true
		for _, v := range ev.Pool.Domain(int(n.N)) {
			inside = inside && s.Contains(model.Int(v))
		}
		if inside {
			return task.True
		}
	}
	_, in := ev.indexIn(s, model.NumberType, Value{X: x, D: task.True})
	return in
}

func (ev *Evaluator) size(e *model.Size, f Frame) Value {
	s, _, ok := ev.Listing(e.Set, f)
	if !ok {
		return Undecided
	}
	return Value{X: ev.Pool.Const(int64(s.Len())), D: task.True}
}

func (ev *Evaluator) nth(e *model.Nth, f Frame) Value {
	i := ev.Eval(e.I, f)
	s, t, ok := ev.Listing(e.Set, f)
	if !ok || s.Len() == 0 || i.D == task.False {
		return undef(e.Ty)
	}
	p := ev.Pool
	in := p.And(i.D, p.Le(p.Const(0), i.X), p.Lt(i.X, p.Const(int64(s.Len()))))
	if in == task.False {
		return undef(e.Ty)
	}
	return ev.restrict(e.Ty, ev.elementAt(s, t, i.X), in)
}
