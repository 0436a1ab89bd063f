package statespace

import (
	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
)

// let translates let: a variable with the name and the value.
func (sc *Scope) let(e *model.Let) {
	t, of := e.Target, e.Value
	switch {
	case !of.Type().Scalar():
		GiveUp(of.Span(), "a name for this value")
	case t.Slot < 0:
		return
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
			x, ok := sc.Writer.eval(of, f)
			frames[i] = append(semantics.Frame(nil), f...)
			frames[i][t.Slot] = semantics.Slot{Value: x, OK: ok}
		}
		sc.Frames = frames
	}
	sc.Slots[t.Slot] = l
}
