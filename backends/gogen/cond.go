package gogen

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
)

// Conditions are neither true nor false where they depend on something undefined. `cond(e, true)` is a Go condition that holds where e is
// true, `cond(e, false)` one that holds where e is false; where neither does, e is undecided.

// cond translates a condition.
func (sc *scope) cond(e model.Expr, want bool) truth {
	if f, ok := sc.factOf(e); ok {
		if f.undefined {
			return no
		}
		if f.constant {
			return constant((f.value.N != 0) == want)
		}
	}
	t := sc.plainCond(e, want)
	if t.kind == all {
		return and(sc.open(t.parts)...)
	}
	if t.kind == atom && sc.known[t.text] {
		return yes
	}
	return t
}

func (sc *scope) plainCond(e model.Expr, want bool) truth {
	switch e := e.(type) {
	case *model.Lit:
		return constant((e.Value.N != 0) == want)
	case *model.Not:
		return sc.cond(e.X, !want)
	case *model.Binary:
		return sc.binaryCond(e, want)
	case *model.If:
		c := sc.cond(e.Cond, true)
		switch c.kind {
		case always:
			return sc.cond(e.Then, want)
		case never:
			return sc.cond(e.Else, want)
		default:
		}
		return or(and(c, sc.cond(e.Then, want)), and(negate(c), sc.cond(e.Else, want)))
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
		var c code
		if r, ok := e.(*model.Read); ok {
			c = sc.read(r)
		} else if l, ok := e.(*model.Local); ok {
			c = sc.local(l)
		}
		t := atomOf(c.text)
		if !want {
			t = negate(t)
		}
		return and(append(sc.open(c.need), t)...)
	default:
		giveUp(e.Span(), "this condition")
	}
	return no
}

func (sc *scope) binaryCond(e *model.Binary, want bool) truth {
	switch e.Op {
	case model.And:
		if want {
			return and(sc.cond(e.L, true), sc.cond(e.R, true))
		}
		return or(sc.cond(e.L, false), sc.cond(e.R, false))
	case model.Or:
		if want {
			return or(sc.cond(e.L, true), sc.cond(e.R, true))
		}
		return and(sc.cond(e.L, false), sc.cond(e.R, false))
	case model.Implies:
		if want {
			return or(sc.cond(e.L, false), sc.cond(e.R, true))
		}
		return and(sc.cond(e.L, true), sc.cond(e.R, false))
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
	t := compare(l.in(precAdd), operators[e.Op], r.in(precAdd))
	if !want {
		t = negate(t)
	}
	return and(append(append(sc.open(l.need), sc.open(r.need)...), t)...)
}

// impliedByEqual is what remains to be asked of l beside l == r: `none` equals nothing that is defined.
func impliedByEqual(l, r code) []truth {
	if l.total && len(r.need) == 0 {
		return nil
	}
	return l.need
}

func (sc *scope) booleanComparison(e *model.Binary) bool {
	return e.L.Type().Kind == model.Boolean && (e.Op == model.Eq || e.Op == model.Ne)
}

// sameTruth says that two conditions are equal, or if not same, that they differ.
func (sc *scope) sameTruth(e *model.Binary, same bool) truth {
	l, r := sc.value(e.L), sc.value(e.R)
	need := append(slices.Clone(l.need), r.need...)
	var t truth
	switch {
	case r.text == "true" || r.text == "false":
		t = sc.cond(e.L, (r.text == "true") == same)
	case l.text == "true" || l.text == "false":
		t = sc.cond(e.R, (l.text == "true") == same)
	case same:
		t = compare(l.in(precAdd), "==", r.in(precAdd))
	default:
		t = compare(l.in(precAdd), "!=", r.in(precAdd))
	}
	return and(append(need, t)...)
}

// booleanValue is a condition as a Go value.
func (sc *scope) booleanValue(e model.Expr) code {
	decided := sc.decided(e)
	t := sc.cond(e, true)
	c := code{text: t.String(), prec: precOperand, dom: span(0, 1)}
	switch t.kind {
	case some:
		c.prec = precOr
	case all:
		c.prec = precAnd
	case atom:
		if t.operand() != t.text {
			c.prec = precCompare
		}
	default:
	}
	if !decided {
		c.need = []truth{or(t, sc.cond(e, false))}
	}
	return c
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

func (sc *scope) functionCond(e *model.Func, want bool) truth {
	switch e.Fn {
	case model.Defined:
		x := e.Args[0]
		var t truth
		switch x.Type().Kind {
		case model.Boolean:
			t = or(sc.cond(x, true), sc.cond(x, false))
		case model.TupleKind:
			giveUp(e.Sp, "defined of a tuple")
		default:
			t = and(sc.value(x).need...)
		}
		if !want {
			t = negate(t)
		}
		return t
	case model.Adjacent:
		a, b := sc.value(e.Args[0]), sc.value(e.Args[1])
		t := compare(sc.g.gridHelper(e.Args[0].Type().Grid, "Distance")+"("+a.text+", "+b.text+")", "==", "1")
		if !want {
			t = negate(t)
		}
		return and(append(append(slices.Clone(a.need), b.need...), t)...)
	default:
		giveUp(e.Sp, "this function")
	}
	return no
}

// in is `x in S`.
func (sc *scope) in(e *model.In, want bool) truth {
	if e.X.Type().Kind == model.TupleKind {
		return sc.tupleIn(e, want)
	}
	if e.X.Type().Kind == model.Boolean {
		giveUp(e.Sp, "`in` of a condition")
	}
	x := sc.value(e.X)
	var t truth
	switch set := e.Set.(type) {
	case *model.SetLit:
		if len(set.Elems) == 0 {
			return constant(!want)
		}
		if len(set.Elems) > 1 && strings.Contains(x.text, "(") {
			x = sc.hoist(x, "x")
		}
		var parts []truth
		for _, s := range set.Elems {
			v := sc.value(s)
			c := compare(x.in(precAdd), "==", v.in(precAdd))
			if !want {
				c = negate(c)
			}
			parts = append(parts, and(append(sc.open(v.need), c)...))
		}
		t = or(parts...)
		if !want {
			t = and(parts...)
		}
	case *model.Range:
		lo, hi := sc.value(set.Lo), sc.value(set.Hi)
		below, above := compare(lo.in(precAdd), "<=", x.in(precAdd)), compare(x.in(precAdd), "<=", hi.in(precAdd))
		if lo.dom.hi <= x.dom.lo {
			below = yes
		}
		if hi.dom.lo >= x.dom.hi {
			above = yes
		}
		if want {
			t = and(append(append(append(sc.open(lo.need), below), sc.open(hi.need)...), above)...)
		} else {
			t = or(and(append(sc.open(lo.need), negate(below))...), and(append(sc.open(hi.need), negate(above))...))
		}
	default:
		t = sc.member(e.Set, x)
		if !want {
			t = negate(t)
		}
	}
	return and(append(sc.open(x.need), t)...)
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
func (sc *scope) member(set model.Expr, x code) truth {
	switch set.(type) {
	case *model.FullSet, *model.AnyChar:
		return yes
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
		return yes
	case s.Len() == 0:
		return no
	case gapless(s):
		return and(sc.limits(x, s)...)
	default:
		return atomOf(sc.g.memberOf(set, s) + "(" + x.text + ")")
	}
}

// limits says that a value lies between the first and the last element of a set.
func (sc *scope) limits(x code, s *model.Set) []truth {
	var out []truth
	first, last := s.Elems[0], s.Elems[s.Len()-1]
	if x.dom.lo > last.N || x.dom.hi < first.N {
		return []truth{no}
	}
	if x.dom.lo < first.N {
		out = append(out, compare(x.in(precAdd), ">=", sc.g.literal(s.Type, first)))
	}
	if x.dom.hi > last.N {
		out = append(out, compare(x.in(precAdd), "<=", sc.g.literal(s.Type, last)))
	}
	return out
}
