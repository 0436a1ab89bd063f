package gogen

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
)

// bindVars gives the variables of a binder their values, for questions about them; no statements are written.
func (sc *scope) bindVars(vars []model.Bind, where model.Expr) {
	for _, v := range vars {
		sc.nameTarget(v.Target)
		sc.bindStatic(v.Target, v.Set)
	}
	sc.keep(where)
}

// nameTarget gives the slots of a target Go names.
func (sc *scope) nameTarget(t *model.Target) {
	if t.Elems == nil {
		if t.Slot >= 0 {
			sc.slots[t.Slot] = named(sc.names.Take(code.Own(t.Name)))
		}
		return
	}
	for _, e := range t.Elems {
		if e.Elems != nil {
			giveUp(noSpan, "a tuple in a tuple")
		}
		sc.nameTarget(e)
	}
}

// nameFields gives the variables of a tuple its parts, which are the fields of a struct.
func (sc *scope) nameFields(t *model.Target, tuple code.Expr) {
	for i, e := range t.Elems {
		if e.Elems != nil {
			giveUp(noSpan, "a tuple in a tuple")
		}
		if e.Slot >= 0 {
			sc.slots[e.Slot] = local{bound: true, expr: tuple.Field(fmt.Sprintf("v%d", i))}
		}
	}
}

// loop writes loops over the variables of a binder, and in them what inside writes; depth is their number. The elements that where does
// not keep are passed over.
func (sc *scope) loop(vars []model.Bind, where model.Expr, inside func(t *scope)) {
	if len(vars) == 0 {
		if where != nil {
			sc.require(where, skip)
			sc.keep(where)
		}
		inside(sc)
		return
	}
	t := sc.sub()
	t.header(vars[0])
	t.bindStatic(vars[0].Target, vars[0].Set)
	t.loop(vars[1:], where, inside)
	sc.b.End()
}

// header begins a loop over a set.
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
		sc.nameTarget(v.Target)
		name = sc.slots[v.Target.Slot].expr.String()
	}
	if elem.Kind == model.Boolean {
		sc.b.Loop("_", name, code.Literally("[]bool", code.False.Expr(), code.True.Expr()))
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
		sc.b.Loop(name, "_", sc.g.count(v.Set, s))
	case s.Len() > 0 && gapless(s) && name != "_" && elem.Kind == model.Number:
		sc.b.Count(name, code.Int(s.Elems[0].N), code.Int(s.Elems[s.Len()-1].N))
	default:
		sc.b.Loop("_", name, code.Name(sc.g.setTable(v.Set, s)))
	}
}

func (sc *scope) rangeHeader(r *model.Range, name string) {
	lo, hi := sc.value(r.Lo), sc.value(r.Hi)
	if need := append(slices.Clone(lo.need), hi.need...); len(need) > 0 {
		giveUp(r.Sp, "a range that may be undefined")
	}
	if name == "_" {
		name = sc.names.Take("i")
	}
	sc.b.Count(name, lo.Expr, hi.Expr)
}

// openHeader begins a loop over a set that depends on locals.
func (sc *scope) openHeader(v model.Bind, name string) {
	lit, ok := v.Set.(*model.SetLit)
	if !ok {
		giveUp(v.Set.Span(), "a loop over this set")
	}
	var elems []code.Expr
	for _, e := range lit.Elems {
		x := sc.value(e)
		if len(x.need) > 0 {
			giveUp(e.Span(), "an element that may be undefined")
		}
		elems = append(elems, x.Expr)
	}
	sc.b.Loop("_", name, code.Call(sc.g.need("setOf"), elems...))
}

// tupleHeader begins a loop over a set of tuples, whose parts are the fields of a struct.
func (sc *scope) tupleHeader(v model.Bind, elem *model.Type) {
	s, ok := sc.closedSet(v.Set)
	if !ok {
		giveUp(v.Set.Span(), "a loop over these tuples")
	}
	table := code.Name(sc.g.setTable(v.Set, s))
	if !slices.ContainsFunc(targets(v.Target), func(slot int) bool { return slot >= 0 }) {
		sc.b.Loop("_", "_", table)
		return
	}
	base := "e"
	if v.Target.Elems == nil {
		base = code.Own(v.Target.Name)
	}
	l := named(sc.names.Take(base))
	sc.b.Loop("_", l.expr.String(), table)
	if v.Target.Elems != nil {
		sc.nameFields(v.Target, l.expr)
		return
	}
	for i := range elem.Elems {
		l.fields = append(l.fields, l.expr.Field(fmt.Sprintf("v%d", i)))
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
func (sc *scope) foldCond(e *model.Fold, want bool) code.Cond {
	name := sc.names.Take(map[model.FoldKind]string{model.ForAll: "each", model.Exists: "some", model.DistinctOf: "differ"}[e.Kind])
	sc.b.Function(name)
	t := sc.sub()
	t.returnCond(e, want)
	sc.b.End()
	return code.Holds(code.Name(name))
}

// exit is how a statement leaves the place where it stands.
type exit struct {
	skips   bool // it goes on with the next element of a loop
	returns []code.Expr
}

// skip goes on with the next element of a loop.
var skip = exit{skips: true}

// returning leaves a function.
func returning(values ...code.Expr) exit { return exit{returns: values} }

// yields returns a constant.
func yields(truth bool) exit { return returning(code.Constant(truth).Expr()) }

func (x exit) write(b *code.Block) {
	if x.skips {
		b.Line("continue")
	} else {
		b.Return(x.returns...)
	}
}

// leaveIf leaves where a condition holds.
func (sc *scope) leaveIf(c code.Cond, by exit) {
	if c.IsFalse() {
		return
	}
	sc.b.If(c)
	by.write(sc.b)
	sc.b.End()
}

// returnCond writes statements that return whether a condition is true (if want; else whether it is false).
func (sc *scope) returnCond(e model.Expr, want bool) {
	if f, ok := sc.factOf(e); ok && (f.constant || f.undefined) {
		yields(f.constant && (f.value.N != 0) == want).write(sc.b)
		return
	}
	switch e := e.(type) {
	case *model.Not:
		sc.returnCond(e.X, !want)
		return
	case *model.Binary:
		if e.Op == model.And && want && (hasLoop(e.L) || hasLoop(e.R)) {
			sc.require(e.L, yields(false))
			sc.returnCond(e.R, true)
			return
		}
		if e.Op == model.Or && want && (hasLoop(e.L) || hasLoop(e.R)) {
			sc.forbid(e.L, true, yields(true))
			sc.returnCond(e.R, true)
			return
		}
	case *model.If:
		if hasLoop(e.Then) || hasLoop(e.Else) {
			c := sc.cond(e.Cond, true)
			if c.Known() {
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
	sc.b.Return(sc.cond(e, want).Expr())
}

// returnFold writes loops that return what a forall, an exists or a distinct comes to.
func (sc *scope) returnFold(e *model.Fold, want bool) {
	switch e.Kind {
	case model.ForAll, model.Exists:
		// All are true unless one is not; one is false if one is.
		search := (e.Kind == model.Exists) == want
		sc.loop(e.Vars, e.Where, func(t *scope) {
			if search {
				t.forbid(e.Body, want, yields(true))
			} else {
				t.requireIs(e.Body, want, yields(false))
			}
		})
		yields(!search).write(sc.b)
	case model.DistinctOf:
		if e.Body.Type().Kind == model.Boolean || !e.Body.Type().Scalar() {
			giveUp(e.Sp, "distinct of such values")
		}
		name := sc.names.Take("values")
		values := code.Name(name)
		sc.b.Var("[]int", name)
		sc.loop(e.Vars, e.Where, func(t *scope) {
			v := t.value(e.Body)
			undefined := yields(false)
			if !want {
				undefined = skip
			}
			t.leaveIf(code.Not(code.And(v.need...)), undefined)
			t.b.Assign(values, code.Call("append", values, v.Expr))
		})
		distinct := code.Holds(code.Call(sc.g.need("distinctValues"), values))
		if !want {
			distinct = code.Not(distinct)
		}
		sc.b.Return(distinct.Expr())
	default:
		giveUp(e.Sp, "this binder")
	}
}

// require writes statements that leave by fail unless a condition is true; after them it is known to be.
func (sc *scope) require(e model.Expr, fail exit) { sc.requireIs(e, true, fail) }

func (sc *scope) requireIs(e model.Expr, want bool, fail exit) {
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
			if !fail.skips && (e.Kind == model.ForAll && want || e.Kind == model.Exists && !want) {
				sc.loop(e.Vars, e.Where, func(t *scope) { t.requireIs(e.Body, want, fail) })
				return
			}
		default:
		}
	}
	sc.demand(sc.cond(e, want), fail)
}

// demand leaves by fail unless a condition holds.
func (sc *scope) demand(c code.Cond, fail exit) {
	sc.leaveIf(code.Not(c), fail)
	sc.assume(c)
}

// forbid leaves by found where a condition is true (want) or false.
func (sc *scope) forbid(e model.Expr, want bool, found exit) {
	if f, ok := e.(*model.Fold); ok && f.Kind == model.Exists && want {
		if _, static := sc.factOf(e); !static {
			sc.loop(f.Vars, f.Where, func(t *scope) { t.forbid(f.Body, true, found) })
			return
		}
	}
	c := sc.cond(e, want)
	sc.leaveIf(c, found)
	sc.assume(code.Not(c))
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
func (sc *scope) returnEither(c code.Cond, then, otherwise func(*scope)) {
	sc.b.If(c)
	t := sc.sub()
	t.assume(c)
	then(t)
	sc.b.End()
	sc.assume(code.Not(c))
	otherwise(sc)
}

// returnValue writes statements that return a number, `none` where it is undefined or where more is not met.
func (sc *scope) returnValue(e model.Expr, more func(value) []code.Cond) {
	if f, ok := e.(*model.If); ok {
		if fact, static := sc.factOf(e); !static || !fact.constant {
			c := sc.cond(f.Cond, true)
			if !c.Known() {
				sc.returnEither(c, func(t *scope) { t.returnValue(f.Then, more) }, func(t *scope) { t.returnValue(f.Else, more) })
				return
			}
		}
	}
	v := sc.value(e)
	v.need = append(slices.Clone(v.need), more(v)...)
	if !(v.total && v.onlyDefined()) {
		sc.leaveIf(code.Not(code.And(v.need...)), returning(none))
	}
	sc.b.Return(v.Expr)
}

// reaches is a flood over the board.
func (sc *scope) reaches(e *model.Reaches, want bool) code.Cond {
	if e.Rel.Body == nil || len(e.Rel.Holes) != 1 || e.A.Type().Kind != model.CellKind {
		giveUp(e.Sp, "this way")
	}
	a, b := sc.value(e.A), sc.value(e.B)
	t := sc.sub()
	slot := e.Rel.Holes[0]
	t.nameTarget(&model.Target{Name: "c", Slot: slot})
	t.bindStatic(&model.Target{Slot: slot}, e.Rel.Domain)
	t.b = &code.Block{}
	t.returnCond(e.Rel.Body, true)
	free := code.Closure(t.slots[slot].expr.String(), sc.g.goType(e.A.Type()), "bool", t.b)
	r := code.Holds(sc.g.onGrid(e.A.Type().Grid, "Reach", a.Expr, b.Expr, free))
	if !want {
		r = code.Not(r)
	}
	return code.And(append(append(sc.open(a.need), sc.open(b.need)...), r)...)
}
