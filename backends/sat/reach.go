package sat

import (
	"fmt"

	"github.com/pzc-lang/pzc/task"
)

// flood is what can be reached from a place over free nodes, shared by all questions that differ in the target alone.
// "Reached" and "not reached" need different literals: a set that is closed under free neighbours proves what lies outside
// it unreachable; that a node is reached needs a path, counted by its length, or nodes would vouch for each other in a circle.
type flood struct {
	s       *step
	next    [][]int32
	from    task.Expr
	free    []task.Expr
	closed  []lit       // nil until needed
	within  [][]lit     // by length and node; 0: not made yet
	nearest []int       // least length of a path to a node, −1 without one
	longest int         // bound on the length of the paths to look at
	start   map[int]lit // by node
	back    [][]int32   // the graph turned round
}

func (s *step) floodOf(n *task.Node) *flood {
	key := fmt.Sprint(n.N, n.Args[0], n.Args[2:])
	fl, ok := s.floods[key]
	if !ok {
		fl = &flood{s: s, next: s.e.p.pool.Graphs[n.N].Next, from: n.Args[0], free: n.Args[2:], start: map[int]lit{}}
		fl.measure()
		s.floods[key] = fl
	}
	return fl
}

// reach makes the target of a Reach reachable, or not.
func (s *step) reach(prefix []lit, n *task.Node, want bool) {
	fl := s.floodOf(n)
	for _, to := range s.possible(n.Args[1]) {
		if s.e.f.err != nil {
			return
		}
		here := extend(prefix, -s.valueLit(n.Args[1], to))
		switch inside := to >= 0 && to < int64(len(fl.next)); {
		case want && inside:
			s.e.f.clause(append(here, fl.reached(int(to), fl.longest))...)
		case want:
			s.e.f.clause(here...)
		case inside:
			s.e.f.clause(append(here, -fl.closure()[to])...)
		}
	}
}

// measure finds by breadth-first search how far each node is at least, over all nodes that may be free.
func (fl *flood) measure() {
	size := len(fl.next)
	fl.back, fl.nearest, fl.within = make([][]int32, size), make([]int, size), make([][]lit, size)
	for i, ds := range fl.next {
		fl.nearest[i] = -1
		for _, d := range ds {
			fl.back[d] = append(fl.back[d], int32(i))
		}
	}
	var queue []int
	for _, k := range fl.s.possible(fl.from) {
		if k >= 0 && k < int64(size) {
			fl.start[int(k)] = fl.s.valueLit(fl.from, k)
			fl.nearest[k] = 0
			queue = append(queue, int(k))
		}
	}
	found := 0
	for ; found < len(queue); found++ {
		for _, d := range fl.next[queue[found]] {
			if fl.nearest[d] < 0 && fl.s.lit(fl.free[d], positive) != litFalse {
				fl.nearest[d] = fl.nearest[queue[found]] + 1
				queue = append(queue, int(d))
			}
		}
	}
	fl.longest = max(found-1, 0)
}

// closure is a set of literals that are true at least for the nodes that are reached.
func (fl *flood) closure() []lit {
	if fl.closed != nil {
		return fl.closed
	}
	f := fl.s.e.f
	fl.closed = make([]lit, len(fl.next))
	for i := range fl.closed {
		fl.closed[i] = litFalse
		if fl.nearest[i] >= 0 {
			fl.closed[i] = f.newVar()
		}
		if l, ok := fl.start[i]; ok {
			f.clause(-l, fl.closed[i])
		}
	}
	for i, ds := range fl.next {
		for _, d := range ds {
			if fl.nearest[i] >= 0 && fl.nearest[d] >= 0 {
				f.clause(-fl.closed[i], -fl.s.lit(fl.free[d], negative), fl.closed[d])
			}
		}
	}
	return fl.closed
}

// reached is true only if a path of at most so many moves leads to the node.
func (fl *flood) reached(node, length int) lit {
	if fl.nearest[node] < 0 || fl.nearest[node] > length {
		return litFalse
	}
	start, mayStart := fl.start[node]
	if length == 0 {
		return start
	}
	if fl.within[node] == nil {
		fl.within[node] = make([]lit, fl.longest+1)
	}
	if l := fl.within[node][length]; l != 0 {
		return l
	}
	f := fl.s.e.f
	l := f.newVar()
	fl.within[node][length] = l
	clause := []lit{-l}
	if mayStart {
		clause = append(clause, start)
	}
	f.clause(append(clause, fl.s.lit(fl.free[node], positive))...)
	for _, before := range fl.back[node] {
		clause = append(clause, fl.reached(int(before), length-1))
	}
	f.clause(clause...)
	return l
}
