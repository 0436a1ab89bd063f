package gogen

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
)

// bindVars gives the variables of a binder their values, for questions about them; no statements are written.
func (sc *scope) bindVars(vars []model.Bind, where model.Expr) {
	for _, v := range vars {
		sc.nameTarget(v.Target, "")
		sc.bindStatic(v.Target, v.Set)
	}
	sc.keep(where)
}

// nameTarget gives the slots of a target Go names. from is the Go expression of which a tuple's variables are the fields, "" if they stand alone.
func (sc *scope) nameTarget(t *model.Target, from string) {
	if t.Elems == nil {
		if t.Slot >= 0 {
			sc.slots[t.Slot] = local{text: sc.b.names.take(own(t.Name))}
		}
		return
	}
	for i, e := range t.Elems {
		if e.Elems != nil {
			giveUp(noSpan, "a tuple in a tuple")
		}
		switch {
		case e.Slot < 0:
		case from == "":
			sc.nameTarget(e, "")
		default:
			sc.slots[e.Slot] = local{text: fmt.Sprintf("%s.v%d", from, i)}
		}
	}
}

// loop writes loops over the variables of a binder, and in them what inside writes; depth is their number. The elements that where does
// not keep are passed over.
func (sc *scope) loop(vars []model.Bind, where model.Expr, inside func(t *scope)) {
	if len(vars) == 0 {
		if where != nil {
			sc.require(where, "continue")
			sc.keep(where)
		}
		inside(sc)
		return
	}
	t := sc.sub()
	t.header(vars[0])
	t.bindStatic(vars[0].Target, vars[0].Set)
	t.loop(vars[1:], where, inside)
	sc.b.line("}")
}

// header writes the first line of a loop over a set.
func (sc *scope) header(v model.Bind) {
	elem := v.Set.Type().Elem()
	if elem == nil {
		giveUp(v.Set.Span(), "a loop over the empty set")
	}
	if elem.Kind == model.TupleKind {
		sc.tupleHeader(v, elem)
		return
	}
	if v.Target.Elems != nil {
		giveUp(v.Set.Span(), "this loop")
	}
	name := "_"
	if v.Target.Slot >= 0 {
		sc.nameTarget(v.Target, "")
		name = sc.slots[v.Target.Slot].text
	}
	if elem.Kind == model.Boolean {
		sc.b.line("for _, %s := range []bool{false, true} {", name)
		return
	}
	if r, ok := v.Set.(*model.Range); ok {
		if s, closed := sc.closedSet(r); !closed || s.Len() > 0 {
			sc.rangeHeader(r, name)
			return
		}
	}
	s, ok := sc.closedSet(v.Set)
	switch {
	case !ok:
		sc.openHeader(v, name)
	case s.Len() > 0 && gapless(s) && s.Elems[0].N == 0:
		sc.b.line("for %s := range %s {", name, sc.g.count(v.Set, s))
	case s.Len() > 0 && gapless(s) && name != "_" && elem.Kind == model.Number:
		sc.b.line("for %s := %d; %s <= %d; %s++ {", name, s.Elems[0].N, name, s.Elems[s.Len()-1].N, name)
	default:
		sc.b.line("for _, %s := range %s {", name, sc.g.setTable(v.Set, s))
	}
}

func (sc *scope) rangeHeader(r *model.Range, name string) {
	lo, hi := sc.value(r.Lo), sc.value(r.Hi)
	if need := append(slices.Clone(lo.need), hi.need...); len(need) > 0 {
		giveUp(r.Sp, "a range that may be undefined")
	}
	if name == "_" {
		name = sc.b.names.take("i")
	}
	sc.b.line("for %s := %s; %s <= %s; %s++ {", name, lo.text, name, hi.in(precAdd), name)
}

// openHeader is a loop over a set that depends on locals.
func (sc *scope) openHeader(v model.Bind, name string) {
	lit, ok := v.Set.(*model.SetLit)
	if !ok {
		giveUp(v.Set.Span(), "a loop over this set")
	}
	text := ""
	for i, e := range lit.Elems {
		c := sc.value(e)
		if len(c.need) > 0 {
			giveUp(e.Span(), "an element that may be undefined")
		}
		if i > 0 {
			text += ", "
		}
		text += c.text
	}
	sc.b.line("for _, %s := range %s(%s) {", name, sc.g.need("setOf"), text)
}

// tupleHeader is a loop over a set of tuples, whose parts are the fields of a struct.
func (sc *scope) tupleHeader(v model.Bind, elem *model.Type) {
	s, ok := sc.closedSet(v.Set)
	if !ok {
		giveUp(v.Set.Span(), "a loop over these tuples")
	}
	used := false
	for _, slot := range targets(v.Target) {
		used = used || slot >= 0
	}
	if !used {
		sc.b.line("for range %s {", sc.g.setTable(v.Set, s))
		return
	}
	base := "e"
	if v.Target.Elems == nil {
		base = own(v.Target.Name)
	}
	name := sc.b.names.take(base)
	sc.b.line("for _, %s := range %s {", name, sc.g.setTable(v.Set, s))
	if v.Target.Elems != nil {
		sc.nameTarget(v.Target, name)
		return
	}
	l := local{text: name}
	for i := range elem.Elems {
		l.fields = append(l.fields, fmt.Sprintf("%s.v%d", name, i))
	}
	sc.slots[v.Target.Slot] = l
}

func targets(t *model.Target) []int {
	if t.Elems == nil {
		return []int{t.Slot}
	}
	var out []int
	for _, e := range t.Elems {
		out = append(out, targets(e)...)
	}
	return out
}

// foldCond is forall, exists or distinct in the middle of a condition: a function of its own on the spot.
func (sc *scope) foldCond(e *model.Fold, want bool) truth {
	name := sc.b.names.take(map[model.FoldKind]string{model.ForAll: "each", model.Exists: "some", model.DistinctOf: "differ"}[e.Kind])
	sc.b.line("%s := func() bool {", name)
	t := sc.sub()
	t.returnCond(e, want)
	sc.b.line("}()")
	return atomOf(name)
}

// returnCond writes statements that return whether a condition is true (if want; else whether it is false).
func (sc *scope) returnCond(e model.Expr, want bool) {
	if f, ok := sc.factOf(e); ok && (f.constant || f.undefined) {
		sc.b.line("return %t", f.constant && (f.value.N != 0) == want)
		return
	}
	switch e := e.(type) {
	case *model.Not:
		sc.returnCond(e.X, !want)
		return
	case *model.Binary:
		if e.Op == model.And && want && (hasLoop(e.L) || hasLoop(e.R)) {
			sc.require(e.L, "return false")
			sc.returnCond(e.R, true)
			return
		}
		if e.Op == model.Or && want && (hasLoop(e.L) || hasLoop(e.R)) {
			sc.forbid(e.L, true, "return true")
			sc.returnCond(e.R, true)
			return
		}
	case *model.If:
		if hasLoop(e.Then) || hasLoop(e.Else) {
			c := sc.cond(e.Cond, true)
			if c.kind == always || c.kind == never {
				break
			}
			sc.returnEither(c, func(t *scope) { t.returnCond(e.Then, want) }, func(t *scope) { t.returnCond(e.Else, want) })
			return
		}
	case *model.Fold:
		sc.returnFold(e, want)
		return
	default:
	}
	sc.b.line("return %s", sc.cond(e, want))
}

// returnFold writes loops that return what a forall, an exists or a distinct comes to.
func (sc *scope) returnFold(e *model.Fold, want bool) {
	switch e.Kind {
	case model.ForAll, model.Exists:
		// All are true unless one is not; one is false if one is.
		search := (e.Kind == model.Exists) == want
		sc.loop(e.Vars, e.Where, func(t *scope) {
			if search {
				t.forbid(e.Body, want, "return true")
			} else {
				t.requireIs(e.Body, want, "return false")
			}
		})
		sc.b.line("return %t", !search)
	case model.DistinctOf:
		if e.Body.Type().Kind == model.Boolean || !e.Body.Type().Scalar() {
			giveUp(e.Sp, "distinct of such values")
		}
		values := sc.b.names.take("values")
		sc.b.line("var %s []int", values)
		sc.loop(e.Vars, e.Where, func(t *scope) {
			c := t.value(e.Body)
			if need := and(c.need...); need.kind != always {
				if want {
					t.b.line("if %s {", negate(need))
					t.b.line("return false")
				} else {
					t.b.line("if %s {", negate(need))
					t.b.line("continue")
				}
				t.b.line("}")
			}
			t.b.line("%s = append(%s, %s)", values, values, c.text)
		})
		not := ""
		if !want {
			not = "!"
		}
		sc.b.line("return %s%s(%s)", not, sc.g.need("distinctValues"), values)
	default:
		giveUp(e.Sp, "this binder")
	}
}

// require writes statements that leave by fail unless a condition is true; after them it is known to be.
func (sc *scope) require(e model.Expr, fail string) { sc.requireIs(e, true, fail) }

func (sc *scope) requireIs(e model.Expr, want bool, fail string) {
	if f, ok := sc.factOf(e); !ok || !f.constant {
		switch e := e.(type) {
		case *model.Not:
			sc.requireIs(e.X, !want, fail)
			return
		case *model.Binary:
			if e.Op == model.And && want || e.Op == model.Or && !want {
				sc.requireIs(e.L, want, fail)
				sc.requireIs(e.R, want, fail)
				return
			}
		case *model.Fold:
			if fail != "continue" && (e.Kind == model.ForAll && want || e.Kind == model.Exists && !want) {
				sc.loop(e.Vars, e.Where, func(t *scope) { t.requireIs(e.Body, want, fail) })
				return
			}
		default:
		}
	}
	sc.demand(sc.cond(e, want), fail)
}

// demand leaves by fail unless a condition holds.
func (sc *scope) demand(t truth, fail string) {
	if t.kind == always {
		return
	}
	sc.b.line("if %s {", negate(t))
	sc.b.line("%s", fail)
	sc.b.line("}")
	sc.assume(t)
}

// forbid leaves by found where a condition is true (want) or false.
func (sc *scope) forbid(e model.Expr, want bool, found string) {
	if f, ok := e.(*model.Fold); ok && f.Kind == model.Exists && want {
		if _, static := sc.factOf(e); !static {
			sc.loop(f.Vars, f.Where, func(t *scope) { t.forbid(f.Body, true, found) })
			return
		}
	}
	t := sc.cond(e, want)
	if t.kind == never {
		return
	}
	sc.b.line("if %s {", t)
	sc.b.line("%s", found)
	sc.b.line("}")
	sc.assume(negate(t))
}

// hasLoop tells whether a condition is better written as statements.
func hasLoop(e model.Expr) bool {
	switch e := e.(type) {
	case *model.Fold:
		return true
	case *model.Not:
		return hasLoop(e.X)
	case *model.Binary:
		return hasLoop(e.L) || hasLoop(e.R)
	case *model.If:
		return hasLoop(e.Then) || hasLoop(e.Else)
	default:
		return false
	}
}

// returnEither writes an `if` both of whose branches return; what follows it knows that the condition does not hold.
func (sc *scope) returnEither(c truth, then, otherwise func(*scope)) {
	sc.b.line("if %s {", c)
	t := sc.sub()
	t.assume(c)
	then(t)
	sc.b.line("}")
	sc.assume(negate(c))
	otherwise(sc)
}

// returnValue writes statements that return a number, `none` where it is undefined or where more is not met.
func (sc *scope) returnValue(e model.Expr, more func(code) []truth) {
	if f, ok := e.(*model.If); ok {
		if fact, static := sc.factOf(e); !static || !fact.constant {
			c := sc.cond(f.Cond, true)
			if c.kind != always && c.kind != never {
				sc.returnEither(c, func(t *scope) { t.returnValue(f.Then, more) }, func(t *scope) { t.returnValue(f.Else, more) })
				return
			}
		}
	}
	c := sc.value(e)
	need := append(slices.Clone(c.need), more(c)...)
	if len(need) > 0 && !(c.total && len(need) == 1 && need[0].text == c.text+" != none") {
		sc.b.line("if %s {", negate(and(need...)))
		sc.b.line("return none")
		sc.b.line("}")
	}
	sc.b.line("return %s", c.text)
}

// reaches is a flood over the board.
func (sc *scope) reaches(e *model.Reaches, want bool) truth {
	if e.Rel.Body == nil || len(e.Rel.Holes) != 1 || e.A.Type().Kind != model.CellKind {
		giveUp(e.Sp, "this way")
	}
	a, b := sc.value(e.A), sc.value(e.B)
	t := sc.sub()
	slot := e.Rel.Holes[0]
	t.nameTarget(&model.Target{Name: "c", Slot: slot}, "")
	t.bindStatic(&model.Target{Slot: slot}, e.Rel.Domain)
	t.b = &block{names: sc.b.names}
	t.returnCond(e.Rel.Body, true)
	grid := e.A.Type().Grid
	text := fmt.Sprintf("%s(%s, %s, func(%s %s) bool {\n%s})", sc.g.gridHelper(grid, "Reach"), a.text, b.text, t.slots[slot].text, sc.g.goType(e.A.Type()), t.b)
	r := atomOf(text)
	if !want {
		r = negate(r)
	}
	return and(append(append(sc.open(a.need), sc.open(b.need)...), r)...)
}
