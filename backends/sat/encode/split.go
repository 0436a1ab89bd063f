package encode

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/task"
)

// mostCases bounds the cases into which a comparison is split.
const mostCases = 256

// split takes a comparison with an element of an array, whose index the state decides, apart: for each index that is possible, the comparison with that element.
// That needs no literals for the element's value. It returns false if there is none, or if the parts would not be simple.
func (s *Step) split(prefix []cnf.Lit, n *task.Node, want bool) bool {
	for side, x := range n.Args {
		element := s.e.P.Pool.Node(x)
		if element.Op != task.OpSelect {
			continue
		}
		at := s.possible(element.Args[0])
		if len(at) > mostCases {
			continue
		}
		parts := make([]task.Expr, len(at))
		for i, k := range at {
			parts[i] = compareWith(s.e.P, n, side, elementAt(element, k))
		}
		if slices.ContainsFunc(parts, func(e task.Expr) bool { return !s.simple(e) }) {
			continue
		}
		for i, k := range at {
			s.require(cnf.With(prefix, -s.valueLit(element.Args[0], k)), parts[i], want)
		}
		return true
	}
	return false
}

// elementAt is an element of a Select.
func elementAt(n *task.Node, k int64) task.Expr {
	if k < 0 || k >= int64(len(n.Args)-1) {
		return task.False // where nothing depends on it
	}
	return n.Args[k+1]
}

// compareWith is a comparison with another side.
func compareWith(p *reduced.Problem, n *task.Node, side int, x task.Expr) task.Expr {
	args := slices.Clone(n.Args)
	args[side] = x
	return p.Pool.Make(n.Op, n.N, args)
}

// simple tells whether a condition is written value by value, or split.
func (s *Step) simple(e task.Expr) bool {
	sc, n := s.e.P.Scopes.Get(e), s.e.P.Pool.Node(e)
	return !sc.Wide && len(sc.Vars) < 2 || s.smallPair(sc) || n.Op == task.OpEq && s.twoNumbers(n)
}
