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

	id   int         // of the finer graph in the pool
	free []task.Expr // by node of this graph: it is free; nil: the graph was not made yet
}

// link leads to a node. It exists if a condition holds.
type link struct {
	to   int
	when task.Expr
}

// linksKey identifies links that were computed: those of relations without local names, in one state.
type linksKey struct {
	rel   *model.Relation
	state int
}

// linksOf tests each pair of values of a relation. ok is false if there are too many pairs.
func (ev *Evaluator) linksOf(rel *model.Relation, f Frame) (l *links, ok bool) {
	if _, known := ev.relations[rel]; !known {
		ev.relations[rel] = rel.FreeLocals()
	}
	key := linksKey{rel, ev.stateID}
	if l := ev.joined[key]; l != nil {
		return l, true
	}
	nodes, t, ok := ev.Listing(rel.Domain, f)
	if !ok {
		return nil, false
	}
	n := nodes.Len()
	if n*n > maxLinks {
		ev.ErrorOnce(rel.Domain.Span(), semantics.CodeTooLarge,
			fmt.Sprintf("%s joins %d values, which makes too many pairs", rel.Name, n), "")
		return nil, false
	}
	l = &links{nodes: nodes, from: make([][]link, n)}
	x, y := rel.Holes[0], rel.Holes[1]
	defer func(a, b binding) { f[x], f[y] = a, b }(f[x], f[y])
	outer := ev.watching
	ev.watching = false
	for i, a := range nodes.Elems {
		for j, b := range nodes.Elems {
			if i == j || ev.Halted() {
				continue
			}
			f[x], f[y] = binding{v: ev.Lift(t, a)}, binding{v: ev.Lift(t, b)}
			v := ev.Eval(rel.Body, f)
			if ev.Settle(rel.Body, v, f); v.X != task.False {
				l.from[i] = append(l.from[i], link{j, v.X})
			}
		}
	}
	ev.watching = outer
	if len(ev.relations[rel]) == 0 {
		ev.joined[key] = l
	}
	return l, true
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
	l, ok := ev.linksOf(e.Rel, f)
	if !ok {
		return Undecided
	}
	i, ain := ev.indexIn(l.nodes, t, a)
	j, bin := ev.indexIn(l.nodes, t, b)
	if l.free == nil {
		next, free := l.graph()
		l.id, l.free = ev.graphOf(next), free
	}
	inside := p.And(ain, bin, p.Reach(l.id, i, j, l.free))
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
	key := fmt.Sprint(next)
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
	l, ok := ev.linksOf(e.Rel, f)
	if !ok {
		return Undecided
	}
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
		changed := false
		for u, out := range l.from {
			for _, k := range out {
				next[k.to] = p.Or(next[k.to], p.And(reached[u], k.when))
			}
			work += len(out)
		}
		for v := range next {
			changed = changed || next[v] != reached[v]
		}
		if reached = next; !changed {
			break
		}
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
