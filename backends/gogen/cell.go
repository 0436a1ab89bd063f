package gogen

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
)

// cell translates what has to do with one cell or direction.
func (sc *scope) cell(e model.Expr) value {
	switch e := e.(type) {
	case *model.Shift:
		return sc.shift(e)
	case *model.ToCell:
		return sc.toCell(e)
	case *model.Coord:
		return sc.coordinate(e)
	case *model.Opposite:
		x := sc.value(e.X)
		return value{Expr: code.Arithmetic(code.Arithmetic(x.Expr, "+", code.Int(2)), "%", code.Int(4)), need: x.need, dom: span(0, 3)}
	case *model.Extent:
		if f, ok := sc.factOf(e); ok && f.constant {
			return valueOf(code.Int(f.value.N), f.dom)
		}
		giveUp(e.Sp, "this size")
	default:
		giveUp(e.Span(), "this expression")
	}
	return value{}
}

func (g *generator) cells(grid *model.Grid) domain {
	d := g.m.Dims[grid.ID]
	return span(0, d.Rows*d.Cols-1)
}

func (sc *scope) toCell(e *model.ToCell) value {
	row, col, need := sc.offset(e.X)
	return sc.offBoard(e, valueOf(sc.g.onGrid(e.Ty.Grid, "At", row.Expr, col.Expr), sc.g.cells(e.Ty.Grid)), need)
}

func (sc *scope) coordinate(e *model.Coord) value {
	x, grid := sc.value(e.X), e.X.Type().Grid
	d := sc.g.m.Dims[grid.ID]
	if e.Col {
		return value{Expr: sc.g.column(grid, x.Expr), need: x.need, dom: span(0, max(d.Cols, 1)-1)}
	}
	return value{Expr: sc.g.row(grid, x.Expr), need: x.need, dom: span(0, max(d.Rows, 1)-1)}
}

// row and column are those of a cell.
func (g *generator) row(grid *model.Grid, cell code.Expr) code.Expr {
	return code.Arithmetic(cell, "/", code.Name(g.gridHelper(grid, "Cols")))
}

func (g *generator) column(grid *model.Grid, cell code.Expr) code.Expr {
	return code.Arithmetic(cell, "%", code.Name(g.gridHelper(grid, "Cols")))
}

// shift is a cell some way from another.
func (sc *scope) shift(e *model.Shift) value {
	x := sc.value(e.Cell)
	g := e.Ty.Grid
	need := slices.Clone(x.need)
	if dir, ok := e.By.(*model.ToOffset); ok && !e.Minus {
		d := sc.value(dir.X)
		need = append(need, d.need...)
		return sc.offBoard(e, valueOf(sc.g.onGrid(g, "Step", x.Expr, d.Expr), sc.g.cells(g)), need)
	}
	row, col, more := sc.offset(e.By)
	need = append(need, more...)
	if e.Minus {
		row, col = minus(row), minus(col)
	}
	return sc.offBoard(e, valueOf(sc.g.onGrid(g, "Shift", x.Expr, row.Expr, col.Expr), sc.g.cells(g)), need)
}

// minus is a number with the other sign.
func minus(v value) value {
	return valueOf(code.Negative(v.Expr), span(-v.dom.hi, -v.dom.lo))
}

// offBoard gives a cell that may lie off the board a name, and says that it must not.
func (sc *scope) offBoard(e model.Expr, v value, need []code.Cond) value {
	need = sc.open(need)
	if f, ok := sc.factOf(e); ok && f.defined {
		return v
	}
	if len(need) == 0 {
		v = sc.hoist(v, shortName(sc.g.source(e.Span())))
		v.total = true
	}
	v.need = sc.open(append(need, defined(v.Expr)))
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
func (sc *scope) offset(e model.Expr) (row, col value, need []code.Cond) {
	switch e := e.(type) {
	case *model.ToOffset:
		d := sc.value(e.X)
		if f, ok := sc.factOf(e.X); ok && f.constant {
			o := model.DirOffsets[f.value.N]
			return number(o[0]), number(o[1]), d.need
		}
		sc.g.need("rowStep")
		return valueOf(code.Name("rowStep").At(asIndex(d)), span(-1, 1)), valueOf(code.Name("colStep").At(asIndex(d)), span(-1, 1)), d.need
	case *model.Scale:
		n := sc.value(e.N)
		row, col, need = sc.offset(e.X)
		return times(n, row), times(n, col), append(slices.Clone(n.need), need...)
	case *model.Neg:
		row, col, need = sc.offset(e.X)
		return minus(row), minus(col), need
	case *model.Between:
		a, b := sc.value(e.A), sc.value(e.B)
		grid := e.A.Type().Grid
		d := sc.g.m.Dims[grid.ID]
		row = valueOf(code.Arithmetic(sc.g.row(grid, a.Expr), "-", sc.g.row(grid, b.Expr)), span(-d.Rows, d.Rows))
		col = valueOf(code.Arithmetic(sc.g.column(grid, a.Expr), "-", sc.g.column(grid, b.Expr)), span(-d.Cols, d.Cols))
		return row, col, append(slices.Clone(a.need), b.need...)
	case *model.Binary:
		r1, c1, n1 := sc.offset(e.L)
		r2, c2, n2 := sc.offset(e.R)
		sum := func(a, b value) value {
			return valueOf(code.Arithmetic(a.Expr, operators[e.Op], b.Expr), unbounded)
		}
		return sum(r1, r2), sum(c1, c2), append(slices.Clone(n1), n2...)
	case *model.TupleOfExprs:
		row, col = sc.value(e.Elems[0]), sc.value(e.Elems[1])
		return row, col, append(slices.Clone(row.need), col.need...)
	case *model.Local:
		if l := sc.slots[e.Slot]; len(l.fields) == 2 {
			return valueOf(l.fields[0], unbounded), valueOf(l.fields[1], unbounded), nil
		}
	case *model.Lit:
		return number(e.Value.C.Tuple[0].N), number(e.Value.C.Tuple[1].N), nil
	case *model.Read:
		if p, need := sc.tupleRead(e); len(p) == 2 {
			return p[0], p[1], need
		}
	case *model.If:
		if f, ok := sc.factOf(e); !ok || !f.constant {
			p := sc.chosenTuple(e, []string{sc.names.Take("row"), sc.names.Take("col")})
			return p[0], p[1], append(slices.Clone(p[0].need), p[1].need...)
		}
	default:
	}
	if f, ok := sc.factOf(e); ok && f.constant {
		return number(f.value.C.Tuple[0].N), number(f.value.C.Tuple[1].N), nil
	}
	giveUp(e.Span(), "this offset")
	return value{}, value{}, nil
}

func number(n int64) value { return valueOf(code.Int(n), span(n, n)) }

// times is a product, without factors that say nothing.
func times(n, x value) value {
	switch {
	case x.Is(0) || n.Is(1):
		return x
	case x.Is(1):
		return n
	case x.Is(-1):
		return minus(n)
	}
	return valueOf(code.Arithmetic(n.Expr, "*", x.Expr), product(n.dom, x.dom))
}

// parts translates a tuple as its parts. Those that are tuples themselves are not known.
func (sc *scope) parts(e model.Expr) ([]value, []code.Cond) {
	switch e := e.(type) {
	case *model.TupleOfExprs:
		var out []value
		var need []code.Cond
		for _, x := range e.Elems {
			if !x.Type().Scalar() {
				giveUp(x.Span(), "a tuple in a tuple")
			}
			c := sc.value(x)
			out, need = append(out, c), append(need, c.need...)
		}
		return out, need
	case *model.Local:
		l := sc.slots[e.Slot]
		if l.fields == nil {
			break
		}
		var out []value
		for _, f := range l.fields {
			out = append(out, valueOf(f, unbounded))
		}
		return out, nil
	default:
	}
	if r, ok := e.(*model.Read); ok {
		return sc.tupleRead(r)
	}
	if e.Type().IsOffset() {
		row, col, need := sc.offset(e)
		return []value{row, col}, need
	}
	giveUp(e.Span(), "this tuple")
	return nil, nil
}

// tupleRead is the parts of a constant that is a tuple.
func (sc *scope) tupleRead(e *model.Read) ([]value, []code.Cond) {
	d := sc.g.m.Data[e.Array.ID]
	if e.Array.Role == model.State || slices.Contains(d.Defined, false) {
		giveUp(e.Sp, "`%s` here", e.Array.Name)
	}
	x, need := sc.element(e.Array, code.Name(sc.g.data(e.Array)), e.Index)
	var out []value
	for i, t := range e.Array.Type.Elems {
		if !t.Scalar() {
			giveUp(e.Sp, "a tuple in a tuple")
		}
		var vals []int64
		for _, v := range d.Values {
			vals = append(vals, v.C.Tuple[i].N)
		}
		out = append(out, valueOf(x.Field(fmt.Sprintf("v%d", i)), domainOf(vals)))
	}
	return out, need
}

func (sc *scope) tupleDefined(e model.Expr) bool {
	_, need := sc.probe().parts(e)
	return len(need) == 0
}

// sameTuple compares two tuples part by part.
func (sc *scope) sameTuple(l, r model.Expr, op model.Op, want bool) code.Cond {
	if op != model.Eq && op != model.Ne {
		return sc.ordered(l, r, op, want)
	}
	a, need := sc.parts(l)
	b, more := sc.parts(r)
	var equal []code.Cond
	for i := range a {
		equal = append(equal, code.Compare(a[i].Expr, "==", b[i].Expr))
	}
	t := code.And(equal...)
	if (op == model.Eq) != want {
		t = code.Not(t)
	}
	return code.And(append(append(sc.open(need), sc.open(more)...), t)...)
}

// ordered compares two tuples by the first part in which they differ.
func (sc *scope) ordered(l, r model.Expr, op model.Op, want bool) code.Cond {
	for _, t := range l.Type().Elems {
		if t.Kind == model.Boolean {
			giveUp(l.Span(), "the order of tuples with conditions in them")
		}
	}
	a, need := sc.parts(l)
	b, more := sc.parts(r)
	less := op == model.Lt || op == model.Le
	equal := op == model.Le || op == model.Ge
	if !want { // what is not less is greater or equal
		less, equal = !less, !equal
	}
	sign := map[bool]string{true: "<", false: ">"}[less]
	last := len(a) - 1
	t := code.Compare(a[last].Expr, sign+map[bool]string{true: "=", false: ""}[equal], b[last].Expr)
	for i := last - 1; i >= 0; i-- {
		x, y := a[i].Expr, b[i].Expr
		t = code.Or(code.Compare(x, sign, y), code.And(code.Compare(x, "==", y), t))
	}
	return code.And(append(append(sc.open(need), sc.open(more)...), t)...)
}

// fewTuples are compared one by one, more by a function.
const fewTuples = 2

// tupleIn is `(x, y) in S`.
func (sc *scope) tupleIn(e *model.In, want bool) code.Cond {
	s, closed := sc.closedSet(e.Set)
	if lit, ok := e.Set.(*model.SetLit); ok && len(lit.Elems) > 0 && (!closed || len(lit.Elems) <= fewTuples) {
		var parts []code.Cond
		for _, x := range lit.Elems {
			parts = append(parts, sc.sameTuple(e.X, x, model.Eq, want))
		}
		if want {
			return code.Or(parts...)
		}
		return code.And(parts...)
	}
	if !closed {
		giveUp(e.Sp, "membership in this set")
	}
	parts, need := sc.parts(e.X)
	t := code.Holds(code.Call(sc.g.memberOf(e.Set, s), exprs(parts)...))
	if !want {
		t = code.Not(t)
	}
	return code.And(append(sc.open(need), t)...)
}

// exprs are values without what is known about them.
func exprs(values []value) []code.Expr {
	out := make([]code.Expr, len(values))
	for i, v := range values {
		out[i] = v.Expr
	}
	return out
}
