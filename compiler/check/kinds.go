package check

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

// wrong is the type of an expression for which an error was reported. It is compatible with all types, so that no
// further errors follow.
var wrong = &model.Type{Kind: 255}

// anySet is the expected type where any set fits.
var anySet = model.SetOf(nil)

func wrongAt(span diag.Span) model.Expr { return &model.Lit{Base: model.Base{Sp: span, Ty: wrong}} }

// refuse reports an error with help, and returns an expression that causes no further ones.
func (c *checker) refuse(at diag.Span, code, help, format string, args ...any) model.Expr {
	c.diags.Errorf(at, code, format, args...).Help = help
	return wrongAt(at)
}

func isWrong(e model.Expr) bool { return hasWrong(e.Type()) }

func hasWrong(t *model.Type) bool {
	if t == nil || t.Kind == wrong.Kind {
		return true
	}
	return slices.ContainsFunc(t.Elems, hasWrong)
}

// elemOf returns the type of the elements of a set; wrong if it is not known.
func elemOf(set model.Expr) *model.Type {
	if t := set.Type().Elem(); t != nil {
		return t
	}
	return wrong
}

// same reports whether values of the types can be compared. The type wrong is comparable with all types.
func same(t, u *model.Type) bool {
	if t == nil || u == nil || t.Kind == wrong.Kind || u.Kind == wrong.Kind {
		return true
	}
	if t.Kind != u.Kind || len(t.Elems) != len(u.Elems) || !hasWrong(t) && !hasWrong(u) {
		return t.Equal(u)
	}
	for i := range t.Elems {
		if !same(t.Elems[i], u.Elems[i]) {
			return false
		}
	}
	return true
}

func isOffset(t *model.Type) bool { return !hasWrong(t) && t.IsOffset() }

// convert makes an expression of type want where the language converts implicitly: a pair to a cell, a direction to an
// offset.
func convert(e model.Expr, want *model.Type) (model.Expr, bool) {
	t := e.Type()
	if same(t, want) {
		return e, true
	}
	if want.Kind == model.CellKind && isOffset(t) {
		return &model.ToCell{Base: model.Base{Sp: e.Span(), Ty: want}, X: e}, true
	}
	if want.IsOffset() && t.Kind == model.Direction {
		return &model.ToOffset{Base: model.Base{Sp: e.Span(), Ty: want}, X: e}, true
	}
	switch x := e.(type) {
	case *model.TupleOfExprs:
		if want.Kind == model.TupleKind && len(want.Elems) == len(x.Elems) {
			elems, ok := convertAll(x.Elems, func(i int) *model.Type { return want.Elems[i] })
			return &model.TupleOfExprs{Base: model.Base{Sp: x.Sp, Ty: want}, Elems: elems}, ok
		}
	case *model.SetLit:
		if want.Kind == model.SetKind {
			elems, ok := convertAll(x.Elems, func(int) *model.Type { return want.Elem() })
			return &model.SetLit{Base: model.Base{Sp: x.Sp, Ty: want}, Elems: elems}, ok
		}
	case *model.SetComp:
		if want.Kind == model.SetKind {
			elem, ok := convert(x.Elem, want.Elem())
			return &model.SetComp{Base: model.Base{Sp: x.Sp, Ty: want}, Elem: elem, Vars: x.Vars, Where: x.Where}, ok
		}
	case *model.If:
		a, okA := convert(x.Then, want)
		b, okB := convert(x.Else, want)
		return &model.If{Base: model.Base{Sp: x.Sp, Ty: want}, Cond: x.Cond, Then: a, Else: b}, okA && okB
	default:
	}
	return e, false
}

func convertAll(in []model.Expr, want func(int) *model.Type) ([]model.Expr, bool) {
	out, all := make([]model.Expr, len(in)), true
	for i, e := range in {
		var ok bool
		out[i], ok = convert(e, want(i))
		all = all && ok
	}
	return out, all
}

// join returns the type to which values of both types can be converted.
func join(t, u *model.Type) (*model.Type, bool) {
	switch {
	case hasWrong(t) || hasWrong(u):
		return wrong, same(t, u)
	case t.Kind == model.SetKind && t.Elem() == nil:
		return u, u.Kind == model.SetKind
	case t.Equal(u):
		return t, true
	case t.Kind == model.CellKind && u.IsOffset(), t.IsOffset() && u.Kind == model.Direction:
		return t, true
	case u.Kind == model.CellKind && t.IsOffset(), u.IsOffset() && t.Kind == model.Direction:
		return u, true
	case t.Kind != u.Kind || len(t.Elems) != len(u.Elems) || t.Scalar():
		return wrong, false
	}
	elems, all := make([]*model.Type, len(t.Elems)), true
	for i := range elems {
		var ok bool
		elems[i], ok = join(t.Elems[i], u.Elems[i])
		all = all && ok
	}
	return &model.Type{Kind: t.Kind, Elems: elems}, all
}

// describe says what a value of the type is: "a number", "a cell of grid(level)".
func describe(t *model.Type) string {
	switch {
	case hasWrong(t):
		return "something"
	case t.Kind == model.Number:
		return "a number"
	case t.Kind == model.Boolean:
		return "a Boolean"
	case t.Kind == model.Character:
		return "a character"
	case t.Kind == model.Direction:
		return "a direction"
	case t.Kind == model.Enumerated:
		return "a value of " + t.Enum.Name
	case t.Kind == model.CellKind:
		return "a cell of " + t.Grid.Name
	case t.IsOffset():
		return "a pair of numbers"
	case t.Kind == model.TupleKind:
		return "a tuple of " + strings.Join(lists.Map(t.Elems, describe), ", ")
	case t.Kind == model.ListKind:
		return "a list of " + plural(t.Elems[0])
	case t.Kind == model.SetKind && t.Elem() == nil:
		return "a set"
	case t.Kind == model.SetKind:
		return "a set of " + plural(t.Elem())
	case t.Kind == model.MapKind && len(t.Elems) > 0:
		return "a map of " + plural(t.Elems[0])
	case t.Kind == model.MapKind:
		return "a map"
	default:
		return "a text"
	}
}

// plural says what values of the type are: "numbers", "cells of grid(level)".
func plural(t *model.Type) string {
	switch t.Kind {
	case model.MapKind:
		return "maps"
	case model.Number, model.Boolean, model.Character, model.Direction, model.TextKind:
		return strings.TrimPrefix(describe(t), "a ") + "s"
	case model.Enumerated:
		return "values of " + t.Enum.Name
	case model.CellKind:
		return "cells of " + t.Grid.Name
	case model.ListKind:
		return "lists of " + plural(t.Elems[0])
	case model.SetKind:
		if t.Elem() == nil {
			return "sets"
		}
		return "sets of " + plural(t.Elem())
	default:
	}
	if t.IsOffset() {
		return "pairs of numbers"
	}
	return "tuples"
}

// isBit reports whether an expression is the literal 0 or 1.
func isBit(e model.Expr) bool {
	lit, ok := e.(*model.Lit)
	return ok && e.Type().Kind == model.Number && (lit.Value.N == 0 || lit.Value.N == 1)
}

// mistyped reports a value of the wrong type with advice, and returns an expression that causes no further errors.
func (c *checker) mistyped(at diag.Span, e model.Expr, want *model.Type, format string, args ...any) model.Expr {
	c.advise(c.diags.Errorf(at, codeKind, format, args...), e, want)
	return wrongAt(at)
}

// advise says what to write instead of a value of the wrong type, if that is known.
func (c *checker) advise(d *diag.Diagnostic, e model.Expr, want *model.Type) {
	if text := c.converted(e, want); text != "" {
		d.Write(e.Span(), text, "")
	} else {
		d.Help = adviceOn(e, want)
	}
}

// converted writes the value of an expression as a value of another type; "" if there is no such text.
func (c *checker) converted(e model.Expr, want *model.Type) string {
	have, text := e.Type(), c.text(e.Span())
	said := "" // what a text says
	if t, ok := e.(*model.Text); ok && len(t.Parts) == 1 {
		said = t.Parts[0].Text
	}
	switch {
	case text == "" || strings.Contains(text, "//") || strings.Contains(text, `"""`): // needs its lines
	case want.Kind == model.Enumerated && slices.Contains(want.Enum.Values, said):
		return said
	case want.Kind == model.Character && utf8.RuneCountInString(said) == 1 && said != "'" && said != `\`:
		return "'" + said + "'"
	case want.Kind == model.CellKind && have.Kind == model.CellKind && have.Grid.Maps == nil && want.Grid.Maps == nil:
		return "(" + text + ".row, " + text + ".col)"
	case want.Kind == model.Number && have.Kind == model.Boolean:
		return "(if " + text + " then 1 else 0)"
	case want.Kind == model.Boolean && isBit(e):
		return strconv.FormatBool(e.(*model.Lit).Value.N == 1)
	case want.Kind == model.ListKind && same(want.Elems[0], have):
		return "[" + text + "]"
	case want.Kind == model.TextKind && have.Scalar() && !strings.Contains(text, `"`):
		return "\"{" + text + "}\""
	case isSetOf(want, have):
		return "{" + text + "}"
	}
	return ""
}

// adviceOn returns advice for a value of the wrong type; "" if there is none.
func adviceOn(e model.Expr, want *model.Type) string {
	have := e.Type()
	switch {
	case want.Kind == model.Enumerated && have.Kind == model.TextKind:
		return "a value of " + want.Enum.Name + " is written without quotes"
	case want.Kind == model.CellKind && have.Kind == model.Number:
		return "write a cell as `(row, column)`"
	case want.Kind == model.CellKind && have.Kind == model.CellKind:
		return "one grid for both makes their cells one type: `grid(one, other)` for two maps, " +
			"`type Cell = grid(level)` for a map and numbers"
	case want.Kind == model.Number && have.Kind == model.Character:
		return "`digit(…)` makes a number of a digit"
	case want.Kind == model.Number && (have.Kind == model.Enumerated || have.Kind == model.Direction ||
		have.Kind == model.CellKind):
		return "`index(…)` is the place of a value among those of its type, from 0"
	case want.Kind == model.Number && have.Kind == model.SetKind:
		return "`size(…)` is the number of elements of a set; sets are joined by `union(A, B)`, `minus(A, B)`"
	case want.Kind == model.Number && have.Kind == model.ListKind:
		return "`size(…)` is the number of values of a list, `…[k]` is one of them, from 0"
	case want.Kind == model.Boolean && have.Kind == model.Number:
		return "compare it: `… > 0`, `(count …: …) == 1`"
	case want.Kind == model.Boolean && have.Scalar():
		return "compare it with `==`"
	case want.Kind == model.MapKind:
		return "a map is written between two lines of `\"\"\"`"
	case want.Kind == model.Character && have.Kind == model.TextKind:
		return "a character stands in single quotes: 'x'"
	case isSetOf(have, want):
		return "`the x in S: p` is the one element for which p holds"
	}
	return ""
}

// isSetOf reports whether t is a set of values of type elem.
func isSetOf(t, elem *model.Type) bool {
	return t.Kind == model.SetKind && t.Elem() != nil && same(t.Elem(), elem)
}

// fieldsOf lists the names that may stand after a point behind an expression.
func fieldsOf(x model.Expr) []string {
	switch {
	case isWrong(x):
		return nil
	case x.Type().Kind == model.CellKind:
		return []string{"row", "col"}
	case x.Type().Kind == model.MapKind || gridOf(x) != nil:
		return []string{"rows", "cols"}
	}
	return nil
}

// gridOf returns the grid whose cells are a set; nil if the set is anything else.
func gridOf(x model.Expr) *model.Grid {
	if g, ok := model.Unnamed(x).(*model.GridSet); ok {
		return g.Grid
	}
	return nil
}

func enumType(e *model.Enum) *model.Type { return &model.Type{Kind: model.Enumerated, Enum: e} }

func cellType(g *model.Grid) *model.Type { return &model.Type{Kind: model.CellKind, Grid: g} }
