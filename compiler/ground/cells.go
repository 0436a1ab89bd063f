package ground

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/task"
)

// shift returns a cell plus or minus an offset. The result is undefined off the board.
func (ev *evaluator) shift(e *model.Shift, f frame) value {
	c, by := ev.eval(e.Cell, f), ev.eval(e.By, f)
	if e.Minus {
		by = ev.negate(model.OffsetType, by)
	}
	if c.d == task.False || ev.defined(model.OffsetType, by) == task.False {
		return undecided
	}
	grid := e.Ty.Grid
	r, k := component(by, 0), component(by, 1)
	dr, rok := ev.Pool.Value(r.x)
	dk, kok := ev.Pool.Value(k.x)
	dims := ev.m.Dims[grid.ID]
	if rok && kok && dims.Rows*dims.Cols <= maxTable {
		to := ev.neighbour(grid, c.x, dr, dk)
		return value{x: to.x, d: ev.Pool.And(c.d, r.d, k.d, to.d)}
	}
	row, col := ev.coords(grid, c)
	return ev.cellAt(grid, ev.arith(model.Add, row, r, e), ev.arith(model.Add, col, k, e))
}

type stepKey struct {
	grid   int
	cell   task.Expr
	dr, dk int64
}

// neighbour returns the cell at a constant offset, by a table over all cells.
func (ev *evaluator) neighbour(grid *model.Grid, cell task.Expr, dr, dk int64) value {
	dims := ev.m.Dims[grid.ID]
	n := dims.Rows * dims.Cols
	at := func(c int64) (int64, bool) {
		r, k := c/dims.Cols+dr, c%dims.Cols+dk
		return r*dims.Cols + k, r >= 0 && k >= 0 && r < dims.Rows && k < dims.Cols
	}
	if c, ok := ev.Pool.Value(cell); ok {
		if to, ok := at(c); ok {
			return value{x: ev.Pool.Const(to), d: task.True}
		}
		return undecided
	}
	key := stepKey{grid.ID, cell, dr, dk}
	if v, ok := ev.steppings[key]; ok {
		return v
	}
	to, valid := make([]task.Expr, n), make([]task.Expr, n)
	last := ev.Pool.Const(0)
	for c := range n {
		t, ok := at(c)
		if ok {
			last = ev.Pool.Const(t)
		}
		to[c], valid[c] = last, ev.Pool.Bool(ok)
	}
	v := value{x: ev.Pool.Select(cell, to...), d: ev.Pool.Select(cell, valid...)}
	ev.steppings[key] = v
	return v
}

// coords is the row and the column of a cell.
func (ev *evaluator) coords(grid *model.Grid, c value) (row, col value) {
	cols := ev.Pool.Const(ev.m.Dims[grid.ID].Cols)
	return value{x: ev.Pool.Div(c.x, cols), d: c.d}, value{x: ev.Pool.Mod(c.x, cols), d: c.d}
}

// cellAt returns the cell in a row and a column. It is undefined off the board.
func (ev *evaluator) cellAt(grid *model.Grid, r, k value) value {
	p := ev.Pool
	dims := ev.m.Dims[grid.ID]
	inside := p.And(r.d, k.d, p.Le(p.Const(0), r.x), p.Lt(r.x, p.Const(dims.Rows)), p.Le(p.Const(0), k.x),
		p.Lt(k.x, p.Const(dims.Cols)))
	if inside == task.False {
		return undecided
	}
	return value{x: p.Add(p.Mul(r.x, p.Const(dims.Cols)), k.x), d: inside}
}

func (ev *evaluator) coord(e *model.Coord, f frame) value {
	row, col := ev.coords(e.X.Type().Grid, ev.eval(e.X, f))
	if e.Col {
		return col
	}
	return row
}

func (ev *evaluator) between(e *model.Between, f frame) value {
	ar, ak := ev.coords(e.A.Type().Grid, ev.eval(e.A, f))
	br, bk := ev.coords(e.B.Type().Grid, ev.eval(e.B, f))
	return ev.offset(ev.arith(model.Sub, ar, br, e), ev.arith(model.Sub, ak, bk, e))
}

// toOffset returns a direction as an offset.
func (ev *evaluator) toOffset(d value) value {
	rows, cols := make([]task.Expr, 4), make([]task.Expr, 4)
	for i, o := range model.DirOffsets {
		rows[i], cols[i] = ev.Pool.Const(o[0]), ev.Pool.Const(o[1])
	}
	return ev.offset(value{x: ev.Pool.Select(d.x, rows...), d: d.d}, value{x: ev.Pool.Select(d.x, cols...), d: d.d})
}

// extent returns the number of rows or columns of a grid or a map.
func (ev *evaluator) extent(e *model.Extent, f frame) value {
	var d model.Dims
	if e.Grid != nil {
		d = ev.m.Dims[e.Grid.ID]
	} else {
		v := ev.eval(e.Map, f)
		if v.held == nil || v.held.Map == nil {
			return undecided
		}
		d = model.Dims{Rows: int64(v.held.Map.Rows), Cols: int64(v.held.Map.Cols)}
	}
	if e.Cols {
		return value{x: ev.Pool.Const(d.Cols), d: task.True}
	}
	return value{x: ev.Pool.Const(d.Rows), d: task.True}
}

type mapKey struct {
	m    *model.Map
	cell task.Expr
}

// mapAt returns the character of a map at a cell.
func (ev *evaluator) mapAt(e *model.MapAt, f frame) value {
	m, c := ev.eval(e.Map, f), ev.eval(e.Cell, f)
	if m.held == nil || m.held.Map == nil || c.d == task.False {
		return undecided
	}
	cells := m.held.Map.Cells
	if k, ok := ev.Pool.Value(c.x); ok {
		if k < 0 || int(k) >= len(cells) {
			return undecided
		}
		return value{x: ev.Pool.Const(int64(cells[k])), d: c.d}
	}
	key := mapKey{m.held.Map, c.x}
	x, ok := ev.mapReads[key]
	if !ok {
		chars := make([]task.Expr, len(cells))
		for i, r := range cells {
			chars[i] = ev.Pool.Const(int64(r))
		}
		x = ev.Pool.Select(c.x, chars...)
		ev.mapReads[key] = x
	}
	return value{x: x, d: c.d}
}

// function returns a built-in function on values.
func (ev *evaluator) function(e *model.Func, f frame) value {
	p := ev.Pool
	t := e.Args[0].Type()
	switch e.Fn {
	case model.Defined:
		three := ev
		if ev.base != nil { // `defined` of a condition is the same in both readings
			three = ev.base
		}
		return ev.truth(ev.defined(t, three.quietly(func() value { return three.eval(e.Args[0], f) })))
	case model.Min, model.Max:
		return ev.extreme(e, ev.asValue(e.Args[0], f), f)
	case model.Adjacent, model.Manhattan, model.Chebyshev:
		return ev.distance(e, ev.eval(e.Args[0], f), ev.eval(e.Args[1], f))
	case model.Abs:
		v := ev.eval(e.Args[0], f)
		return value{x: p.Abs(v.x), d: v.d}
	case model.Digit:
		v := ev.eval(e.Args[0], f)
		in := p.And(p.Le(p.Const('0'), v.x), p.Le(v.x, p.Const('9')))
		return value{x: p.Add(v.x, p.Const(-'0')), d: p.And(v.d, in)}
	case model.IndexOf: // the code of a value is its place
		x, d := ev.code(t, ev.asValue(e.Args[0], f))
		return value{x: x, d: d}
	case model.SizeOfList, model.ValueOfList: // only in constants, which semantics has computed
	}
	return undef(e.Ty)
}

// extreme returns the least or greatest of some values.
func (ev *evaluator) extreme(e *model.Func, first value, f frame) value {
	p := ev.Pool
	t := e.Ty
	vals := []value{first}
	for _, a := range e.Args[1:] {
		vals = append(vals, ev.asValue(a, f))
	}
	defs := make([]task.Expr, len(vals))
	xs := make([]task.Expr, len(vals))
	for i, v := range vals {
		defs[i], xs[i] = ev.defined(t, v), v.x
	}
	all := p.And(defs...)
	switch {
	case all == task.False:
		return undef(t)
	case t.Scalar() && e.Fn == model.Min:
		return value{x: p.Min(xs...), d: all}
	case t.Scalar():
		return value{x: p.Max(xs...), d: all}
	}
	best := vals[0]
	for _, v := range vals[1:] {
		better := ev.less(t, v, best, false)
		if e.Fn == model.Max {
			better = ev.less(t, best, v, false)
		}
		best = ev.choose(t, better, v, best)
	}
	return ev.restrict(t, best, all)
}

// distance computes adjacent, manhattan or chebyshev of two cells.
func (ev *evaluator) distance(e *model.Func, a, b value) value {
	p := ev.Pool
	grid := e.Args[0].Type().Grid
	ar, ak := ev.coords(grid, a)
	br, bk := ev.coords(grid, b)
	d := p.And(a.d, b.d)
	if d == task.False {
		return undecided
	}
	r, k := p.Abs(p.Sub(ar.x, br.x)), p.Abs(p.Sub(ak.x, bk.x))
	switch e.Fn {
	case model.Adjacent:
		return ev.decidedIf(d, p.Eq(p.Add(r, k), p.Const(1)))
	case model.Manhattan:
		return value{x: p.Add(r, k), d: d}
	default:
		return value{x: p.Max(r, k), d: d}
	}
}
