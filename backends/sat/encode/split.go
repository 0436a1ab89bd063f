package encode

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// mostCases is the largest number of cases of a split comparison.
const mostCases = 256

// split writes a comparison with an element of an array whose index is not constant: for each possible index, the
// comparison with that element. So the element's value needs no literals. It returns false if there is no such element,
// or if the comparisons are not simple.
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
		parts := lists.Map(at, func(k int64) task.Expr { return compareWith(s.e.P, n, side, elementAt(element, k)) })
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

// elementAt returns the element of a Select with index k.
func elementAt(n *task.Node, k int64) task.Expr {
	if k < 0 || k >= int64(len(n.Args)-1) {
		return task.False // the value does not matter
	}
	return n.Args[k+1]
}

// compareWith returns a comparison with one side replaced.
func compareWith(p *reduced.Problem, n *task.Node, side int, x task.Expr) task.Expr {
	args := slices.Clone(n.Args)
	args[side] = x
	return p.Pool.Make(n.Op, n.N, args)
}

// simple reports whether a condition is written without literals for values of numbers.
func (s *Step) simple(e task.Expr) bool {
	sc, n := s.e.P.Scopes.Get(e), s.e.P.Pool.Node(e)
	return !sc.Wide && len(sc.Vars) < 2 || s.smallPair(sc) || n.Op == task.OpEq && s.twoNumbers(n)
}
