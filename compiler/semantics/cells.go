package semantics

import "github.com/pzc-lang/pzc/compiler/model"

// cell evaluates expressions on one cell or direction.
func (ev *Evaluator) cell(e model.Expr, f Frame) (model.Value, bool) {
	switch e := e.(type) {
	case *model.Shift:
		c, ok := ev.eval(e.Cell, f)
		if !ok {
			return undefined, false
		}
		dr, dk, ok := ev.offset(e.By, f)
		if !ok {
			return undefined, false
		}
		if e.Minus {
			dr, dk = -dr, -dk
		}
		d := ev.dims(e.Ty.Grid)
		if d.Cols == 0 {
			return undefined, false
		}
		return CellAt(d, c.N/d.Cols+dr, c.N%d.Cols+dk)
	case *model.ToCell:
		r, k, ok := ev.offset(e.X, f)
		if !ok {
			return undefined, false
		}
		return CellAt(ev.dims(e.Ty.Grid), r, k)
	case *model.Coord:
		c, ok := ev.eval(e.X, f)
		cols := ev.dims(e.X.Type().Grid).Cols
		if !ok || cols == 0 {
			return undefined, false
		}
		if e.Col {
			return model.Int(c.N % cols), true
		}
		return model.Int(c.N / cols), true
	case *model.Extent:
		return ev.extent(e, f)
	case *model.Opposite:
		d, ok := ev.eval(e.X, f)
		return model.Int((d.N + 2) % 4), ok
	default:
		return undefined, false
	}
}

// CellAt returns the cell in a row and column; undefined off the board.
func CellAt(d model.Dims, r, k int64) (model.Value, bool) {
	if r < 0 || k < 0 || r >= d.Rows || k >= d.Cols {
		return undefined, false
	}
	return model.Int(r*d.Cols + k), true
}

func (ev *Evaluator) extent(e *model.Extent, f Frame) (model.Value, bool) {
	var d model.Dims
	if e.Grid != nil {
		d = ev.dims(e.Grid)
	} else {
		v, ok := ev.eval(e.Map, f)
		if !ok || v.C == nil || v.C.Map == nil {
			return undefined, false
		}
		d = model.Dims{Rows: int64(v.C.Map.Rows), Cols: int64(v.C.Map.Cols)}
	}
	if e.Cols {
		return model.Int(d.Cols), true
	}
	return model.Int(d.Rows), true
}

// offset computes a pair of numbers without allocating a tuple.
func (ev *Evaluator) offset(e model.Expr, f Frame) (r, k int64, ok bool) {
	switch e := e.(type) {
	case *model.ToOffset:
		d, ok := ev.eval(e.X, f)
		if !ok {
			return 0, 0, false
		}
		o := model.DirOffsets[d.N&3]
		return o[0], o[1], true
	case *model.Scale:
		n, ok := ev.eval(e.N, f)
		if !ok {
			return 0, 0, false
		}
		r, k, ok = ev.offset(e.X, f)
		return n.N * r, n.N * k, ok
	case *model.Neg:
		r, k, ok = ev.offset(e.X, f)
		return -r, -k, ok
	case *model.Between:
		return ev.between(e, f)
	case *model.Binary:
		return ev.offsetSum(e, f)
	case *model.TupleOfExprs:
		a, ok := ev.eval(e.Elems[0], f)
		if !ok {
			return 0, 0, false
		}
		b, ok := ev.eval(e.Elems[1], f)
		return a.N, b.N, ok
	default:
		v, ok := ev.eval(e, f)
		if !ok || v.C == nil || len(v.C.Tuple) != 2 {
			return 0, 0, false
		}
		return v.C.Tuple[0].N, v.C.Tuple[1].N, true
	}
}

func (ev *Evaluator) between(e *model.Between, f Frame) (r, k int64, ok bool) {
	a, b, ok := ev.pair(e.A, e.B, f)
	cols := ev.dims(e.A.Type().Grid).Cols
	if !ok || cols == 0 {
		return 0, 0, false
	}
	return a.N/cols - b.N/cols, a.N%cols - b.N%cols, true
}

func (ev *Evaluator) offsetSum(e *model.Binary, f Frame) (r, k int64, ok bool) {
	r, k, ok = ev.offset(e.L, f)
	if !ok {
		return 0, 0, false
	}
	r2, k2, ok := ev.offset(e.R, f)
	if e.Op == model.Sub {
		r2, k2 = -r2, -k2
	}
	return r + r2, k + k2, ok
}

func (ev *Evaluator) offsetValue(e model.Expr, f Frame) (model.Value, bool) {
	r, k, ok := ev.offset(e, f)
	if !ok {
		return undefined, false
	}
	return model.TupleOf(model.Int(r), model.Int(k)), true
}

// sameOffsets compares two offsets without allocating tuples. done is false if e does not compare offsets.
func (ev *Evaluator) sameOffsets(e *model.Binary, f Frame) (same, ok, done bool) {
	if e.L.Type().Kind != model.TupleKind || !e.L.Type().IsOffset() {
		return false, false, false
	}
	r, k, ok := ev.offset(e.L, f)
	if !ok {
		return false, false, true
	}
	r2, k2, ok := ev.offset(e.R, f)
	return r == r2 && k == k2, ok, true
}

// distance evaluates adjacent, manhattan and chebyshev.
func (ev *Evaluator) distance(e *model.Func, f Frame) (model.Value, bool) {
	a, b, ok := ev.pair(e.Args[0], e.Args[1], f)
	cols := ev.dims(e.Args[0].Type().Grid).Cols
	if !ok || cols == 0 {
		return undefined, false
	}
	r, k := a.N/cols-b.N/cols, a.N%cols-b.N%cols
	r, k = max(r, -r), max(k, -k)
	switch e.Fn {
	case model.Adjacent:
		return model.Bool(r+k == 1), true
	case model.Manhattan:
		return model.Int(r + k), true
	default:
		return model.Int(max(r, k)), true
	}
}

// dims returns the size of a grid.
func (ev *Evaluator) dims(g *model.Grid) model.Dims {
	if g == nil {
		return model.Dims{}
	}
	if ev.build != nil {
		return ev.build.grid(g)
	}
	return ev.m.Dims[g.ID]
}
