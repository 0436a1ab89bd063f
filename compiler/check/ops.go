package check

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

func (s *scope) unary(e *dsl.Unary) model.Expr {
	if e.Op == "not" {
		return &model.Not{Base: model.Base{Sp: e.Span(), Ty: model.BooleanType}, X: s.cond(e.X)}
	}
	x := s.hint(e.X, nil)
	base := model.Base{Sp: e.Span(), Ty: x.Type()}
	switch t := x.Type(); {
	case isWrong(x):
		return wrongAt(e.Span())
	case t.Kind == model.Number, t.IsOffset():
		return &model.Neg{Base: base, X: x}
	case t.Kind == model.Direction:
		return &model.Opposite{Base: base, X: x}
	}
	s.operand(x, "-", "a number, a direction or an offset")
	return wrongAt(e.Span())
}

// operand reports an operand of the wrong type.
func (s *scope) operand(x model.Expr, op, wanted string) {
	s.mistyped(x.Span(), x, model.NumberType, "this is %s, `%s` wants %s", describe(x.Type()), op, wanted)
}

func (s *scope) binary(e *dsl.Binary) model.Expr {
	truth := model.Base{Sp: e.Span(), Ty: model.BooleanType}
	switch op := model.OpOf(e.Op); e.Op {
	case "or":
		if l, ok := e.L.(*dsl.Binary); ok && l.Op == "==" {
			if r := s.hint(e.R, nil); !isWrong(r) && r.Type().Kind != model.Boolean {
				text := s.checker.text(l.L.Span()) + " == " + s.checker.text(r.Span())
				s.diags.Errorf(r.Span(), codeKind, "this is %s, a Boolean is wanted", describe(r.Type())).Write(r.Span(), text, "")
				return wrongAt(e.Span())
			}
		}
		fallthrough
	case "and", "=>":
		return &model.Binary{Base: truth, Op: op, L: s.cond(e.L), R: s.cond(e.R)}
	case "..":
		return s.rangeOf(e)
	case "in":
		return s.in(e)
	case "not in":
		return &model.Not{Base: truth, X: s.in(e)}
	case "+", "-", "*", "/", "%":
		return s.arithmetic(e, op)
	default:
		return s.compare(e, op)
	}
}

// rangeOf checks `lo..hi`. A range of characters, 'a'..'z', is the set of these characters.
func (s *scope) rangeOf(e *dsl.Binary) model.Expr {
	lo, isLo := e.L.(*dsl.Char)
	hi, isHi := e.R.(*dsl.Char)
	if l, r, ok := s.enumRange(e); ok {
		values := l.Type().Enum.Values[l.Value.N : r.Value.N+1]
		s.diags.Errorf(e.Span(), codeKind, "a range goes over numbers, not over %s", plural(l.Type())).
			Write(e.Span(), "{"+strings.Join(values, ", ")+"}", "")
		return wrongAt(e.Span())
	}
	if !isLo && !isHi {
		return &model.Range{
			Base: model.Base{Sp: e.Span(), Ty: model.SetOf(model.NumberType)}, Lo: s.number(e.L), Hi: s.number(e.R),
		}
	}
	if !isLo || !isHi || lo.Value > hi.Value || hi.Value-lo.Value >= maxLetters {
		return s.refuse(e.Span(), codeKind, "write 'a'..'z'; the code points of characters are numbers, `index(x)`",
			"a range of characters goes from a literal to a greater one, over at most %d characters", maxLetters)
	}
	out := &model.SetLit{Base: model.Base{Sp: e.Span(), Ty: model.SetOf(model.CharacterType)}}
	for c := lo.Value; c <= hi.Value; c++ {
		base := model.Base{Sp: e.Span(), Ty: model.CharacterType}
		out.Elems = append(out.Elems, &model.Lit{Base: base, Value: model.Int(int64(c))})
	}
	return out
}

// enumRange returns the ends of a range of values of an enum.
func (s *scope) enumRange(e *dsl.Binary) (lo, hi *model.Lit, ok bool) {
	l, isL := e.L.(*dsl.Name)
	r, isR := e.R.(*dsl.Name)
	if !isL || !isR {
		return nil, nil, false
	}
	lo, isL = s.name(l).(*model.Lit)
	hi, isR = s.name(r).(*model.Lit)
	return lo, hi, isL && isR && lo.Ty.Kind == model.Enumerated && lo.Ty.Equal(hi.Ty) && lo.Value.N <= hi.Value.N
}

// maxLetters bounds the characters of a range.
const maxLetters = 256

func (s *scope) in(e *dsl.Binary) model.Expr {
	x := s.hint(e.L, nil)
	set := s.asSet(s.hint(e.R, model.SetOf(x.Type())))
	out := &model.In{Base: model.Base{Sp: e.Span(), Ty: model.BooleanType}, X: x, Set: set}
	if isWrong(x) || isWrong(set) || set.Type().Elem() == nil {
		return out
	}
	t, ok := join(x.Type(), set.Type().Elem())
	if ok {
		var okX, okSet bool
		out.X, okX = convert(x, t)
		out.Set, okSet = convert(set, model.SetOf(t))
		ok = okX && okSet
	}
	if !ok {
		return s.mistyped(e.L.Span(), x, set.Type().Elem(), "this is %s, and `in` asks for it among %s",
			describe(x.Type()), plural(set.Type().Elem()))
	}
	return out
}

func (s *scope) compare(e *dsl.Binary, op model.Op) model.Expr {
	if x := s.withNone(e, op); x != nil {
		return x
	}
	if x := s.wholeArrays(e, op); x != nil {
		return x
	}
	l := s.hint(e.L, nil)
	return s.compared(e, op, l, s.hint(e.R, l.Type()))
}

// compared returns the comparison e of two values.
func (s *scope) compared(e *dsl.Binary, op model.Op, l, r model.Expr) model.Expr {
	out := &model.Binary{Base: model.Base{Sp: e.Span(), Ty: model.BooleanType}, Op: op}
	t, ok := join(l.Type(), r.Type())
	if ok {
		var okL, okR bool
		out.L, okL = convert(l, t)
		out.R, okR = convert(r, t)
		ok = okL && okR
	}
	if !ok {
		d := s.diags.Errorf(spanOfOp(e), codeKind, "%s is compared with %s", describe(l.Type()), describe(r.Type()))
		switch {
		case l.Type().Kind == model.ListKind || r.Type().Kind == model.ListKind:
			d.Help = "`xs[k]` is the value at place k of a list, from 0; `size(xs)` is the number of its values"
		case isSetOf(r.Type(), l.Type()) && op == model.Eq:
			d.Write(d.Span, "in", "")
		case isSetOf(r.Type(), l.Type()) && op == model.Ne:
			d.Write(d.Span, "not in", "")
		default:
			if s.advise(d, r, l.Type()); d.Help == "" {
				s.advise(d, l, r.Type())
			}
		}
		return wrongAt(e.Span())
	}
	if op == model.Eq || op == model.Ne {
		s.comparable(out.L, e.Op)
	} else {
		s.ordered(out.L, e.Op)
	}
	return out
}

// comparable reports values that cannot be compared for equality.
func (s *scope) comparable(x model.Expr, op string) model.Expr {
	if !isWrong(x) && x.Type().Kind == model.MapKind {
		return s.refuse(x.Span(), codeCompare, "write `level[c]`", "this is a map; `%s` compares characters, not maps", op)
	}
	if !isWrong(x) && x.Type().Kind == model.ListKind {
		return s.refuse(x.Span(), codeCompare, "compare `size(xs[i])` and the values `xs[i][k]`",
			"this is %s; `%s` compares single values", describe(x.Type()), op)
	}
	return x
}

// ordered reports values that have no order.
func (s *scope) ordered(x model.Expr, op string) model.Expr {
	t := x.Type()
	if isWrong(x) || t.Ordered() && t.Kind != model.Boolean {
		return x
	}
	d := s.diags.Errorf(x.Span(), codeCompare, "this is %s, which has no order for `%s`", describe(t), op)
	if t.Kind == model.Boolean {
		d.Help = "Booleans are compared with `==` and `!=`"
	}
	return wrongAt(x.Span())
}

func (s *scope) arithmetic(e *dsl.Binary, op model.Op) model.Expr {
	l, r := s.hint(e.L, nil), s.hint(e.R, nil)
	if isWrong(l) || isWrong(r) {
		return wrongAt(e.Span())
	}
	switch op {
	case model.Add, model.Sub:
		return s.sum(e, op, l, r)
	case model.Mul:
		return s.product(e, l, r)
	default:
		return s.numeric(e, op, l, r)
	}
}

func isStep(t *model.Type) bool { return t.Kind == model.Direction || t.IsOffset() }

func (s *scope) sum(e *dsl.Binary, op model.Op, l, r model.Expr) model.Expr {
	a, b := l.Type(), r.Type()
	minus := op == model.Sub
	switch {
	case a.Kind == model.CellKind && isStep(b):
		by, _ := convert(r, model.OffsetType)
		return &model.Shift{Base: model.Base{Sp: e.Span(), Ty: a}, Cell: l, By: by, Minus: minus}
	case a.Kind == model.CellKind && b.Kind == model.CellKind && minus:
		if !same(a, b) {
			return s.mistyped(spanOfOp(e), r, a, "%s is subtracted from %s", describe(b), describe(a))
		}
		return &model.Between{Base: model.Base{Sp: e.Span(), Ty: model.OffsetType}, A: l, B: r}
	case isStep(a) && isStep(b):
		x, _ := convert(l, model.OffsetType)
		y, _ := convert(r, model.OffsetType)
		return &model.Binary{Base: model.Base{Sp: e.Span(), Ty: model.OffsetType}, Op: op, L: x, R: y}
	case a.IsOffset() && b.Kind == model.CellKind && minus:
		cell, _ := convert(l, b)
		return &model.Between{Base: model.Base{Sp: e.Span(), Ty: model.OffsetType}, A: cell, B: r}
	case isStep(a) && b.Kind == model.CellKind && !minus:
		s.diags.Errorf(spanOfOp(e), codeKind, "%s stands to the left of a cell",
			describe(a)).Help = "write the cell first: `c + d`"
		return wrongAt(e.Span())
	case a.Kind == model.CellKind:
		s.operand(r, "cell "+e.Op, "a direction or an offset")
		return wrongAt(e.Span())
	}
	return s.numeric(e, op, l, r)
}

func (s *scope) product(e *dsl.Binary, l, r model.Expr) model.Expr {
	if isStep(l.Type()) && r.Type().Kind == model.Number {
		l, r = r, l
	}
	if l.Type().Kind == model.Number && isStep(r.Type()) {
		x, _ := convert(r, model.OffsetType)
		return &model.Scale{Base: model.Base{Sp: e.Span(), Ty: model.OffsetType}, N: l, X: x}
	}
	return s.numeric(e, model.Mul, l, r)
}

// numeric makes an operation on numbers. It reports an operand that is no number.
func (s *scope) numeric(e *dsl.Binary, op model.Op, l, r model.Expr) model.Expr {
	ok := true
	for _, x := range []model.Expr{l, r} {
		if x.Type().Kind != model.Number {
			s.operand(x, e.Op, "a number")
			ok = false
		}
	}
	if !ok {
		return wrongAt(e.Span())
	}
	return &model.Binary{Base: model.Base{Sp: e.Span(), Ty: model.NumberType}, Op: op, L: l, R: r}
}

// spanOfOp returns the span of an operator.
func spanOfOp(e *dsl.Binary) diag.Span {
	end := e.OpPos
	end.Column += len(e.Op)
	end.Offset += len(e.Op)
	if !e.OpPos.IsValid() {
		return e.Span()
	}
	return diag.Span{Start: e.OpPos, End: end}
}

func (s *scope) index(e *dsl.Index) model.Expr {
	if inner, ok := e.X.(*dsl.Index); ok { // `a[i][j]` of an array with two indices
		if n, ok := inner.X.(*dsl.Name); ok && s.isArray(n.Name) {
			args := slices.Concat(inner.Args, e.Args)
			if a := s.names[n.Name].array; len(a.Index) == len(args) {
				text := n.Name + "[" + s.texts(args) + "]"
				s.diags.Errorf(e.Span(), codeIndex, "`%s` has its indices in one pair of brackets", n.Name).
					Write(e.Span(), text, "")
				return s.element(&dsl.Index{Node: e.Node, X: n, Args: args}, a)
			}
		}
	}
	if n, ok := e.X.(*dsl.Name); ok {
		if _, isLocal := s.lookup(n.Name); !isLocal {
			if sym := s.names[n.Name]; sym != nil && sym.array != nil {
				s.need(sym, n.Span())
				if a := sym.array; len(a.Index) == 0 && a.Type != nil && hasWrong(a.Type) {
					s.forget(e.Args)
					return wrongAt(e.Span())
				} else if len(a.Index) > 0 || a.Type == nil || a.Type.Kind != model.MapKind && !isLists(a) {
					return s.element(e, sym.array)
				}
			}
		}
	}
	if list, ok := e.X.(*dsl.List); ok {
		if a := s.listArray(list); a != nil {
			return s.element(e, a)
		}
		s.forget(e.Args)
		return wrongAt(e.Span())
	}
	x := s.hint(e.X, nil)
	if isWrong(x) {
		s.forget(e.Args)
		return wrongAt(e.Span())
	}
	if x.Type().Kind == model.ListKind {
		if len(e.Args) == 1 {
			return s.partOf(x, e.Span(), s.value(e.Args[0], model.NumberType, " as the place in a list, from 0"))
		}
		s.forget(e.Args)
		return s.refuse(e.Span(), codeIndex, "write `"+s.written(e.X.Span(), "xs[i]")+"[k]`, with k from 0",
			"a list has one index, %d given", len(e.Args))
	}
	if x.Type().Kind != model.MapKind {
		s.forget(e.Args)
		d := s.diags.Errorf(e.X.Span(), codeIndex, "this is %s, only arrays and maps have `[…]`", describe(x.Type()))
		if _, ok := e.X.(*dsl.Num); ok {
			d.Help = "an array has its indices after its name: `x[0..3]: T`"
		} else if x.Type().Kind == model.SetKind {
			d.Help = "`nth(S, i)` is the value of a set at position i, from 0"
		}
		return wrongAt(e.Span())
	}
	return s.mapAt(e, x)
}

// texts returns the texts of expressions, separated by commas.
func (s *scope) texts(es []dsl.Expr) string {
	return strings.Join(lists.Map(es, func(e dsl.Expr) string { return s.checker.text(e.Span()) }), ", ")
}

// forget checks expressions whose expected type is not known: only errors inside them are reported. A whole array is no
// error.
func (s *scope) forget(es []dsl.Expr) {
	for _, e := range es {
		if name, ok := e.(*dsl.Name); ok && s.isArray(name.Name) {
			s.names[name.Name].used = true
			s.note(name.Span(), s.names[name.Name].span, false)
			continue
		}
		if name, ok := e.(*dsl.Name); ok && s.unknown[name.Name] != nil {
			continue
		}
		if !isOpen(e) {
			s.raw(e, nil)
		}
	}
}

func (s *scope) isArray(name string) bool {
	_, isLocal := s.lookup(name)
	sym := s.names[name]
	if isLocal || sym == nil || sym.array == nil {
		return false
	}
	s.signature(sym)
	return len(sym.array.Index) > 0
}

// element checks `a[i, j]` of a declared array.
func (s *scope) element(e *dsl.Index, a *model.Array) model.Expr {
	index, ok := s.indices(a, e.Args, e.Span())
	if !ok {
		return wrongAt(e.Span())
	}
	return &model.Read{Base: model.Base{Sp: e.Span(), Ty: typeOr(a.Type)}, Array: a, Index: index}
}

// indices checks the indices with which an array is read or written.
func (s *scope) indices(a *model.Array, args []dsl.Expr, at diag.Span) ([]model.Expr, bool) {
	if a.Type == nil { // in a cycle
		s.forget(args)
		return nil, false
	}
	if len(args) != len(a.Index) {
		s.forget(args)
		d := s.diags.Errorf(at, codeIndex, "`%s` has %s, %d given", a.Name, count(len(a.Index), "index", "indices"),
			len(args))
		switch d.Help = "write `" + indexHelp(a) + "`"; {
		case len(a.Index) == 0:
			d.Write(at, a.Name, "")
		case len(args) == 0:
			d.Help += ", or `" + s.eachWritten(a) + "` for all of it"
		case len(args) == 2 && len(a.Index) == 1 && elemOf(a.Index[0].Set).Kind == model.CellKind:
			d.Write(at, a.Name+"[("+s.texts(args)+")]", "")
		}
		d.See(a.Span, "declared here")
		return nil, false
	}
	out := make([]model.Expr, len(args))
	for i, arg := range args {
		out[i] = s.value(arg, elemOf(a.Index[i].Set), " as index of `"+a.Name+"`")
	}
	return out, true
}

func (s *scope) mapAt(e *dsl.Index, m model.Expr) model.Expr {
	read, ok := m.(*model.Read)
	if !ok || len(read.Index) > 0 {
		s.forget(e.Args)
		return s.refuse(e.X.Span(), codeMap, "declare it: `const name: map = …`, and write `name[c]`",
			"a map is read by its name only")
	}
	if len(e.Args) != 1 {
		s.forget(e.Args)
		return s.refuse(e.Span(), codeIndex, "write `"+read.Array.Name+"[(row, column)]`", "a map has one index, a cell")
	}
	want := cellType(s.gridOfMap(read))
	cell := s.hint(e.Args[0], want)
	if t := cell.Type(); t.Kind != model.CellKind || !t.Grid.Holds(read.Array) {
		cell = s.expect(cell, want, " as index of `"+read.Array.Name+"`")
	}
	return &model.MapAt{Base: model.Base{Sp: e.Span(), Ty: m.Type().Sign()}, Map: m, Cell: cell}
}

func (s *scope) field(e *dsl.Field) model.Expr {
	x := s.hint(e.X, nil)
	s.noteMember(e.Name.Span(), x)
	base := model.Base{Sp: e.Span(), Ty: model.NumberType}
	switch t := x.Type(); {
	case isWrong(x):
		return wrongAt(e.Span())
	case t.Kind == model.CellKind && (e.Name.Name == "row" || e.Name.Name == "col"):
		return &model.Coord{Base: base, X: x, Col: e.Name.Name == "col"}
	case t.Kind == model.MapKind && (e.Name.Name == "rows" || e.Name.Name == "cols"):
		return &model.Extent{Base: base, Map: x, Cols: e.Name.Name == "cols"}
	case gridOf(x) != nil && (e.Name.Name == "rows" || e.Name.Name == "cols"):
		return &model.Extent{Base: base, Grid: gridOf(x), Cols: e.Name.Name == "cols"}
	default:
		fields := fieldsOf(x)
		d := s.diags.Errorf(e.Name.Span(), codeUnknownField, "%s has no `.%s`", describeSet(x), e.Name.Name)
		near := diag.Nearest(e.Name.Name, fields)
		switch {
		case near != "":
			d.DidYouMean(e.Name.Name, near, fields)
		case len(fields) > 0:
			d.Help = "write `." + fields[0] + "` or `." + fields[1] + "`"
		case t.Kind == model.SetKind && t.Elem() != nil && t.Elem().Kind == model.Enumerated &&
			slices.Contains(t.Elem().Enum.Values, e.Name.Name):
			d.Write(e.Span(), e.Name.Name, "")
		case t.Kind == model.TupleKind && !t.IsOffset():
			d.Help = "names take a tuple apart: `let (a, b) = t: …`, `for (a, b) in S`"
		case t.IsOffset():
			d.Help = "a pair has no named parts; how far two cells are apart is `c.row - d.row` and `c.col - d.col`"
		case t.Kind == model.ListKind || t.Kind == model.SetKind:
			d.Help = "`size(…)` is the number of its values"
		default:
			d.Help = "cells have `.row` and `.col`, grids and maps `.rows` and `.cols`"
		}
		return wrongAt(e.Span())
	}
}
