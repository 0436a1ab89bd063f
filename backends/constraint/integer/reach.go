package integer

import "github.com/pzc-lang/pzc/backends/constraint/cdcl"

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

// Reach returns literals, one for each node of a graph: a path leads there from a start, and all its nodes but the
// start are free. Clauses make free neighbours of reached nodes reached. The propagator makes a literal false when no
// path can reach its node any more. It explains the literal by a cut: the nodes around it that are not free.
func (s *Store) Reach(next [][]int32, start, free []cdcl.Lit) []cdcl.Lit {
	n := len(next)
	c := &reach{
		next: next, start: start, free: free, reached: make([]cdcl.Lit, n), before: make([][]int32, n), seen: make([]bool, n),
	}
	for i := range c.reached {
		c.reached[i] = s.NewLit()
		s.Sat.Add(start[i].Not(), c.reached[i])
	}
	id := s.post(c, last)
	for i, ds := range next {
		s.onTrue(start[i].Not(), id)
		s.onTrue(free[i].Not(), id)
		for _, d := range ds {
			c.before[d] = append(c.before[d], int32(i))
			s.Sat.Add(c.reached[i].Not(), free[d].Not(), c.reached[d])
		}
	}
	return c.reached
}

func (c *reach) propagate(s *Store, id int32) bool {
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
func (c *reach) explain(s *Store, _ cdcl.Lit, node int32, _ int64, place int32, out []cdcl.Lit) []cdcl.Lit {
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
