package globals

import (
	"fmt"
	"maps"
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
)

// walks are the paths of a graph in which each way has a way back.
type walks struct {
	*rewriting
	graph  int64
	free   []task.Expr
	inner  []bool           // a node is the middle of a way
	roots  map[string]int64 // by the nodes that a root joins: the graph with the root
	single []joined
	degree map[int64]int // by node: its paths in single
	rooted []rooted
	ways   map[task.Way[task.Expr]]bool
}

// joined is a condition that a path joins two nodes, which are free unless the rest holds.
type joined struct {
	a, b int64
	i    int // the condition
	rest []task.Expr
}

// rooted is a condition that a path joins a node with one of some ends.
type rooted struct {
	node int64
	ends []int64
	i    int // the condition
}

// joins states paths from few nodes. A path from one of some nodes leads from a new node that is joined to them. Paths
// between all pairs of free nodes lead from the first free node; other paths lead from the node that has more of them.
func (w *rewriting) joins() (changed bool) {
	var known []*walks
	for i, e := range w.Conditions {
		g, node, ends, rest := w.reaching(e, &known)
		switch {
		case g == nil || !g.guarded(node, rest):
		case len(ends) > 1:
			w.Conditions[i] = w.pool.Or(append(rest, g.fromRoot(node, ends))...)
			if changed = true; len(rest) == 0 {
				g.rooted = append(g.rooted, rooted{node, ends, i})
			}
		case g.guarded(ends[0], rest):
			g.single = append(g.single, joined{node, ends[0], i, rest})
			g.degree[node]++
			g.degree[ends[0]]++
		}
	}
	for _, g := range known {
		if g.labelled() || g.fromFirst() {
			changed = true
			continue
		}
		for _, x := range g.single {
			from, to := x.a, x.b
			if g.degree[to] > g.degree[from] {
				from, to = to, from
			}
			e := w.pool.Or(append(x.rest, w.pool.Reach(int(g.graph), w.pool.Const(from), w.pool.Const(to), g.free))...)
			changed = changed || e != w.Conditions[x.i]
			w.Conditions[x.i] = e
		}
	}
	w.Conditions = w.flat(w.Conditions)
	return changed
}

// fromFirst states that paths lead from the first free one of some nodes to the others, if all pairs of free nodes are
// joined.
func (g *walks) fromFirst() bool {
	p, n := g.pool, len(g.degree)
	pairs := map[[2]int64]bool{}
	for _, x := range g.single {
		pairs[[2]int64{min(x.a, x.b), max(x.a, x.b)}] = true
		if slices.ContainsFunc(x.rest, func(e task.Expr) bool { return e != p.Not(g.free[x.a]) && e != p.Not(g.free[x.b]) }) {
			return false
		}
	}
	if n < 3 || len(pairs) != n*(n-1)/2 {
		return false
	}
	for _, x := range g.single {
		g.Conditions[x.i] = task.True
	}
	nodes := slices.Sorted(maps.Keys(g.degree))
	var first []task.Expr
	for _, i := range nodes {
		first = append(first, p.Ite(g.free[i], p.Const(i), p.Const(int64(len(g.free)))))
	}
	for _, i := range nodes {
		path := p.Reach(int(g.graph), p.Min(first...), p.Const(i), g.free)
		g.Conditions = append(g.Conditions, p.Or(p.Not(g.free[i]), path))
	}
	return true
}

// reaching reads a disjunction of paths between one node and some ends, and of other conditions. An end may have to be
// free besides, which the path says anyway.
func (w *rewriting) reaching(e task.Expr, known *[]*walks) (g *walks, node int64, ends []int64, rest []task.Expr) {
	var of [2][]int64
	var free []task.Expr // by path: what holds besides
	for _, m := range w.members(part{e: e}) {
		n, also := w.pool.Node(m.e), task.True
		if n.Op == task.OpAnd && !m.not && len(n.Args) == 2 {
			for i, a := range n.Args {
				if p := w.pool.Node(a); p.Op == task.OpReach {
					n, also = p, n.Args[1-i]
				}
			}
		}
		if n.Op != task.OpReach || m.not {
			rest = append(rest, w.expr(m))
			continue
		}
		if of[0] == nil {
			g = w.walks(n, known)
		}
		if g.inner == nil || g.graph != n.N || !slices.Equal(g.free, n.Args[2:]) {
			return nil, 0, nil, nil
		}
		for side := range of {
			k, fixed := w.pool.Value(n.Args[side])
			if !fixed || k < 0 || int(k) >= len(g.free) || g.inner[k] {
				return nil, 0, nil, nil
			}
			of[side] = append(of[side], k)
		}
		if also != task.True && also != g.free[of[0][len(free)]] && also != g.free[of[1][len(free)]] {
			return nil, 0, nil, nil
		}
		free = append(free, also)
	}
	for i, k := range of[0] {
		if g.free[k] != free[i] && !g.guarded(k, rest) {
			return nil, 0, nil, nil // a path may begin where it is not free
		}
	}
	for side := range of {
		if len(free) > 0 && len(slices.Compact(slices.Clone(of[1-side]))) == 1 {
			return g, of[1-side][0], of[side], rest
		}
	}
	return nil, 0, nil, nil
}

// walks returns the walks of a path, with inner nil if a way has no way back. A way may lead through a node of its own.
func (w *rewriting) walks(path *task.Node, known *[]*walks) *walks {
	for _, g := range *known {
		if g.graph == path.N && slices.Equal(g.free, path.Args[2:]) {
			return g
		}
	}
	g := &walks{
		rewriting: w, graph: path.N, free: path.Args[2:], roots: map[string]int64{}, degree: map[int64]int{},
	}
	next := w.pool.Graphs[g.graph].Next
	if ways, inner := task.Ways(next, g.free, task.True, func(int) bool { return false }); ways != nil {
		g.inner, g.ways = inner, ways
	}
	*known = append(*known, g)
	return g
}

// guarded reports whether a node is free wherever none of some conditions holds.
func (g *walks) guarded(node int64, rest []task.Expr) bool {
	return g.free[node] == task.True || slices.Contains(rest, g.pool.Not(g.free[node]))
}

// fromRoot returns that a path leads to a node from a root that is joined to some ends.
func (g *walks) fromRoot(node int64, ends []int64) task.Expr {
	ends = slices.Sorted(slices.Values(ends))
	root, key := int32(len(g.free)), fmt.Sprint(ends)
	id, ok := g.roots[key]
	if !ok {
		id = int64(len(g.pool.Graphs))
		g.roots[key] = id
		next := append(slices.Clone(g.pool.Graphs[g.graph].Next), nil)
		for _, k := range ends {
			next[root] = append(next[root], int32(k))
			next[k] = append(slices.Clone(next[k]), root)
		}
		g.pool.Graphs = append(slices.Clone(g.pool.Graphs), task.Graph{Next: next})
	}
	return g.pool.Reach(int(id), g.pool.Const(int64(root)), g.pool.Const(node), append(slices.Clone(g.free), task.True))
}
