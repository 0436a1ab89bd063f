package encode

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/backends/technique"
)

// Narrow excludes values and moves that the formula allows and the layers of a plan exclude, unless a literal of unless
// is true.
func (e *Encoder) Narrow(unless []cnf.Lit, within []*layers.Pairs) {
	if e.P.Without.Has(technique.Narrow) {
		return
	}
	for i := range within {
		e.F.Group(fmt.Sprintf("on the way to the goal at %d", i))
		e.Steps[i].narrow(unless, within[i])
		if i < len(within)-1 {
			e.narrowMoves(e.Steps[i], unless, within)
		}
	}
}

// narrow is Narrow for the state of one step.
func (s *Step) narrow(unless []cnf.Lit, inside *layers.Pairs) {
	p := s.e.P
	for v := range s.Val {
		for _, i := range s.Alive[v] {
			if !inside.Alive(p.Fact(v, i)) {
				s.e.F.Clause(cnf.With(unless, -s.Val[v][i])...)
				continue
			}
			for w := range s.Val {
				if w != v {
					s.narrowPartners(unless, v, i, w, inside)
				}
			}
		}
	}
}

// narrowPartners restricts the values of w that may occur with a value of v, if the formula allows more. It lists these
// values, or the other values if they are fewer.
func (s *Step) narrowPartners(unless []cnf.Lit, v, i, w int, inside *layers.Pairs) {
	p := s.e.P
	f := p.Fact(v, i)
	partners := 0
	var others []int
	for _, j := range s.Alive[w] {
		switch g := p.Fact(w, j); {
		case inside.Has(f, g):
			partners++
		case s.compatible(v, i, w, j) && inside.Alive(g):
			others = append(others, j)
		}
	}
	switch {
	case len(others) == 0:
	case partners+1 < 2*len(others):
		s.oneOf(cnf.With(unless, -s.Val[v][i]), w, func(j int) bool { return inside.Has(f, p.Fact(w, j)) })
	case v > w: // otherwise it is written for the other value
		for _, j := range others {
			s.e.F.Clause(cnf.With(unless, -s.Val[v][i], -s.Val[w][j])...)
		}
	}
}

// narrowMoves is Narrow for the operations of one step.
func (e *Encoder) narrowMoves(s *Step, unless []cnf.Lit, at []*layers.Pairs) {
	inside := e.between(at[s.t], at[s.t+1], e.double(s.t))
	for o, made := range s.Ops {
		if _, ok := slices.BinarySearch(inside, o); made != cnf.False && !ok {
			e.F.Clause(cnf.With(unless, -made)...)
		}
	}
}
