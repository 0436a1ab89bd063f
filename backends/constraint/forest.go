package constraint

import (
	"github.com/pzc-lang/pzc/backends/constraint/cdcl"
	"github.com/pzc-lang/pzc/internal/lists"
)

// tie joins two nodes if its literal is true.
type tie struct {
	a, b int32
	lit  cdcl.Lit
}

func (l tie) other(node int32) int32 { return l.a ^ l.b ^ node }

// web is a graph of links, which finds paths of true links.
type web struct {
	links []tie
	at    [][]int32 // by node: its links
	by    []int32   // by node: the link by which the search came there; -1: not seen; -2: the start
	nodes []int32   // seen, in this order
}

const (
	untouched = -1
	first     = -2
)

func (w *web) add(a, b int32, lit cdcl.Lit) {
	for int(max(a, b)) >= len(w.at) {
		w.at, w.by = append(w.at, nil), append(w.by, untouched)
	}
	w.at[a], w.at[b] = append(w.at[a], int32(len(w.links))), append(w.at[b], int32(len(w.links)))
	w.links = append(w.links, tie{a, b, lit})
}

// search visits the nodes that links lead to that were true before a place of the trail: the first links, with one left
// out.
func (w *web) search(s *store, from, links, without, place int32) {
	for i := range w.by {
		w.by[i] = untouched
	}
	w.nodes = append(w.nodes[:0], from)
	w.by[from] = first
	for k := 0; k < len(w.nodes); k++ {
		node := w.nodes[k]
		for _, i := range w.at[node] {
			to := w.links[i].other(node)
			if w.by[to] == untouched && i < links && i != without &&
				s.Sat.Value(w.links[i].lit) > 0 && s.Sat.Place(w.links[i].lit) < place {
				w.by[to] = i
				w.nodes = append(w.nodes, to)
			}
		}
	}
}

// path appends the literals of a path of true links between two nodes.
func (w *web) path(s *store, a, b, without, place int32, out []cdcl.Lit) []cdcl.Lit {
	w.search(s, a, int32(len(w.links)), without, place)
	for b != a {
		l := w.links[w.by[b]]
		out, b = append(out, l.lit), l.other(b)
	}
	return out
}

// forest is the constraint that no true links form a cycle if when holds.
type forest struct {
	web
	when cdcl.Lit
	part []int32 // by node: another node of its part, or itself
	out  []cdcl.Lit
}

// acyclic forbids cycles of the pairs of nodes of which the literal is true if when holds. A link whose ends are joined
// becomes false. It is explained by the path that joins them.
func (s *store) acyclic(when cdcl.Lit, pairs [][]int32, lits []cdcl.Lit) {
	c := &forest{when: when}
	for i, p := range pairs {
		c.add(p[0], p[1], lits[i])
	}
	c.part = make([]int32, len(c.at))
	id := s.post(c, last)
	s.onTrue(when, id)
	for _, l := range lits {
		s.onTrue(l, id)
	}
}

func (c *forest) propagate(s *store, _ int32) bool {
	if s.Sat.Value(c.when) < 0 {
		return true
	}
	for i := range c.part {
		c.part[i] = int32(i)
	}
	for i, l := range c.links {
		if s.Sat.Value(l.lit) <= 0 {
			continue
		}
		a, b := lists.Root(c.part, l.a), lists.Root(c.part, l.b)
		if a == b {
			c.out = c.path(s, l.a, l.b, int32(i), all, append(c.out[:0], l.lit))
			return s.Sat.ImplyBecause(c.when.Not(), c.out)
		}
		c.part[a] = b
	}
	if s.Sat.Value(c.when) == 0 {
		return true
	}
	for _, l := range c.links {
		if s.Sat.Value(l.lit) == 0 && lists.Root(c.part, l.a) == lists.Root(c.part, l.b) {
			c.out = c.path(s, l.a, l.b, untouched, all, append(c.out[:0], c.when))
			if !s.Sat.ImplyBecause(l.lit.Not(), c.out) {
				return false
			}
		}
	}
	return true
}

// explain is never asked: the forest gives its reasons at once.
func (c *forest) explain(_ *store, _ cdcl.Lit, _ int32, _ int64, _ int32, out []cdcl.Lit) []cdcl.Lit {
	return out
}
