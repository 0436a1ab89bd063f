package gogen

import (
	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
)

// foldValue is a binder that gives a number: loops that leave it in a variable.
func (sc *scope) foldValue(e *model.Fold) value {
	var v value
	switch e.Kind {
	case model.Count:
		v = sc.variable("n", code.Int(0))
		v.dom = span(0, unbounded.hi)
		sc.loop(e.Vars, e.Where, func(t *scope) {
			t.where(t.cond(e.Body, true), func() { t.b.Add(v.Expr, code.Int(1)) })
		})
	case model.Sum:
		v = sc.sum(e)
	case model.MinOf, model.MaxOf:
		v = sc.extremum(e)
	case model.The:
		v = sc.theOnly(e)
	default:
		giveUp(e.Sp, "this binder")
	}
	v.dom = sc.foldBounds(e, v.dom)
	return v
}

// variable declares a number.
func (sc *scope) variable(name string, begin code.Expr) value {
	name = sc.names.Take(name)
	sc.b.Define(name, begin)
	return valueOf(code.Name(name), unbounded)
}

// flag declares a condition that does not hold yet.
func (sc *scope) flag(name string) code.Expr { return sc.variable(name, code.False.Expr()).Expr }

// where writes statements that are executed where a condition holds.
func (sc *scope) where(c code.Cond, write func()) {
	if c.IsFalse() {
		return
	}
	sc.b.If(c)
	write()
	sc.b.End()
}

// unlessLost gives a value, where it is defined; where not, the flag is set, and the loop goes on.
func (sc *scope) unlessLost(v value, lost code.Expr) {
	sc.where(code.Not(code.And(v.need...)), func() {
		sc.b.Assign(lost, code.True.Expr())
		skip.write(sc.b)
	})
}

// foldBounds bounds what a binder can give by how many elements it has and what each can be.
func (sc *scope) foldBounds(e *model.Fold, dom domain) domain {
	p := sc.probe()
	p.bindVars(e.Vars, nil)
	n := int64(1)
	for _, v := range e.Vars {
		size := int64(maxFrames)
		if s, ok := sc.closedSet(v.Set); ok {
			size = int64(s.Len())
		} else if slots := targets(v.Target); len(slots) == 1 && slots[0] >= 0 {
			size = p.slots[slots[0]].dom.hi - p.slots[slots[0]].dom.lo + 1
		}
		size = min(size, maxFrames)
		n = min(n*max(size, 1), 1<<29)
	}
	switch e.Kind {
	case model.Count:
		return span(0, n)
	case model.Sum:
		body := p.value(e.Body).dom
		return product(body, span(0, n)).union(span(0, 0))
	case model.MinOf, model.MaxOf:
		return p.value(e.Body).dom
	case model.The:
		if len(e.Vars) == 1 && e.Vars[0].Target.Elems == nil && e.Vars[0].Target.Slot >= 0 {
			return p.slots[e.Vars[0].Target.Slot].dom
		}
	default:
	}
	return dom
}

// sum adds up; one element that is undefined makes it undefined.
func (sc *scope) sum(e *model.Fold) value {
	name := sc.names.Take("sum")
	if e.Body.Type().Kind != model.Number {
		giveUp(e.Sp, "this sum")
	}
	maybe := sc.bodyMaybe(e)
	var lost code.Expr
	if maybe {
		lost = sc.flag("lost")
	}
	sc.b.Define(name, code.Int(0))
	sum := valueOf(code.Name(name), unbounded)
	sc.loop(e.Vars, e.Where, func(t *scope) {
		if f, ok := e.Body.(*model.If); ok && !maybe {
			t.addChoice(f, sum.Expr)
			return
		}
		v := t.value(e.Body)
		t.unlessLost(v, lost)
		t.b.Add(sum.Expr, v.Expr)
	})
	if maybe {
		sum.need = []code.Cond{code.Not(code.Holds(lost))}
	}
	return sum
}

// addChoice adds `if p then a else b` without a variable for it.
func (sc *scope) addChoice(e *model.If, sum code.Expr) {
	cond := sc.cond(e.Cond, true)
	if _, static := sc.factOf(e); static || cond.Known() {
		sc.b.Add(sum, sc.value(e).Expr)
		return
	}
	add := func(t *scope, x model.Expr) {
		if v := t.value(x); !v.Is(0) {
			t.b.Add(sum, v.Expr)
		}
	}
	if lit, ok := e.Else.(*model.Lit); ok && lit.Value.N == 0 {
		sc.b.If(cond)
		t := sc.sub()
		t.assume(cond)
		add(t, e.Then)
		sc.b.End()
		return
	}
	sc.branches(cond, func(t *scope, first bool) {
		if first {
			add(t, e.Then)
		} else {
			add(t, e.Else)
		}
	})
}

func (sc *scope) bodyMaybe(e *model.Fold) bool {
	p := sc.probe()
	p.bindVars(e.Vars, e.Where)
	return !p.isDefined(e.Body)
}

// extremum is min or max as a binder: undefined over nothing, or if an element is.
func (sc *scope) extremum(e *model.Fold) value {
	if !e.Ty.Scalar() || e.Ty.Kind == model.Boolean {
		giveUp(e.Sp, "the least or greatest of such values")
	}
	name := sc.names.Take("best")
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
		sc.b.Define(name, code.Name("math.MaxInt"))
	} else {
		sc.b.Define(name, none)
	}
	best := valueOf(code.Name(name), unbounded)
	sc.loop(e.Vars, e.Where, func(t *scope) {
		v := t.value(e.Body)
		t.unlessLost(v, lost)
		if word == "max" || some { // none is less than all numbers
			t.b.Assign(best.Expr, code.Call(word, best.Expr, v.Expr))
			return
		}
		v = t.hoist(v, "v")
		t.b.If(code.Or(code.Compare(best.Expr, "==", none), code.Compare(v.Expr, "<", best.Expr)))
		t.b.Assign(best.Expr, v.Expr)
		t.b.End()
	})
	if some {
		return best
	}
	best.need, best.total = []code.Cond{defined(best.Expr)}, true
	if maybe {
		best.need, best.total = append([]code.Cond{code.Not(code.Holds(lost))}, best.need...), false
	}
	return best
}

// neverEmpty tells whether a binder is never over nothing.
func (sc *scope) neverEmpty(e *model.Fold) bool {
	if e.Where != nil {
		return false
	}
	for _, v := range e.Vars {
		if !sc.isStatic(v.Set) {
			return false
		}
		for _, f := range sc.frames {
			if s, ok := sc.g.ev.Set(v.Set, sc.g.room(f, v.Set)); !ok || s.Len() == 0 {
				return false
			}
		}
	}
	return true
}

// theOnly is the one value of a variable for which a condition is true.
func (sc *scope) theOnly(e *model.Fold) value {
	if len(e.Vars) != 1 || e.Vars[0].Target.Elems != nil || e.Vars[0].Target.Slot < 0 || !e.Ty.Scalar() || e.Ty.Kind == model.Boolean {
		giveUp(e.Sp, "`the` with such variables")
	}
	names := []string{sc.names.Take("only"), sc.names.Take("n")}
	only, n := code.Name(names[0]), code.Name(names[1])
	sc.b.DefineAll(names, []code.Expr{none, code.Int(0)})
	sc.loop(e.Vars, e.Where, func(t *scope) {
		t.where(t.cond(e.Body, true), func() {
			t.b.Assign(only, t.slots[e.Vars[0].Target.Slot].expr)
			t.b.Add(n, code.Int(1))
		})
	})
	return value{Expr: only, need: []code.Cond{code.Compare(n, "==", code.Int(1))}, dom: unbounded}
}
