package ground

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/semantics"
	"github.com/pzc-lang/pzc/task"
)

// Static sets and the tables of steps come from the reference evaluator; what depends on the state is translated here.

// listing is the elements of a static set expression and their type.
func (g *grounder) listing(e model.Expr, f frame) (*model.Set, *model.Type, bool) {
	t := e.Type().Elem()
	if named, ok := e.(*model.NamedSet); ok {
		if s := g.m.Sets[named.Decl.ID]; s != nil {
			return s, t, true
		}
	}
	if s, ok := g.closed[e]; ok {
		return s, t, s != nil
	}
	slots := g.localsOf(e)
	if len(slots) == 0 {
		s, ok := g.sem.Set(e, make(semantics.Frame, model.SlotsFor(e)))
		if !ok {
			s = nil
		}
		g.closed[e] = s
		return s, elementType(s, t), ok
	}
	sf, ok := g.staticFrame(e, slots, f)
	if !ok {
		return nil, t, false
	}
	s, ok := g.sem.Set(e, sf)
	return s, elementType(s, t), ok
}

// elementType is the type of a set's elements; the empty set's type does not know it.
func elementType(s *model.Set, t *model.Type) *model.Type {
	if t == nil && s != nil {
		return s.Type
	}
	return t
}

// localsOf lists the locals that an expression takes from its frame.
func (g *grounder) localsOf(e model.Expr) []*model.Local {
	if ls, ok := g.locals[e]; ok {
		return ls
	}
	ls := model.FreeLocals(e)
	g.locals[e] = ls
	return ls
}

// staticFrame gives the reference evaluator the locals that a static expression uses; ok is false if one depends on the state.
func (g *grounder) staticFrame(e model.Expr, slots []*model.Local, f frame) (semantics.Frame, bool) {
	size := model.SlotsFor(e)
	for _, l := range slots {
		size = max(size, l.Slot+1)
	}
	sf := make(semantics.Frame, size)
	for _, l := range slots {
		v, ok, known := g.static(l.Ty, f[l.Slot].v)
		if !known {
			g.errorOnce(e.Span(), codeStaticSet, "this set depends on the state through a local name", "")
			return nil, false
		}
		sf[l.Slot] = semantics.Slot{Value: v, OK: ok}
	}
	return sf, true
}

// setValue is a set as a value.
func (g *grounder) setValue(e model.Expr, f frame) sym {
	s, _, ok := g.listing(e, f)
	if !ok {
		return sym{d: task.False}
	}
	v, ok := g.heldSets[s]
	if !ok {
		v = &model.Composite{Set: s}
		g.heldSets[s] = v
	}
	return sym{d: task.True, held: v}
}

// in is `x in S`: undecided if x is undefined, but for the empty set.
func (g *grounder) in(x sym, t *model.Type, set model.Expr, f frame) sym {
	if lit, ok := set.(*model.SetLit); ok && len(lit.Elems) == 0 {
		return no
	}
	d := g.defined(t, x)
	if d == task.False {
		return undecided
	}
	r := g.contains(set, t, x, f)
	return sym{x: g.pool.And(d, r.x), d: g.pool.And(d, r.d)}
}

// contains tells whether a value, which is taken to be defined, is an element of a set.
func (g *grounder) contains(set model.Expr, t *model.Type, v sym, f frame) sym {
	p := g.pool
	switch e := set.(type) {
	case *model.FullSet, *model.AnyChar:
		return yes
	case *model.GridSet:
		d := g.m.Dims[e.Grid.ID]
		return g.truth(p.And(p.Le(p.Const(0), v.x), p.Lt(v.x, p.Const(d.Rows*d.Cols))))
	case *model.NamedSet:
		if s := g.m.Sets[e.Decl.ID]; s != nil {
			return g.truth(g.elementOf(s, t, v))
		}
		return g.contains(e.Decl.Set, t, v, make(frame, e.Decl.Slots))
	case *model.Range:
		lo, hi := g.eval(e.Lo, f), g.eval(e.Hi, f)
		return g.and(g.decidedIf(lo.d, p.Le(lo.x, v.x)), g.decidedIf(hi.d, p.Le(v.x, hi.x)))
	case *model.SetLit:
		r := no
		for _, x := range e.Elems {
			y := g.eval(x, f)
			r = g.or(r, g.decidedIf(g.defined(t, y), g.same(t, v, y)))
		}
		return r
	case *model.Product:
		r := yes
		for i, x := range e.Elems {
			r = g.and(r, g.contains(x, t.Elems[i], partOf(v, i), f))
		}
		return r
	case *model.AnySet, *model.AnyMap:
		val, ok, _ := g.static(t, v)
		return g.truth(p.Bool(ok && g.sem.Contains(e, val, make(semantics.Frame, model.SlotsFor(e)))))
	default:
	}
	s, ok := g.setOf(set, f)
	if !ok {
		return undecided
	}
	return g.truth(g.elementOf(s, t, v))
}

// setOf is a set that is given by any expression.
func (g *grounder) setOf(e model.Expr, f frame) (*model.Set, bool) {
	if _, ok := e.(*model.SetComp); ok {
		s, _, ok := g.listing(e, f)
		return s, ok
	}
	v := g.eval(e, f)
	if v.held == nil || v.held.Set == nil || v.d != task.True {
		return nil, false
	}
	return v.held.Set, true
}

// elementOf tells whether a set holds a value, which is taken to be defined.
func (g *grounder) elementOf(s *model.Set, t *model.Type, v sym) task.Expr {
	if t.Scalar() && v.d != task.False {
		return g.member(s, v.x)
	}
	_, in := g.indexIn(s, t, v)
	return in
}

// member tells whether a set of scalars holds a code.
func (g *grounder) member(s *model.Set, x task.Expr) task.Expr {
	if n := g.pool.Node(x); n.Op == task.OpVar {
		inside := true
		for _, v := range g.pool.Domain(int(n.N)) {
			inside = inside && s.Contains(model.Int(v))
		}
		if inside {
			return task.True
		}
	}
	_, in := g.indexIn(s, model.NumberType, sym{x: x, d: task.True})
	return in
}

func (g *grounder) size(e *model.Size, f frame) sym {
	s, _, ok := g.listing(e.Set, f)
	if !ok {
		return undecided
	}
	return sym{x: g.pool.Const(int64(s.Len())), d: task.True}
}

func (g *grounder) nth(e *model.Nth, f frame) sym {
	i := g.eval(e.I, f)
	s, t, ok := g.listing(e.Set, f)
	if !ok || s.Len() == 0 || i.d == task.False {
		return undef(e.Ty)
	}
	p := g.pool
	in := p.And(i.d, p.Le(p.Const(0), i.x), p.Lt(i.x, p.Const(int64(s.Len()))))
	if in == task.False {
		return undef(e.Ty)
	}
	return g.restrict(e.Ty, g.elementAt(s, t, i.x), in)
}
