package statespace

import (
	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/lists"
)

// moveScope is the scope of a move. Its parameters have the values with which the move is made.
func (w *Writer) moveScope(d *model.Move, moves []semantics.Move) *Scope {
	sc := w.Scope(d.Slots, "s")
	sc.Frames = nil
	for _, mv := range moves[:min(len(moves), MaxFrames)] {
		frame := make(semantics.Frame, d.Slots)
		for i, p := range d.Params {
			frame[p.Slot] = semantics.Slot{Value: mv.Args[i], OK: true}
		}
		sc.Frames = append(sc.Frames, frame)
	}
	for i, p := range d.Params {
		l := Named(sc.Names.Take(code.Own(p.Name)))
		l.Static = len(moves) <= MaxFrames
		if t := p.Set.Type().Elem(); t.Scalar() {
			vals := lists.Map(moves, func(mv semantics.Move) int64 { return mv.Args[i].N })
			l.Dom, l.Truth = domainOf(vals), t.Kind == model.Boolean
		}
		sc.Slots[p.Slot] = l
	}
	return sc
}

// params are the parameters of the Go function of a move.
func (sc *Scope) params(d *model.Move) code.Expr {
	return code.Params(lists.Map(d.Params, func(p model.Variable) code.Param {
		return code.Param{Name: sc.Slots[p.Slot].Expr.String(), Type: sc.Writer.paramType(p.Set)}
	}))
}
