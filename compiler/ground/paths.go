package ground

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/semantics"
	"github.com/pzc-lang/pzc/task"
)

// steps is the length of a shortest path in a static relation: a table.
func (g *grounder) steps(e *model.Steps, f frame) sym {
	t := e.A.Type()
	a, b := g.eval(e.A, f), g.eval(e.B, f)
	d := g.pool.And(g.defined(t, a), g.defined(t, b))
	if d == task.False {
		return undecided
	}
	table, ok := g.stepTable(e.Rel, f)
	if !ok {
		return undecided
	}
	av, aok, aknown := g.static(t, a)
	bv, bok, bknown := g.static(t, b)
	if aknown && bknown {
		n, ok := table.Dist(av, bv)
		if !aok || !bok || !ok {
			return undecided
		}
		return sym{x: g.pool.Const(int64(n)), d: task.True}
	}
	same := g.same(t, a, b)
	i, ain := g.indexIn(table.Nodes, t, a)
	j, bin := g.indexIn(table.Nodes, t, b)
	n := table.Nodes.Len()
	if n == 0 {
		return sym{x: g.pool.Const(0), d: g.pool.And(d, same)}
	}
	rows := make([]sym, n)
	for k := range rows {
		if x, ok := g.pool.Value(i); ok && int(x) != k {
			continue
		}
		rows[k] = g.stepRow(table, k, j)
	}
	r := g.pick(model.NumberType, i, rows)
	inside := g.pool.And(d, ain, bin, r.d)
	// a value outside the relation is still 0 steps away from itself
	return sym{x: g.pool.Ite(same, g.pool.Const(0), r.x), d: g.pool.Or(g.pool.And(d, same), inside)}
}

// stepRow is the distance from one node to the node with a place.
func (g *grounder) stepRow(table *semantics.StepTable, from int, to task.Expr) sym {
	n := table.Nodes.Len()
	xs, ds := make([]task.Expr, n), make([]task.Expr, n)
	last := g.pool.Const(0)
	for k := range n {
		dist, ok := table.Dist(table.Nodes.Elems[from], table.Nodes.Elems[k])
		if ok {
			last = g.pool.Const(int64(dist))
		}
		xs[k], ds[k] = last, g.pool.Bool(ok)
	}
	return sym{x: g.pool.Select(to, xs...), d: g.pool.Select(to, ds...)}
}

func (g *grounder) stepTable(rel *model.Relation, f frame) (*semantics.StepTable, bool) {
	locals, ok := g.relations[rel]
	if !ok {
		locals = rel.FreeLocals()
		g.relations[rel] = locals
	}
	sf := make(semantics.Frame, len(f))
	for _, l := range locals {
		v, ok, known := g.static(l.Ty, f[l.Slot].v)
		if !known {
			return nil, false
		}
		sf[l.Slot] = semantics.Slot{Value: v, OK: ok}
	}
	return g.sem.Steps(rel, sf), true
}

// reaches tells whether a path of free cells leads from one cell to another.
func (g *grounder) reaches(e *model.Reaches, f frame) sym {
	p := g.pool
	a, b := g.eval(e.A, f), g.eval(e.B, f)
	d := p.And(a.d, b.d)
	if d == task.False {
		return undecided
	}
	if a.x == b.x {
		return g.truth(d).decidedWhere(d)
	}
	grid := e.A.Type().Grid
	dims := g.m.Dims[grid.ID]
	n := int(dims.Rows * dims.Cols)
	free := make([]task.Expr, n)
	hole := 0
	if len(e.Rel.Holes) > 0 {
		hole = e.Rel.Holes[0]
		defer func(old binding) { f[hole] = old }(f[hole])
	}
	watching := g.watching
	g.watching = false
	for c := range free {
		free[c] = g.freeCell(e.Rel, hole, sym{x: p.Const(int64(c)), d: task.True}, e.A.Type(), f)
	}
	g.watching = watching
	return g.decidedIf(d, g.reach(grid, a.x, b.x, free))
}

// decidedWhere leaves a condition that is true undecided elsewhere.
func (s sym) decidedWhere(d task.Expr) sym { return sym{x: d, d: task.False} }

// freeCell tells whether a cell satisfies the relation of reaches.
func (g *grounder) freeCell(rel *model.Relation, hole int, c sym, t *model.Type, f frame) task.Expr {
	if rel.Pairs != nil {
		return g.contains(rel.Pairs, t, c, f).x
	}
	if rel.Domain != nil {
		if in := g.contains(rel.Domain, t, c, f); in.x != task.True {
			return task.False
		}
	}
	f[hole] = binding{v: c}
	return g.eval(rel.Body, f).x
}

// reach leaves out what no path can use: a target that is never free, a start with a single neighbour in between.
func (g *grounder) reach(grid *model.Grid, from, to task.Expr, free []task.Expr) task.Expr {
	p := g.pool
	if c, ok := p.Value(to); ok && free[c] == task.False {
		return p.Eq(from, to)
	}
	id, ok := g.graphs[grid]
	if !ok {
		id = len(p.Graphs)
		p.Graphs = append(p.Graphs, gridGraph(g.m.Dims[grid.ID]))
		g.graphs[grid] = id
	}
	return p.Reach(id, from, to, free)
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
