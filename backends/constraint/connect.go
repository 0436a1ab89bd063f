package constraint

import (
	"cmp"
	"math"
	"slices"

	"github.com/pzc-lang/pzc/backends/constraint/cdcl"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// connect is the constraint that nodes of an undirected graph are connected: by paths over nodes and edges whose
// literals are true. One visit finds what is connected at most, and the nodes and edges without which something falls
// apart that must be connected (Hopcroft and Tarjan, "Efficient algorithms for graph manipulation", 1973).
type connect struct {
	graph
	node  []cdcl.Lit // by node
	start []cdcl.Lit // by node: it is the one start of the joined nodes; nil if there is none
	terms []term
	both  bool // some terms are true if their nodes are connected
	links web  // the edges, if both

	seen   []visited // by node
	part   []int32   // by node: a node of its component, or none
	may    []bool    // by node: the component of this node may have the start
	sum    []uint64  // by node: of what was visited from it, 0 if no term has one end there alone
	order  []int32   // the nodes that were visited
	shut   []bool    // by edge: its literal is false
	free   []int32   // the nodes that may be false
	loose  []int32   // the edges that may be false
	forced []int32   // cuts that must hold
	some   bool      // some terms are about two nodes
	shared bool      // some nodes or edges have one variable

	first, later []int32 // by node, and by term and end: terms that keep a component apart from another

	mark, noted []int32 // by node: the stamp of the region in which it is, or at whose border
	stamp       int32
	region      []int32
	walls       []way // edges that are false
	lits        [2][]cdcl.Lit
}

// visited is what the visit found out about a node.
type visited struct {
	number   int32 // its place in the visit, from 1 on; 0: it was not visited; closed: its literal is false
	low      int32 // the least number to which an edge leads back from it and what was visited from it
	edge, by int32 // the edge over which the visit came, and the node from which
	turn     int32 // how many of its edges were followed
}

// graph is an undirected graph.
type graph struct {
	edges []tie
	at    [][]way // by node: its edges
}

// way is an edge with its other end and its literal.
type way struct {
	edge, to int32
	lit      cdcl.Lit
}

// term demands, where its literal holds, that a and b are connected, or a and all other nodes that are joined.
type term struct {
	a, b int32 // b may be joined
	lit  cdcl.Lit
	both bool // the literal holds wherever a and b are connected
}

const joined = -1

// cut is a node or else an edge, without which child is cut off from something with which it must be connected.
type cut struct{ node, edge, child int32 }

// cutFrom is the number from which on a propagator is asked about cuts instead of terms. The numbers of a cut say which
// edge leads to the child, at which of its ends the child is, and whether the cut is the edge or the other end.
const cutFrom = 1 << 28

const (
	none   = -1
	closed = math.MaxInt32
)

// undirected returns a directed graph as an undirected one. A node with one arc that enters and one that leaves is an
// edge with the node's literal, if there is another such node for the way back: inner[i] is true. ok is false if an arc
// has no arc back.
func undirected(next [][]int32, free []cdcl.Lit, start func(int) bool) (g graph, inner []bool, ok bool) {
	ways, inner := task.Ways(next, free, cdcl.True, start)
	if ways == nil {
		return g, inner, false
	}
	g.at = make([][]way, len(next))
	var edges []tie
	for e := range ways {
		if e.A < e.B {
			edges = append(edges, tie{e.A, e.B, e.Free})
		}
	}
	slices.SortStableFunc(edges, func(x, y tie) int {
		return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b), cmp.Compare(x.lit, y.lit))
	})
	for _, e := range edges {
		g.join(e.a, e.b, e.lit)
	}
	return g, inner, true
}

// join adds an edge.
func (g *graph) join(a, b int32, lit cdcl.Lit) {
	i := int32(len(g.edges))
	g.edges = append(g.edges, tie{a, b, lit})
	g.at[a], g.at[b] = append(g.at[a], way{i, b, lit}), append(g.at[b], way{i, a, lit})
}

// connect posts a propagator for a graph. Its terms may be added later.
func (s *store) connect(g graph, node, start []cdcl.Lit) (c *connect, id int32) {
	n := len(node)
	ints := func() []int32 { return make([]int32, n) }
	c = &connect{
		graph: g, node: node, start: start, seen: make([]visited, n), part: ints(), may: make([]bool, n),
		sum: make([]uint64, n), first: ints(), mark: ints(), noted: ints(), shut: make([]bool, len(g.edges)),
	}
	for v, l := range node {
		if c.part[v] = none; l != cdcl.True {
			c.free = append(c.free, int32(v))
		}
	}
	id = s.post(c, last)
	for i, e := range g.edges {
		if e.lit != cdcl.True {
			c.loose = append(c.loose, int32(i))
		}
	}
	used := map[int32]bool{}
	for _, l := range slices.Concat(node, start, lists.Map(g.edges, func(e tie) cdcl.Lit { return e.lit })) {
		s.onTrue(l.Not(), id)
		c.shared = c.shared || l != cdcl.True && used[l.Var()]
		used[l.Var()] = true
	}
	return c, id
}

// add adds a term.
func (c *connect) add(s *store, id int32, t term) {
	c.terms = append(c.terms, t)
	c.some = c.some || t.b != joined
	s.onTrue(t.lit, id)
}

// makeBoth makes a term true wherever its nodes are connected.
func (c *connect) makeBoth(s *store, id int32, t *term) {
	t.both = true
	s.onTrue(t.lit.Not(), id)
	if !c.both {
		c.both = true
		for _, e := range c.edges {
			c.links.add(e.a, e.b, e.lit)
			s.onTrue(e.lit, id)
		}
	}
}

func (c *connect) propagate(s *store, id int32) bool {
	anchor := c.anchor(s)
	if anchor < 0 && c.start == nil && !c.some {
		return true
	}
	c.visit(s, anchor)
	imply := s.implyAlone // what follows from a visit makes no other visit necessary
	if c.both || c.shared {
		imply = s.Sat.ImplyBy
	}
	clear(c.sum)
	for i, t := range c.terms {
		switch value := s.Sat.Value(t.lit); {
		case value < 0:
		case !c.together(t, anchor):
			if !imply(t.lit.Not(), id, int32(i)) {
				return false
			}
		case value > 0:
			c.weigh(i, t, anchor)
		}
	}
	c.findCuts(s)
	for _, k := range c.forced {
		here := s.Sat.Here()
		if l := c.literal(c.cut(k)); s.Sat.Value(l) == 0 && !imply(l, id, cutFrom+k) {
			return false
		}
		if s.Sat.Here() > here+1 { // more was implied, which may cut off more
			s.wake(id)
			return true
		}
	}
	return !c.both || c.certain(s, id)
}

// anchor returns the first joined node, or none.
func (c *connect) anchor(s *store) int32 {
	for _, t := range c.terms {
		if t.b == joined && s.Sat.Value(t.lit) > 0 {
			return t.a
		}
	}
	return none
}

// weigh gives the ends of a term the same number, so that a set of nodes has the sum 0 if it has both ends of each term
// or none.
func (c *connect) weigh(i int, t term, anchor int32) {
	if t.b == joined {
		t.b = anchor
	}
	number := (uint64(i) + 1) * 0x9e3779b97f4a7c15
	number ^= number >> 29
	c.sum[t.a] ^= number
	c.sum[t.b] ^= number
}

// visit finds components. If all terms are about the joined nodes, it visits the component of the anchor. It goes on
// where the last visit came to the first change.
func (c *connect) visit(s *store, anchor int32) {
	kept, same := c.kept(s)
	if same && (anchor < 0 || c.part[anchor] >= 0) {
		return
	}
	for _, v := range c.order[kept:] {
		if x := &c.seen[v]; x.number != closed {
			x.number, c.part[v] = 0, none
		}
	}
	if c.order = c.order[:kept]; kept > 0 {
		last := c.order[kept-1]
		for v := last; v >= 0; v = c.seen[v].by {
			c.seen[v].turn, c.seen[v].low = 0, c.seen[v].number
		}
		c.walk(last)
	}
	all := anchor < 0 || c.some
	for root := range int32(len(c.seen)) {
		if c.seen[root].number == 0 && (all || root == anchor) {
			c.search(s, root)
		}
	}
}

// kept closes nodes and edges that are false. It returns how many nodes the last visit entered before it came to a
// change, and whether nothing changed.
func (c *connect) kept(s *store) (kept int32, same bool) {
	if c.start == nil && !c.both {
		kept, same = int32(len(c.order)), len(c.order) > 0
	}
	from := func(number, over int32) {
		if number > 0 {
			kept = min(kept, number-over)
		}
	}
	for _, v := range c.free {
		x := &c.seen[v]
		off := s.Sat.Value(c.node[v]) < 0
		if off == (x.number == closed) {
			continue
		}
		if same = false; off {
			from(x.number, 1)
			x.number, c.part[v] = closed, none
			continue
		}
		x.number = 0
		for _, w := range c.at[v] {
			from(c.seen[w.to].number, 0)
		}
	}
	for _, i := range c.loose {
		e := &c.edges[i]
		off := s.Sat.Value(e.lit) < 0
		if off == c.shut[i] {
			continue
		}
		c.shut[i], same = off, false
		if a, b := c.seen[e.a].number, c.seen[e.b].number; off {
			from(max(a, b), 1)
		} else {
			from(a, 0)
			from(b, 0)
		}
	}
	return kept, same
}

// search visits what is connected with a node.
func (c *connect) search(s *store, root int32) {
	c.enter(root, root, none, none)
	c.walk(root)
	if c.start != nil {
		may := func(v int32) bool { return s.Sat.Value(c.start[v]) >= 0 }
		c.may[root] = slices.ContainsFunc(c.order[c.seen[root].number-1:], may)
	}
}

// walk goes on with a visit at the node that was entered last.
func (c *connect) walk(v int32) {
	root := c.part[v]
	for v >= 0 {
		x := &c.seen[v]
		ways, next := c.at[v], x.by
		for k := int(x.turn); k < len(ways); k++ {
			w := &ways[k]
			y := &c.seen[w.to]
			if y.number == 0 && !c.shut[w.edge] {
				x.turn, next = int32(k+1), w.to
				c.enter(w.to, root, w.edge, v)
				break
			}
			if y.number < x.low && w.edge != x.edge && !c.shut[w.edge] {
				x.low = y.number
			}
		}
		v = next
	}
}

// enter begins the visit of v.
func (c *connect) enter(v, root, edge, by int32) {
	c.order = append(c.order, v)
	x := &c.seen[v]
	x.number, x.edge, x.by, x.turn, c.part[v] = int32(len(c.order)), edge, by, 0, root
	x.low = x.number
}

// findCuts finds the nodes and edges without which the nodes of a true term fall apart.
func (c *connect) findCuts(s *store) {
	s.Sat.Visits += int64(len(c.order))
	c.forced = c.forced[:0]
	for _, v := range slices.Backward(c.order) {
		x := &c.seen[v]
		if x.edge < 0 {
			continue
		}
		y := &c.seen[x.by]
		if c.sum[v] != 0 && x.low >= y.number {
			e, k := &c.edges[x.edge], 4*x.edge
			if e.b == v {
				k += 2
			}
			if x.low > y.number && s.Sat.Value(e.lit) == 0 {
				c.forced = append(c.forced, k)
			}
			if s.Sat.Value(c.node[x.by]) == 0 {
				c.forced = append(c.forced, k+1)
			}
		}
		y.low = min(y.low, x.low)
		c.sum[x.by] ^= c.sum[v]
	}
}

// cut returns the cut of a number.
func (c *connect) cut(k int32) cut {
	e := c.edges[k/4]
	child, other := e.a, e.b
	if k&2 != 0 {
		child, other = other, child
	}
	if k&1 != 0 {
		return cut{other, none, child}
	}
	return cut{none, k / 4, child}
}

// literal returns the literal of a cut.
func (c *connect) literal(x cut) cdcl.Lit {
	if x.node >= 0 {
		return c.node[x.node]
	}
	return c.edges[x.edge].lit
}

// together reports whether the nodes of a term may be connected.
func (c *connect) together(t term, anchor int32) bool {
	a := c.part[t.a]
	if a < 0 || t.b == joined && c.start != nil && !c.may[a] {
		return false
	}
	if t.b == joined {
		return anchor < 0 || a == c.part[anchor]
	}
	return a == c.part[t.b]
}

// explain names what keeps the nodes of a term apart or, for a negative number, the path that connects them.
func (c *connect) explain(s *store, _ cdcl.Lit, i int32, _ int64, place int32, out []cdcl.Lit) []cdcl.Lit {
	if i >= cutFrom {
		return c.explainCut(s, c.cut(i-cutFrom), place, out)
	}
	if i < 0 {
		return c.links.path(s, c.terms[^i].a, c.terms[^i].b, untouched, place, out)
	}
	t := c.terms[i]
	if l := c.node[t.a]; s.Sat.Value(l) < 0 && s.Sat.Place(l) < place {
		return append(out, l.Not())
	}
	c.lits[0] = c.border(s, t.a, cut{none, none, none}, place, math.MaxInt, c.lits[0][:0])
	b := t.b
	if b == joined {
		k := slices.IndexFunc(c.terms, func(o term) bool {
			return o.b == joined && c.mark[o.a] != c.stamp && s.Sat.Value(o.lit) > 0 && s.Sat.Place(o.lit) < place
		})
		if k < 0 {
			for _, v := range c.region {
				out = append(out, c.start[v].Not())
			}
			return append(out, c.lits[0]...)
		}
		b = c.terms[k].a
		out = append(out, c.terms[k].lit)
	}
	return append(out, c.shorter(s, b, cut{none, none, none}, place)...)
}

// shorter returns the border of a node if it is shorter than the last one, which is returned otherwise.
func (c *connect) shorter(s *store, from int32, without cut, place int32) []cdcl.Lit {
	c.lits[1] = c.border(s, from, without, place, len(c.lits[0]), c.lits[1][:0])
	if len(c.lits[1]) < len(c.lits[0]) {
		return c.lits[1]
	}
	return c.lits[0]
}

// border appends the literals that are true before a place of the trail because of which no more nodes are connected
// with a node, without the node or edge of a cut. These nodes become the region. It ends when there are most literals.
func (c *connect) border(s *store, from int32, without cut, place int32, most int, out []cdcl.Lit) []cdcl.Lit {
	blocked := func(l cdcl.Lit) bool { return s.Sat.Value(l) < 0 && s.Sat.Place(l) < place }
	c.stamp++
	c.mark[from] = c.stamp
	c.region, c.walls = append(c.region[:0], from), c.walls[:0]
	for k := 0; k < len(c.region) && len(out) < most; k++ {
		for _, x := range c.at[c.region[k]] {
			switch w := x.to; {
			case c.mark[w] == c.stamp || c.noted[w] == c.stamp || x.edge == without.edge || w == without.node:
			case blocked(c.node[w]):
				c.noted[w] = c.stamp
				out = append(out, c.node[w].Not())
			case blocked(x.lit):
				c.walls = append(c.walls, x)
			default:
				c.mark[w] = c.stamp
				c.region = append(c.region, w)
			}
		}
	}
	for _, x := range c.walls {
		if c.mark[x.to] != c.stamp {
			out = append(out, x.lit.Not())
		}
	}
	return out
}

// explainCut names what must be connected, and the border of either side.
func (c *connect) explainCut(s *store, x cut, place int32, out []cdcl.Lit) []cdcl.Lit {
	c.lits[0] = c.border(s, x.child, x, place, math.MaxInt, c.lits[0][:0])
	inside, outside, there := cdcl.NoLit, cdcl.NoLit, int32(none)
	for _, t := range c.terms {
		if s.Sat.Value(t.lit) <= 0 || s.Sat.Place(t.lit) >= place {
			continue
		}
		a := c.mark[t.a] == c.stamp
		switch {
		case t.b == joined && a:
			inside = t.lit
		case t.b == joined:
			outside, there = t.lit, t.a
		case a && c.mark[t.b] != c.stamp:
			inside, outside, there = t.lit, t.lit, t.b
		case !a && c.mark[t.b] == c.stamp:
			inside, outside, there = t.lit, t.lit, t.a
		}
	}
	return append(append(out, inside, outside), c.shorter(s, there, x, place)...)
}

// certain makes terms true whose nodes are connected, and edges false that would connect the nodes of a false term.
func (c *connect) certain(s *store, id int32) bool {
	c.unite(s)
	for v := range c.first {
		c.first[v] = none
	}
	c.later = append(c.later[:0], make([]int32, 2*len(c.terms))...)
	for i, t := range c.terms {
		a, b := c.part[t.a], c.part[t.b]
		switch {
		case !t.both:
		case a == b && !s.Sat.ImplyBy(t.lit, id, ^int32(i)):
			return false
		case a != b && s.Sat.Value(t.lit) < 0:
			for side, v := range [2]int32{a, b} {
				k := int32(2*i + side)
				c.first[v], c.later[k] = k, c.first[v]
			}
		}
	}
	for _, e := range c.edges {
		if s.Sat.Value(e.lit) != 0 {
			continue
		}
		for k := c.first[c.part[e.a]]; k >= 0; k = c.later[k] {
			t := c.terms[k/2]
			if k%2 == 1 {
				t.a, t.b = t.b, t.a
			}
			if c.part[t.b] != c.part[e.b] {
				continue
			}
			here := s.Sat.Here()
			c.lits[0] = append(c.lits[0][:0], t.lit.Not())
			c.lits[0] = c.links.path(s, t.a, e.a, untouched, here, c.lits[0])
			c.lits[0] = c.links.path(s, e.b, t.b, untouched, here, c.lits[0])
			if !s.Sat.ImplyBecause(e.lit.Not(), c.lits[0]) {
				return false
			}
			break
		}
	}
	return true
}

// unite finds what edges connect that hold.
func (c *connect) unite(s *store) {
	for v := range c.part {
		c.part[v] = int32(v)
	}
	for _, e := range c.edges {
		if s.Sat.Value(e.lit) > 0 {
			c.part[lists.Root(c.part, e.a)] = lists.Root(c.part, e.b)
		}
	}
	for v := range c.part {
		c.part[v] = lists.Root(c.part, int32(v))
	}
}
