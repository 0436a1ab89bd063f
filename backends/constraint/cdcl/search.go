package cdcl

// open begins a level.
func (s *Solver) open() {
	s.lims, s.listLims = append(s.lims, s.Here()), append(s.listLims, int32(len(s.lists)))
}

// choose decides a literal. It returns false if all is decided.
func (s *Solver) choose() bool {
	l := s.theory.Decide()
	if l == Enough {
		return false
	}
	for l == NoLit {
		v, ok := s.heap.pop()
		if !ok {
			break
		}
		if s.vals[2*v] == 0 && !s.left[v] {
			l = Lit(2 * v)
			if s.phases[v] {
				l++
			}
		}
	}
	if l == NoLit {
		if l = s.theory.Complete(); l == NoLit {
			return false
		}
	}
	s.Decisions++
	s.open()
	if s.Trace != nil {
		s.Trace(Chosen, l, nil)
	}
	s.assign(l, reason{})
	return true
}

// Status is the end of a search.
type Status uint8

// The ends of a search.
const (
	Stopped Status = iota
	Sat
	Unsat
)

// Solve searches until all variables have values, until nothing is left, or until stop, which is asked at each conflict
// and from time to time between, returns true. After Sat the values stand until Block, Root or Solve is called.
func (s *Solver) Solve(stop func() bool) Status {
	for !s.failed {
		if !s.propagate() {
			s.Conflicts++
			if !s.resolve() {
				s.failed = len(s.core) == 0
				break
			}
			if stop() {
				return Stopped
			}
			continue
		}
		if s.Level() == 0 && len(s.assumed) > 0 {
			if !s.pose() {
				break
			}
			continue
		}
		if len(s.learnts) > s.room {
			s.forget()
		}
		if s.Conflicts >= s.restartAt {
			s.Restarts++
			s.restartAt = s.Conflicts + int64(s.between)
			s.between *= moreBetween
			s.cut(s.base)
			continue
		}
		if s.Decisions&1023 == 1023 && stop() {
			return Stopped
		}
		if !s.choose() {
			return Sat
		}
	}
	return Unsat
}

// Root takes back all choices. What is implied or added then holds for good. It returns false after a contradiction.
func (s *Solver) Root() bool {
	s.cut(0)
	s.base = 0
	s.failed = s.failed || !s.learnUnits()
	return !s.failed
}

// Block leaves out all assignments that agree in the choices up to a level. Choices up to there are only turned round
// in their order from now on, so that nothing needs to be kept of what is left out: bounded backjumping (Gebser,
// Kaufmann, Neumann and Schaub, "Conflict-driven answer set enumeration", 2007). It returns false if nothing is left.
func (s *Solver) Block(level int) bool {
	s.base = level
	if !s.turn() {
		s.failed = true
	}
	return !s.failed
}

// turn takes back the last choice that is only turned round, and decides its negation, as long as that is false too.
func (s *Solver) turn() bool {
	for s.base > 0 {
		l := s.Choice(s.base).Not()
		s.base--
		s.cut(s.base)
		if s.learnUnits() && s.Implied(l) {
			return true
		}
	}
	return false
}

// learnUnits makes facts true that were learnt above level 0. It returns false if one of them is false here.
func (s *Solver) learnUnits() bool {
	for _, l := range s.units {
		if !s.Implied(l) {
			return false
		}
	}
	if s.Level() == 0 {
		s.units = s.units[:0]
	}
	return true
}

// Implied makes a literal true for as long as the choices stand. It returns false if the literal is false.
func (s *Solver) Implied(l Lit) bool {
	if s.vals[l] == 0 {
		s.assign(l, reason{})
	}
	return s.vals[l] > 0
}
