package gogen

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
)

// Conditions are neither true nor false where they depend on something undefined. `cond(e, true)` is a Go condition that holds where e is
// true, `cond(e, false)` one that holds where e is false; where neither does, e is undecided.

// cond translates a condition.
func (sc *scope) cond(e model.Expr, want bool) code.Cond {
	if f, ok := sc.factOf(e); ok {
		if f.undefined {
			return code.False
		}
		if f.constant {
			return code.Constant((f.value.N != 0) == want)
		}
	}
	t := sc.plainCond(e, want)
	return code.And(sc.open(t.Conjuncts())...)
}

func (sc *scope) plainCond(e model.Expr, want bool) code.Cond {
	switch e := e.(type) {
	case *model.Lit:
		return code.Constant((e.Value.N != 0) == want)
	case *model.Not:
		return sc.cond(e.X, !want)
	case *model.Binary:
		return sc.binaryCond(e, want)
	case *model.If:
		c := sc.cond(e.Cond, true)
		switch {
		case c.IsTrue():
			return sc.cond(e.Then, want)
		case c.IsFalse():
			return sc.cond(e.Else, want)
		}
		return code.Or(code.And(c, sc.cond(e.Then, want)), code.And(code.Not(c), sc.cond(e.Else, want)))
	case *model.Fold:
		return sc.foldCond(e, want)
	case *model.In:
		return sc.in(e, want)
	case *model.Func:
		return sc.functionCond(e, want)
	case *model.Call:
		return sc.callCond(e, want)
	case *model.Reaches:
		return sc.reaches(e, want)
	case *model.Read, *model.Local:
		var c value
		if r, ok := e.(*model.Read); ok {
			c = sc.read(r)
		} else if l, ok := e.(*model.Local); ok {
			c = sc.local(l)
		}
		t := code.Holds(c.Expr)
		if !want {
			t = code.Not(t)
		}
		return code.And(append(sc.open(c.need), t)...)
	default:
		giveUp(e.Span(), "this condition")
	}
	return code.False
}

func (sc *scope) binaryCond(e *model.Binary, want bool) code.Cond {
	switch e.Op {
	case model.And:
		if want {
			return code.And(sc.cond(e.L, true), sc.cond(e.R, true))
		}
		return code.Or(sc.cond(e.L, false), sc.cond(e.R, false))
	case model.Or:
		if want {
			return code.Or(sc.cond(e.L, true), sc.cond(e.R, true))
		}
		return code.And(sc.cond(e.L, false), sc.cond(e.R, false))
	case model.Implies:
		if want {
			return code.Or(sc.cond(e.L, false), sc.cond(e.R, true))
		}
		return code.And(sc.cond(e.L, true), sc.cond(e.R, false))
	default:
	}
	if sc.booleanComparison(e) {
		return sc.sameTruth(e, (e.Op == model.Eq) == want)
	}
	if e.L.Type().Kind == model.TupleKind {
		return sc.sameTuple(e.L, e.R, e.Op, want)
	}
	if e.L.Type().Kind == model.SetKind || e.L.Type().Kind == model.MapKind {
		giveUp(e.Sp, "comparing sets or maps")
	}
	l, r := sc.value(e.L), sc.value(e.R)
	if (e.Op == model.Eq) == want && (e.Op == model.Eq || e.Op == model.Ne) {
		l.need, r.need = impliedByEqual(l, r), impliedByEqual(r, l)
	}
	t := code.Compare(l.Expr, operators[e.Op], r.Expr)
	if !want {
		t = code.Not(t)
	}
	return code.And(append(append(sc.open(l.need), sc.open(r.need)...), t)...)
}

// impliedByEqual is what remains to be asked of l beside l == r: `none` equals nothing that is defined.
func impliedByEqual(l, r value) []code.Cond {
	if l.total && len(r.need) == 0 {
		return nil
	}
	return l.need
}

func (sc *scope) booleanComparison(e *model.Binary) bool {
	return e.L.Type().Kind == model.Boolean && (e.Op == model.Eq || e.Op == model.Ne)
}

// sameTruth says that two conditions are equal, or if not same, that they differ.
func (sc *scope) sameTruth(e *model.Binary, same bool) code.Cond {
	l, r := sc.value(e.L), sc.value(e.R)
	need := append(slices.Clone(l.need), r.need...)
	var t code.Cond
	switch {
	case r.IsName("true") || r.IsName("false"):
		t = sc.cond(e.L, r.IsName("true") == same)
	case l.IsName("true") || l.IsName("false"):
		t = sc.cond(e.R, l.IsName("true") == same)
	case same:
		t = code.Compare(l.Expr, "==", r.Expr)
	default:
		t = code.Compare(l.Expr, "!=", r.Expr)
	}
	return code.And(append(need, t)...)
}

// booleanValue is a condition as a Go value.
func (sc *scope) booleanValue(e model.Expr) value {
	decided := sc.decided(e)
	t := sc.cond(e, true)
	v := valueOf(t.Expr(), span(0, 1))
	if !decided {
		v.need = []code.Cond{code.Or(t, sc.cond(e, false))}
	}
	return v
}

// decided tells whether a condition is always true or false.
func (sc *scope) decided(e model.Expr) bool {
	if f, ok := sc.factOf(e); ok {
		return f.defined
	}
	switch e := e.(type) {
	case *model.Lit:
		return true
	case *model.Not:
		return sc.decided(e.X)
	case *model.Binary:
		if e.Op == model.And || e.Op == model.Or || e.Op == model.Implies || sc.booleanComparison(e) {
			return sc.decided(e.L) && sc.decided(e.R)
		}
		if e.L.Type().Kind == model.TupleKind {
			return sc.tupleDefined(e.L) && sc.tupleDefined(e.R)
		}
		return sc.isDefined(e.L) && sc.isDefined(e.R)
	case *model.If:
		return sc.decided(e.Then) && sc.decided(e.Else)
	case *model.Fold:
		p := sc.probe()
		p.bindVars(e.Vars, e.Where)
		switch e.Kind {
		case model.DistinctOf:
			return p.isDefined(e.Body)
		case model.ForAll, model.Exists:
			return p.decided(e.Body)
		default:
			return true
		}
	case *model.In:
		return sc.inDecided(e)
	case *model.Func:
		return e.Fn == model.Defined || !slices.ContainsFunc(e.Args, func(a model.Expr) bool { return !sc.isDefined(a) })
	case *model.Call:
		return sc.callDecided(e)
	case *model.Reaches:
		return sc.isDefined(e.A) && sc.isDefined(e.B)
	case *model.Read:
		return len(sc.probe().read(e).need) == 0
	case *model.Local:
		return !sc.slots[e.Slot].maybe
	default:
		return false
	}
}

func (sc *scope) isDefined(e model.Expr) bool {
	if f, ok := sc.factOf(e); ok {
		return f.defined
	}
	if e.Type().Kind == model.Boolean {
		return sc.decided(e)
	}
	if e.Type().Kind == model.TupleKind {
		return sc.tupleDefined(e)
	}
	return len(sc.probe().value(e).need) == 0
}

func (sc *scope) functionCond(e *model.Func, want bool) code.Cond {
	switch e.Fn {
	case model.Defined:
		x := e.Args[0]
		var t code.Cond
		switch x.Type().Kind {
		case model.Boolean:
			t = code.Or(sc.cond(x, true), sc.cond(x, false))
		case model.TupleKind:
			giveUp(e.Sp, "defined of a tuple")
		default:
			t = code.And(sc.value(x).need...)
		}
		if !want {
			t = code.Not(t)
		}
		return t
	case model.Adjacent:
		a, b := sc.value(e.Args[0]), sc.value(e.Args[1])
		t := code.Compare(sc.g.onGrid(e.Args[0].Type().Grid, "Distance", a.Expr, b.Expr), "==", code.Int(1))
		if !want {
			t = code.Not(t)
		}
		return code.And(append(append(slices.Clone(a.need), b.need...), t)...)
	default:
		giveUp(e.Sp, "this function")
	}
	return code.False
}

// in is `x in S`.
func (sc *scope) in(e *model.In, want bool) code.Cond {
	if e.X.Type().Kind == model.TupleKind {
		return sc.tupleIn(e, want)
	}
	if e.X.Type().Kind == model.Boolean {
		giveUp(e.Sp, "`in` of a condition")
	}
	x := sc.value(e.X)
	var t code.Cond
	switch set := e.Set.(type) {
	case *model.SetLit:
		if len(set.Elems) == 0 {
			return code.Constant(!want)
		}
		if len(set.Elems) > 1 && x.Calls() {
			x = sc.hoist(x, "x")
		}
		var parts []code.Cond
		for _, s := range set.Elems {
			v := sc.value(s)
			c := code.Compare(x.Expr, "==", v.Expr)
			if !want {
				c = code.Not(c)
			}
			parts = append(parts, code.And(append(sc.open(v.need), c)...))
		}
		t = code.Or(parts...)
		if !want {
			t = code.And(parts...)
		}
	case *model.Range:
		lo, hi := sc.value(set.Lo), sc.value(set.Hi)
		below, above := code.Compare(lo.Expr, "<=", x.Expr), code.Compare(x.Expr, "<=", hi.Expr)
		if lo.dom.hi <= x.dom.lo {
			below = code.True
		}
		if hi.dom.lo >= x.dom.hi {
			above = code.True
		}
		if want {
			t = code.And(append(append(append(sc.open(lo.need), below), sc.open(hi.need)...), above)...)
		} else {
			t = code.Or(code.And(append(sc.open(lo.need), code.Not(below))...), code.And(append(sc.open(hi.need), code.Not(above))...))
		}
	default:
		t = sc.member(e.Set, x)
		if !want {
			t = code.Not(t)
		}
	}
	return code.And(append(sc.open(x.need), t)...)
}

func (sc *scope) inDecided(e *model.In) bool {
	if !sc.isDefined(e.X) {
		return false
	}
	switch set := e.Set.(type) {
	case *model.SetLit:
		return !slices.ContainsFunc(set.Elems, func(s model.Expr) bool { return !sc.isDefined(s) })
	case *model.Range:
		return sc.isDefined(set.Lo) && sc.isDefined(set.Hi)
	default:
		return true
	}
}

// member says that a defined value is an element of a set that is known beforehand.
func (sc *scope) member(set model.Expr, x value) code.Cond {
	switch set.(type) {
	case *model.FullSet, *model.AnyChar:
		return code.True
	default:
	}
	s, ok := sc.closedSet(set)
	if !ok {
		if n, isName := set.(*model.NamedSet); isName {
			return sc.member(n.Decl.Set, x)
		}
		giveUp(set.Span(), "this set")
	}
	switch {
	case x.dom.within(s):
		return code.True
	case s.Len() == 0:
		return code.False
	case gapless(s):
		return code.And(sc.limits(x, s)...)
	default:
		return code.Holds(code.Call(sc.g.memberOf(set, s), x.Expr))
	}
}

// limits says that a value lies between the first and the last element of a set.
func (sc *scope) limits(x value, s *model.Set) []code.Cond {
	var out []code.Cond
	first, last := s.Elems[0], s.Elems[s.Len()-1]
	if x.dom.lo > last.N || x.dom.hi < first.N {
		return []code.Cond{code.False}
	}
	if x.dom.lo < first.N {
		out = append(out, code.Compare(x.Expr, ">=", sc.g.literal(s.Type, first)))
	}
	if x.dom.hi > last.N {
		out = append(out, code.Compare(x.Expr, "<=", sc.g.literal(s.Type, last)))
	}
	return out
}
