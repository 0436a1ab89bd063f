package semantics

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/diag"
)

// Nowhere looks for an example of arguments that the `where` of a move refuses. It returns the bound arguments and the
// condition that is false for them. It prefers arguments that are refused late. found is false if there is no example:
// a condition that uses no parameter refuses all, or a parameter has no values.
func (x *Machine) Nowhere(d *model.Move) (args []Witness, condition diag.Span, found bool) {
	e := &enumeration{d: d, frame: make(Frame, d.Slots), tests: make([][]model.Expr, len(d.Params)+1)}
	if d.Where != nil {
		e.split(d.Where)
	}
	if !x.passes(e, 0) {
		return nil, diag.Span{}, false
	}
	latest := 0
	var visit func(i int)
	visit = func(i int) {
		p := &d.Params[i]
		it, _ := x.ev.elems(p.Set, e.frame)
		for k := 0; k < it.n && latest < len(d.Params) && x.ev.Spend(1); k++ {
			e.frame[p.Slot] = Slot{it.at(k), true}
			refused := x.refused(e, i+1)
			if refused == nil {
				if i+1 < len(d.Params) {
					visit(i + 1)
				}
				continue
			}
			if i+1 > latest {
				latest, condition, args = i+1, refused.Span(), nil
				for _, q := range d.Params[:i+1] {
					args = append(args, Witness{q.Name, x.m.Format(q.Set.Type().Elem(), e.frame[q.Slot].Value)})
				}
			}
		}
	}
	if len(d.Params) > 0 {
		visit(0)
	}
	return args, condition, latest > 0
}

// refused returns the first condition that the bound parameters break, nil if there is none.
func (x *Machine) refused(e *enumeration, bound int) model.Expr {
	for _, w := range e.tests[bound] {
		if !x.ev.Holds(w, e.frame) {
			return w
		}
	}
	return nil
}
