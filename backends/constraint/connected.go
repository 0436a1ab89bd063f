package constraint

import (
	"math"
	"slices"

	"github.com/pzc-lang/pzc/backends/constraint/cdcl"
)

const all = math.MaxInt32 // edges

// areas is the constraint that some literals and numbers say which nodes of a graph true links connect. A region is
// the set of nodes that are connected with a node.
//
// A part is a set of nodes that are known to be in one region, because links or pairs between them are true. A reach is
// a set of nodes that links connect which are not false. A region contains a part and lies in a reach. Most conclusions
// are those of the graph division of cspuz (semiexp, cspuz_core).
type areas struct {
	web          // of links, then of pairs
	joins  int32 // the number of links; a pair is true if and only if links connect its ends
	sizes  []size
	part   sets
	core   sets // parts of true links alone
	reach  sets
	lo, hi []int32 // by part: the number in sizes with the greatest least value, with the least greatest value
	sized  []int32 // by node: one more than the number in sizes of the size of its whole region; 0: it has none
	exits  []exit  // by core
	apart  map[[2]int32]int32
	known  map[[2]int32]cdcl.Lit
	id     int32
	out    []cdcl.Lit
}

// size is the number of counted nodes in the region of a node; all nodes are counted if counted is nil.
type size struct {
	node    int32
	view    view
	counted []bool
}

// exit is a link that is not false and that leads out of a set, and the number of such links.
type exit struct{ open, link int32 }

// sets is a partition of the nodes.
type sets struct {
	of    []int32 // by node: its set
	nodes []int32 // set by set
	from  []int32 // by set: its first place in nodes; then the number of nodes
}

func (p *sets) set(k int32) []int32 { return p.nodes[p.from[k]:p.from[k+1]] }

// regions returns the constraint for a graph with free nodes. A node can be the middle of a way, as inner says: then it
// is no node of a region. c is nil if an arc has no arc back.
func (s *store) regions(next [][]int32, free []cdcl.Lit) (c *areas, inner []bool) {
	g, inner, ok := undirected(next, free, func(int) bool { return false })
	if !ok {
		return nil, nil
	}
	nodes := len(next)
	c = &areas{apart: map[[2]int32]int32{}, known: map[[2]int32]cdcl.Lit{}, sized: make([]int32, nodes)}
	c.id = s.post(c, last)
	for _, e := range g.edges {
		lit := s.all(e.lit, free[e.a], free[e.b])
		c.add(e.a, e.b, lit)
		s.onTrue(lit, c.id)
		s.onTrue(lit.Not(), c.id)
	}
	for len(c.at) < nodes {
		c.at, c.by = append(c.at, nil), append(c.by, untouched)
	}
	c.joins = int32(len(g.edges))
	return c, inner
}

// all returns a literal that is true if and only if all of some literals are.
func (s *store) all(lits ...cdcl.Lit) cdcl.Lit {
	lits = slices.DeleteFunc(lits, func(l cdcl.Lit) bool { return l == cdcl.True })
	switch len(lits) {
	case 0:
		return cdcl.True
	case 1:
		return lits[0]
	}
	every := s.newLit()
	clause := []cdcl.Lit{every}
	for _, l := range lits {
		s.Sat.Add(every.Not(), l)
		clause = append(clause, l.Not())
	}
	s.Sat.Add(clause...)
	return every
}

// connected returns the literal that links connect two nodes.
func (c *areas) connected(s *store, a, b int32) cdcl.Lit {
	if a == b {
		return cdcl.True
	}
	pair := [2]int32{min(a, b), max(a, b)}
	l, ok := c.known[pair]
	if !ok {
		l = s.newLit()
		c.known[pair] = l
		c.add(a, b, l)
		s.onTrue(l, c.id)
		s.onTrue(l.Not(), c.id)
	}
	return l
}

// size makes a view the number of counted nodes in the region of a node.
func (c *areas) size(s *store, node int32, view view, counted []bool) {
	c.sizes = append(c.sizes, size{node, view, counted})
	if counted == nil {
		c.sized[node] = int32(len(c.sizes))
	}
	s.wakeOnMin(view, c.id)
	s.wakeOnMax(view, c.id)
}

// split finds the sets that edges with at least a value connect, of the first edges.
func (c *areas) split(s *store, p *sets, edges int32, least int8) {
	if p.of == nil {
		p.of = make([]int32, len(c.at))
	}
	for i := range p.of {
		p.of[i] = untouched
	}
	p.nodes, p.from = p.nodes[:0], p.from[:0]
	for i := range p.of {
		if p.of[i] != untouched {
			continue
		}
		k := int32(len(p.from))
		p.from = append(p.from, int32(len(p.nodes)))
		p.of[i], p.nodes = k, append(p.nodes, int32(i))
		for at := int(p.from[k]); at < len(p.nodes); at++ {
			for _, e := range c.at[p.nodes[at]] {
				if to := c.links[e].other(p.nodes[at]); e < edges && p.of[to] == untouched && s.Sat.Value(c.links[e].lit) >= least {
					p.of[to], p.nodes = k, append(p.nodes, to)
				}
			}
		}
	}
	p.from = append(p.from, int32(len(p.nodes)))
}

// tree appends the literals of the first edges that connect the part of a node, or its core.
func (c *areas) tree(s *store, node, edges int32, out []cdcl.Lit) []cdcl.Lit {
	c.search(s, node, edges, untouched, all)
	for _, n := range c.nodes[1:] {
		out = append(out, c.links[c.by[n]].lit)
	}
	return out
}

// cut appends the literals of the false links around a set.
func (c *areas) cut(s *store, p *sets, set int32, out []cdcl.Lit) []cdcl.Lit {
	for _, n := range p.set(set) {
		for _, e := range c.at[n] {
			if l := c.links[e]; e < c.joins && p.of[l.other(n)] != set && s.Sat.Value(l.lit) < 0 {
				out = append(out, l.lit.Not())
			}
		}
	}
	return out
}

func (z *size) count(nodes []int32) (n int64) {
	if z.counted == nil {
		return int64(len(nodes))
	}
	for _, i := range nodes {
		if z.counted[i] {
			n++
		}
	}
	return n
}

func (c *areas) propagate(s *store, _ int32) bool {
	c.split(s, &c.part, int32(len(c.links)), 1)
	c.split(s, &c.core, c.joins, 1)
	c.split(s, &c.reach, c.joins, 0)
	return c.ofPairs(s) && c.ofSizes(s) && c.common(s) && c.unions(s) && c.ways(s)
}

// ofPairs makes pairs in one part true, and pairs in two reaches false.
func (c *areas) ofPairs(s *store) bool {
	clear(c.apart)
	for i, l := range c.links[c.joins:] {
		p, q, value := c.part.of[l.a], c.part.of[l.b], s.Sat.Value(l.lit)
		switch {
		case p == q && value <= 0:
			if c.out = c.path(s, l.a, l.b, untouched, all, c.out[:0]); !s.Sat.ImplyBecause(l.lit, c.out) {
				return false
			}
		case value >= 0 && c.reach.of[l.a] != c.reach.of[l.b]:
			if c.out = c.cut(s, &c.reach, c.reach.of[l.a], c.out[:0]); !s.Sat.ImplyBecause(l.lit.Not(), c.out) {
				return false
			}
		}
		if value < 0 {
			c.apart[[2]int32{min(p, q), max(p, q)}] = c.joins + int32(i)
		}
	}
	return true
}

// ofSizes makes a size at least that of the part and at most that of the reach.
func (c *areas) ofSizes(s *store) bool {
	for i := range c.sizes {
		z := &c.sizes[i]
		if n := z.count(c.part.set(c.part.of[z.node])); s.Min(z.view) < n {
			if c.out = c.tree(s, z.node, all, c.out[:0]); !s.raiseBecause(z.view, n, c.out) {
				return false
			}
		}
		set := c.reach.of[z.node]
		if n := z.count(c.reach.set(set)); s.Max(z.view) > n {
			if c.out = c.cut(s, &c.reach, set, c.out[:0]); !s.raiseBecause(z.view.times(-1), -n, c.out) {
				return false
			}
		}
	}
	return true
}

// common gives the sizes in a part the same bounds.
func (c *areas) common(s *store) bool {
	c.lo, c.hi = c.lo[:0], c.hi[:0]
	for k := range int32(len(c.part.from) - 1) {
		lo, hi := int32(untouched), int32(untouched)
		for _, n := range c.part.set(k) {
			if i := c.sized[n] - 1; i >= 0 {
				if lo < 0 || s.Min(c.sizes[i].view) > s.Min(c.sizes[lo].view) {
					lo = i
				}
				if hi < 0 || s.Max(c.sizes[i].view) < s.Max(c.sizes[hi].view) {
					hi = i
				}
			}
		}
		c.lo, c.hi = append(c.lo, lo), append(c.hi, hi)
		for _, n := range c.part.set(k) {
			if i := c.sized[n] - 1; i >= 0 && (!c.follow(s, i, lo, 1) || !c.follow(s, i, hi, -1)) {
				return false
			}
		}
	}
	return true
}

// follow makes sign times a size at least what another one of the same part is.
func (c *areas) follow(s *store, i, other int32, sign int64) bool {
	v, w := c.sizes[i].view.times(sign), c.sizes[other].view.times(sign)
	k := s.Min(w)
	if s.Min(v) >= k {
		return true
	}
	c.out = append(c.out[:0], s.atLeastBecause(w, k, s.Sat.Here()))
	c.out = c.path(s, c.sizes[i].node, c.sizes[other].node, untouched, all, c.out)
	return s.raiseBecause(v, k, c.out)
}

// most returns the greatest value of the sizes in a part, and least the least value.
func (c *areas) most(s *store, part int32) int64 {
	if i := c.hi[part]; i >= 0 {
		return s.Max(c.sizes[i].view)
	}
	return math.MaxInt64
}

func (c *areas) least(s *store, part int32) int64 {
	if i := c.lo[part]; i >= 0 {
		return s.Min(c.sizes[i].view)
	}
	return 0
}

// unions makes links and pairs false whose parts cannot be in one region.
func (c *areas) unions(s *store) bool {
	for _, l := range c.links {
		if s.Sat.Value(l.lit) != 0 || c.part.of[l.a] == c.part.of[l.b] {
			continue
		}
		if c.out = c.clash(s, l.a, l.b, c.out[:0]); len(c.out) > 0 && !s.Sat.ImplyBecause(l.lit.Not(), c.out) {
			return false
		}
	}
	return true
}

// clash explains why two nodes cannot be in one region. It returns out unchanged if it finds no reason.
func (c *areas) clash(s *store, a, b int32, out []cdcl.Lit) []cdcl.Lit {
	p, q := c.part.of[a], c.part.of[b]
	if i, ok := c.apart[[2]int32{min(p, q), max(p, q)}]; ok {
		l := c.links[i]
		if c.part.of[l.a] != p {
			l.a, l.b = l.b, l.a
		}
		return c.path(s, b, l.b, untouched, all, c.path(s, a, l.a, untouched, all, append(out, l.lit.Not())))
	}
	here := s.Sat.Here()
	together := int64(len(c.part.set(p)) + len(c.part.set(q)))
	for range 2 {
		switch most := c.most(s, p); {
		case most < together:
			z := c.sizes[c.hi[p]]
			out = append(out, s.atLeastBecause(z.view.times(-1), 1-together, here))
			return c.tree(s, b, all, c.tree(s, a, all, out))
		case most < c.least(s, q):
			z, y := c.sizes[c.hi[p]], c.sizes[c.lo[q]]
			out = append(out, s.atLeastBecause(z.view.times(-1), -most, here), s.atLeastBecause(y.view, most+1, here))
			return c.path(s, b, y.node, untouched, all, c.path(s, a, z.node, untouched, all, out))
		}
		a, b, p, q = b, a, q, p
	}
	return out
}

// ways makes the only link true by which a core can grow that must grow.
func (c *areas) ways(s *store) bool {
	c.exits = c.exits[:0]
	for range c.core.from {
		c.exits = append(c.exits, exit{})
	}
	for i, l := range c.links[:c.joins] {
		if p, q := c.core.of[l.a], c.core.of[l.b]; p != q && s.Sat.Value(l.lit) >= 0 {
			c.exits[p] = exit{c.exits[p].open + 1, int32(i)}
			c.exits[q] = exit{c.exits[q].open + 1, int32(i)}
		}
	}
	for k := range int32(len(c.core.from) - 1) {
		nodes := c.core.set(k)
		if c.exits[k].open != 1 {
			continue
		}
		part := c.part.of[nodes[0]]
		switch n := int64(len(nodes)); {
		case c.least(s, part) > n:
			z := c.sizes[c.lo[part]]
			c.out = append(c.out[:0], s.atLeastBecause(z.view, n+1, s.Sat.Here()))
			c.out = c.path(s, nodes[0], z.node, untouched, all, c.out)
		case len(c.part.set(part)) > len(nodes):
			c.out = c.tree(s, nodes[0], all, c.out[:0])
		default:
			continue
		}
		c.out = c.tree(s, nodes[0], c.joins, c.cut(s, &c.core, k, c.out))
		if !s.Sat.ImplyBecause(c.links[c.exits[k].link].lit, c.out) {
			return false
		}
	}
	return true
}

// explain is never asked: the regions give their reasons at once.
func (c *areas) explain(_ *store, _ cdcl.Lit, _ int32, _ int64, _ int32, out []cdcl.Lit) []cdcl.Lit {
	return out
}
