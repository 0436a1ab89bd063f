package semantics

// Partial is an initial state in which values may be missing.
type Partial struct {
	State   []int64
	Known   []bool // which elements of State have a value
	Missing []int  // the elements that the solver chooses, and that were not given
	Chosen  []int  // the elements that the solver chooses, given or missing
}

// Fill makes an initial state from given values. It computes the values that the solver does not choose, unless they
// depend on missing values. A given value is kept even if the model computes another value or excludes it;
// package explain then reports this.
func (x *Machine) Fill(given map[int]int64) *Partial {
	s, ev := x.startOf(), x.ev
	p := &Partial{State: make([]int64, x.m.StateSize), Known: make([]bool, x.m.StateSize)}
	defer x.Seeing(p)()
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
func (x *Machine) Seeing(p *Partial) (undo func()) {
	ev := x.ev
	state, known := ev.state, ev.known
	ev.state, ev.known = p.State, p.Known
	return func() { ev.state, ev.known, ev.unknown = state, known, false }
}
