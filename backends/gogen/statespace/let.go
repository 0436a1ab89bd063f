package statespace

import (
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
	switch v := e.Value.(type) {
	case *model.TupleOfExprs:
		names := make([]Local, len(v.Elems))
		for i, t := range e.Target.Elems {
			names[i] = sc.letPart(t, v.Elems[i])
		}
		for i, t := range e.Target.Elems {
			if t.Slot >= 0 {
				sc.Slots[t.Slot] = names[i]
			}
		}
	case *model.If:
		sc.letTuple(e.Target, v)
	default:
		parts, need := sc.parts(e.Value)
		if len(need) > 0 {
			GiveUp(e.Sp, "a tuple that may be undefined")
		}
		for i, t := range e.Target.Elems {
			if t.Elems == nil && t.Slot >= 0 {
				sc.Slots[t.Slot] = Local{Bound: true, Expr: parts[i].Expr, Dom: parts[i].Dom}
			}
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
	if of.Type().Kind == model.TupleKind {
		parts, need := sc.parts(of)
		if len(need) > 0 {
			GiveUp(of.Span(), "a tuple that may be undefined")
		}
		l := Named(code.Own(t.Name))
		l.fields = exprs(parts)
		sc.Slots[t.Slot] = l
		return
	}
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
	parts := sc.chosenTuple(e, names)
	for i, t := range target.Elems {
		if t.Slot >= 0 {
			l := Named(names[i])
			l.Dom, l.maybe = parts[i].Dom, len(parts[i].Need) > 0
			sc.Slots[t.Slot] = l
		}
	}
}
