package semantics

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/diag"
)

// newStart orders the state variables. It reports lists of a wrong length.
func (b *builder) newStart() *start {
	s := &start{order: make([]startPlace, 0, b.m.StateSize)}
	for _, a := range byDependence(b.p.StateArrays()) {
		if a.Value == nil {
			continue
		}
		d := b.m.Data[a.ID]
		sa := startArray{a: a, d: d, exprs: []model.Expr{a.Value}, frame: make(Frame, a.Slots)}
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

// Given is an element of a state variable whose initial value the model gives.
type Given struct {
	Place int
	Value model.Value
	Span  diag.Span // of the value in the text
}

// Givens lists the elements whose initial values do not depend on what the solver chooses.
func (machine *Machine) Givens() (all []Given) {
	ev, s := machine.ev, machine.startOf()
	ev.state, ev.known = make([]int64, machine.m.StateSize), make([]bool, machine.m.StateSize)
	for _, p := range s.order {
		place := s.arrays[p.array].d.Offset + p.k
		if v, ok, free := s.value(ev, p); ok && !free {
			ev.state[place], ev.known[place] = v.N, true
			all = append(all, Given{place, v, s.span(p)})
		}
	}
	ev.known, ev.unknown = nil, false
	return all
}

// InitialStates lists the states from which a plan may start, at most limit (0: no limit). Without `any` there is at
// most one. complete is false if there are more.
func (machine *Machine) InitialStates(ctx context.Context, limit int) (states [][]int64, complete bool, err error) {
	complete = true
	err = machine.Choose(ctx, nil, func(s []int64) bool {
		if limit > 0 && len(states) == limit {
			complete = false
			return false
		}
		states = append(states, s)
		return true
	})
	return states, complete && err == nil, err
}

// StartWith returns the first initial state that has some values, by their places in the state; nil if there is none.
func (machine *Machine) StartWith(ctx context.Context, given map[int]int64) (state []int64, err error) {
	var same []model.Formula
	for _, place := range slices.Sorted(maps.Keys(given)) {
		a, _ := machine.m.ArrayAt(place)
		e := &model.Binary{
			Base: model.Base{Sp: a.Span, Ty: model.BooleanType}, Op: model.Eq, L: machine.m.Element(place),
			R: &model.Lit{Base: model.Base{Sp: a.Span, Ty: a.Type}, Value: model.Int(given[place])},
		}
		same = append(same, model.Formula{Cond: model.Cond{Expr: e}})
	}
	err = machine.Choose(ctx, same, func(s []int64) bool {
		state = s
		return false
	})
	return state, err
}

// initSentence describes a state for which `init` fails.
const initSentence = "the initial state breaks `init`"

// CheckInitial returns the reason why a state is no initial state, or nil if it is one.
func (machine *Machine) CheckInitial(state []int64) *Refusal {
	if len(state) != machine.m.StateSize {
		return &Refusal{Rule: ruleInitial, Text: "the state has another number of elements than the puzzle's"}
	}
	s := machine.startOf()
	for _, p := range s.order {
		sa := &s.arrays[p.array]
		place := sa.d.Offset + p.k
		if has := (model.Value{N: state[place]}); !sa.d.DomainAt(p.k).Contains(has) {
			return &Refusal{
				Rule: RuleType, Span: sa.a.Domain.Span(),
				Text: fmt.Sprintf("%s starts with %s, which is outside its type",
					machine.m.StateName(place), machine.formatAny(sa.a.Type, has)),
			}
		}
	}
	var other *Refusal
	machine.eachOtherStart(state, func(r *Refusal) bool {
		other = r
		return false
	})
	if other != nil {
		return other
	}
	if r := machine.formulas(machine.m.Inits, state, ruleInitial, initSentence); r != nil {
		return r
	}
	if r := machine.Always(state); r != nil {
		return r
	}
	return machine.checkDistinct(state)
}

// eachOtherStart calls yield for each element of a state that differs from the initial value that the model gives it,
// until yield returns false.
func (machine *Machine) eachOtherStart(state []int64, yield func(*Refusal) bool) {
	s := machine.startOf()
	machine.ev.state = state
	for _, p := range s.order {
		sa := &s.arrays[p.array]
		place := sa.d.Offset + p.k
		v, ok, free := s.value(machine.ev, p)
		if free || ok && v.N == state[place] {
			continue
		}
		text := machine.m.StateName(place) + " does not start with "
		if ok {
			text = machine.m.StateName(place) + " starts with " + machine.formatAny(sa.a.Type, v) + ", not with "
		}
		text += machine.m.Format(sa.a.Type, model.Value{N: state[place]})
		if !yield(&Refusal{Rule: ruleInitial, Span: s.span(p), Text: text}) {
			return
		}
	}
}

// startOf returns the order of the initial values.
func (machine *Machine) startOf() *start {
	if machine.start == nil {
		machine.start = (&builder{p: machine.m.Program, m: machine.m, ev: machine.ev}).newStart()
	}
	return machine.start
}
