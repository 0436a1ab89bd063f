package semantics

import "slices"

// Partial is an initial state in which values may be missing.
type Partial struct {
	State   []int64
	Known   []bool // which elements of State have a value
	Missing []int  // the elements that the solver chooses, and that were not given
	Chosen  []int  // the elements that the solver chooses, given or missing
}

// Fill makes an initial state from given values. It computes the values that the solver does not choose, unless they
// depend on missing values. A given value is kept even if the model computes another value or excludes it;
// ExplainPartial then reports this.
func (machine *Machine) Fill(given map[int]int64) *Partial {
	s, ev := machine.startOf(), machine.ev
	p := &Partial{State: make([]int64, machine.m.StateSize), Known: make([]bool, machine.m.StateSize)}
	defer machine.Seeing(p)()
	for _, at := range s.order {
		place := s.arrays[at.array].d.Offset + at.k
		value, isGiven := given[place]
		ev.unknown = false
		v, ok, free := s.value(ev, at)
		if free {
			p.Chosen = append(p.Chosen, place)
		}
		switch {
		case isGiven:
			p.State[place], p.Known[place] = value, true
		case free:
			p.Missing = append(p.Missing, place)
		case ok:
			p.State[place], p.Known[place] = v.N, true
		}
	}
	return p
}

// Seeing makes the evaluator see a partial state until undo is called.
func (machine *Machine) Seeing(p *Partial) (undo func()) {
	ev := machine.ev
	state, known := ev.state, ev.known
	ev.state, ev.known = p.State, p.Known
	return func() { ev.state, ev.known, ev.unknown = state, known, false }
}

// Forget forgets that elements without a value were needed.
func (ev *Evaluator) Forget() { ev.unknown = false }

// Missed reports whether an element without a value was needed since Forget. Then what is not defined is not known.
func (ev *Evaluator) Missed() bool { return ev.unknown }

// LogMissed begins a list of the elements without a value that are read, which ends when stop is called.
func (ev *Evaluator) LogMissed() (stop func()) {
	ev.logging, ev.misses = true, ev.misses[:0]
	return func() { ev.logging = false }
}

// TakeMissed empties the list that LogMissed began, and returns it. An element is in it for each time that it was read.
func (ev *Evaluator) TakeMissed() []int {
	taken := slices.Clone(ev.misses)
	ev.misses = ev.misses[:0]
	return taken
}
