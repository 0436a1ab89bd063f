package statespace

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
)

// cell translates expressions about one cell or direction.
func (sc *Scope) cell(e model.Expr) Value {
	switch e := e.(type) {
	case *model.Shift:
		return sc.shift(e)
	case *model.ToCell:
		return sc.toCell(e)
	case *model.Coord:
		return sc.coordinate(e)
	default:
		GiveUp(e.Span(), "this expression")
	}
	return Value{}
}

func (w *Writer) cells(grid *model.Grid) Domain {
	d := w.Model.Dims[grid.ID]
	return span(0, d.Rows*d.Cols-1)
}

func (sc *Scope) toCell(e *model.ToCell) Value {
	row, col, need := sc.offset(e.X)
	return sc.offBoard(e, valueOf(sc.Writer.onGrid(e.Ty.Grid, "At", row.Expr, col.Expr), sc.Writer.cells(e.Ty.Grid)),
		need)
}

func (sc *Scope) coordinate(e *model.Coord) Value {
	x, grid := sc.Value(e.X), e.X.Type().Grid
	d := sc.Writer.Model.Dims[grid.ID]
	op, n := "/", d.Rows
	if e.Col {
		op, n = "%", d.Cols
	}
	part := code.Arithmetic(x.Expr, op, code.Name(sc.Writer.gridHelper(grid, "Cols")))
	return Value{Expr: part, Need: x.Need, Dom: span(0, max(n, 1)-1)}
}

// shift is a cell plus an offset.
func (sc *Scope) shift(e *model.Shift) Value {
	x := sc.Value(e.Cell)
	g := e.Ty.Grid
	need := slices.Clone(x.Need)
	if dir, ok := e.By.(*model.ToOffset); ok && !e.Minus {
		d := sc.Value(dir.X)
		need = append(need, d.Need...)
		return sc.offBoard(e, valueOf(sc.Writer.onGrid(g, "Step", x.Expr, d.Expr), sc.Writer.cells(g)), need)
	}
	row, col, more := sc.offset(e.By)
	need = append(need, more...)
	if e.Minus {
		row, col = minus(row), minus(col)
	}
	return sc.offBoard(e, valueOf(sc.Writer.onGrid(g, "Shift", x.Expr, row.Expr, col.Expr), sc.Writer.cells(g)), need)
}

// minus is the negation of a number.
func minus(v Value) Value {
	return valueOf(code.Negative(v.Expr), span(-v.Dom.Hi, -v.Dom.Lo))
}

// offBoard puts a cell that may lie off the board into a variable, with the condition that it lies on the board.
func (sc *Scope) offBoard(e model.Expr, v Value, need []code.Cond) Value {
	need = sc.open(need)
	if f, ok := sc.factOf(e); ok && f.defined {
		return v
	}
	if len(need) == 0 {
		v = sc.hoist(v, shortName(sc.Writer.Source(e.Span())))
		v.total = true
	}
	v.Need = sc.open(append(need, defined(v.Expr)))
	return v
}

// shortName makes a name of the text of an expression: man + 2*d is man2d.
func shortName(text string) string {
	name := code.Own(text)
	if len(name) > 12 || name == "x" {
		return "place"
	}
	return name
}

// offset translates a pair of numbers as its two parts.
func (sc *Scope) offset(e model.Expr) (row, col Value, need []code.Cond) {
	if f, ok := sc.factOf(e); ok && f.constant {
		return number(f.value.C.Tuple[0].N), number(f.value.C.Tuple[1].N), nil
	}
	switch e := e.(type) {
	case *model.ToOffset:
		d := sc.Value(e.X)
		return valueOf(code.Name("rowStep").At(asIndex(d)), span(-1, 1)), valueOf(code.Name("colStep").At(asIndex(d)),
			span(-1, 1)), d.Need
	case *model.Scale:
		n := sc.Value(e.N)
		row, col, need = sc.offset(e.X)
		return times(n, row), times(n, col), append(slices.Clone(n.Need), need...)
	case *model.TupleOfExprs:
		row, col = sc.Value(e.Elems[0]), sc.Value(e.Elems[1])
		return row, col, append(slices.Clone(row.Need), col.Need...)
	case *model.Local:
		if l := sc.Slots[e.Slot]; l.parts != nil {
			return valueOf(l.parts[0], unbounded), valueOf(l.parts[1], unbounded), nil
		}
	default:
	}
	GiveUp(e.Span(), "this offset")
	return Value{}, Value{}, nil
}

func number(n int64) Value { return valueOf(code.Int(n), span(n, n)) }

// times is a product without factors 1.
func times(n, x Value) Value {
	switch {
	case x.Is(0) || n.Is(1):
		return x
	case x.Is(1):
		return n
	case x.Is(-1):
		return minus(n)
	}
	return valueOf(code.Arithmetic(n.Expr, "*", x.Expr), product(n.Dom, x.Dom))
}
