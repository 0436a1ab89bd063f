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
// InitialFailures then reports this.
func (x *Machine) Fill(given map[int]int64) *Partial {
	s, ev := x.startOf(), x.ev
	p := &Partial{State: make([]int64, x.m.StateSize), Known: make([]bool, x.m.StateSize)}
	oldState, oldKnown := ev.state, ev.known
	defer func() { ev.state, ev.known, ev.unknown = oldState, oldKnown, false }()
	ev.state, ev.known = p.State, p.Known
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

// PartialFailures lists what excludes every completion of a partial state: conditions of `init` and `always`, and goals
// if the puzzle has no moves, that are false for all missing values, and equal values in distinct arrays. The list may
// be empty although there is no completion.
func (x *Machine) PartialFailures(p *Partial) (all []*Refusal) {
	ev := x.ev
	oldState, oldKnown := ev.state, ev.known
	defer func() { ev.state, ev.known, ev.unknown = oldState, oldKnown, false }()
	collect := func(r *Refusal) bool {
		all = append(all, r)
		return true
	}
	ev.known = p.Known
	x.eachFailure(x.m.Inits, p.State, RuleInitial, initSentence, collect)
	x.eachBroken(p.State, "the state", collect)
	if len(x.m.Moves) == 0 {
		x.eachFailure(x.m.Goals, p.State, RuleGoal, x.goalSentence(), collect)
	}
	for _, a := range x.m.StateArrays() {
		if a.Distinct {
			x.eachRepeat(a, p.State, collect)
		}
	}
	return all
}
