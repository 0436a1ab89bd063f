package symbolic

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
)

// steps returns the length of a shortest path in a static relation: a table.
func (ev *Evaluator) steps(e *model.Steps, f Frame) Value {
	t := e.A.Type()
	a, b := ev.Eval(e.A, f), ev.Eval(e.B, f)
	d := ev.Pool.And(ev.Defined(t, a), ev.Defined(t, b))
	if d == task.False {
		return Undecided
	}
	table, ok := ev.stepTable(e.Rel, f)
	if !ok {
		return ev.changingSteps(e, a, b, d, f)
	}
	return ev.tableSteps(table, t, a, b, d)
}

// tableSteps returns a distance from a table. It is undefined if d does not hold.
func (ev *Evaluator) tableSteps(table *semantics.StepTable, t *model.Type, a, b Value, d task.Expr) Value {
	av, aok, aknown := ev.Static(t, a)
	bv, bok, bknown := ev.Static(t, b)
	if aknown && bknown {
		n, ok := table.Dist(av, bv)
		if !aok || !bok || !ok {
			return Undecided
		}
		return Value{X: ev.Pool.Const(int64(n)), D: task.True}
	}
	same := ev.same(t, a, b)
	i, ain := ev.indexIn(table.Nodes, t, a)
	j, bin := ev.indexIn(table.Nodes, t, b)
	n := table.Nodes.Len()
	if n == 0 {
		return Value{X: ev.Pool.Const(0), D: ev.Pool.And(d, same)}
	}
	rows := make([]Value, n)
	for k := range rows {
		if x, ok := ev.Pool.Value(i); ok && int(x) != k {
			continue
		}
		rows[k] = ev.stepRow(table, k, j)
	}
	r := ev.pick(model.NumberType, i, rows)
	inside := ev.Pool.And(d, ain, bin, r.D)
	// a value outside the relation has distance 0 from itself, too
	return Value{X: ev.Pool.Ite(same, ev.Pool.Const(0), r.X), D: ev.Pool.Or(ev.Pool.And(d, same), inside)}
}

// stepRow returns the distance from one node to the node with a place.
func (ev *Evaluator) stepRow(table *semantics.StepTable, from int, to task.Expr) Value {
	n := table.Nodes.Len()
	xs, ds := make([]task.Expr, n), make([]task.Expr, n)
	last := ev.Pool.Const(0)
	for k := range n {
		dist, ok := table.Dist(table.Nodes.Elems[from], table.Nodes.Elems[k])
		if ok {
			last = ev.Pool.Const(int64(dist))
		}
		xs[k], ds[k] = last, ev.Pool.Bool(ok)
	}
	return Value{X: ev.Pool.Select(to, xs...), D: ev.Pool.Select(to, ds...)}
}

func (ev *Evaluator) stepTable(rel *model.Relation, f Frame) (*semantics.StepTable, bool) {
	if rel.Body != nil && ev.ReadsState(rel.Body) {
		return nil, false
	}
	sf := make(semantics.Frame, len(f))
	if !ev.setStatic(sf, ev.relationLocals(rel), f) {
		return nil, false
	}
	return ev.Sem.Steps(rel, sf), true
}

// reaches reports whether a path of free cells leads from one cell to another.
func (ev *Evaluator) reaches(e *model.Reaches, f Frame) Value {
	p := ev.Pool
	a, b := ev.Eval(e.A, f), ev.Eval(e.B, f)
	if e.Rel.Links() {
		return ev.linked(e, a, b, f)
	}
	d := p.And(a.D, b.D)
	if d == task.False {
		return Undecided
	}
	if a.X == b.X {
		return Value{X: d, D: task.False}
	}
	w := ev.cellsOf(e.Rel, e.A.Type(), f)
	if c, ok := p.Value(b.X); ok && w.free[c] == task.False { // the target is never free
		return ev.decidedIf(d, p.Eq(a.X, b.X))
	}
	return ev.decidedIf(d, p.Reach(w.graph, a.X, b.X, w.free))
}

// cellsOf returns the walk among the cells of a grid that satisfy a relation, computed once for each state.
func (ev *Evaluator) cellsOf(rel *model.Relation, t *model.Type, f Frame) *walk {
	w, _ := ev.walkOf(rel, f, func() (*walk, bool) { return ev.cells(rel, t, f), true })
	return w
}

// cells returns the walk among the cells of a grid that satisfy a relation.
func (ev *Evaluator) cells(rel *model.Relation, t *model.Type, f Frame) *walk {
	dims := ev.m.Dims[t.Grid.ID]
	id, ok := ev.graphs[t.Grid]
	if !ok {
		id = len(ev.Pool.Graphs)
		ev.Pool.Graphs = append(ev.Pool.Graphs, gridGraph(dims))
		ev.graphs[t.Grid] = id
	}
	w := &walk{graph: id, free: make([]task.Expr, dims.Rows*dims.Cols)}
	hole := rel.Holes[0]
	defer func(old binding, watching bool) { f[hole], ev.watching = old, watching }(f[hole], ev.watching)
	ev.watching = false
	all, _, _ := ev.Listing(rel.Domain, f)
	for _, c := range ev.candidates(rel, hole, all, f) {
		f[hole] = binding{v: ev.Lift(t, c)}
		v := ev.Eval(rel.Body, f)
		ev.Settle(rel.Body, v, f)
		w.free[c.N] = v.X
	}
	return w
}

// candidates lists the values of a hole for which a relation may hold.
func (ev *Evaluator) candidates(rel *model.Relation, hole int, all *model.Set, f Frame) []model.Value {
	joins := ev.joinsOf(rel, func() []*Join {
		return []*Join{ev.JoinFor([]model.Expr{rel.Body}, hole, rel.Domain, map[int]bool{hole: true}, false)}
	})
	if joins == nil {
		return all.Elems
	}
	return joins[0].Values(all, f)
}

// gridGraph connects the cells that share a side.
func gridGraph(d model.Dims) task.Graph {
	next := make([][]int32, d.Rows*d.Cols)
	for c := range next {
		r, k := int64(c)/d.Cols, int64(c)%d.Cols
		for _, o := range model.DirOffsets {
			if rr, kk := r+o[0], k+o[1]; rr >= 0 && kk >= 0 && rr < d.Rows && kk < d.Cols {
				next[c] = append(next[c], int32(rr*d.Cols+kk))
			}
		}
	}
	return task.Graph{Next: next}
}
