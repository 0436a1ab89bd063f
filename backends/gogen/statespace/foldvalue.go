package statespace

import (
	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
)

// foldValue is a binder that is a number: loops that compute it in a variable.
func (sc *Scope) foldValue(e *model.Fold) Value {
	var v Value
	switch e.Kind {
	case model.Count:
		v = sc.variable("n", code.Int(0))
		v.Dom = span(0, unbounded.Hi)
		sc.loop(e.Vars, e.Where, func(t *Scope) {
			t.where(t.cond(e.Body, true), func() { t.Block.Add(v.Expr, code.Int(1)) })
		})
	case model.Sum:
		v = sc.sum(e)
	case model.MinOf, model.MaxOf:
		v = sc.extremum(e)
	case model.The:
		v = sc.theOnly(e)
	default:
		GiveUp(e.Sp, "this binder")
	}
	v.Dom = sc.foldBounds(e, v.Dom)
	return v
}

// variable declares a variable for a number.
func (sc *Scope) variable(name string, begin code.Expr) Value {
	name = sc.Names.Take(name)
	sc.Block.Define(name, begin)
	return valueOf(code.Name(name), unbounded)
}

// flag declares a Boolean variable that is false at first.
func (sc *Scope) flag(name string) code.Expr { return sc.variable(name, code.False.Expr()).Expr }

// where writes statements that are executed if a condition holds.
func (sc *Scope) where(c code.Cond, write func()) {
	if c.IsFalse() {
		return
	}
	sc.Block.If(c)
	write()
	sc.Block.End()
}

// unlessLost returns a value that is defined. If it is undefined, the statements set the flag and continue the loop.
func (sc *Scope) unlessLost(v Value, lost code.Expr) {
	sc.where(code.Not(code.And(v.Need...)), func() {
		sc.Block.Assign(lost, code.True.Expr())
		skip.write(sc.Block)
	})
}

// foldBounds bounds the value of a binder by the number of its elements and their bounds.
func (sc *Scope) foldBounds(e *model.Fold, dom Domain) Domain {
	p := sc.probe()
	p.BindVars(e.Vars, nil)
	n := int64(1)
	for _, v := range e.Vars {
		size := int64(MaxFrames)
		if s, ok := sc.closedSet(v.Set); ok {
			size = int64(s.Len())
		} else if slots := targets(v.Target); len(slots) == 1 && slots[0] >= 0 {
			size = p.Slots[slots[0]].Dom.Hi - p.Slots[slots[0]].Dom.Lo + 1
		}
		size = min(size, MaxFrames)
		n = min(n*max(size, 1), 1<<29)
	}
	switch e.Kind {
	case model.Count:
		return span(0, n)
	case model.Sum:
		body := p.Value(e.Body).Dom
		return product(body, span(0, n)).union(span(0, 0))
	case model.MinOf, model.MaxOf:
		return p.Value(e.Body).Dom
	case model.The:
		if len(e.Vars) == 1 && e.Vars[0].Target.Elems == nil && e.Vars[0].Target.Slot >= 0 {
			return p.Slots[e.Vars[0].Target.Slot].Dom
		}
	default:
	}
	return dom
}

// sum is a sum. It is undefined if an element is.
func (sc *Scope) sum(e *model.Fold) Value {
	name := sc.Names.Take("sum")
	if e.Body.Type().Kind != model.Number {
		GiveUp(e.Sp, "this sum")
	}
	maybe := sc.bodyMaybe(e)
	var lost code.Expr
	if maybe {
		lost = sc.flag("lost")
	}
	sc.Block.Define(name, code.Int(0))
	sum := valueOf(code.Name(name), unbounded)
	sc.loop(e.Vars, e.Where, func(t *Scope) {
		v := t.Value(e.Body)
		t.unlessLost(v, lost)
		t.Block.Add(sum.Expr, v.Expr)
	})
	if maybe {
		sum.Need = []code.Cond{code.Not(code.Holds(lost))}
	}
	return sum
}

func (sc *Scope) bodyMaybe(e *model.Fold) bool {
	p := sc.probe()
	p.BindVars(e.Vars, e.Where)
	return len(p.Value(e.Body).Need) > 0
}

// extremum is min or max as a binder. It is undefined if there are no elements, or if an element is undefined.
func (sc *Scope) extremum(e *model.Fold) Value {
	if !e.Ty.Scalar() || e.Ty.Kind == model.Boolean {
		GiveUp(e.Sp, "the least or greatest of such values")
	}
	name := sc.Names.Take("best")
	maybe := sc.bodyMaybe(e)
	var lost code.Expr
	if maybe {
		lost = sc.flag("lost")
	}
	word := "min"
	if e.Kind == model.MaxOf {
		word = "max"
	}
	some := !maybe && sc.neverEmpty(e)
	if some && word == "min" {
		sc.Block.Define(name, code.Name("math.MaxInt"))
	} else {
		sc.Block.Define(name, none)
	}
	best := valueOf(code.Name(name), unbounded)
	sc.loop(e.Vars, e.Where, func(t *Scope) {
		v := t.Value(e.Body)
		t.unlessLost(v, lost)
		if word == "max" || some { // none is less than all numbers
			t.Block.Assign(best.Expr, code.Call(word, best.Expr, v.Expr))
			return
		}
		v = t.hoist(v, "v")
		t.Block.If(code.Or(code.Compare(best.Expr, "==", none), code.Compare(v.Expr, "<", best.Expr)))
		t.Block.Assign(best.Expr, v.Expr)
		t.Block.End()
	})
	if some {
		return best
	}
	best.Need, best.total = []code.Cond{defined(best.Expr)}, true
	if maybe {
		best.Need, best.total = append([]code.Cond{code.Not(code.Holds(lost))}, best.Need...), false
	}
	return best
}

// neverEmpty tells whether a binder always has an element.
func (sc *Scope) neverEmpty(e *model.Fold) bool {
	if e.Where != nil {
		return false
	}
	for _, v := range e.Vars {
		if !sc.isStatic(v.Set) {
			return false
		}
		for _, f := range sc.Frames {
			if s, ok := sc.Writer.evalSet(v.Set, f); !ok || s.Len() == 0 {
				return false
			}
		}
	}
	return true
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
	sc.loop(e.Vars, e.Where, func(t *Scope) {
		t.where(t.cond(e.Body, true), func() {
			t.Block.Assign(only, t.Slots[e.Vars[0].Target.Slot].Expr)
			t.Block.Add(n, code.Int(1))
		})
	})
	return Value{Expr: only, Need: []code.Cond{code.Compare(n, "==", code.Int(1))}, Dom: unbounded}
}
