package expr

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
)

// nameOfGrid is the first declared type that is all of a grid's cells.
func (g *Writer) nameOfGrid(grid *model.Grid, i int) string {
	for _, t := range g.Model.Types {
		if s, ok := t.Set.(*model.GridSet); ok && s.Grid == grid && isName(t.Name) {
			return t.Name
		}
	}
	return fmt.Sprintf("grid%d", i)
}

// GoType is the Go type for values of a type.
func (g *Writer) GoType(t *model.Type) string {
	switch t.Kind {
	case model.Boolean:
		return "bool"
	case model.TextKind:
		return "string"
	case model.Direction:
		return "Dir"
	case model.Enumerated:
		return g.enumName[t.Enum]
	case model.CellKind:
		for _, d := range g.Model.Types {
			if s, ok := d.Set.(*model.GridSet); ok && s.Grid == t.Grid && g.typeName[d] != "" {
				return g.typeName[d]
			}
		}
		return "int"
	case model.TupleKind:
		return g.structOf(t)
	default:
		return "int"
	}
}

// structOf is the Go type of tuples.
func (g *Writer) structOf(t *model.Type) string {
	var fields []string
	for i, e := range t.Elems {
		if !e.Scalar() {
			GiveUp(diag.Span{}, "a tuple in a tuple")
		}
		fields = append(fields, fmt.Sprintf("v%d %s", i, g.GoType(e)))
	}
	return "struct { " + strings.Join(fields, "; ") + " }"
}

// SetType is the Go type of the elements of a set: its own name if it has one.
func (g *Writer) SetType(set model.Expr) string {
	t := set.Type().Elem()
	if n, ok := set.(*model.NamedSet); ok && g.typeName[n.Decl] != "" && t != nil && t.Scalar() &&
		t.Kind != model.Boolean {
		return g.typeName[n.Decl]
	}
	if t == nil {
		return "int"
	}
	return g.GoType(t)
}

// Literal writes a value as Go does.
func (g *Writer) Literal(t *model.Type, v model.Value) code.Expr {
	switch t.Kind {
	case model.Boolean:
		return code.Constant(v.N != 0).Expr()
	case model.Character:
		return code.Literal(strconv.QuoteRune(rune(v.N)))
	case model.Direction:
		return code.Name(g.dirName(model.DirNames[v.N]))
	case model.Enumerated:
		return code.Name(g.valueName[t.Enum][v.N])
	case model.TextKind:
		return Quote(v.C.Text)
	case model.TupleKind:
		parts := make([]code.Expr, len(v.C.Tuple))
		for i, p := range v.C.Tuple {
			parts[i] = g.Literal(t.Elems[i], p)
		}
		return code.Literally("", parts...)
	default:
		return code.Int(v.N)
	}
}

// Name is the name of a parameter or constant, or that of a state variable in State.
func (g *Writer) Name(a *model.Array) string {
	g.asked[g.dataName[a]] = !inState(a)
	return g.dataName[a]
}

// count is the number of values of a set, as a named constant if the set has a name.
func (g *Writer) count(set model.Expr, s *model.Set) code.Expr {
	if n, ok := set.(*model.NamedSet); ok && g.typeName[n.Decl] != "" {
		return code.Name(countName(g.typeName[n.Decl]))
	}
	return code.Int(int64(s.Len()))
}

// writeData writes a parameter or constant with its values.
func (g *Writer) writeData(a *model.Array) string {
	d := g.Model.Data[a.ID]
	doc := code.Comment(g.DocOf(g.dataName[a], cmp.Or(a.Doc, g.dataPurpose(a))) + g.Where(a.Span))
	name := g.dataName[a]
	if a.Type.Kind == model.MapKind {
		return doc + g.writeMap(name, d.Values[0].C.Map)
	}
	element := func(i int) string {
		if i < len(d.Values) && d.Defined[i] {
			return g.Literal(a.Type, d.Values[i]).String()
		}
		if a.Type.Kind == model.TextKind {
			return Quote("?").String()
		}
		return none.String()
	}
	kind := g.GoType(a.Type)
	if n, ok := a.Domain.(*model.NamedSet); ok {
		kind = g.SetType(n)
	}
	if len(a.Index) == 0 {
		if g.Given[a] {
			return doc + fmt.Sprintf("var %s %s = %s\n", name, kind, element(0))
		}
		if kind == "int" {
			return doc + fmt.Sprintf("const %s = %s\n", name, element(0))
		}
		return doc + fmt.Sprintf("const %s %s = %s\n", name, kind, element(0))
	}
	array, text := g.ArrayLiteral(a, kind, element)
	return doc + "var " + name + " = " + array + text + "\n"
}

// dataPurpose says where the values of an array come from.
func (g *Writer) dataPurpose(a *model.Array) string {
	if a.Role == model.Param || IsLater(a, model.Param) {
		return "a parameter of the model"
	}
	if _, list := a.Value.(*model.List); list || a.Value == nil {
		return "a constant of the model"
	}
	return g.Source(a.Value.Span())
}

// ArrayLiteral writes an array's type, and its elements row by row.
func (g *Writer) ArrayLiteral(a *model.Array, kind string, element func(i int) string) (array, text string) {
	d, dims := g.Model.Data[a.ID], g.Dims(a)
	for _, x := range dims {
		array += fmt.Sprintf("[%d]", x.Length)
	}
	zero := "0"
	if a.Type.Kind == model.TupleKind {
		zero = "{}"
	}
	switch kind {
	case "bool":
		zero = "false"
	case "string":
		zero = Quote("").String()
	}
	row := 0 // elements on a line
	if len(dims) == 1 && d.Index[0].Type.Kind == model.CellKind {
		row = int(g.Model.Dims[d.Index[0].Type.Grid.ID].Cols)
	}
	var nest func(i int, place int) string
	nest = func(i, place int) string {
		if i == len(dims) {
			return element(place)
		}
		out := "{"
		for k := range dims[i].Length {
			if k > 0 {
				out += ", "
			}
			if row > 1 && dims[i].Length > int64(row) && k%int64(row) == 0 || i+1 < len(dims) {
				out += "\n"
			}
			at := int(k)
			if dims[i].Set.Type.Scalar() {
				at = dims[i].Set.Index(model.Int(k + dims[i].Lo))
			}
			switch {
			case at >= 0:
				out += nest(i+1, place*dims[i].Set.Len()+at)
			case i+1 < len(dims):
				out += "{}"
			default:
				out += zero
			}
		}
		if row > 1 && dims[i].Length > int64(row) || i+1 < len(dims) {
			out += ",\n"
		}
		return out + "}"
	}
	return array + kind, nest(0, 0)
}

func (g *Writer) writeMap(name string, m *model.Map) string {
	var rows []string
	for r := range m.Rows {
		rows = append(rows, strconv.Quote(string(m.Cells[r*m.Cols:(r+1)*m.Cols])))
	}
	if len(rows) == 0 {
		rows = []string{`""`}
	}
	return "var " + name + " = search.Map(" + strings.Join(rows, " +\n") + ")\n"
}
