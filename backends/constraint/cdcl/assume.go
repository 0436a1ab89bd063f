package cdcl

import "slices"

// SolveAssuming is Solve with some literals assumed to be true. After Unsat, Core returns assumed literals that
// contradict the clauses and the theory. Learnt clauses hold without the assumptions, and are kept for later calls.
func (s *Solver) SolveAssuming(stop func() bool, lits ...Lit) Status {
	s.core = s.core[:0]
	if !s.Root() {
		return Unsat
	}
	s.assumed = lits
	s.Restarts, s.restartAt, s.between = 0, s.Conflicts+firstRestart, firstRestart*moreBetween
	status := s.Solve(stop)
	s.assumed = nil
	return status
}

// Core returns the assumed literals because of which SolveAssuming found no solution. Without assumed literals there is
// no solution if the core is empty. The core need not be the smallest one.
func (s *Solver) Core() []Lit { return s.core }

// pose makes the assumed literals true, all of them on level 1. It returns false if one of them is false already.
func (s *Solver) pose() bool {
	s.open()
	for _, l := range s.assumed {
		if !s.Implied(l) {
			s.core = append(s.core, l)
			s.final(l.Not())
			return false
		}
	}
	return true
}

// final adds to the core the assumed literals from which some true literals follow (Eén and Sörensson, "Temporal
// induction by incremental SAT solving", 2003). It is called when there are no other choices.
func (s *Solver) final(lits ...Lit) {
	reached := func(lits []Lit) {
		for _, l := range lits {
			if v := l.Var(); s.seen[v] == 0 && s.levels[v] > 0 {
				s.mark(v, 1)
			}
		}
	}
	reached(lits)
	for i := len(s.trail) - 1; i >= int(s.lims[0]); i-- {
		l := s.trail[i]
		v := l.Var()
		switch {
		case s.seen[v] == 0:
		case s.reasons[v].kind == byChoice:
			s.core = append(s.core, l)
		default:
			s.stack = s.explain(l, s.reasons[v], s.places[v], s.stack[:0])
			reached(s.stack)
		}
	}
	s.unmark()
}

// Assume takes back all choices, makes some literals true and draws all conclusions. It returns false after a
// contradiction.
func (s *Solver) Assume(lits ...Lit) bool {
	if !s.Root() {
		return false
	}
	if !s.propagate() {
		s.failed = true
		return false
	}
	s.open()
	for _, l := range lits {
		if !s.Implied(l) {
			return false
		}
	}
	return s.propagate()
}

// Try makes more literals true after Assume, draws all conclusions, and takes them back. It returns their number. ok is
// false after a contradiction.
func (s *Solver) Try(lits ...Lit) (conclusions int, ok bool) {
	before := len(s.trail)
	s.open()
	ok = !slices.ContainsFunc(lits, func(l Lit) bool { return !s.Implied(l) }) && s.propagate()
	conclusions = len(s.trail) - before
	s.cut(s.Level() - 1)
	return conclusions, ok
}
