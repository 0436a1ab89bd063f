package statespace

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
)

// let translates let.
func (sc *Scope) let(e *model.Let) {
	if e.Target.Elems == nil {
		if e.Target.Slot >= 0 {
			sc.letOne(e.Target, e.Value)
		}
		return
	}
	if choice, ok := e.Value.(*model.If); ok {
		sc.letTuple(e.Target, choice)
		return
	}
	v, ok := e.Value.(*model.TupleOfExprs)
	if !ok {
		GiveUp(e.Sp, "a tuple that is no list of its parts")
	}
	names := make([]Local, len(v.Elems))
	for i, t := range e.Target.Elems {
		names[i] = sc.letPart(t, v.Elems[i])
	}
	for i, t := range e.Target.Elems {
		if t.Slot >= 0 {
			sc.Slots[t.Slot] = names[i]
		}
	}
}

// letPart is a name for one part of a tuple.
func (sc *Scope) letPart(t *model.Target, value model.Expr) Local {
	if t.Elems != nil {
		GiveUp(value.Span(), "a tuple in a tuple")
	}
	if t.Slot < 0 {
		return Local{}
	}
	before := sc.Slots[t.Slot]
	sc.letOne(t, value)
	l := sc.Slots[t.Slot]
	sc.Slots[t.Slot] = before
	return l
}

func (sc *Scope) letOne(t *model.Target, of model.Expr) {
	if !of.Type().Scalar() {
		GiveUp(of.Span(), "a name for this value")
	}
	v := sc.Value(of)
	truth := of.Type().Kind == model.Boolean
	if truth && len(v.Need) > 0 {
		GiveUp(of.Span(), "a name for a condition that may be undecided")
	}
	static := sc.isStatic(of)
	if !truth {
		v = sc.total(v, t.Name)
	}
	name := sc.Names.Take(code.Own(t.Name))
	sc.Block.Define(name, v.Expr)
	l := Named(name)
	l.Dom, l.maybe, l.Truth = v.Dom, len(v.Need) > 0, truth
	if static && !l.maybe {
		l.Static = true
		frames := make([]semantics.Frame, len(sc.Frames))
		for i, f := range sc.Frames {
			x, ok := sc.Writer.Eval(of, f)
			frames[i] = append(semantics.Frame(nil), f...)
			frames[i][t.Slot] = semantics.Slot{Value: x, OK: ok}
		}
		sc.Frames = frames
	}
	sc.Slots[t.Slot] = l
}

// letTuple is `let (p, q) = if … then (a, b) else …`: variables that are set in branches.
func (sc *Scope) letTuple(target *model.Target, e *model.If) {
	names := make([]string, len(target.Elems))
	for i, t := range target.Elems {
		if t.Elems != nil {
			GiveUp(e.Sp, "a tuple in a tuple")
		}
		if t.Slot >= 0 {
			names[i] = sc.Names.Take(code.Own(t.Name))
		}
	}
	parts := make([]Value, len(names))
	for i, name := range names {
		parts[i] = Value{Expr: code.Name(name), Dom: domainOf(nil), total: true}
	}
	sc.Block.Var(code.Name("int"), slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == "" })...)
	sc.tupleBranch(e, parts)
	for i, t := range target.Elems {
		if t.Slot >= 0 {
			l := Named(names[i])
			l.Dom, l.maybe = parts[i].Dom, len(parts[i].Need) > 0
			sc.Slots[t.Slot] = l
		}
	}
}

// tupleBranch writes the assignments of one branch of a choice, or its branches if it is a choice itself.
func (sc *Scope) tupleBranch(x model.Expr, out []Value) {
	if f, ok := x.(*model.If); ok {
		switch c := sc.cond(f.Cond, true); {
		case c.IsTrue():
			sc.tupleBranch(f.Then, out)
		case c.IsFalse():
			sc.tupleBranch(f.Else, out)
		default:
			sc.branches(c, func(t *Scope, first bool) {
				if first {
					t.tupleBranch(f.Then, out)
				} else {
					t.tupleBranch(f.Else, out)
				}
			})
		}
		return
	}
	tuple, ok := x.(*model.TupleOfExprs)
	if !ok {
		GiveUp(x.Span(), "this tuple")
	}
	var left, right []code.Expr
	for i, p := range tuple.Elems {
		if out[i].IsName("") {
			continue
		}
		if p.Type().Kind == model.Boolean || !p.Type().Scalar() {
			GiveUp(p.Span(), "this part of a tuple")
		}
		v := sc.total(sc.Value(p), "v")
		out[i].Dom = out[i].Dom.union(v.Dom)
		if len(v.Need) > 0 && len(out[i].Need) == 0 {
			out[i].Need = []code.Cond{defined(out[i].Expr)}
		}
		left, right = append(left, out[i].Expr), append(right, v.Expr)
	}
	sc.Block.AssignAll(left, right)
}
