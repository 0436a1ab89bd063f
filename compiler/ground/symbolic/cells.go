package symbolic

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
)

// shift returns a cell plus or minus an offset. The result is undefined off the board.
func (ev *Evaluator) shift(e *model.Shift, f Frame) Value {
	c, by := ev.Eval(e.Cell, f), ev.Eval(e.By, f)
	if e.Minus {
		by = ev.negate(model.OffsetType, by)
	}
	if c.D == task.False || ev.Defined(model.OffsetType, by) == task.False {
		return Undecided
	}
	grid := e.Ty.Grid
	r, k := Component(by, 0), Component(by, 1)
	dr, rok := ev.Pool.Value(r.X)
	dk, kok := ev.Pool.Value(k.X)
	dims := ev.m.Dims[grid.ID]
	if rok && kok && dims.Rows*dims.Cols <= maxTable {
		to := ev.neighbour(grid, c.X, dr, dk)
		return Value{X: to.X, D: ev.Pool.And(c.D, r.D, k.D, to.D)}
	}
	row, col := ev.Coords(grid, c)
	return ev.cellAt(grid, ev.arith(model.Add, row, r, e), ev.arith(model.Add, col, k, e))
}

type stepKey struct {
	grid   int
	cell   task.Expr
	dr, dk int64
}

// neighbour returns the cell at a constant offset, by a table over all cells.
func (ev *Evaluator) neighbour(grid *model.Grid, cell task.Expr, dr, dk int64) Value {
	dims := ev.m.Dims[grid.ID]
	n := dims.Rows * dims.Cols
	at := func(c int64) (int64, bool) {
		r, k := c/dims.Cols+dr, c%dims.Cols+dk
		return r*dims.Cols + k, r >= 0 && k >= 0 && r < dims.Rows && k < dims.Cols
	}
	if c, ok := ev.Pool.Value(cell); ok {
		if to, ok := at(c); ok {
			return Value{X: ev.Pool.Const(to), D: task.True}
		}
		return Undecided
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
	v := Value{X: ev.Pool.Select(cell, to...), D: ev.Pool.Select(cell, valid...)}
	ev.steppings[key] = v
	return v
}

// Coords returns the row and the column of a cell.
func (ev *Evaluator) Coords(grid *model.Grid, c Value) (row, col Value) {
	cols := ev.Pool.Const(ev.m.Dims[grid.ID].Cols)
	return Value{X: ev.Pool.Div(c.X, cols), D: c.D}, Value{X: ev.Pool.Mod(c.X, cols), D: c.D}
}

// cellAt returns the cell in a row and a column. It is undefined off the board.
func (ev *Evaluator) cellAt(grid *model.Grid, r, k Value) Value {
	p := ev.Pool
	dims := ev.m.Dims[grid.ID]
	inside := p.And(r.D, k.D, p.Le(p.Const(0), r.X), p.Lt(r.X, p.Const(dims.Rows)), p.Le(p.Const(0), k.X),
		p.Lt(k.X, p.Const(dims.Cols)))
	if inside == task.False {
		return Undecided
	}
	return Value{X: p.Add(p.Mul(r.X, p.Const(dims.Cols)), k.X), D: inside}
}

func (ev *Evaluator) coord(e *model.Coord, f Frame) Value {
	row, col := ev.Coords(e.X.Type().Grid, ev.Eval(e.X, f))
	if e.Col {
		return col
	}
	return row
}

func (ev *Evaluator) between(e *model.Between, f Frame) Value {
	ar, ak := ev.Coords(e.A.Type().Grid, ev.Eval(e.A, f))
	br, bk := ev.Coords(e.B.Type().Grid, ev.Eval(e.B, f))
	return ev.offset(ev.arith(model.Sub, ar, br, e), ev.arith(model.Sub, ak, bk, e))
}

// toOffset returns a direction as an offset.
func (ev *Evaluator) toOffset(d Value) Value {
	rows, cols := make([]task.Expr, 4), make([]task.Expr, 4)
	for i, o := range model.DirOffsets {
		rows[i], cols[i] = ev.Pool.Const(o[0]), ev.Pool.Const(o[1])
	}
	return ev.offset(Value{X: ev.Pool.Select(d.X, rows...), D: d.D}, Value{X: ev.Pool.Select(d.X, cols...), D: d.D})
}

// extent returns the number of rows or columns of a grid or a map.
func (ev *Evaluator) extent(e *model.Extent, f Frame) Value {
	var d model.Dims
	if e.Grid != nil {
		d = ev.m.Dims[e.Grid.ID]
	} else {
		v := ev.Eval(e.Map, f)
		if v.held == nil || v.held.Map == nil {
			return Undecided
		}
		d = model.Dims{Rows: int64(v.held.Map.Rows), Cols: int64(v.held.Map.Cols)}
	}
	if e.Cols {
		return Value{X: ev.Pool.Const(d.Cols), D: task.True}
	}
	return Value{X: ev.Pool.Const(d.Rows), D: task.True}
}

// mapAt returns what stands in a map at a cell.
func (ev *Evaluator) mapAt(e *model.MapAt, f Frame) Value {
	m, c := ev.Eval(e.Map, f), ev.Eval(e.Cell, f)
	if m.held == nil || m.held.Map == nil || c.D == task.False || len(m.held.Map.Cells) == 0 {
		return Undecided
	}
	of := m.held.Map
	if k, ok := ev.Pool.Value(c.X); ok {
		v := of.At(k)
		if v.IsNone() {
			return Undecided
		}
		return ev.restrict(e.Ty, ev.Lift(e.Ty, v), c.D)
	}
	key := tableKey{of: of, place: c.X}
	return ev.restrict(e.Ty, ev.table(key, e.Ty, len(of.Cells), func(k int) (model.Value, bool) {
		v := of.At(int64(k))
		return v, !v.IsNone()
	}), c.D)
}

// function returns a built-in function on values.
func (ev *Evaluator) function(e *model.Func, f Frame) Value {
	p := ev.Pool
	t := e.Args[0].Type()
	switch e.Fn {
	case model.Defined:
		three := ev
		if ev.base != nil { // `defined` of a condition is the same in both readings
			three = ev.base
		}
		return ev.truth(ev.Defined(t, three.Quietly(func() Value { return three.Eval(e.Args[0], f) })))
	case model.Min, model.Max:
		return ev.extreme(e, ev.asValue(e.Args[0], f), f)
	case model.Adjacent, model.Manhattan, model.Chebyshev:
		return ev.distance(e, ev.Eval(e.Args[0], f), ev.Eval(e.Args[1], f))
	case model.Abs:
		v := ev.Eval(e.Args[0], f)
		return Value{X: p.Abs(v.X), D: v.D}
	case model.Digit:
		v := ev.Eval(e.Args[0], f)
		in := p.And(p.Le(p.Const('0'), v.X), p.Le(v.X, p.Const('9')))
		return Value{X: p.Add(v.X, p.Const(-'0')), D: p.And(v.D, in)}
	case model.IndexOf: // the code of a value is its place
		x, d := ev.Code(t, ev.asValue(e.Args[0], f))
		return Value{X: x, D: d}
	case model.SizeOfList, model.ValueOfList: // only in constants, which semantics has computed
	}
	return undef(e.Ty)
}

// extreme returns the least or greatest of some values.
func (ev *Evaluator) extreme(e *model.Func, first Value, f Frame) Value {
	p := ev.Pool
	t := e.Ty
	vals := []Value{first}
	for _, a := range e.Args[1:] {
		vals = append(vals, ev.asValue(a, f))
	}
	defs := make([]task.Expr, len(vals))
	xs := make([]task.Expr, len(vals))
	for i, v := range vals {
		defs[i], xs[i] = ev.Defined(t, v), v.X
	}
	all := p.And(defs...)
	switch {
	case all == task.False:
		return undef(t)
	case t.Scalar() && e.Fn == model.Min:
		return Value{X: p.Min(xs...), D: all}
	case t.Scalar():
		return Value{X: p.Max(xs...), D: all}
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
func (ev *Evaluator) distance(e *model.Func, a, b Value) Value {
	p := ev.Pool
	grid := e.Args[0].Type().Grid
	ar, ak := ev.Coords(grid, a)
	br, bk := ev.Coords(grid, b)
	d := p.And(a.D, b.D)
	if d == task.False {
		return Undecided
	}
	r, k := p.Abs(p.Sub(ar.X, br.X)), p.Abs(p.Sub(ak.X, bk.X))
	switch e.Fn {
	case model.Adjacent:
		return ev.decidedIf(d, p.Eq(p.Add(r, k), p.Const(1)))
	case model.Manhattan:
		return Value{X: p.Add(r, k), D: d}
	default:
		return Value{X: p.Max(r, k), D: d}
	}
}
