// Package tasktest draws random expressions of tasks, for tests of code that computes expressions.
package tasktest

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
)

// Exprs draws expressions with every operator over the first N variables of a pool.
type Exprs struct {
	Rnd interface {
		IntN(n int) int // from 0 to n-1
	}
	Pool  *task.Pool
	N     int  // variables
	Total bool // each expression has a value in each state

	drawn int         // the number of the graph that was drawn last
	free  []task.Expr // by node of it; nil before
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
	switch s.Rnd.IntN(12) {
	case 11:
		return s.reached(a, depth)
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
		if !s.Total && s.Rnd.IntN(2) == 0 { // an index that may lie outside
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
	if s.Rnd.IntN(2) > 0 {
		return s.Pool.Const(int64(1 + s.Rnd.IntN(4)))
	}
	if s.Total {
		return s.Pool.Add(s.Pool.Abs(number), s.Pool.Const(1))
	}
	return number
}

// Truth draws a condition.
func (s *Exprs) Truth(depth int) task.Expr {
	if depth == 0 {
		return s.Pool.Eq(s.Pool.Var(s.Rnd.IntN(s.N)), s.Pool.Const(int64(s.Rnd.IntN(3))))
	}
	a, b := s.Number(depth-1), s.Number(depth-1)
	switch s.Rnd.IntN(11) {
	case 10:
		return s.pairs(depth)
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
		return s.Pool.Select(s.inside(a, 3), s.Truth(0), s.Truth(depth-1), s.Truth(0))
	}
	return s.Pool.Le(a, b)
}

// reach draws that a path leads from one node to another.
func (s *Exprs) reach(from, to task.Expr, depth int) task.Expr {
	s.graph(depth)
	if s.Rnd.IntN(2) == 0 {
		to = s.node()
	}
	return s.Pool.Reach(s.drawn, s.start(from), s.inside(to, graphNodes), s.free)
}

// reached draws the number of some nodes to which paths lead.
func (s *Exprs) reached(from task.Expr, depth int) task.Expr {
	s.graph(depth)
	var to []task.Expr
	for k := range len(s.free) {
		if s.Rnd.IntN(4) > 0 {
			to = append(to, s.Pool.Const(int64(k)))
		}
	}
	return s.Pool.Reached(s.drawn, s.start(from), s.free, to)
}

// pairs draws that some pairs of nodes form no cycle, or hang together.
func (s *Exprs) pairs(depth int) task.Expr {
	var g task.Graph
	var joined []task.Expr
	for b := range int32(graphNodes) {
		for a := range b {
			if s.Rnd.IntN(3) > 0 {
				g.Next, joined = append(g.Next, []int32{a, b}), append(joined, s.condition(depth))
			}
		}
	}
	s.Pool.Graphs = append(s.Pool.Graphs, g)
	if s.Rnd.IntN(2) > 0 {
		return s.Pool.Connected(len(s.Pool.Graphs)-1, joined)
	}
	return s.Pool.Acyclic(len(s.Pool.Graphs)-1, joined)
}

const graphNodes = 5

func (s *Exprs) node() task.Expr { return s.Pool.Const(int64(s.Rnd.IntN(graphNodes))) }

func (s *Exprs) start(from task.Expr) task.Expr {
	if s.Rnd.IntN(3) > 0 {
		return s.node()
	}
	return s.inside(from, graphNodes)
}

// inside makes an index less than n if expressions are total.
func (s *Exprs) inside(index task.Expr, n int64) task.Expr {
	if s.Total {
		return s.Pool.Mod(index, s.Pool.Const(n))
	}
	return index
}

// condition draws a condition that often holds in all states.
func (s *Exprs) condition(depth int) task.Expr {
	switch s.Rnd.IntN(3) {
	case 0:
		return task.True
	case 1:
		return s.Pool.Eq(s.Pool.Var(s.Rnd.IntN(s.N)), s.Pool.Var(s.Rnd.IntN(s.N)))
	}
	return s.Truth(s.Rnd.IntN(depth))
}

// graph draws a graph with conditions for its nodes, or takes the last one: any arcs, or links in both directions that
// are nodes themselves.
func (s *Exprs) graph(depth int) {
	if s.free != nil && s.Rnd.IntN(2) == 0 {
		return
	}
	g := task.Graph{Next: make([][]int32, graphNodes)}
	free := slices.Repeat([]task.Expr{task.True}, graphNodes)
	links := s.Rnd.IntN(2) == 0
	for i := range g.Next {
		if !links {
			free[i] = s.condition(depth)
		}
		for d := range graphNodes {
			switch {
			case !links && s.Rnd.IntN(3) == 0:
				g.Next[i] = append(g.Next[i], int32(d))
			case links && d < i && s.Rnd.IntN(2) == 0:
				when := s.condition(depth)
				for _, arc := range [][2]int{{i, d}, {d, i}} {
					g.Next[arc[0]] = append(g.Next[arc[0]], int32(len(g.Next)))
					g.Next, free = append(g.Next, []int32{int32(arc[1])}), append(free, when)
				}
			}
		}
	}
	s.Pool.Graphs = append(s.Pool.Graphs, g)
	s.drawn, s.free = len(s.Pool.Graphs)-1, free
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
