package semantics

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/diag"
)

// start is the order in which the initial values are computed: each array after the arrays that its value reads,
// elements row by row.
type start struct {
	arrays []startArray
	order  []startPlace
}

type startArray struct {
	a     *model.Array
	d     *model.ArrayData
	exprs []model.Expr // one expression for all elements, or one for each
	frame Frame
}

// startPlace is an element: the index of its array in start.arrays, and its number in the array.
type startPlace struct{ array, k int }

// byDependence orders state variables: each after those that its initial value reads, otherwise as declared.
func byDependence(arrays []*model.Array) []*model.Array {
	var out []*model.Array
	seen := map[*model.Array]bool{}
	var visit func(a *model.Array)
	visit = func(a *model.Array) {
		if seen[a] {
			return
		}
		seen[a] = true
		for read := range model.ArraysRead(a.Value) {
			if read != nil && read.Role == model.State {
				visit(read)
			}
		}
		out = append(out, a)
	}
	for _, a := range arrays {
		visit(a)
	}
	return out
}

// value computes an initial value on the partial state. free means that the solver chooses the value.
func (s *start) value(ev *Evaluator, p startPlace) (v model.Value, ok, free bool) {
	sa := &s.arrays[p.array]
	if len(sa.d.Index) > 0 {
		bindIndex(sa.frame, sa.a, sa.d.IndexAt(p.k))
	}
	e := sa.exprs[min(p.k, len(sa.exprs)-1)]
	for {
		switch x := e.(type) {
		case *model.AnyValue:
			return undefined, false, true
		case *model.If:
			if e, ok = ev.branch(x, sa.frame); !ok {
				return undefined, false, false
			}
		default:
			v, ok := ev.eval(e, sa.frame)
			return v, ok, false
		}
	}
}

// span returns the position of an initial value in the text.
func (s *start) span(p startPlace) diag.Span {
	sa := &s.arrays[p.array]
	return sa.exprs[min(p.k, len(sa.exprs)-1)].Span()
}

// bindIndex gives the index names of an array their values.
func bindIndex(f Frame, a *model.Array, index []model.Value) {
	for i, v := range index {
		if slot := a.Index[i].Slot; slot >= 0 {
			f[slot] = Slot{v, true}
		}
	}
}
