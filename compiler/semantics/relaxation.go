package semantics

import (
	"context"
	"errors"
	"fmt"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/diag"
)

// BuildRelaxation builds the other puzzle of a relaxation, with the parameters that the relaxation gives it. It does
// not compute initial values, because the states come from the first model.
// The work ends with the context, unless ctx is nil; then the result must not be used.
func BuildRelaxation(ctx context.Context, m *model.Model, r *model.Relaxation) (*model.Model, diag.List) {
	ev := NewEvaluator(m)
	b := newBuilder(r.Other, nil)
	ev.ctx, b.ev.ctx = ctx, ctx
	b.relaxed = true
	for i := range r.Params {
		v := &r.Params[i]
		b.given[v.Target] = source{
			Binding: Binding{Where: "relaxation " + r.Name},
			compute: func(d *model.ArrayData) []Slot { return mapped(ev, v, d, b.ev.dims) },
		}
	}
	other, list := b.finish()
	for _, d := range list {
		if !d.Span.Start.IsValid() {
			d.Span = r.Span
		}
	}
	return other, list
}

// mapped computes the values of a parameter or state variable of the other puzzle, in the evaluator's state.
func mapped(
	ev *Evaluator, v *model.RelaxationValue, d *model.ArrayData, dims func(*model.Grid) model.Dims,
) []Slot {
	f := make(Frame, v.Slots)
	exprs := []model.Expr{v.Value}
	if list, ok := v.Value.(*model.List); ok && len(d.Index) > 0 {
		exprs = list.Leaves()
	}
	out := make([]Slot, d.Size)
	for k := range out {
		if len(exprs) > 1 && k >= len(exprs) {
			break
		}
		for i, s := range v.Index {
			if s >= 0 {
				f[s] = Slot{d.IndexAt(k)[i], true}
			}
		}
		e := exprs[min(k, len(exprs)-1)]
		x, ok := ev.eval(e, f)
		if ok {
			x, ok = translate(ev, x, e.Type(), v.Target.Type, dims)
		}
		out[k] = Slot{x, ok}
	}
	return out
}

// translate converts a value to a type of the other puzzle. Cells keep their row and column. Enums have the same values
// in both puzzles.
func translate(
	ev *Evaluator, v model.Value, from, to *model.Type, dims func(*model.Grid) model.Dims,
) (model.Value, bool) {
	switch to.Kind {
	case model.CellKind:
		cols := ev.dims(from.Grid).Cols
		return CellAt(dims(to.Grid), v.N/cols, v.N%cols)
	case model.TupleKind, model.SetKind:
		parts := v.C.Tuple
		if to.Kind == model.SetKind {
			parts = v.C.Set.Elems
		}
		out := make([]model.Value, len(parts))
		for i, x := range parts {
			k := min(i, len(to.Elems)-1) // the values of a set have one type
			var ok bool
			if out[i], ok = translate(ev, x, from.Elems[k], to.Elems[k], dims); !ok {
				return undefined, false
			}
		}
		if to.Kind == model.SetKind {
			return model.SetValue(model.NewSet(to.Elem(), out)), true
		}
		return model.TupleOf(out...), true
	default:
		return v, true
	}
}

var errUndefinedImage = errors.New("a state has no image")

// Image maps the evaluator's state to a state of the other puzzle of a relaxation.
func (ev *Evaluator) Image(r *model.Relaxation, other *model.Model) ([]int64, error) {
	state := make([]int64, other.StateSize)
	given := make([]bool, other.StateSize)
	for i := range r.States {
		v := &r.States[i]
		d := other.Data[v.Target.ID]
		for k, s := range mapped(ev, v, d, func(g *model.Grid) model.Dims { return other.Dims[g.ID] }) {
			place := d.Offset + k
			if !s.OK || !d.DomainAt(k).Contains(s.Value) {
				return nil, fmt.Errorf("%w: %s is undefined or outside its type", errUndefinedImage, other.StateName(place))
			}
			state[place], given[place] = s.Value.N, true
		}
	}
	for place, ok := range given {
		if !ok {
			return nil, fmt.Errorf("%w: %s is given no value", errUndefinedImage, other.StateName(place))
		}
	}
	return state, nil
}
