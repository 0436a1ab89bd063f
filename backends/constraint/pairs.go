package constraint

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/constraint/cdcl"
	"github.com/pzc-lang/pzc/compiler/task"
)

// This file states conditions on pairs of nodes: that the true pairs form no cycle, or that their nodes hang together.

// acyclic states that l stands for pairs without a cycle. There is a cycle if some pairs, at least one, are such that
// at each end of each of them there is another one.
func (c *compiler) acyclic(n *task.Node, l cdcl.Lit, sides uint8) {
	pairs := c.pool.Graphs[n.N].Next
	if sides&forth != 0 {
		lits := make([]cdcl.Lit, len(pairs))
		for i, e := range n.Args {
			lits[i] = c.lit(e, both)
		}
		c.s.acyclic(l, pairs, lits)
	}
	if sides&back == 0 {
		return
	}
	at := map[int32][]cdcl.Lit{}
	some := []cdcl.Lit{l}
	for i, pair := range pairs {
		chosen := c.s.newLit()
		c.s.Sat.Add(chosen.Not(), c.lit(n.Args[i], forth))
		some = append(some, chosen)
		for _, node := range pair {
			at[node] = append(at[node], chosen)
		}
	}
	c.s.Sat.Add(some...)
	for i, pair := range pairs {
		for _, node := range pair {
			others := slices.DeleteFunc(slices.Clone(at[node]), func(m cdcl.Lit) bool { return m == some[1+i] })
			c.s.Sat.Add(append(others, some[1+i].Not())...)
		}
	}
}

// joinPairs posts a propagator: where l holds, the nodes of true pairs are connected. A pair of one node with itself
// says that the node is there.
func (c *compiler) joinPairs(n *task.Node, l cdcl.Lit) {
	g, places := graph{}, map[int32]int32{} // only nodes of pairs
	place := func(k int32) int32 {
		if _, known := places[k]; !known {
			places[k], g.at = int32(len(places)), append(g.at, nil)
		}
		return places[k]
	}
	for _, pair := range c.pool.Graphs[n.N].Next {
		place(pair[0])
		place(pair[1])
	}
	node, meet := slices.Repeat([]cdcl.Lit{cdcl.True}, len(places)), c.meeting(n)
	var terms []term
	for i, pair := range c.pool.Graphs[n.N].Next {
		a, b, when := place(pair[0]), place(pair[1]), cdcl.True
		if a == b || !meet {
			when = c.lit(n.Args[i], both)
			terms = append(terms, term{a, joined, c.implied(l, when), false})
		}
		switch {
		case a != b:
			g.join(a, b, when)
		case meet:
			node[a] = when
		}
	}
	p, id := c.s.connect(g, node, nil)
	for _, t := range terms {
		p.add(c.s, id, t)
	}
}

// meeting reports whether two nodes make a true pair wherever both are there.
func (c *compiler) meeting(n *task.Node) bool {
	there := map[int32]task.Expr{}
	pairs := c.pool.Graphs[n.N].Next
	for i, pair := range pairs {
		if pair[0] == pair[1] {
			there[pair[0]] = n.Args[i]
		}
	}
	for i, pair := range pairs {
		a, has := there[pair[0]]
		if b, also := there[pair[1]]; !has || !also || n.Args[i] != c.pool.And(a, b) {
			return false
		}
	}
	return true
}

// implied returns a literal that holds where two others do.
func (c *compiler) implied(a, b cdcl.Lit) cdcl.Lit {
	if a == cdcl.True {
		return b
	}
	l := c.s.newLit()
	c.s.Sat.Add(a.Not(), b.Not(), l)
	return l
}

// partPairs states that where l does not hold, the nodes have two sides, no true pair leads from one side to the other,
// and either side has a true pair.
func (c *compiler) partPairs(n *task.Node, l cdcl.Lit) {
	side := map[int32]cdcl.Lit{}
	some := [2][]cdcl.Lit{{l}, {l}}
	for i, pair := range c.pool.Graphs[n.N].Next {
		for _, k := range pair {
			if _, known := side[k]; !known {
				side[k] = c.s.newLit()
			}
		}
		x, y, when := side[pair[0]], side[pair[1]], c.lit(n.Args[i], both)
		c.s.Sat.Add(when.Not(), x.Not(), y)
		c.s.Sat.Add(when.Not(), x, y.Not())
		for k, there := range []cdcl.Lit{x, x.Not()} {
			here := c.s.newLit()
			c.s.Sat.Add(here.Not(), when)
			c.s.Sat.Add(here.Not(), there)
			some[k] = append(some[k], here)
		}
	}
	c.s.Sat.Add(some[0]...)
	c.s.Sat.Add(some[1]...)
}
