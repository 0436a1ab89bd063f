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
	for _, mv := range moves {
		if len(sc.Frames) == MaxFrames {
			break
		}
		frame := make(semantics.Frame, d.Slots)
		for i, p := range d.Params {
			frame[p.Slot] = semantics.Slot{Value: mv.Args[i], OK: true}
		}
		sc.Frames = append(sc.Frames, frame)
	}
	for i, p := range d.Params {
		t := p.Set.Type().Elem()
		if !t.Scalar() {
			l := Named(sc.Names.Take(code.Own(p.Name)))
			l.Static = len(moves) <= MaxFrames
			sc.Slots[p.Slot] = l
			continue
		}
		vals := lists.Map(moves, func(mv semantics.Move) int64 { return mv.Args[i].N })
		l := Named(sc.Names.Take(code.Own(p.Name)))
		l.Dom, l.Static, l.Truth = domainOf(vals), len(moves) <= MaxFrames, t.Kind == model.Boolean
		sc.Slots[p.Slot] = l
	}
	return sc
}

// params are the parameters of the Go function of a move.
func (sc *Scope) params(d *model.Move) code.Expr {
	var out []code.Param
	for _, p := range d.Params {
		out = append(out, code.Param{Name: sc.Slots[p.Slot].Expr.String(), Type: sc.Writer.paramType(p.Set)})
	}
	return code.Params(out)
}
