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
	index []int        // the slots of the index names
	frame Frame
}

// startPlace is an element: the index of its array in start.arrays, and its number in the array.
type startPlace struct{ array, k int }

// newStart orders the state variables. It reports lists of a wrong length.
func (b *builder) newStart() *start {
	s := &start{order: make([]startPlace, 0, b.m.StateSize)}
	for _, a := range byDependence(b.p.StateArrays()) {
		if a.Value == nil {
			continue
		}
		d := b.m.Data[a.ID]
		sa := startArray{a: a, d: d, exprs: []model.Expr{a.Value}, frame: make(Frame, a.Slots)}
		for _, iv := range a.Index {
			sa.index = append(sa.index, iv.Slot)
		}
		if list, ok := a.Value.(*model.List); ok && len(a.Index) > 0 {
			sa.exprs = nil
			w := &filling{b: b, a: a, d: d}
			if !w.flatten(list, w.dims(), &sa.exprs) {
				continue
			}
		}
		s.arrays = append(s.arrays, sa)
		for k := range d.Size {
			s.order = append(s.order, startPlace{len(s.arrays) - 1, k})
		}
	}
	return s
}

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
	if len(sa.index) > 0 {
		bindIndex(sa.frame, sa.index, sa.d.IndexAt(p.k))
	}
	e := sa.exprs[min(p.k, len(sa.exprs)-1)]
	for {
		switch x := e.(type) {
		case *model.AnyValue:
			return undefined, false, true
		case *model.If:
			if e, ok = ev.Branch(x, sa.frame); !ok {
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

// initial reports initial values that are undefined or outside their type for all choices of the solver.
func (b *builder) initial() {
	s := b.newStart()
	ev := b.ev
	state, known := make([]int64, b.m.StateSize), make([]bool, b.m.StateSize)
	wrong := map[*model.Array]bool{}
	for _, p := range s.order {
		sa := &s.arrays[p.array]
		place := sa.d.Offset + p.k
		b.isolate(sa.a.Span, "the initial value of `"+sa.a.Name+"`", func() bool {
			ev.state, ev.known = state, known
			v, ok, free := s.value(ev, p)
			switch {
			case free || wrong[sa.a] || !ok && ev.unknown:
			case !ok:
				wrong[sa.a] = true
				b.errorf(s.span(p), codeUndefined, "the initial value of %s is undefined%s", b.m.StateName(place),
					ev.whyUndefined(sa.exprs[min(p.k, len(sa.exprs)-1)], sa.frame))
			case !sa.d.DomainAt(p.k).Contains(v):
				wrong[sa.a] = true
				b.errorf(s.span(p), codeOutsideType, "the initial value of %s is %s, outside %s", b.m.StateName(place),
					b.m.Format(sa.a.Type, v), b.describeAt(sa.a, sa.d, p.k))
			default:
				state[place], known[place] = v.N, true
			}
			return !wrong[sa.a]
		})
	}
}
