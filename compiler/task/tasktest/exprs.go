// Package tasktest draws random expressions of tasks, for tests of code that computes expressions.
package tasktest

import (
	"math/rand/v2"

	"github.com/pzc-lang/pzc/compiler/task"
)

// Exprs draws expressions with every operator over the first N variables of a pool.
type Exprs struct {
	Rnd  *rand.Rand
	Pool *task.Pool
	N    int // variables
}

// Number draws a number.
func (s *Exprs) Number(depth int) task.Expr {
	if depth == 0 {
		if s.Rnd.IntN(4) == 0 {
			return s.Pool.Const(int64(s.Rnd.IntN(7) - 2))
		}
		return s.Pool.Var(s.Rnd.IntN(s.N))
	}
	a, b := s.Number(s.Rnd.IntN(depth)), s.Number(s.Rnd.IntN(depth))
	switch s.Rnd.IntN(11) {
	case 0:
		return s.Pool.Add(a, b, s.Number(depth-1))
	case 1:
		return s.Pool.Mul(a, b)
	case 2:
		return s.Pool.Div(a, s.divisor(b))
	case 3:
		return s.Pool.Mod(a, s.divisor(b))
	case 4:
		return s.Pool.Abs(a)
	case 5:
		return s.Pool.Min(a, b, s.Number(depth-1))
	case 6:
		return s.Pool.Max(a, b, s.Number(depth-1))
	case 7:
		if s.Rnd.IntN(2) == 0 { // an index that may lie outside
			return s.Pool.Select(a, b, s.Number(depth-1), s.Number(depth-1))
		}
		return s.Pool.Select(s.Pool.Mod(a, s.Pool.Const(3)), b, s.Number(depth-1), s.Number(depth-1))
	case 8:
		return s.Pool.Find(a, b, s.Number(depth-1), s.Number(depth-1))
	}
	return s.Pool.Ite(s.Truth(depth-1), a, b)
}

// divisor returns a constant or a number that may be 0.
func (s *Exprs) divisor(number task.Expr) task.Expr {
	if s.Rnd.IntN(2) == 0 {
		return number
	}
	return s.Pool.Const(int64(1 + s.Rnd.IntN(4)))
}

// Truth draws a condition.
func (s *Exprs) Truth(depth int) task.Expr {
	if depth == 0 {
		return s.Pool.Eq(s.Pool.Var(s.Rnd.IntN(s.N)), s.Pool.Const(int64(s.Rnd.IntN(3))))
	}
	a, b := s.Number(depth-1), s.Number(depth-1)
	switch s.Rnd.IntN(10) {
	case 0:
		return s.Pool.Not(s.Truth(depth - 1))
	case 1:
		return s.Pool.And(s.Truth(depth-1), s.Truth(depth-1), s.Truth(0))
	case 2:
		return s.Pool.Or(s.Truth(depth-1), s.Truth(depth-1), s.Truth(0))
	case 3:
		return s.Pool.Eq(a, b)
	case 4:
		return s.Pool.Lt(a, b)
	case 5:
		return s.Pool.Distinct(a, b, s.Number(depth-1))
	case 8:
		return s.reach(a, b, depth)
	case 6:
		return s.Pool.Ite(s.Truth(depth-1), s.Truth(0), s.Truth(depth-1))
	case 7:
		return s.Pool.Select(a, s.Truth(0), s.Truth(depth-1), s.Truth(0))
	}
	return s.Pool.Le(a, b)
}

// reach draws that a path leads from one node to another. Only some of the nodes depend on the state.
func (s *Exprs) reach(from, to task.Expr, depth int) task.Expr {
	const nodes = 5
	g := task.Graph{Next: make([][]int32, nodes)}
	free := make([]task.Expr, nodes)
	for i := range g.Next {
		for d := range int32(nodes) {
			if s.Rnd.IntN(3) == 0 {
				g.Next[i] = append(g.Next[i], d)
			}
		}
		if free[i] = task.True; s.Rnd.IntN(3) > 0 {
			free[i] = s.Truth(s.Rnd.IntN(depth))
		}
	}
	if s.Rnd.IntN(2) == 0 {
		from = s.Pool.Const(int64(s.Rnd.IntN(nodes)))
	}
	s.Pool.Graphs = append(s.Pool.Graphs, g)
	return s.Pool.Reach(len(s.Pool.Graphs)-1, from, to, free)
}

// EachState calls f for all assignments, the last variable varying fastest.
func EachState(domains [][]int64, state []int64, f func([]int64)) {
	if len(state) == len(domains) {
		f(state)
		return
	}
	for _, v := range domains[len(state)] {
		EachState(domains, append(state, v), f)
	}
}
