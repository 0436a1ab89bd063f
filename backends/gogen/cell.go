package gogen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
)

// cell translates what has to do with one cell or direction.
func (sc *scope) cell(e model.Expr) code {
	switch e := e.(type) {
	case *model.Shift:
		return sc.shift(e)
	case *model.ToCell:
		return sc.toCell(e)
	case *model.Coord:
		return sc.coordinate(e)
	case *model.Opposite:
		x := sc.value(e.X)
		return code{text: "(" + x.in(precAdd) + " + 2)%4", prec: precMul, need: x.need, dom: span(0, 3)}
	case *model.Extent:
		if f, ok := sc.factOf(e); ok && f.constant {
			return operand(fmt.Sprint(f.value.N), f.dom)
		}
		giveUp(e.Sp, "this size")
	default:
		giveUp(e.Span(), "this expression")
	}
	return code{}
}

func (g *generator) cells(grid *model.Grid) domain {
	d := g.m.Dims[grid.ID]
	return span(0, d.Rows*d.Cols-1)
}

func (sc *scope) toCell(e *model.ToCell) code {
	row, col, need := sc.offset(e.X)
	c := code{text: sc.g.gridHelper(e.Ty.Grid, "At") + "(" + row.text + ", " + col.text + ")", prec: precOperand, dom: sc.g.cells(e.Ty.Grid)}
	return sc.offBoard(e, c, need)
}

func (sc *scope) coordinate(e *model.Coord) code {
	x := sc.value(e.X)
	d := sc.g.m.Dims[e.X.Type().Grid.ID]
	cols := sc.g.gridHelper(e.X.Type().Grid, "Cols")
	if e.Col {
		return code{text: x.in(precMul) + "%" + cols, prec: precMul, need: x.need, dom: span(0, max(d.Cols, 1)-1)}
	}
	return code{text: x.in(precMul) + "/" + cols, prec: precMul, need: x.need, dom: span(0, max(d.Rows, 1)-1)}
}

// shift is a cell some way from another.
func (sc *scope) shift(e *model.Shift) code {
	x := sc.value(e.Cell)
	g := e.Ty.Grid
	c := code{prec: precOperand, dom: sc.g.cells(g)}
	need := slices.Clone(x.need)
	if dir, ok := e.By.(*model.ToOffset); ok && !e.Minus {
		d := sc.value(dir.X)
		need = append(need, d.need...)
		c.text = sc.g.gridHelper(g, "Step") + "(" + x.text + ", " + d.text + ")"
		return sc.offBoard(e, c, need)
	}
	row, col, more := sc.offset(e.By)
	need = append(need, more...)
	if e.Minus {
		row, col = minus(row), minus(col)
	}
	c.text = sc.g.gridHelper(g, "Shift") + "(" + x.text + ", " + row.text + ", " + col.text + ")"
	return sc.offBoard(e, c, need)
}

func minus(c code) code {
	switch {
	case c.text == "0":
		return c
	case strings.HasPrefix(c.text, "-"):
		return operand(c.text[1:], c.dom)
	}
	return code{text: "-" + c.in(precOperand), prec: precMul, dom: span(-c.dom.hi, -c.dom.lo)}
}

// offBoard gives a cell that may lie off the board a name, and says that it must not.
func (sc *scope) offBoard(e model.Expr, c code, need []truth) code {
	need = sc.open(need)
	if f, ok := sc.factOf(e); ok && f.defined {
		return c
	}
	if len(need) == 0 {
		c = sc.hoist(c, shortName(sc.g.source(e.Span())))
		c.total = true
	}
	c.need = sc.open(append(need, defined(c.text)))
	return c
}

// shortName makes a name of the text of an expression: man + 2*d is man2d.
func shortName(text string) string {
	name := camel(text, false)
	if len(name) > 12 || name == "x" {
		return "place"
	}
	return name
}

// offset translates a pair of numbers as its two parts.
func (sc *scope) offset(e model.Expr) (row, col code, need []truth) {
	switch e := e.(type) {
	case *model.ToOffset:
		d := sc.value(e.X)
		if f, ok := sc.factOf(e.X); ok && f.constant {
			o := model.DirOffsets[f.value.N]
			return number(o[0]), number(o[1]), d.need
		}
		return operand(sc.g.need("rowStep")+"["+indexText(d)+"]", span(-1, 1)), operand(sc.g.need("colStep")+"["+indexText(d)+"]", span(-1, 1)), d.need
	case *model.Scale:
		n := sc.value(e.N)
		row, col, need = sc.offset(e.X)
		return times(n, row), times(n, col), append(slices.Clone(n.need), need...)
	case *model.Neg:
		row, col, need = sc.offset(e.X)
		return minus(row), minus(col), need
	case *model.Between:
		a, b := sc.value(e.A), sc.value(e.B)
		cols := sc.g.gridHelper(e.A.Type().Grid, "Cols")
		d := sc.g.m.Dims[e.A.Type().Grid.ID]
		need = append(slices.Clone(a.need), b.need...)
		row = code{text: a.in(precMul) + "/" + cols + " - " + b.in(precMul) + "/" + cols, prec: precAdd, dom: span(-d.Rows, d.Rows)}
		col = code{text: a.in(precMul) + "%" + cols + " - " + b.in(precMul) + "%" + cols, prec: precAdd, dom: span(-d.Cols, d.Cols)}
		return row, col, need
	case *model.Binary:
		r1, c1, n1 := sc.offset(e.L)
		r2, c2, n2 := sc.offset(e.R)
		op := operators[e.Op]
		sum := func(a, b code) code {
			return code{text: a.in(precAdd) + " " + op + " " + b.in(precMul), prec: precAdd, dom: unbounded}
		}
		return sum(r1, r2), sum(c1, c2), append(slices.Clone(n1), n2...)
	case *model.TupleOfExprs:
		row, col = sc.value(e.Elems[0]), sc.value(e.Elems[1])
		return row, col, append(slices.Clone(row.need), col.need...)
	case *model.Local:
		if l := sc.slots[e.Slot]; len(l.fields) == 2 {
			return operand(l.fields[0], unbounded), operand(l.fields[1], unbounded), nil
		}
	case *model.Lit:
		return number(e.Value.C.Tuple[0].N), number(e.Value.C.Tuple[1].N), nil
	case *model.Read:
		if p, need := sc.tupleRead(e); len(p) == 2 {
			return p[0], p[1], need
		}
	case *model.If:
		if f, ok := sc.factOf(e); !ok || !f.constant {
			p := sc.chosenTuple(e, []string{sc.b.names.take("row"), sc.b.names.take("col")})
			return p[0], p[1], append(slices.Clone(p[0].need), p[1].need...)
		}
	default:
	}
	if f, ok := sc.factOf(e); ok && f.constant {
		return number(f.value.C.Tuple[0].N), number(f.value.C.Tuple[1].N), nil
	}
	giveUp(e.Span(), "this offset")
	return code{}, code{}, nil
}

func number(n int64) code { return operand(fmt.Sprint(n), span(n, n)).signed() }

// times is a product, without factors that say nothing.
func times(n, x code) code {
	switch {
	case x.text == "0" || n.text == "1":
		return x
	case x.text == "1":
		return n
	case x.text == "-1":
		return minus(n)
	}
	return code{text: n.in(precMul) + "*" + x.in(precOperand), prec: precMul, dom: product(n.dom, x.dom)}
}

// parts translates a tuple as its parts. Those that are tuples themselves are not known.
func (sc *scope) parts(e model.Expr) ([]code, []truth) {
	switch e := e.(type) {
	case *model.TupleOfExprs:
		var out []code
		var need []truth
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
		var out []code
		for _, f := range l.fields {
			out = append(out, operand(f, unbounded))
		}
		return out, nil
	default:
	}
	if r, ok := e.(*model.Read); ok {
		return sc.tupleRead(r)
	}
	if e.Type().IsOffset() {
		row, col, need := sc.offset(e)
		return []code{row, col}, need
	}
	giveUp(e.Span(), "this tuple")
	return nil, nil
}

// tupleRead is the parts of a constant that is a tuple.
func (sc *scope) tupleRead(e *model.Read) ([]code, []truth) {
	d := sc.g.m.Data[e.Array.ID]
	if e.Array.Role == model.State || slices.Contains(d.Defined, false) {
		giveUp(e.Sp, "`%s` here", e.Array.Name)
	}
	text, need := sc.element(e.Array, sc.g.data(e.Array), e.Index)
	var out []code
	for i, t := range e.Array.Type.Elems {
		if !t.Scalar() {
			giveUp(e.Sp, "a tuple in a tuple")
		}
		var vals []int64
		for _, v := range d.Values {
			vals = append(vals, v.C.Tuple[i].N)
		}
		out = append(out, operand(fmt.Sprintf("%s.v%d", text, i), domainOf(vals)))
	}
	return out, need
}

func (sc *scope) tupleDefined(e model.Expr) bool {
	_, need := sc.probe().parts(e)
	return len(need) == 0
}

// sameTuple compares two tuples part by part.
func (sc *scope) sameTuple(l, r model.Expr, op model.Op, want bool) truth {
	if op != model.Eq && op != model.Ne {
		return sc.ordered(l, r, op, want)
	}
	a, need := sc.parts(l)
	b, more := sc.parts(r)
	var equal []truth
	for i := range a {
		equal = append(equal, compare(a[i].in(precAdd), "==", b[i].in(precAdd)))
	}
	t := and(equal...)
	if (op == model.Eq) != want {
		t = negate(t)
	}
	return and(append(append(sc.open(need), sc.open(more)...), t)...)
}

// ordered compares two tuples by the first part in which they differ.
func (sc *scope) ordered(l, r model.Expr, op model.Op, want bool) truth {
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
	t := compare(a[last].in(precAdd), sign+map[bool]string{true: "=", false: ""}[equal], b[last].in(precAdd))
	for i := last - 1; i >= 0; i-- {
		x, y := a[i].in(precAdd), b[i].in(precAdd)
		t = or(compare(x, sign, y), and(compare(x, "==", y), t))
	}
	return and(append(append(sc.open(need), sc.open(more)...), t)...)
}

// tupleIn is `(x, y) in S`.
// fewTuples are compared one by one, more by a function.
const fewTuples = 2

func (sc *scope) tupleIn(e *model.In, want bool) truth {
	s, closed := sc.closedSet(e.Set)
	if lit, ok := e.Set.(*model.SetLit); ok && len(lit.Elems) > 0 && (!closed || len(lit.Elems) <= fewTuples) {
		var parts []truth
		for _, x := range lit.Elems {
			parts = append(parts, sc.sameTuple(e.X, x, model.Eq, want))
		}
		if want {
			return or(parts...)
		}
		return and(parts...)
	}
	if !closed {
		giveUp(e.Sp, "membership in this set")
	}
	parts, need := sc.parts(e.X)
	args := make([]string, len(parts))
	for i, p := range parts {
		args[i] = p.text
	}
	t := atomOf(sc.g.memberOf(e.Set, s) + "(" + strings.Join(args, ", ") + ")")
	if !want {
		t = negate(t)
	}
	return and(append(sc.open(need), t)...)
}
