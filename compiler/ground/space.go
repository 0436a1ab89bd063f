package ground

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/task"
)

// shift is a cell plus or minus an offset: undefined off the board.
func (g *grounder) shift(e *model.Shift, f frame) sym {
	c, by := g.eval(e.Cell, f), g.eval(e.By, f)
	if e.Minus {
		by = g.negate(model.OffsetType, by)
	}
	if c.d == task.False || g.defined(model.OffsetType, by) == task.False {
		return undecided
	}
	grid := e.Ty.Grid
	r, k := partOf(by, 0), partOf(by, 1)
	dr, rok := g.pool.Value(r.x)
	dk, kok := g.pool.Value(k.x)
	dims := g.m.Dims[grid.ID]
	if rok && kok && dims.Rows*dims.Cols <= maxTable {
		to := g.neighbour(grid, c.x, dr, dk)
		return sym{x: to.x, d: g.pool.And(c.d, r.d, k.d, to.d)}
	}
	row, col := g.coords(grid, c)
	return g.cellAt(grid, g.arith(model.Add, row, r, e), g.arith(model.Add, col, k, e))
}

type stepKey struct {
	grid   int
	cell   task.Expr
	dr, dk int64
}

// neighbour is the cell at a constant offset, by a table over all cells.
func (g *grounder) neighbour(grid *model.Grid, cell task.Expr, dr, dk int64) sym {
	dims := g.m.Dims[grid.ID]
	n := dims.Rows * dims.Cols
	at := func(c int64) (int64, bool) {
		r, k := c/dims.Cols+dr, c%dims.Cols+dk
		return r*dims.Cols + k, r >= 0 && k >= 0 && r < dims.Rows && k < dims.Cols
	}
	if c, ok := g.pool.Value(cell); ok {
		if to, ok := at(c); ok {
			return sym{x: g.pool.Const(to), d: task.True}
		}
		return undecided
	}
	key := stepKey{grid.ID, cell, dr, dk}
	if v, ok := g.steppings[key]; ok {
		return v
	}
	to, valid := make([]task.Expr, n), make([]task.Expr, n)
	last := g.pool.Const(0)
	for c := range n {
		t, ok := at(c)
		if ok {
			last = g.pool.Const(t)
		}
		to[c], valid[c] = last, g.pool.Bool(ok)
	}
	v := sym{x: g.pool.Select(cell, to...), d: g.pool.Select(cell, valid...)}
	g.steppings[key] = v
	return v
}

// coords is the row and the column of a cell.
func (g *grounder) coords(grid *model.Grid, c sym) (row, col sym) {
	cols := g.pool.Const(g.m.Dims[grid.ID].Cols)
	return sym{x: g.pool.Div(c.x, cols), d: c.d}, sym{x: g.pool.Mod(c.x, cols), d: c.d}
}

// cellAt is the cell in a row and a column: undefined off the board.
func (g *grounder) cellAt(grid *model.Grid, r, k sym) sym {
	p := g.pool
	dims := g.m.Dims[grid.ID]
	inside := p.And(r.d, k.d, p.Le(p.Const(0), r.x), p.Lt(r.x, p.Const(dims.Rows)), p.Le(p.Const(0), k.x), p.Lt(k.x, p.Const(dims.Cols)))
	if inside == task.False {
		return undecided
	}
	return sym{x: p.Add(p.Mul(r.x, p.Const(dims.Cols)), k.x), d: inside}
}

func (g *grounder) coord(e *model.Coord, f frame) sym {
	row, col := g.coords(e.X.Type().Grid, g.eval(e.X, f))
	if e.Col {
		return col
	}
	return row
}

func (g *grounder) between(e *model.Between, f frame) sym {
	ar, ak := g.coords(e.A.Type().Grid, g.eval(e.A, f))
	br, bk := g.coords(e.B.Type().Grid, g.eval(e.B, f))
	return g.offset(g.arith(model.Sub, ar, br, e), g.arith(model.Sub, ak, bk, e))
}

// toOffset is a direction as an offset.
func (g *grounder) toOffset(d sym) sym {
	rows, cols := make([]task.Expr, 4), make([]task.Expr, 4)
	for i, o := range model.DirOffsets {
		rows[i], cols[i] = g.pool.Const(o[0]), g.pool.Const(o[1])
	}
	return g.offset(sym{x: g.pool.Select(d.x, rows...), d: d.d}, sym{x: g.pool.Select(d.x, cols...), d: d.d})
}

// extent is the number of rows or columns of a grid or a map.
func (g *grounder) extent(e *model.Extent, f frame) sym {
	var d model.Dims
	if e.Grid != nil {
		d = g.m.Dims[e.Grid.ID]
	} else {
		v := g.eval(e.Map, f)
		if v.held == nil || v.held.Map == nil {
			return undecided
		}
		d = model.Dims{Rows: int64(v.held.Map.Rows), Cols: int64(v.held.Map.Cols)}
	}
	if e.Cols {
		return sym{x: g.pool.Const(d.Cols), d: task.True}
	}
	return sym{x: g.pool.Const(d.Rows), d: task.True}
}

type mapKey struct {
	m    *model.Map
	cell task.Expr
}

// mapAt is the character of a map at a cell.
func (g *grounder) mapAt(e *model.MapAt, f frame) sym {
	m, c := g.eval(e.Map, f), g.eval(e.Cell, f)
	if m.held == nil || m.held.Map == nil || c.d == task.False {
		return undecided
	}
	cells := m.held.Map.Cells
	if k, ok := g.pool.Value(c.x); ok {
		if k < 0 || int(k) >= len(cells) {
			return undecided
		}
		return sym{x: g.pool.Const(int64(cells[k])), d: c.d}
	}
	key := mapKey{m.held.Map, c.x}
	x, ok := g.mapReads[key]
	if !ok {
		chars := make([]task.Expr, len(cells))
		for i, r := range cells {
			chars[i] = g.pool.Const(int64(r))
		}
		x = g.pool.Select(c.x, chars...)
		g.mapReads[key] = x
	}
	return sym{x: x, d: c.d}
}

// function is a built-in function on values.
func (g *grounder) function(e *model.Func, f frame) sym {
	p := g.pool
	t := e.Args[0].Type()
	if e.Fn == model.Defined {
		outer := g.watching
		g.watching = false
		d := g.defined(t, g.eval(e.Args[0], f))
		g.watching = outer
		return g.truth(d)
	}
	v := g.eval(e.Args[0], f)
	switch e.Fn {
	case model.Min, model.Max:
		return g.extreme(e, v, f)
	case model.Adjacent, model.Manhattan, model.Chebyshev:
		return g.distance(e, v, g.eval(e.Args[1], f))
	case model.Abs:
		return sym{x: p.Abs(v.x), d: v.d}
	case model.Digit:
		in := p.And(p.Le(p.Const('0'), v.x), p.Le(v.x, p.Const('9')))
		return sym{x: p.Add(v.x, p.Const(-'0')), d: p.And(v.d, in)}
	default: // IndexOf: the code is the place
		x, d := g.code(t, v)
		return sym{x: x, d: d}
	}
}

// extreme is the least or greatest of some values.
func (g *grounder) extreme(e *model.Func, first sym, f frame) sym {
	p := g.pool
	t := e.Ty
	vals := []sym{first}
	for _, a := range e.Args[1:] {
		vals = append(vals, g.eval(a, f))
	}
	defs := make([]task.Expr, len(vals))
	xs := make([]task.Expr, len(vals))
	for i, v := range vals {
		defs[i], xs[i] = g.defined(t, v), v.x
	}
	all := p.And(defs...)
	switch {
	case all == task.False:
		return undef(t)
	case t.Scalar() && e.Fn == model.Min:
		return sym{x: p.Min(xs...), d: all}
	case t.Scalar():
		return sym{x: p.Max(xs...), d: all}
	}
	best := vals[0]
	for _, v := range vals[1:] {
		better := g.less(t, v, best, false)
		if e.Fn == model.Max {
			better = g.less(t, best, v, false)
		}
		best = g.choose(t, better, v, best)
	}
	return g.restrict(t, best, all)
}

// distance is adjacent, manhattan or chebyshev of two cells.
func (g *grounder) distance(e *model.Func, a, b sym) sym {
	p := g.pool
	grid := e.Args[0].Type().Grid
	ar, ak := g.coords(grid, a)
	br, bk := g.coords(grid, b)
	d := p.And(a.d, b.d)
	if d == task.False {
		return undecided
	}
	r, k := p.Abs(p.Sub(ar.x, br.x)), p.Abs(p.Sub(ak.x, bk.x))
	switch e.Fn {
	case model.Adjacent:
		return g.decidedIf(d, p.Eq(p.Add(r, k), p.Const(1)))
	case model.Manhattan:
		return sym{x: p.Add(r, k), d: d}
	default:
		return sym{x: p.Max(r, k), d: d}
	}
}
