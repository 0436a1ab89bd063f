package encode

import (
	"fmt"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/compiler/task"
)

// flood describes the nodes of a graph that are reachable from a start over free nodes. Expressions that differ only in
// the target share a flood.
//
// "Not reached" and "reached" need different literals. A set that contains the start and all free neighbours of its
// nodes proves that nodes outside are not reached. A node that is reached needs an arc from a neighbour that is
// reached, and these arcs must not form a cycle (cnf.Formula.Acyclic).
type flood struct {
	s       *Step
	next    [][]int32
	from    task.Expr
	free    []task.Expr
	closed  []cnf.Lit       // nil until it is needed
	reached []cnf.Lit       // nil until it is needed
	near    []bool          // by node: there may be a path to it
	start   map[int]cnf.Lit // by node: the literal that it is the start
}

func (s *Step) floodOf(n *task.Node) *flood {
	key := fmt.Sprint(n.N, n.Args[0], n.Args[2:])
	fl, ok := s.floods[key]
	if !ok {
		fl = &flood{
			s: s, next: s.e.P.Pool.Graphs[n.N].Next, from: n.Args[0], free: n.Args[2:],
			start: map[int]cnf.Lit{},
		}
		fl.measure()
		s.floods[key] = fl
	}
	return fl
}

// reach makes the target of a Reach reachable, or not reachable, unless a literal of prefix is true.
func (s *Step) reach(prefix []cnf.Lit, n *task.Node, want bool) {
	fl := s.floodOf(n)
	for _, to := range s.possible(n.Args[1]) {
		if s.e.F.Err() != nil {
			return
		}
		here := cnf.With(prefix, -s.valueLit(n.Args[1], to))
		switch inside := to >= 0 && to < int64(len(fl.next)); {
		case want && inside:
			s.e.F.Clause(append(here, fl.supported()[to])...)
		case want:
			s.e.F.Clause(here...)
		case inside:
			s.e.F.Clause(append(here, -fl.closure()[to])...)
		}
	}
}

// measure computes near: the nodes that are reached if all nodes that may be free are free.
func (fl *flood) measure() {
	size := len(fl.next)
	fl.near = make([]bool, size)
	var queue []int
	for _, k := range fl.s.possible(fl.from) {
		if k >= 0 && k < int64(size) {
			fl.start[int(k)] = fl.s.valueLit(fl.from, k)
			fl.near[k] = true
			queue = append(queue, int(k))
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, d := range fl.next[queue[0]] {
			if !fl.near[d] && fl.s.lit(fl.free[d], cnf.Positive) != cnf.False {
				fl.near[d] = true
				queue = append(queue, int(d))
			}
		}
	}
}

// closure returns literals by node. They are true at least for the nodes that are reached.
func (fl *flood) closure() []cnf.Lit {
	if fl.closed != nil {
		return fl.closed
	}
	f := fl.s.e.F
	fl.closed = make([]cnf.Lit, len(fl.next))
	for i := range fl.closed {
		fl.closed[i] = cnf.False
		if fl.near[i] {
			fl.closed[i] = f.NewVar()
		}
		if l, ok := fl.start[i]; ok {
			f.Clause(-l, fl.closed[i])
		}
	}
	for i, ds := range fl.next {
		for _, d := range ds {
			if fl.near[i] && fl.near[d] {
				f.Clause(-fl.closed[i], -fl.s.lit(fl.free[d], cnf.Negative), fl.closed[d])
			}
		}
	}
	return fl.closed
}

// supported returns literals by node. They are true at most for the nodes that are reached. Each is the start, or it is
// free and an arc leads to it from a node that is reached.
func (fl *flood) supported() []cnf.Lit {
	if fl.reached != nil {
		return fl.reached
	}
	f, size := fl.s.e.F, len(fl.next)
	fl.reached = make([]cnf.Lit, size)
	for i := range fl.reached {
		fl.reached[i] = cnf.False
		if fl.start[i] == cnf.True {
			fl.reached[i] = cnf.True
		} else if fl.near[i] {
			fl.reached[i] = f.NewVar()
		}
	}
	order := cnf.NewArcs(size)
	behind := make([][]cnf.Lit, size)
	for x, ys := range fl.next {
		for _, y := range ys {
			if int(y) == x || !fl.near[x] || !fl.enters(int(y)) || order.Literal(int32(x), y) != 0 {
				continue
			}
			l := fl.reached[x]
			if l != cnf.True {
				l = f.NewVar()
				f.Clause(-l, fl.reached[x])
				order.Add(int32(x), y, l)
			}
			behind[y] = append(behind[y], l)
		}
	}
	for y, l := range fl.reached {
		start, mayStart := fl.start[y]
		if !mayStart {
			start = cnf.False
		}
		if l == cnf.True || l == cnf.False {
			continue
		}
		f.Clause(-l, start, fl.s.lit(fl.free[y], cnf.Positive))
		f.Clause(append(behind[y], -l, start)...)
	}
	f.Acyclic(order)
	return fl.reached
}

// enters reports whether a path may lead into a node. A node that is certainly the start needs no path.
func (fl *flood) enters(y int) bool {
	return fl.near[y] && fl.start[y] != cnf.True && fl.s.lit(fl.free[y], cnf.Positive) != cnf.False
}
