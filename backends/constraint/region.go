package constraint

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends/constraint/cdcl"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// regions are the regions of a graph whose arcs lead in both directions under one condition.
type regions struct {
	*areas
	plain []bool // by node: it is not the middle of a way
}

// regionsOf returns the regions of a graph with free nodes. It returns nil if an arc is not matched by one in the other
// direction. It also returns nil if no region has a size: there is a propagator for paths alone.
func (c *compiler) regionsOf(graph int64, free []task.Expr) *regions {
	if c.regions == nil {
		c.regions = map[string]*regions{}
		for e := range task.Expr(c.pool.Len()) {
			if n := c.pool.Node(e); n.Op == task.OpReached {
				c.regions[fmt.Sprint(n.N, n.Args[1:1+len(c.pool.Graphs[n.N].Next)])] = nil
			}
		}
	}
	if len(c.regions) == 0 {
		return nil
	}
	key := fmt.Sprint(graph, free)
	r, wanted := c.regions[key]
	if wanted && r == nil {
		if r = c.newRegions(c.pool.Graphs[graph].Next, free); r == nil {
			delete(c.regions, key)
		} else {
			c.regions[key] = r
		}
	}
	return r
}

// newRegions returns nil if an arc is not matched by one in the other direction.
func (c *compiler) newRegions(next [][]int32, free []task.Expr) *regions {
	lits := lists.Map(free, func(e task.Expr) cdcl.Lit { return c.lit(e, both) })
	of, inner := c.s.regions(next, lits)
	if of == nil {
		return nil
	}
	r := &regions{of, make([]bool, len(next))}
	for i := range next {
		r.plain[i] = !inner[i]
	}
	return r
}

// begins reports whether paths from a node lead to the nodes of its region.
func (r *regions) begins(from int64, free []task.Expr) bool {
	return r != nil && from >= 0 && int(from) < len(free) && r.plain[from] && free[from] == task.True
}

// regionSize returns a view of the number of nodes that paths lead to.
func (c *compiler) regionSize(n *task.Node) view {
	size := 1 + len(c.pool.Graphs[n.N].Next)
	free, nodes := n.Args[1:size], n.Args[size:]
	from, fixed := c.pool.Value(n.Args[0])
	r := c.regionsOf(n.N, free)
	counted := make([]bool, len(free))
	ok := fixed && r.begins(from, free)
	for _, to := range nodes {
		k, known := c.pool.Value(to)
		if ok = ok && known && k >= 0 && int(k) < len(free) && r.plain[k] && !counted[k]; ok {
			counted[k] = true
		}
	}
	if !ok && fixed && from >= 0 && int(from) < len(free) && free[from] == task.False {
		return c.view(c.besides(n, from))
	}
	if !ok {
		return c.view(c.pool.Spelled(n))
	}
	v := c.fresh(0, n.Hi)
	if slices.Equal(counted, r.plain) {
		counted = nil
	}
	r.size(c.s, int32(from), v, counted)
	return v
}

// besides returns the number of nodes that paths lead to from a node that is never free: the sizes of the regions of
// its neighbours, each once. There, links between free nodes are what joins nodes.
func (c *compiler) besides(n *task.Node, from int64) task.Expr {
	p, size := c.pool, 1+len(c.pool.Graphs[n.N].Next)
	free, nodes := n.Args[1:size], n.Args[size:]
	graph, links := c.linked(n.N, free)
	if c.regionsOf(graph, links) == nil { // some arcs lead one way only
		return p.Spelled(n)
	}
	var sum []task.Expr
	for _, to := range nodes {
		sum = append(sum, p.Ite(p.Eq(to, p.Const(from)), task.True, task.False))
	}
	var before []task.Expr // neighbours
	for _, d := range p.Graphs[n.N].Next[from] {
		to, first := p.Const(int64(d)), free[d]
		for _, e := range before {
			first = p.And(first, p.Not(p.Reach(int(graph), e, to, links)))
		}
		before = append(before, to)
		sum = append(sum, p.Ite(first, p.Reached(int(graph), to, links, nodes), task.False))
	}
	return p.Add(sum...)
}

// linked returns a graph in which the arcs between free nodes are nodes of their own, and its free nodes.
func (c *compiler) linked(graph int64, free []task.Expr) (id int64, links []task.Expr) {
	next := slices.Repeat([][]int32{nil}, len(free))
	links = slices.Repeat([]task.Expr{task.True}, len(free))
	for i, to := range c.pool.Graphs[graph].Next {
		for _, d := range to {
			if both := c.pool.And(free[i], free[d]); both != task.False {
				next[i] = append(next[i], int32(len(links)))
				next, links = append(next, []int32{d}), append(links, both)
			}
		}
	}
	key := fmt.Sprint(graph, free)
	id, known := c.links[key]
	if !known {
		id = int64(len(c.pool.Graphs))
		c.pool.Graphs = append(slices.Clone(c.pool.Graphs), task.Graph{Next: next})
		c.links[key], c.regions[fmt.Sprint(id, links)] = id, nil
	}
	return id, links
}

// connected returns by node the literals that a path leads there, if all paths are ways in regions and begin at one
// node.
func (c *compiler) connected(n *task.Node) ([]cdcl.Lit, bool) {
	from, fixed := c.pool.Value(n.Args[0])
	r := c.regionsOf(n.N, n.Args[2:])
	if !fixed || !r.begins(from, n.Args[2:]) {
		return nil, false
	}
	to := c.view(n.Args[1])
	reached := slices.Repeat([]cdcl.Lit{cdcl.True.Not()}, len(n.Args)-2)
	for _, k := range c.s.valuesIn(to, 0, int64(len(reached)-1)) {
		if !r.plain[k] {
			return nil, false
		}
		reached[k] = r.connected(c.s, int32(from), int32(k))
	}
	return reached, true
}
