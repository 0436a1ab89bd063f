package encode

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/compiler/task"
)

// acyclic forbids a cycle of pairs, or demands one, unless a literal of prefix is true.
//
// Pairs form no cycle if each can be directed so that at most one leads to each node, and the arcs form no cycle. Pairs
// form a cycle if some of them, at least one, are such that at each end of each of them there is another one.
func (s *Step) acyclic(prefix []cnf.Lit, n *task.Node, want bool) {
	f, pairs := s.e.F, s.e.P.Pool.Graphs[n.N].Next
	size := 0
	for _, pair := range pairs {
		size = max(size, int(pair[0])+1, int(pair[1])+1)
	}
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
