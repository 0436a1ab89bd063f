package parity

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// cube holds the places that each variable may have in some goals; nil: any place.
type cube [][]int

// goalCubes covers the goals by a few cubes. ok is false if this takes too many cubes.
func (s *search) goalCubes() (cubes []cube, ok bool) {
	goal := s.p.SimplifyGuard(s.t.Goal, s.p.KnownUnder(s.t.Goal))
	cubes = []cube{make(cube, len(s.t.Vars))}
	for _, c := range s.p.Conjuncts(goal) {
		options := s.options(c)
		if len(options) == 0 {
			continue
		}
		if len(cubes)*len(options) > maxCubes {
			if len(options) > maxCubes && len(cubes) == 1 {
				continue // without a condition there are more goals, which is safe
			}
			return nil, false
		}
		var next []cube
		for _, base := range cubes {
			for _, o := range options {
				if m, ok := s.meet(base, o); ok {
					next = append(next, m)
				}
			}
		}
		cubes = next
	}
	return cubes, len(cubes) > 0
}

// options returns lists of conditions on single variables. If c holds, all conditions of one list hold; nil if nothing
// is known.
func (s *search) options(c task.Expr) [][]task.Expr {
	p := s.p
	single := func(e task.Expr) bool { return len(p.Reads(e)) == 1 }
	n := p.Node(c)
	switch {
	case single(c):
		return [][]task.Expr{{c}}
	case n.Op == task.OpOr:
		var out [][]task.Expr
		for _, a := range n.Args {
			out = append(out, lists.Filter(p.Conjuncts(a), single))
		}
		return out
	case n.Op == task.OpEq:
		return s.oneOf(n)
	}
	return nil
}

// oneOf reads "exactly one of these conditions holds".
func (s *search) oneOf(n *task.Node) [][]task.Expr {
	p := s.p
	one, sum := n.Args[0], n.Args[1]
	if p.Node(sum).Op != task.OpAdd {
		one, sum = sum, one
	}
	if p.Node(sum).Op != task.OpAdd || one != p.Const(1) {
		return nil
	}
	args := p.Node(sum).Args
	for _, a := range args {
		if x := p.Node(a); x.Lo != 0 || x.Hi != 1 || len(s.p.Reads(a)) != 1 {
			return nil
		}
	}
	var out [][]task.Expr
	for i := range args {
		var option []task.Expr
		for k, a := range args {
			if k == i {
				option = append(option, a)
			} else {
				option = append(option, p.Not(a))
			}
		}
		out = append(out, option)
	}
	return out
}

// meet narrows a cube by conditions on single variables. ok is false if no state is left.
func (s *search) meet(c cube, conds []task.Expr) (out cube, ok bool) {
	out = slices.Clone(c)
	for _, e := range conds {
		v := s.p.Reads(e)[0]
		var left []int
		for _, x := range s.kept(e, v, s.t.Vars[v].Values) {
			k := s.t.Vars[v].Place(x)
			if out[v] == nil || slices.Contains(out[v], k) {
				left = append(left, k)
			}
		}
		if len(left) == 0 {
			return nil, false
		}
		out[v] = left
	}
	return out, true
}
