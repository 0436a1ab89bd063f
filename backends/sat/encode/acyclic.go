package encode

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/compiler/task"
)

// pairs returns the pairs of an OpAcyclic or OpConnected, and one more than the greatest node.
func (s *Step) pairs(n *task.Node) (pairs [][]int32, size int) {
	pairs = s.e.P.Pool.Graphs[n.N].Next
	for _, pair := range pairs {
		size = max(size, int(pair[0])+1, int(pair[1])+1)
	}
	return pairs, size
}

// acyclic forbids a cycle of pairs, or demands one, unless a literal of prefix is true.
//
// Pairs form no cycle if each can be directed so that at most one leads to each node, and the arcs form no cycle. Pairs
// form a cycle if some of them, at least one, are such that at each end of each of them there is another one.
func (s *Step) acyclic(prefix []cnf.Lit, n *task.Node, want bool) {
	f := s.e.F
	pairs, size := s.pairs(n)
	at := make([][]cnf.Lit, size) // by node: arcs that lead to it, or chosen pairs
	chosen := make([]cnf.Lit, len(pairs))
	arcs := cnf.NewArcs(size)
	for i, pair := range pairs {
		x, y := pair[0], pair[1]
		if !want {
			chosen[i] = f.NewVar()
			f.Clause(-chosen[i], s.lit(n.Args[i], cnf.Positive))
			at[x], at[y] = append(at[x], chosen[i]), append(at[y], chosen[i])
			continue
		}
		clause := append(slices.Clone(prefix), -s.lit(n.Args[i], cnf.Negative))
		for _, arc := range [][2]int32{{x, y}, {y, x}} {
			leads, before := f.NewVar(), f.NewVar()
			f.Clause(-leads, before)
			arcs.Add(arc[0], arc[1], before)
			at[arc[1]], clause = append(at[arc[1]], leads), append(clause, leads)
		}
		f.Clause(clause...)
	}
	if want {
		for _, lits := range at {
			f.AtMostOne(lits)
		}
		f.Acyclic(arcs)
		return
	}
	f.Clause(append(slices.Clone(prefix), chosen...)...)
	for i, pair := range pairs {
		for _, node := range pair {
			others := slices.DeleteFunc(slices.Clone(at[node]), func(l cnf.Lit) bool { return l == chosen[i] })
			f.Clause(append(others, -chosen[i])...)
		}
	}
}

// connected demands that the nodes of true pairs hang together, or that they do not, unless a literal of prefix is
// true.
//
// They hang together if one node at most is the root, each other node of a true pair has an arc that leads to it along
// a true pair, and the arcs form no cycle. They do not if the nodes have two sides, no true pair leads from one side to
// the other, and there is a true pair on either side.
func (s *Step) connected(prefix []cnf.Lit, n *task.Node, want bool) {
	f := s.e.F
	pairs, size := s.pairs(n)
	node := make([]cnf.Lit, size) // whether it is the root, or on the other side
	for i := range node {
		node[i] = f.NewVar()
	}
	if !want {
		var sides [2][]cnf.Lit // a pair on this side
		for i, pair := range pairs {
			x, y, l := node[pair[0]], node[pair[1]], s.lit(n.Args[i], cnf.Both)
			f.Clause(-l, -x, y)
			f.Clause(-l, x, -y)
			for k, side := range []cnf.Lit{x, -x} {
				here := f.NewVar()
				f.Clause(-here, l)
				f.Clause(-here, side)
				sides[k] = append(sides[k], here)
			}
		}
		for _, some := range sides {
			f.Clause(cnf.With(prefix, some...)...)
		}
		return
	}
	arcs, leads := cnf.NewArcs(size), make([][]cnf.Lit, size) // leads: by node, the arcs that lead to it
	for i, pair := range pairs {
		for k := range 2 {
			// before is also true of longer ways, so it is a variable of its own.
			if arc, before, from, to := f.NewVar(), f.NewVar(), pair[k], pair[1-k]; from != to {
				f.Clause(-arc, s.lit(n.Args[i], cnf.Positive))
				f.Clause(-arc, before)
				arcs.Add(from, to, before)
				leads[to] = append(leads[to], arc)
			}
		}
	}
	for i, pair := range pairs {
		for _, k := range pair {
			l := s.lit(n.Args[i], cnf.Negative)
			f.Clause(cnf.With(prefix, append(slices.Clone(leads[k]), node[k], -l)...)...)
		}
	}
	for _, lits := range leads {
		f.AtMostOne(lits)
	}
	f.AtMostOne(node)
	f.Acyclic(arcs)
}
