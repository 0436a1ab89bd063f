package constraint

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/constraint/cdcl"
)

// reach is the constraint that the literal of a node is true only if a path of free nodes leads from a start to the
// node.
type reach struct {
	before  [][]int32  // by node: the nodes from which an arc leads to it
	next    [][]int32  // by node: the nodes to which an arc leads
	start   []cdcl.Lit // by node: a path may begin there
	free    []cdcl.Lit // by node: a path may pass, or end there
	reached []cdcl.Lit
	seen    []bool
	nodes   []int32
}

// Reach returns literals, one for each node of a graph: a path leads there from the start, and all its nodes but the
// start are free. At most one literal of start is true. Clauses make free neighbours of reached nodes reached. A
// propagator makes a literal false when no path can reach its node any more.
func (s *store) Reach(next [][]int32, start, free []cdcl.Lit) []cdcl.Lit {
	reached := make([]cdcl.Lit, len(next))
	for i := range reached {
		reached[i] = s.newLit()
		s.Sat.Add(start[i].Not(), reached[i])
	}
	for i, ds := range next {
		for _, d := range ds {
			s.Sat.Add(reached[i].Not(), free[d].Not(), reached[d])
		}
	}
	if s.Brief || !s.join(next, start, free, reached) {
		s.reach(next, start, free, reached)
	}
	return reached
}

// join makes a propagator for a graph in which each way has a way back: the nodes that are reached are connected. It
// returns false for another graph.
func (s *store) join(next [][]int32, start, free, reached []cdcl.Lit) bool {
	g, inner, ok := undirected(next, free, func(i int) bool { return start[i] != cdcl.True.Not() })
	if !ok {
		return false
	}
	node := make([]cdcl.Lit, len(next))
	for i := range node {
		switch {
		case start[i] == cdcl.True.Not() || free[i] == cdcl.True:
			node[i] = free[i]
		case start[i] == cdcl.True || free[i] == cdcl.True.Not():
			node[i] = start[i]
		default:
			node[i] = s.newLit()
			s.Sat.Add(node[i], start[i].Not())
			s.Sat.Add(node[i], free[i].Not())
			s.Sat.Add(node[i].Not(), start[i], free[i])
		}
		s.Sat.Add(reached[i].Not(), node[i])
	}
	c, id := s.connect(g, node, start)
	for i, r := range reached {
		if !inner[i] {
			c.add(s, id, term{int32(i), joined, r, false})
		}
	}
	for i, ds := range next {
		for _, d := range ds {
			if inner[d] {
				s.Sat.Add(reached[d].Not(), reached[i])
			}
		}
	}
	return true
}

// reach makes a propagator for a directed graph. It explains that a node cannot be reached by a cut: the nodes around
// it that are not free.
func (s *store) reach(next [][]int32, start, free, reached []cdcl.Lit) {
	n := len(next)
	c := &reach{next: next, start: start, free: free, reached: reached, before: make([][]int32, n), seen: make([]bool, n)}
	id := s.post(c, last)
	for i, ds := range next {
		s.onTrue(start[i].Not(), id)
		s.onTrue(free[i].Not(), id)
		for _, d := range ds {
			c.before[d] = append(c.before[d], int32(i))
		}
	}
}

// pathGraph is a graph in which each way has a way back. All nodes are free but those that are the middle of one way.
type pathGraph struct {
	s     *store
	c     *connect
	id    int32
	inner []bool
	terms map[[2]int32]int
}

// paths returns the paths of a graph, or nil if the graph is of another kind.
func (s *store) paths(next [][]int32, free []cdcl.Lit) *pathGraph {
	g, inner, ok := undirected(next, free, func(int) bool { return false })
	node := slices.Repeat([]cdcl.Lit{cdcl.True}, len(next))
	for i, l := range free {
		ok = ok && (inner[i] || l == cdcl.True)
	}
	if !ok {
		return nil
	}
	c, id := s.connect(g, node, nil)
	return &pathGraph{s, c, id, inner, map[[2]int32]int{}}
}

// ends reports whether paths may begin and end at a node.
func (p *pathGraph) ends(node int64) bool {
	return node >= 0 && node < int64(len(p.inner)) && !p.inner[node]
}

// Connected returns a literal that implies that there is a path between two nodes. If back is true, a path implies the
// literal.
func (p *pathGraph) Connected(a, b int32, back bool) cdcl.Lit {
	if a == b {
		return cdcl.True
	}
	key := [2]int32{min(a, b), max(a, b)}
	i, ok := p.terms[key]
	if !ok {
		i = len(p.c.terms)
		p.terms[key] = i
		p.c.add(p.s, p.id, term{key[0], key[1], p.s.newLit(), false})
	}
	if t := &p.c.terms[i]; back && !t.both {
		p.c.makeBoth(p.s, p.id, t)
	}
	return p.c.terms[i].lit
}

func (c *reach) propagate(s *store, id int32) bool {
	s.Sat.Visits += int64(len(c.seen))
	clear(c.seen)
	c.nodes = c.nodes[:0]
	for i, l := range c.start {
		if s.Sat.Value(l) >= 0 {
			c.visit(int32(i))
		}
	}
	for k := 0; k < len(c.nodes); k++ {
		for _, d := range c.next[c.nodes[k]] {
			if s.Sat.Value(c.free[d]) >= 0 {
				c.visit(d)
			}
		}
	}
	for i, l := range c.reached {
		if !c.seen[i] && !s.Sat.ImplyBy(l.Not(), id, int32(i)) {
			return false
		}
	}
	return true
}

func (c *reach) visit(i int32) {
	if !c.seen[i] {
		c.seen[i] = true
		c.nodes = append(c.nodes, i)
	}
}

// explain walks back from a node until all ways are cut.
func (c *reach) explain(s *store, _ cdcl.Lit, node int32, _ int64, place int32, out []cdcl.Lit) []cdcl.Lit {
	clear(c.seen)
	c.nodes = c.nodes[:0]
	c.visit(node)
	for k := 0; k < len(c.nodes); k++ {
		i := c.nodes[k]
		out = append(out, c.start[i].Not())
		if l := c.free[i].Not(); s.Sat.Value(l) > 0 && s.Sat.Place(l) < place {
			out = append(out, l)
			continue
		}
		for _, a := range c.before[i] {
			c.visit(a)
		}
	}
	return out
}
