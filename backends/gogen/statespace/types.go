package statespace

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
)

// nameOfGrid is the first declared type that is all of a grid's cells.
func (w *Writer) nameOfGrid(grid *model.Grid, i int) string {
	for _, t := range w.Model.Types {
		if s, ok := t.Set.(*model.GridSet); ok && s.Grid == grid && isName(t.Name) {
			return t.Name
		}
	}
	return fmt.Sprintf("grid%d", i)
}

// goType is the Go type for values of a type.
func (w *Writer) goType(t *model.Type) code.Expr {
	name := "int"
	switch t.Kind {
	case model.Boolean:
		name = "bool"
	case model.TextKind:
		name = "string"
	case model.Direction:
		name = "Dir"
	case model.Enumerated:
		name = w.enumName[t.Enum]
	case model.CellKind:
		if i := slices.IndexFunc(w.Model.Types, func(d *model.TypeDecl) bool {
			s, ok := d.Set.(*model.GridSet)
			return ok && s.Grid == t.Grid && w.typeName[d] != ""
		}); i >= 0 {
			name = w.typeName[w.Model.Types[i]]
		}
	case model.TupleKind: // an offset
		name = "struct { v0 int; v1 int }"
	default:
	}
	return code.Name(name)
}

// setType is the Go type of the elements of a set: its own name if it has one.
func (w *Writer) setType(set model.Expr) code.Expr {
	t := set.Type().Elem()
	if n, ok := set.(*model.NamedSet); ok && w.typeName[n.Decl] != "" && t != nil && t.Scalar() &&
		t.Kind != model.Boolean {
		return code.Name(w.typeName[n.Decl])
	}
	if t == nil {
		return code.Name("int")
	}
	return w.goType(t)
}

// asGo writes a value as Go does.
func (w *Writer) asGo(t *model.Type, v model.Value) code.Expr {
	switch t.Kind {
	case model.Boolean:
		return code.Constant(v.N != 0).Expr()
	case model.Character:
		return code.Literal(strconv.QuoteRune(rune(v.N)))
	case model.Direction:
		return code.Name(w.dirName(model.DirNames[v.N]))
	case model.Enumerated:
		return code.Name(w.valueName[t.Enum][v.N])
	case model.TextKind:
		return quote(v.C.Text)
	case model.TupleKind:
		return code.Format("{%d, %d}", v.C.Tuple[0].N, v.C.Tuple[1].N)
	default:
		return code.Int(v.N)
	}
}

// Name is the name of a parameter or constant, or that of a state variable in State.
func (w *Writer) Name(a *model.Array) string {
	return w.dataName[a]
}

// count is the number of values of a set, as a named constant if the set has a name.
func (w *Writer) count(set model.Expr, s *model.Set) code.Expr {
	if n, ok := set.(*model.NamedSet); ok && w.typeName[n.Decl] != "" {
		return code.Name(countName(w.typeName[n.Decl]))
	}
	return code.Int(int64(s.Len()))
}

// elementType is the Go type of the elements of an array.
func (w *Writer) elementType(a *model.Array) code.Expr {
	if n, ok := a.Domain.(*model.NamedSet); ok {
		return w.setType(n)
	}
	return w.goType(a.Type)
}

// arrayType is the Go type of an array.
func (w *Writer) arrayType(a *model.Array) code.Expr {
	lengths := ""
	for _, d := range w.Dims(a) {
		lengths += fmt.Sprintf("[%d]", d.Length)
	}
	return code.Format("%s%s", lengths, w.elementType(a))
}

// arrayLiteral writes an array, row by row.
func (w *Writer) arrayLiteral(a *model.Array, element func(i int) code.Expr) code.Expr {
	d, dims := w.Model.Data[a.ID], w.Dims(a)
	zero := "0"
	switch a.Type.Kind {
	case model.Boolean:
		zero = "false"
	case model.TextKind:
		zero = `""`
	default:
	}
	row := 0 // elements on a line
	if len(dims) == 1 && d.Index[0].Type.Kind == model.CellKind {
		row = int(w.Model.Dims[d.Index[0].Type.Grid.ID].Cols)
	}
	parts := []code.Expr{w.arrayType(a)}
	write := func(text string) { parts = append(parts, code.Literal(text)) }
	var nest func(i int, place int)
	nest = func(i, place int) {
		if i == len(dims) {
			parts = append(parts, element(place))
			return
		}
		write("{")
		for k := range dims[i].Length {
			if k > 0 {
				write(", ")
			}
			if row > 1 && dims[i].Length > int64(row) && k%int64(row) == 0 || i+1 < len(dims) {
				write("\n")
			}
			at := int(k)
			if !dims[i].Numbered() {
				at = dims[i].Set.Index(model.Int(k + dims[i].Lo))
			}
			switch {
			case at >= 0:
				nest(i+1, place*dims[i].Set.Len()+at)
			case i+1 < len(dims):
				write("{}")
			default:
				write(zero)
			}
		}
		if row > 1 && dims[i].Length > int64(row) || i+1 < len(dims) {
			write(",\n")
		}
		write("}")
	}
	nest(0, 0)
	return code.Join(parts, "")
}

// Names that are derived from the names of types, enums and arrays.
func countName(base string) string  { return code.Small(base) + "Count" }
func valuesName(base string) string { return code.Small(base) + "Values" }
func memberName(base string) string { return "is" + code.Upper(base) }
func namesName(base string) string  { return code.Small(base) + "Names" }

// isName tells whether a text is a Go name, apart from its first letter. The text of a set in the type of an array is
// not.
func isName(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
}

// dirName is the Go name of a direction.
func (w *Writer) dirName(d string) string {
	if w.dirPrefix == "" {
		return d
	}
	return w.dirPrefix + code.Upper(d)
}
