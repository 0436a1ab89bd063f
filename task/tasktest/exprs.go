// Package tasktest draws random expressions of tasks, for tests of code that computes expressions.
package tasktest

import (
	"math/rand/v2"

	"github.com/pzc-lang/pzc/task"
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
	switch s.Rnd.IntN(9) {
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
	case 6:
		return s.Pool.Ite(s.Truth(depth-1), s.Truth(0), s.Truth(depth-1))
	case 7:
		return s.Pool.Select(a, s.Truth(0), s.Truth(depth-1), s.Truth(0))
	}
	return s.Pool.Le(a, b)
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
