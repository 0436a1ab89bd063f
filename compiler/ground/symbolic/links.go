package symbolic

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
)

// This file translates paths along links that depend on the state. A path of links is a path of free nodes in a finer
// graph, in which each link is a node, too. The node of a link is free if the link exists; all other nodes are always
// free. So tasks need only one kind of path.

// maxLinks bounds the pairs of values that are tested, and the work for one distance.
const maxLinks = 4_000_000

// links are the links of a relation in a state.
type links struct {
	nodes *model.Set
	from  [][]link // by node
}

// link leads to a node. It exists if a condition holds.
type link struct {
	to   int
	when task.Expr
}

// walk is where paths of a relation lead in a state: a graph, and the conditions under which its nodes are free.
type walk struct {
	graph  int
	free   []task.Expr
	links  links   // of a relation between two values
	doubts []Doubt // about the conditions
}

// walkOf returns the walk of a relation, computed once for each state and for all values of the local names that the
// relation reads.
func (ev *Evaluator) walkOf(rel *model.Relation, f Frame, build func() (*walk, bool)) (w *walk, ok bool) {
	key := appendInt(ev.key[:0], ev.idOf(rel))
	for _, l := range ev.relationLocals(rel) {
		if len(f[l.Slot].doubts) > 0 {
			return build()
		}
		key = ev.appendSym(key, f[l.Slot].v)
	}
	ev.key = ev.appendMode(key)
	w = ev.memo.walks[string(ev.key)]
	if w == nil {
		key := string(ev.key)
		doubts := ev.aside(func() { w, ok = build() })
		if !ok {
			return nil, false
		}
		w.doubts = doubts
		if ev.memo.size += len(w.free); ev.memo.walks == nil || ev.memo.size > memoLimit {
			ev.memo.walks, ev.memo.size = map[string]*walk{}, len(w.free)
		}
		ev.memo.walks[key] = w
	}
	ev.repeatDoubts(w.doubts)
	return w, true
}

// relationLocals lists the local names from outside that a relation reads.
func (ev *Evaluator) relationLocals(rel *model.Relation) []*model.Local {
	locals, ok := ev.relations[rel]
	if !ok {
		locals = rel.FreeLocals()
		ev.relations[rel] = locals
	}
	return locals
}

// linksOf tests the pairs of values for which a relation may hold. ok is false if there are too many.
func (ev *Evaluator) linksOf(rel *model.Relation, f Frame) (*walk, bool) {
	return ev.walkOf(rel, f, func() (*walk, bool) {
		nodes, t, ok := ev.Listing(rel.Domain, f)
		if !ok {
			return nil, false
		}
		n := nodes.Len()
		l := links{nodes: nodes, from: make([][]link, n)}
		x, y := rel.Holes[0], rel.Holes[1]
		defer ev.atHoles(rel, f)()
		tried := 0
		for i, a := range nodes.Elems {
			f[x] = binding{v: ev.Lift(t, a)}
			others := ev.candidates(rel, y, nodes, f)
			if tried += len(others); tried > maxLinks || len(others) == n && n*n > maxLinks {
				msg, help := semantics.TooManyPairs(rel, n)
				ev.ErrorOnce(rel.Domain.Span(), semantics.CodeTooLarge, msg, help)
				return nil, false
			}
			for _, b := range others {
				j := nodes.Index(b)
				if i == j || ev.Halted() {
					continue
				}
				f[y] = binding{v: ev.Lift(t, b)}
				v := ev.Eval(rel.Body, f)
				if ev.Settle(rel.Body, v, f); v.X != task.False {
					l.from[i] = append(l.from[i], link{j, v.X})
				}
			}
		}
		next, free := l.graph()
		return &walk{links: l, graph: ev.graphOf(next), free: free}, true
	})
}

// atHoles prepares the evaluation of a relation between given values. The function that it returns ends it.
func (ev *Evaluator) atHoles(rel *model.Relation, f Frame) func() {
	x, y, watching := f[rel.Holes[0]], f[rel.Holes[1]], ev.watching
	ev.watching = false
	return func() { f[rel.Holes[0]], f[rel.Holes[1]], ev.watching = x, y, watching }
}

// itself calls join for each value that may have a link to itself.
func (ev *Evaluator) itself(rel *model.Relation, nodes *model.Set, f Frame, join func(a, b int, when task.Expr)) {
	defer ev.atHoles(rel, f)()
	for i, a := range nodes.Elems {
		f[rel.Holes[0]] = binding{v: ev.Lift(nodes.Type, a)}
		f[rel.Holes[1]] = f[rel.Holes[0]]
		v := ev.Eval(rel.Body, f)
		if ev.Settle(rel.Body, v, f); v.X != task.False {
			join(i, i, v.X)
		}
	}
}

// linked reports whether links lead from one value to another.
func (ev *Evaluator) linked(e *model.Reaches, a, b Value, f Frame) Value {
	p, t := ev.Pool, e.A.Type()
	d := p.And(ev.Defined(t, a), ev.Defined(t, b))
	if d == task.False {
		return Undecided
	}
	if table, ok := ev.stepTable(e.Rel, f); ok {
		return ev.decidedIf(d, ev.tableSteps(table, t, a, b, d).D)
	}
	w, ok := ev.linksOf(e.Rel, f)
	if !ok {
		return Undecided
	}
	i, ain := ev.indexIn(w.links.nodes, t, a)
	j, bin := ev.indexIn(w.links.nodes, t, b)
	inside := p.And(ain, bin, p.Reach(w.graph, i, j, w.free))
	return ev.decidedIf(d, p.Or(ev.same(t, a, b), inside))
}

// graph returns the finer graph and the conditions under which its nodes are free. A link that always exists needs no
// node.
func (l *links) graph() (next [][]int32, free []task.Expr) {
	var nodes, arcs [][]int32
	var when []task.Expr // the nodes of links are free
	for _, out := range l.from {
		var to []int32
		for _, k := range out {
			if k.when == task.True {
				to = append(to, int32(k.to))
				continue
			}
			to = append(to, int32(len(l.from)+len(arcs)))
			arcs, when = append(arcs, []int32{int32(k.to)}), append(when, k.when)
		}
		nodes, free = append(nodes, to), append(free, task.True)
	}
	return slices.Concat(nodes, arcs), slices.Concat(free, when)
}

// graphOf returns the number of a graph in the pool. Equal graphs are one.
func (ev *Evaluator) graphOf(next [][]int32) int {
	var b []byte
	for _, to := range next {
		for _, n := range to {
			b = appendInt(b, int(n))
		}
		b = appendInt(b, -1)
	}
	key := string(b)
	id, ok := ev.linkGraphs[key]
	if !ok {
		id = len(ev.Pool.Graphs)
		ev.Pool.Graphs = append(ev.Pool.Graphs, task.Graph{Next: next})
		ev.linkGraphs[key] = id
	}
	return id
}

// changingSteps returns the length of a shortest path along links that depend on the state. This is the number of
// values k such that no path of at most k links leads to the target. It is undefined if d does not hold.
func (ev *Evaluator) changingSteps(e *model.Steps, a, b Value, d task.Expr, f Frame) Value {
	p, t := ev.Pool, e.A.Type()
	w, ok := ev.linksOf(e.Rel, f)
	if !ok {
		return Undecided
	}
	l := &w.links
	i, ain := ev.indexIn(l.nodes, t, a)
	j, bin := ev.indexIn(l.nodes, t, b)
	n, work := l.nodes.Len(), 0
	reached := make([]task.Expr, n) // by at most k links
	for v := range reached {
		reached[v] = p.Eq(i, p.Const(int64(v)))
	}
	var far []task.Expr
	there := task.False
	for range n {
		there = p.Select(j, reached...)
		far = append(far, p.Ite(there, p.Const(0), p.Const(1)))
		next := append([]task.Expr(nil), reached...)
		for u, out := range l.from {
			for _, k := range out {
				next[k.to] = p.Or(next[k.to], p.And(reached[u], k.when))
			}
			work += len(out)
		}
		if slices.Equal(next, reached) {
			break
		}
		reached = next
		if work > maxLinks || ev.Halted() {
			ev.ErrorOnce(e.Span(), semantics.CodeTooLarge,
				fmt.Sprintf("%s joins %d values, too many for distances that change", e.Rel.Name, n), "")
			return Undecided
		}
	}
	same := ev.same(t, a, b)
	inside := p.And(ain, bin, there)
	return Value{X: p.Ite(same, p.Const(0), p.Add(far...)), D: p.And(d, p.Or(same, inside))}
}
