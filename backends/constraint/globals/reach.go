package globals

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
)

// walks are the paths of a graph in which each way has a way back.
type walks struct {
	graph  int64
	free   []task.Expr
	inner  []bool         // a node is the middle of a way
	roots  map[string]int // by the nodes that a root joins: the graph with the root
	single []joined
	degree map[int64]int // by node: its paths in single
}

// joined is a condition that a path joins two nodes, which are free unless the rest holds.
type joined struct {
	a, b int64
	i    int // the condition
	rest []task.Expr
}

// joins states paths from few nodes. A path from one of some nodes leads from a new node that is joined to them. Paths
// between all pairs of free nodes lead from the first free node; other paths lead from the node that has more of them.
func (w *rewriting) joins() (changed bool) {
	var known []*walks
	for i, e := range w.Conditions {
		g, node, ends, rest := w.reaching(e, &known)
		switch {
		case g == nil || !g.guarded(w, node, rest):
		case len(ends) > 1:
			w.Conditions[i] = w.pool.Or(append(rest, w.fromRoot(g, node, ends))...)
			changed = true
		case g.guarded(w, ends[0], rest):
			g.single = append(g.single, joined{node, ends[0], i, rest})
			g.degree[node]++
			g.degree[ends[0]]++
		}
	}
	for _, g := range known {
		if w.fromFirst(g) {
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

// fromFirst states that paths lead from the first one of some nodes to the others, if all pairs are joined.
func (w *rewriting) fromFirst(g *walks) bool {
	nodes, unless := g.all()
	if nodes == nil {
		return false
	}
	for _, x := range g.single {
		w.Conditions[x.i] = task.True
	}
	first := make([]task.Expr, len(nodes))
	for k, i := range nodes {
		first[k] = w.pool.Ite(unless[i], w.pool.Const(int64(len(g.free))), w.pool.Const(i))
	}
	start := w.pool.Min(first...)
	for _, i := range nodes {
		path := w.pool.Reach(int(g.graph), start, w.pool.Const(i), g.free)
		w.Conditions = append(w.Conditions, w.pool.Or(unless[i], path))
	}
	return true
}

// reaching reads a disjunction of paths between one node and some ends, and of other conditions. An end may have to be
// free besides, which the path says anyway.
func (w *rewriting) reaching(e task.Expr, known *[]*walks) (g *walks, node int64, ends []int64, rest []task.Expr) {
	var paths []*task.Node
	var freed []task.Expr // by path: what holds besides
	for _, m := range w.members(e) {
		n, also := w.pool.Node(m), task.True
		if n.Op == task.OpAnd && len(n.Args) == 2 {
			for i, a := range n.Args {
				p := w.pool.Node(a)
				if p.Op != task.OpReach {
					continue
				}
				x, isX := w.pool.Value(p.Args[0])
				y, isY := w.pool.Value(p.Args[1])
				if f := n.Args[1-i]; isX && isY && (f == p.Args[2+x] || f == p.Args[2+y]) {
					n, also = p, f
				}
			}
		}
		if n.Op == task.OpReach {
			paths, freed = append(paths, n), append(freed, also)
		} else {
			rest = append(rest, m)
		}
	}
	if len(paths) == 0 {
		return nil, 0, nil, nil
	}
	first := paths[0]
	if _, x := w.pool.Value(first.Args[0]); !x || w.pool.Node(first.Args[1]).Op != task.OpConst {
		return nil, 0, nil, nil
	}
	free := first.Args[2:]
	k := slices.IndexFunc(*known, func(g *walks) bool { return g.graph == first.N && slices.Equal(g.free, free) })
	if k < 0 {
		k = len(*known)
		*known = append(*known, w.walks(first))
	}
	if g = (*known)[k]; g.inner == nil {
		return nil, 0, nil, nil
	}
	var of [2][]int64
	for i, p := range paths {
		if p.N != first.N || !slices.Equal(p.Args[2:], first.Args[2:]) {
			return nil, 0, nil, nil
		}
		for side := range of {
			k, fixed := w.pool.Value(p.Args[side])
			if !fixed || k < 0 || int(k) >= len(g.free) || g.inner[k] {
				return nil, 0, nil, nil
			}
			if side == 0 && g.free[k] != task.True && g.free[k] != freed[i] && !slices.Contains(rest, w.pool.Not(g.free[k])) {
				return nil, 0, nil, nil // a path may begin where it is not free
			}
			of[side] = append(of[side], k)
		}
	}
	same := func(list []int64) bool { return len(slices.Compact(slices.Clone(list))) == 1 }
	switch {
	case same(of[1]):
		return g, of[1][0], of[0], rest
	case same(of[0]):
		return g, of[0][0], of[1], rest
	}
	return nil, 0, nil, nil
}

// walks returns the walks of a path, with inner nil if a way has no way back. A way may lead through a node of its own.
func (w *rewriting) walks(path *task.Node) *walks {
	g := &walks{graph: path.N, free: path.Args[2:], roots: map[string]int{}, degree: map[int64]int{}}
	type way struct {
		from, to int32
		free     task.Expr
	}
	next := w.pool.Graphs[g.graph].Next
	enters, from := make([]int, len(next)), make([]int32, len(next))
	for i, ds := range next {
		for _, d := range ds {
			enters[d]++
			from[d] = int32(i)
		}
	}
	for i, ds := range next {
		g.inner = append(g.inner, enters[i] == 1 && len(ds) == 1 && ds[0] != from[i])
	}
	ways := map[way]bool{}
	for i, ds := range next {
		for _, d := range ds {
			switch {
			case g.inner[d] && g.inner[i]:
				g.inner = nil
				return g
			case g.inner[d]:
				ways[way{int32(i), next[d][0], g.free[d]}] = true
			case !g.inner[i]:
				ways[way{int32(i), d, task.True}] = true
			}
		}
	}
	for x := range ways {
		if !ways[way{x.to, x.from, x.free}] {
			g.inner = nil
		}
	}
	return g
}

// guarded reports whether a node is free wherever none of some conditions holds.
func (g *walks) guarded(w *rewriting, node int64, rest []task.Expr) bool {
	return g.free[node] == task.True || slices.Contains(rest, w.pool.Not(g.free[node]))
}

// fromRoot returns that a path leads to a node from a root that is joined to some ends.
func (w *rewriting) fromRoot(g *walks, node int64, ends []int64) task.Expr {
	ends = slices.Clone(ends)
	slices.Sort(ends)
	key := fmt.Sprint(ends)
	root := int32(len(g.free))
	id, ok := g.roots[key]
	if !ok {
		id = len(w.pool.Graphs)
		g.roots[key] = id
		next := slices.Clone(w.pool.Graphs[g.graph].Next)
		var joined []int32
		for _, k := range ends {
			joined = append(joined, int32(k))
			next[k] = append(slices.Clone(next[k]), root)
		}
		w.pool.Graphs = append(slices.Clone(w.pool.Graphs), task.Graph{Next: append(next, joined)})
	}
	return w.pool.Reach(id, w.pool.Const(int64(root)), w.pool.Const(node), append(slices.Clone(g.free), task.True))
}

// all returns the nodes if the paths join each pair of three or more of them, and for each node what holds unless it
// has to be joined.
func (g *walks) all() (nodes []int64, unless map[int64]task.Expr) {
	pairs, common := map[[2]int64]bool{}, map[int64][]task.Expr{}
	for _, x := range g.single {
		pairs[[2]int64{min(x.a, x.b), max(x.a, x.b)}] = true
		for _, k := range []int64{x.a, x.b} {
			if old, seen := common[k]; seen {
				common[k] = slices.DeleteFunc(old, func(e task.Expr) bool { return !slices.Contains(x.rest, e) })
			} else {
				nodes, common[k] = append(nodes, k), slices.Clone(x.rest)
			}
		}
	}
	if len(nodes) < 3 || len(pairs) != len(nodes)*(len(nodes)-1)/2 {
		return nil, nil
	}
	unless = map[int64]task.Expr{}
	for _, k := range nodes {
		if unless[k] = task.False; len(common[k]) == 1 {
			unless[k] = common[k][0]
		}
	}
	for _, x := range g.single {
		if slices.ContainsFunc(x.rest, func(e task.Expr) bool { return e != unless[x.a] && e != unless[x.b] }) {
			return nil, nil
		}
	}
	slices.Sort(nodes)
	return nodes, unless
}
