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
