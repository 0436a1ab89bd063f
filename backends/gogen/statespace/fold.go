package statespace

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
)

// loop writes loops over the variables of a binder, with the statements of inside in the innermost. depth is the number
// of loops. Elements that where does not keep are skipped.
func (sc *Scope) loop(vars []model.Bind, where model.Expr, inside func(t *Scope)) {
	if len(vars) == 0 {
		if where != nil {
			sc.require(where, skip)
			sc.keep(where)
		}
		inside(sc)
		return
	}
	t := sc.Sub()
	t.header(vars[0])
	t.bindStatic(vars[0].Target.Slot, vars[0].Set)
	t.loop(vars[1:], where, inside)
	sc.Block.End()
}

// header begins a loop over a set.
func (sc *Scope) header(v model.Bind) {
	elem := v.Set.Type().Elem()
	if elem == nil {
		GiveUp(v.Set.Span(), "a loop over the empty set")
	}
	if elem.IsOffset() && v.Target.Elems == nil {
		sc.offsetHeader(v)
		return
	}
	if !elem.Scalar() || elem.Kind == model.Boolean || v.Target.Elems != nil {
		GiveUp(v.Set.Span(), "this loop")
	}
	name := "_"
	if v.Target.Slot >= 0 {
		name = sc.Names.Take(code.Own(v.Target.Name))
		sc.Slots[v.Target.Slot] = Named(name)
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
		GiveUp(v.Set.Span(), "a loop over this set")
	case s.Len() > 0 && s.Gapless() && s.Elems[0].N == 0:
		sc.Block.Loop(name, "_", sc.Writer.count(v.Set, s))
	case s.Len() > 0 && s.Gapless() && name != "_" && elem.Kind == model.Number:
		sc.Block.Count(name, code.Int(s.Elems[0].N), code.Int(s.Elems[s.Len()-1].N))
	default:
		sc.Block.Loop("_", name, code.Name(sc.Writer.setTable(v.Set, s)))
	}
}

func (sc *Scope) rangeHeader(r *model.Range, name string) {
	lo, hi := sc.Value(r.Lo), sc.Value(r.Hi)
	if len(lo.Need)+len(hi.Need) > 0 || name == "_" {
		GiveUp(r.Sp, "this range")
	}
	sc.Block.Count(name, lo.Expr, hi.Expr)
}

// offsetHeader begins a loop over a set of offsets, which are structs.
func (sc *Scope) offsetHeader(v model.Bind) {
	s, ok := sc.closedSet(v.Set)
	if !ok || v.Target.Slot < 0 {
		GiveUp(v.Set.Span(), "a loop over these offsets")
	}
	l := Named(sc.Names.Take(code.Own(v.Target.Name)))
	sc.Block.Loop("_", l.Expr.String(), code.Name(sc.Writer.setTable(v.Set, s)))
	l.parts = []code.Expr{l.Expr.Field("v0"), l.Expr.Field("v1")}
	sc.Slots[v.Target.Slot] = l
}

// foldCond is forall or exists inside a condition: a function that is called on the spot.
func (sc *Scope) foldCond(e *model.Fold, want bool) code.Cond {
	word := map[model.FoldKind]string{model.ForAll: "each", model.Exists: "some"}[e.Kind]
	if word == "" {
		GiveUp(e.Sp, "this binder")
	}
	name := sc.Names.Take(word)
	sc.Block.Function(name)
	t := sc.Sub()
	t.ReturnCond(e, want)
	sc.Block.End()
	return code.Holds(code.Name(name))
}

// Exit says how a statement leaves the block around it.
type Exit struct {
	skips   bool // it continues the loop
	returns []code.Expr
}

// skip continues the loop.
var skip = Exit{skips: true}

// Returning leaves a function.
func Returning(values ...code.Expr) Exit { return Exit{returns: values} }

// yields returns a constant.
func yields(truth bool) Exit { return Returning(code.Constant(truth).Expr()) }

func (x Exit) write(b *code.Block) {
	if x.skips {
		b.Line("continue")
	} else {
		b.Return(x.returns...)
	}
}

// LeaveIf writes an exit that is taken if a condition holds.
func (sc *Scope) LeaveIf(c code.Cond, by Exit) {
	if c.IsFalse() {
		return
	}
	sc.Block.If(c)
	by.write(sc.Block)
	sc.Block.End()
}

// ReturnCond writes statements that return whether a condition is true (if want; else whether it is false).
func (sc *Scope) ReturnCond(e model.Expr, want bool) {
	sc.or(e, func() { sc.returnCond(e, want) }, func() { sc.Block.Return(sc.groundCond(e, want).Expr()) })
}

func (sc *Scope) returnCond(e model.Expr, want bool) {
	if f, ok := sc.factOf(e); ok && (f.constant || f.undefined) {
		yields(f.constant && (f.value.N != 0) == want).write(sc.Block)
		return
	}
	switch e := e.(type) {
	case *model.Not:
		sc.ReturnCond(e.X, !want)
		return
	case *model.Binary:
		if e.Op == model.And && want && (hasLoop(e.L) || hasLoop(e.R)) {
			sc.require(e.L, yields(false))
			sc.ReturnCond(e.R, true)
			return
		}
	case *model.Fold:
		sc.returnFold(e, want)
		return
	default:
	}
	sc.Block.Return(sc.cond(e, want).Expr())
}

// returnFold writes loops that return the truth of a forall or an exists.
func (sc *Scope) returnFold(e *model.Fold, want bool) {
	switch e.Kind {
	case model.ForAll, model.Exists:
		// A forall is true unless an element is not true. It is false if an element is false.
		search := (e.Kind == model.Exists) == want
		sc.loop(e.Vars, e.Where, func(t *Scope) {
			if search {
				t.forbid(e.Body, want, yields(true))
			} else {
				t.requireIs(e.Body, want, yields(false))
			}
		})
		yields(!search).write(sc.Block)
	default:
		GiveUp(e.Sp, "this binder")
	}
}

// require writes statements that leave by fail unless a condition is true. Behind them the condition is known to be
// true.
func (sc *Scope) require(e model.Expr, fail Exit) { sc.requireIs(e, true, fail) }

func (sc *Scope) requireIs(e model.Expr, want bool, fail Exit) {
	sc.or(e, func() { sc.plainlyRequire(e, want, fail) }, func() { sc.demand(sc.groundCond(e, want), fail) })
}

func (sc *Scope) plainlyRequire(e model.Expr, want bool, fail Exit) {
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
				sc.loop(e.Vars, e.Where, func(t *Scope) { t.requireIs(e.Body, want, fail) })
				return
			}
		default:
		}
	}
	sc.demand(sc.cond(e, want), fail)
}

// demand writes an exit by fail unless a condition holds.
func (sc *Scope) demand(c code.Cond, fail Exit) {
	sc.LeaveIf(code.Not(c), fail)
	sc.assume(c)
}

// forbid writes an exit by found if a condition is true (if want is false: false).
func (sc *Scope) forbid(e model.Expr, want bool, found Exit) {
	c := sc.cond(e, want)
	sc.LeaveIf(c, found)
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
	default:
		return false
	}
}

// returnValue writes statements that return a number: `none` if it is undefined or if a condition of more does not
// hold.
func (sc *Scope) returnValue(e model.Expr, more func(Value) []code.Cond) {
	if f, ok := e.(*model.If); ok {
		if fact, static := sc.factOf(e); !static || !fact.constant {
			c := sc.cond(f.Cond, true)
			if !c.Known() {
				sc.Block.If(c)
				t := sc.Sub()
				t.assume(c)
				t.returnValue(f.Then, more)
				sc.Block.End()
				sc.assume(code.Not(c))
				sc.returnValue(f.Else, more)
				return
			}
		}
	}
	v := sc.Value(e)
	v.Need = append(slices.Clone(v.Need), more(v)...)
	if !(v.total && v.onlyDefined()) {
		sc.LeaveIf(code.Not(code.And(v.Need...)), Returning(none))
	}
	sc.Block.Return(v.Expr)
}

// reaches is the call of a flood fill over the board.
func (sc *Scope) reaches(e *model.Reaches, want bool) code.Cond {
	if e.Rel.Links() {
		GiveUp(e.Sp, "`reaches` along links")
	}
	a, b := sc.Value(e.A), sc.Value(e.B)
	t := sc.Sub()
	slot := e.Rel.Holes[0]
	t.Slots[slot] = Named(t.Names.Take("c"))
	t.bindStatic(slot, e.Rel.Domain)
	t.Block = &code.Block{}
	t.ReturnCond(e.Rel.Body, true)
	free := code.Closure(t.Slots[slot].Expr.String(), sc.Writer.goType(e.A.Type()), code.Name("bool"), t.Block)
	r := wanted(code.Holds(sc.Writer.onGrid(e.A.Type().Grid, "Reach", a.Expr, b.Expr, free)), want)
	return code.And(append(append(sc.open(a.Need), sc.open(b.Need)...), r)...)
}
