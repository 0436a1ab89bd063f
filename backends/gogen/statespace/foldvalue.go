package statespace

import (
	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
)

// foldValue is a binder that is a number: loops that compute it in a variable.
func (sc *Scope) foldValue(e *model.Fold) Value {
	switch e.Kind {
	case model.Count:
		n := sc.variable("n", code.Int(0))
		sc.loop(e.Vars, e.Where, func(t *Scope) {
			t.where(t.cond(e.Body, true), func() { t.Block.Add(n, code.Int(1)) })
		})
		return valueOf(n, span(0, unbounded.Hi))
	case model.Sum:
		return sc.sum(e)
	case model.MinOf, model.MaxOf:
		return sc.extremum(e)
	case model.The:
		return sc.theOnly(e)
	default:
		GiveUp(e.Sp, "this binder")
	}
	return Value{}
}

// variable declares a variable for a number.
func (sc *Scope) variable(name string, begin code.Expr) code.Expr {
	name = sc.Names.Take(name)
	sc.Block.Define(name, begin)
	return code.Name(name)
}

// where writes statements that are executed if a condition holds.
func (sc *Scope) where(c code.Cond, write func()) {
	if c.IsFalse() {
		return
	}
	sc.Block.If(c)
	write()
	sc.Block.End()
}

// sum is a sum whose elements are always defined.
func (sc *Scope) sum(e *model.Fold) Value {
	sum := valueOf(sc.variable("sum", code.Int(0)), unbounded)
	sc.loop(e.Vars, e.Where, func(t *Scope) {
		v := t.Value(e.Body)
		if e.Body.Type().Kind != model.Number || len(v.Need) > 0 && !sc.isDefined(e) {
			GiveUp(e.Sp, "this sum")
		}
		if t.Block.Add(sum.Expr, v.Expr); v.Dom.Lo >= 0 {
			sum.Dom.Lo = 0
		}
	})
	return sum
}

// extremum is min or max as a binder that is always defined.
func (sc *Scope) extremum(e *model.Fold) Value {
	if !e.Ty.Scalar() || e.Ty.Kind == model.Boolean || !sc.isDefined(e) {
		GiveUp(e.Sp, "the least or greatest of such values")
	}
	word, begin := "min", code.Name("math.MaxInt")
	if e.Kind == model.MaxOf {
		word, begin = "max", none // none is less than all numbers
	}
	best := valueOf(sc.variable("best", begin), unbounded)
	sc.loop(e.Vars, e.Where, func(t *Scope) {
		v := t.Value(e.Body)
		best.Dom = v.Dom
		t.Block.Assign(best.Expr, code.Call(word, best.Expr, v.Expr))
	})
	return best
}

// theOnly is the only value of a variable for which a condition is true.
func (sc *Scope) theOnly(e *model.Fold) Value {
	if len(e.Vars) != 1 || e.Vars[0].Target.Elems != nil || e.Vars[0].Target.Slot < 0 || !e.Ty.Scalar() ||
		e.Ty.Kind == model.Boolean {
		GiveUp(e.Sp, "`the` with such variables")
	}
	names := []string{sc.Names.Take("only"), sc.Names.Take("n")}
	only, n := code.Name(names[0]), code.Name(names[1])
	sc.Block.DefineAll(names, []code.Expr{none, code.Int(0)})
	dom := unbounded
	sc.loop(e.Vars, e.Where, func(t *Scope) {
		v := t.Slots[e.Vars[0].Target.Slot]
		dom = v.Dom
		t.where(t.cond(e.Body, true), func() {
			t.Block.Assign(only, v.Expr)
			t.Block.Add(n, code.Int(1))
		})
	})
	return Value{Expr: only, Need: []code.Cond{code.Compare(n, "==", code.Int(1))}, Dom: dom}
}
