package statespace

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
)

// A condition that depends on something undefined is neither true nor false. So it has two translations: cond(e, true)
// holds where e is true, cond(e, false) where e is false. Where neither holds, e is undecided.

// cond translates a condition.
func (sc *Scope) cond(e model.Expr, want bool) code.Cond {
	if f, ok := sc.factOf(e); ok {
		if f.undefined {
			return code.False
		}
		if f.constant {
			return code.Constant((f.value.N != 0) == want)
		}
	}
	var t code.Cond
	sc.or(e, func() { t = sc.plainCond(e, want) }, func() { t = sc.groundCond(e, want) })
	return code.And(sc.open(t.Conjuncts())...)
}

// wanted is a condition, or its negation.
func wanted(t code.Cond, want bool) code.Cond {
	if !want {
		return code.Not(t)
	}
	return t
}

// groundCond is the condition as grounding has it.
func (sc *Scope) groundCond(e model.Expr, want bool) code.Cond {
	a := truth
	if !want {
		a = falsehood
	}
	call, _, _ := sc.ground(e, a)
	return code.Holds(call)
}

func (sc *Scope) plainCond(e model.Expr, want bool) code.Cond {
	switch e := e.(type) {
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
		c := sc.plainValue(e)
		return code.And(append(sc.open(c.Need), wanted(code.Holds(c.Expr), want))...)
	default:
		GiveUp(e.Span(), "this condition")
	}
	return code.False
}

func (sc *Scope) binaryCond(e *model.Binary, want bool) code.Cond {
	switch e.Op {
	case model.And, model.Or, model.Implies:
		l, r := sc.cond(e.L, want == (e.Op != model.Implies)), sc.cond(e.R, want)
		if want == (e.Op == model.And) {
			return code.And(l, r)
		}
		return code.Or(l, r)
	default:
	}
	if e.L.Type().Kind == model.Boolean && (e.Op == model.Eq || e.Op == model.Ne) {
		return sc.sameTruth(e, (e.Op == model.Eq) == want)
	}
	if !e.L.Type().Scalar() {
		GiveUp(e.Sp, "comparing such values")
	}
	l, r := sc.Value(e.L), sc.Value(e.R)
	t := wanted(code.Compare(l.Expr, sign(e), r.Expr), want)
	return code.And(append(append(sc.open(l.Need), sc.open(r.Need)...), t)...)
}

// sameTruth is the condition that two conditions are equal (if same is false: differ).
func (sc *Scope) sameTruth(e *model.Binary, same bool) code.Cond {
	l, r := sc.Value(e.L), sc.Value(e.R)
	need := append(slices.Clone(l.Need), r.Need...)
	return code.And(append(need, wanted(code.Compare(l.Expr, "==", r.Expr), same))...)
}

// booleanValue is a condition as a Go value.
func (sc *Scope) booleanValue(e model.Expr) Value {
	decided := sc.isDefined(e)
	t := sc.cond(e, true)
	v := valueOf(t.Expr(), span(0, 1))
	if !decided {
		v.Need = []code.Cond{code.Or(t, sc.cond(e, false))}
	}
	return v
}

// isDefined tells whether the value of an expression is defined, and a condition true or false, in all states.
func (sc *Scope) isDefined(e model.Expr) bool {
	if f, ok := sc.factOf(e); ok {
		return f.defined
	}
	return sc.groundable(e) && !slices.ContainsFunc(sc.Frames, func(f semantics.Frame) bool {
		return !sc.Writer.evaluated(e, f).sure
	})
}

func (sc *Scope) functionCond(e *model.Func, want bool) code.Cond {
	switch e.Fn {
	case model.Defined:
		return wanted(code.And(sc.Value(e.Args[0]).Need...), want)
	case model.Adjacent:
		a, b := sc.Value(e.Args[0]), sc.Value(e.Args[1])
		t := code.Compare(sc.Writer.onGrid(e.Args[0].Type().Grid, "Distance", a.Expr, b.Expr), "==", code.Int(1))
		return code.And(append(append(slices.Clone(a.Need), b.Need...), wanted(t, want))...)
	default:
		GiveUp(e.Sp, "this function")
	}
	return code.False
}

// in is `x in S`.
func (sc *Scope) in(e *model.In, want bool) code.Cond {
	if e.X.Type().Kind == model.Boolean || !e.X.Type().Scalar() {
		GiveUp(e.Sp, "`in` of such a value")
	}
	x := sc.Value(e.X)
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
			v := sc.Value(s)
			c := wanted(code.Compare(x.Expr, "==", v.Expr), want)
			parts = append(parts, code.And(append(sc.open(v.Need), c)...))
		}
		t = code.Or(parts...)
		if !want {
			t = code.And(parts...)
		}
	case *model.Range:
		lo, hi := sc.Value(set.Lo), sc.Value(set.Hi)
		if !want {
			GiveUp(set.Sp, "not in a range")
		}
		t = code.And(slices.Concat(sc.open(lo.Need), sc.open(hi.Need),
			[]code.Cond{code.Compare(lo.Expr, "<=", x.Expr), code.Compare(x.Expr, "<=", hi.Expr)})...)
	default:
		t = wanted(sc.member(e.Set, x), want)
	}
	return code.And(append(sc.open(x.Need), t)...)
}

// member is the condition that a defined value is an element of a set that does not depend on the state.
func (sc *Scope) member(set model.Expr, x Value) code.Cond {
	switch set.(type) {
	case *model.FullSet, *model.AnyChar:
		return code.True
	default:
	}
	s, ok := sc.closedSet(set)
	if !ok {
		GiveUp(set.Span(), "this set")
	}
	return sc.among(set, s, x)
}

// among is the condition that a defined value is among the values of a set.
func (sc *Scope) among(source model.Expr, s *model.Set, x Value) code.Cond {
	switch {
	case s.Len() == 0:
		return code.False
	case x.Dom.within(s):
		return code.True
	case s.Gapless():
		return code.And(sc.limits(x, s)...)
	default:
		return code.Holds(code.Call(sc.Writer.memberOf(source, s), x.Expr))
	}
}

// limits is the condition that a value lies between the first and the last element of a set.
func (sc *Scope) limits(x Value, s *model.Set) []code.Cond {
	var out []code.Cond
	first, last := s.Elems[0], s.Elems[s.Len()-1]
	if x.Dom.Lo > last.N || x.Dom.Hi < first.N {
		return []code.Cond{code.False}
	}
	if x.Dom.Lo < first.N {
		out = append(out, code.Compare(x.Expr, ">=", sc.Writer.asGo(s.Type, first)))
	}
	if x.Dom.Hi > last.N {
		out = append(out, code.Compare(x.Expr, "<=", sc.Writer.asGo(s.Type, last)))
	}
	return out
}
