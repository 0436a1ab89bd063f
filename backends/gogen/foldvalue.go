package gogen

import "github.com/pzc-lang/pzc/compiler/model"

// foldValue is a binder that gives a number: loops that leave it in a variable.
func (sc *scope) foldValue(e *model.Fold) code {
	c := code{prec: precOperand, dom: unbounded}
	switch e.Kind {
	case model.Count:
		c.text = sc.b.names.take("n")
		c.dom = span(0, unbounded.hi)
		sc.b.line("%s := 0", c.text)
		sc.loop(e.Vars, e.Where, func(t *scope) {
			holds := t.cond(e.Body, true)
			if holds.kind == never {
				return
			}
			t.b.line("if %s {", holds)
			t.b.line("%s++", c.text)
			t.b.line("}")
		})
	case model.Sum:
		c = sc.sum(e)
	case model.MinOf, model.MaxOf:
		c = sc.extremum(e)
	case model.The:
		c = sc.theOnly(e)
	default:
		giveUp(e.Sp, "this binder")
	}
	c.dom = sc.foldBounds(e, c.dom)
	return c
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
func (sc *scope) sum(e *model.Fold) code {
	c := operand(sc.b.names.take("sum"), unbounded)
	if e.Body.Type().Kind != model.Number {
		giveUp(e.Sp, "this sum")
	}
	maybe := sc.bodyMaybe(e)
	lost := ""
	if maybe {
		lost = sc.b.names.take("lost")
		sc.b.line("%s := false", lost)
	}
	sc.b.line("%s := 0", c.text)
	sc.loop(e.Vars, e.Where, func(t *scope) {
		if f, ok := e.Body.(*model.If); ok && !maybe {
			t.addChoice(f, c.text)
			return
		}
		v := t.value(e.Body)
		if need := and(v.need...); need.kind != always {
			t.b.line("if %s {", negate(need))
			t.b.line("%s = true", lost)
			t.b.line("continue")
			t.b.line("}")
		}
		t.b.add(c.text, v.text)
	})
	if maybe {
		c.need = []truth{negate(atomOf(lost))}
	}
	return c
}

// addChoice adds `if p then a else b` without a variable for it.
func (sc *scope) addChoice(e *model.If, sum string) {
	cond := sc.cond(e.Cond, true)
	if _, static := sc.factOf(e); static || cond.kind == always || cond.kind == never {
		sc.b.add(sum, sc.value(e).text)
		return
	}
	add := func(t *scope, x model.Expr) {
		if c := t.value(x); c.text != "0" {
			t.b.add(sum, c.text)
		}
	}
	if lit, ok := e.Else.(*model.Lit); ok && lit.Value.N == 0 {
		sc.b.line("if %s {", cond)
		t := sc.sub()
		t.assume(cond)
		add(t, e.Then)
		sc.b.line("}")
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

// add writes an addition.
func (b *block) add(sum, n string) {
	if n == "1" {
		b.line("%s++", sum)
		return
	}
	b.line("%s += %s", sum, n)
}

func (sc *scope) bodyMaybe(e *model.Fold) bool {
	p := sc.probe()
	p.bindVars(e.Vars, e.Where)
	return !p.isDefined(e.Body)
}

// extremum is min or max as a binder: undefined over nothing, or if an element is.
func (sc *scope) extremum(e *model.Fold) code {
	if !e.Ty.Scalar() || e.Ty.Kind == model.Boolean {
		giveUp(e.Sp, "the least or greatest of such values")
	}
	c := operand(sc.b.names.take("best"), unbounded)
	maybe := sc.bodyMaybe(e)
	lost := ""
	if maybe {
		lost = sc.b.names.take("lost")
		sc.b.line("%s := false", lost)
	}
	word := "min"
	if e.Kind == model.MaxOf {
		word = "max"
	}
	some := !maybe && sc.neverEmpty(e)
	if some && word == "min" {
		sc.b.line("%s := math.MaxInt", c.text)
	} else {
		sc.b.line("%s := none", c.text)
	}
	sc.loop(e.Vars, e.Where, func(t *scope) {
		v := t.value(e.Body)
		if need := and(v.need...); need.kind != always {
			t.b.line("if %s {", negate(need))
			t.b.line("%s = true", lost)
			t.b.line("continue")
			t.b.line("}")
		}
		if word == "max" || some { // none is less than all numbers
			t.b.line("%s = %s(%s, %s)", c.text, word, c.text, v.text)
			return
		}
		v = t.hoist(v, "v")
		t.b.line("if %s == none || %s < %s {", c.text, v.text, c.text)
		t.b.line("%s = %s", c.text, v.text)
		t.b.line("}")
	})
	if some {
		return c
	}
	c.need, c.total = []truth{defined(c.text)}, true
	if maybe {
		c.need, c.total = append([]truth{negate(atomOf(lost))}, c.need...), false
	}
	return c
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
func (sc *scope) theOnly(e *model.Fold) code {
	if len(e.Vars) != 1 || e.Vars[0].Target.Elems != nil || e.Vars[0].Target.Slot < 0 || !e.Ty.Scalar() || e.Ty.Kind == model.Boolean {
		giveUp(e.Sp, "`the` with such variables")
	}
	c := operand(sc.b.names.take("only"), unbounded)
	n := sc.b.names.take("n")
	sc.b.line("%s, %s := none, 0", c.text, n)
	sc.loop(e.Vars, e.Where, func(t *scope) {
		holds := t.cond(e.Body, true)
		if holds.kind == never {
			return
		}
		t.b.line("if %s {", holds)
		t.b.line("%s = %s", c.text, t.slots[e.Vars[0].Target.Slot].text)
		t.b.line("%s++", n)
		t.b.line("}")
	})
	c.need = []truth{compare(n, "==", "1")}
	return c
}
