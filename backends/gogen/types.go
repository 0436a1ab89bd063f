package gogen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
)

// declare gives the declarations of the model their names, so that no local name hides one of them.
func (g *generator) declare() {
	fields := code.NewNames(append(slices.Clone(methods), reserved...)...)
	for _, a := range g.fields() {
		g.dataName[a] = fields.Take(g.fieldName(a.Name))
		fields.Keep(g.dataName[a] + "Places")
		for _, more := range []string{"Places", "Carries", "Goal", "CarryRows1", "CarryList1", "Reflection1", "Reflection2", "Reflection3"} {
			g.names.Keep(g.dataName[a] + more)
		}
	}
	g.reserve()
	global := func(name string, derived ...func(base string) string) string {
		return takeGlobal(g.names, code.Own(name), fields, func(base string) []string {
			var out []string
			for _, d := range derived {
				out = append(out, d(base))
			}
			return out
		})
	}
	for i, grid := range g.m.Grids {
		var all []func(string) string
		for _, what := range gridOrder {
			all = append(all, suffix(what))
		}
		g.gridName[grid] = global(code.Small(g.nameOfGrid(grid, i)), all...)
	}
	for _, t := range g.m.Types {
		if isName(t.Name) && !strings.ContainsAny(t.Name[:1], "0123456789") { // others are sets that stand in the type of an array
			g.typeName[t] = global(t.Name, countName, valuesName, memberName, placeName)
		}
	}
	for _, e := range g.m.Enums {
		g.enumName[e] = global(e.Name, namesName)
	}
	for _, a := range g.m.Arrays {
		if !inState(a) {
			g.dataName[a] = global(a.Name, finderName, valuesName, memberName, placeName)
		}
		g.finderName[a] = takeGlobal(g.names, finderName(a.Name), fields, func(string) []string { return nil })
	}
	for _, e := range g.m.Enums {
		for _, v := range e.Values {
			g.valueName[e] = append(g.valueName[e], global(v))
		}
	}
	for _, d := range g.m.Defs {
		g.defName[d] = global(d.Name, func(base string) string { return "not" + code.Upper(base) })
	}
	for _, mv := range g.m.Moves {
		g.moveName[mv] = global(mv.Name, suffix("Moves"), suffix("Cost"), suffix("Label"), suffix("Order"))
	}
	for _, h := range g.m.Heuristics {
		g.heuristic[h] = global(h.Name)
	}
	for _, r := range g.m.Relaxations {
		g.relaxation[r] = global(r.Name, suffix("Image"), suffix("Costs"))
		name := strings.ToLower(code.Own(r.Name))
		if !g.names.Free(name) {
			name += "puzzle"
		}
		g.packages[r] = g.names.Take(name)
	}
}

func suffix(s string) func(string) string { return func(base string) string { return base + s } }

// What names are made of the names of types, enums and arrays.
func countName(base string) string  { return code.Small(base) + "Count" }
func valuesName(base string) string { return code.Small(base) + "Values" }
func memberName(base string) string { return "is" + code.Upper(base) }
func namesName(base string) string  { return code.Small(base) + "Names" }
func placeName(base string) string  { return code.Small(base) + "Place" }
func finderName(base string) string { return "find" + code.Upper(base) }

// reserve keeps the names of helpers and of what is numbered.
func (g *generator) reserve() {
	for name := range helpers {
		g.names.Keep(name)
	}
	for _, name := range []string{"colStep", "dirNames", "Dir"} {
		g.names.Keep(name)
	}
	for i := range 1000 {
		for _, word := range []string{"table", "values", "among", "rule", "place"} {
			g.names.Keep(fmt.Sprintf("%s%d", word, i))
		}
		g.names.Keep(fmt.Sprintf("rule%dUses", i))
		for _, word := range []string{"pattern", "projection"} {
			for _, part := range []string{"", "Cost", "Costs"} {
				g.names.Keep(fmt.Sprintf("%s%d%s", word, i, part))
			}
		}
	}
	hidden := func(d string) bool { // the model has something of its own of this name
		return slices.ContainsFunc(g.m.Arrays, func(a *model.Array) bool { return code.Own(a.Name) == d }) ||
			slices.ContainsFunc(g.m.Defs, func(f *model.Def) bool { return code.Own(f.Name) == d }) ||
			slices.ContainsFunc(g.m.Moves, func(f *model.Move) bool { return code.Own(f.Name) == d })
	}
	if slices.ContainsFunc(model.DirNames[:], hidden) {
		g.dirPrefix = "dir"
	}
	for _, d := range model.DirNames {
		g.names.Keep(g.dirName(d))
	}
}

func (g *generator) dirName(d string) string {
	if g.dirPrefix == "" {
		return d
	}
	return g.dirPrefix + code.Upper(d)
}

// nameOfGrid is the first declared type that is all of a grid's cells.
func (g *generator) nameOfGrid(grid *model.Grid, i int) string {
	for _, t := range g.m.Types {
		if s, ok := t.Set.(*model.GridSet); ok && s.Grid == grid && isName(t.Name) {
			return t.Name
		}
	}
	return fmt.Sprintf("grid%d", i)
}

// goType is how Go holds values of a type.
func (g *generator) goType(t *model.Type) string {
	switch t.Kind {
	case model.Boolean:
		return "bool"
	case model.TextKind:
		return "string"
	case model.Direction:
		g.need("Dir")
		return "Dir"
	case model.Enumerated:
		g.useEnum(t.Enum)
		return g.enumName[t.Enum]
	case model.CellKind:
		for _, d := range g.m.Types {
			if s, ok := d.Set.(*model.GridSet); ok && s.Grid == t.Grid && g.typeName[d] != "" {
				g.useType(d)
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
func (g *generator) structOf(t *model.Type) string {
	var fields []string
	for i, e := range t.Elems {
		if !e.Scalar() {
			giveUp(noSpan, "a tuple in a tuple")
		}
		fields = append(fields, fmt.Sprintf("v%d %s", i, g.goType(e)))
	}
	return "struct { " + strings.Join(fields, "; ") + " }"
}

// setType is the Go type of the elements of a set: its own name if it has one.
func (g *generator) setType(set model.Expr) string {
	t := set.Type().Elem()
	if n, ok := set.(*model.NamedSet); ok && g.typeName[n.Decl] != "" && t != nil && t.Scalar() && t.Kind != model.Boolean {
		g.useType(n.Decl)
		return g.typeName[n.Decl]
	}
	if t == nil {
		return "int"
	}
	return g.goType(t)
}

func (g *generator) useType(t *model.TypeDecl) { g.usedTypes[t] = true }

func (g *generator) useEnum(e *model.Enum) { g.usedEnums[e] = true }

// literal writes a value as Go does.
func (g *generator) literal(t *model.Type, v model.Value) code.Expr {
	switch t.Kind {
	case model.Boolean:
		return code.Constant(v.N != 0).Expr()
	case model.Character:
		return code.Literal(strconv.QuoteRune(rune(v.N)))
	case model.Direction:
		g.need("Dir")
		return code.Name(g.dirName(model.DirNames[v.N]))
	case model.Enumerated:
		g.useEnum(t.Enum)
		return code.Name(g.valueName[t.Enum][v.N])
	case model.TextKind:
		return quote(v.C.Text)
	case model.TupleKind:
		parts := make([]code.Expr, len(v.C.Tuple))
		for i, p := range v.C.Tuple {
			parts[i] = g.literal(t.Elems[i], p)
		}
		return code.Literally("", parts...)
	default:
		return code.Int(v.N)
	}
}

// data is the name of a parameter or constant; it will be written.
func (g *generator) data(a *model.Array) string {
	g.usedData[a] = true
	return g.dataName[a]
}

// field is the name of a state variable in State.
func (g *generator) field(a *model.Array) string { return g.dataName[a] }

// count is the number of values of a set, by its name if it has one.
func (g *generator) count(set model.Expr, s *model.Set) code.Expr {
	if n, ok := set.(*model.NamedSet); ok && g.typeName[n.Decl] != "" {
		g.counts[n.Decl] = s.Len()
		return code.Name(countName(g.typeName[n.Decl]))
	}
	return code.Int(int64(s.Len()))
}

// writeTypes writes the types, constants and data of the model, as far as they are used.
func (g *generator) writeTypes() string {
	var b strings.Builder
	for _, e := range g.m.Enums {
		if g.usedEnums[e] || g.enumTexts[e] {
			b.WriteString(g.writeEnum(e))
		}
	}
	for _, t := range g.m.Types {
		if n, ok := g.counts[t]; g.usedTypes[t] || ok {
			b.WriteString(code.Comment(g.docOf(g.typeName[t], orElse(t.Doc, g.source(t.Set.Span()))) + g.where(t.Span)))
			base := "int"
			if e := t.Set.Type().Elem(); e != nil && e.Kind != model.CellKind && e.Scalar() {
				base = g.goType(e)
			}
			if g.usedTypes[t] && base != g.typeName[t] {
				fmt.Fprintf(&b, "type %s = %s\n\n", g.typeName[t], base)
			}
			if ok {
				fmt.Fprintf(&b, "// %[1]s is how many there are.\nconst %[1]s = %[2]d\n\n", countName(g.typeName[t]), n)
			}
		}
	}
	for _, a := range g.m.Arrays {
		if g.usedData[a] {
			b.WriteString(g.writeData(a) + "\n")
		}
	}
	for _, n := range sortedSets(g.setTables) {
		b.WriteString(g.writeSet(n) + "\n")
	}
	for _, n := range sortedSets(g.memberTests) {
		b.WriteString(g.writeMember(n) + "\n")
	}
	for _, n := range sortedSets(g.placeTests) {
		b.WriteString(g.writePlace(n) + "\n")
	}
	for _, name := range g.tableOrder {
		b.WriteString(g.tableText[name] + "\n")
	}
	return b.String()
}

func (g *generator) writeEnum(e *model.Enum) string {
	var b strings.Builder
	b.WriteString(code.Comment(g.docOf(g.enumName[e], orElse(e.Doc, "an enum of the model")) + g.where(e.Span)))
	fmt.Fprintf(&b, "type %s = int\n\nconst (\n", g.enumName[e])
	for i, v := range g.valueName[e] {
		if i == 0 {
			fmt.Fprintf(&b, "%s %s = iota\n", v, g.enumName[e])
		} else {
			fmt.Fprintf(&b, "%s\n", v)
		}
	}
	b.WriteString(")\n\n")
	if g.enumTexts[e] {
		var names []string
		for _, v := range e.Values {
			names = append(names, strconv.Quote(v))
		}
		fmt.Fprintf(&b, "var %s = [...]string{%s}\n\n", g.enumText(e), strings.Join(names, ", "))
	}
	return b.String()
}

func (g *generator) enumText(e *model.Enum) string {
	g.enumTexts[e] = true
	return namesName(g.enumName[e])
}

// writeData writes a parameter or constant with its values.
func (g *generator) writeData(a *model.Array) string {
	d := g.m.Data[a.ID]
	doc := code.Comment(g.docOf(g.dataName[a], orElse(a.Doc, g.dataPurpose(a))) + g.where(a.Span))
	name := g.dataName[a]
	if a.Type.Kind == model.MapKind {
		return doc + g.writeMap(name, d.Values[0].C.Map)
	}
	element := func(i int) string {
		if i < len(d.Values) && d.Defined[i] {
			return g.literal(a.Type, d.Values[i]).String()
		}
		return none.String()
	}
	kind := g.goType(a.Type)
	if n, ok := a.Domain.(*model.NamedSet); ok {
		kind = g.setType(n)
	}
	if len(a.Index) == 0 {
		if g.given[a] {
			return doc + fmt.Sprintf("var %s %s = %s\n", name, kind, element(0))
		}
		if kind == "int" {
			return doc + fmt.Sprintf("const %s = %s\n", name, element(0))
		}
		return doc + fmt.Sprintf("const %s %s = %s\n", name, kind, element(0))
	}
	array, text := g.arrayLiteral(a, kind, element)
	return doc + "var " + name + " = " + array + text + "\n"
}

// dataPurpose says where the values of an array come from.
func (g *generator) dataPurpose(a *model.Array) string {
	if a.Role == model.Param || isLater(a, model.Param) {
		return "a parameter of the model"
	}
	if _, list := a.Value.(*model.List); list || a.Value == nil {
		return "a constant of the model"
	}
	return g.source(a.Value.Span())
}

// arrayLiteral writes an array's type, and its elements row by row.
func (g *generator) arrayLiteral(a *model.Array, kind string, element func(i int) string) (array, text string) {
	d, dims := g.m.Data[a.ID], g.dims(a)
	for _, x := range dims {
		array += fmt.Sprintf("[%d]", x.length)
	}
	zero := "0"
	if a.Type.Kind == model.TupleKind {
		zero = "{}"
	}
	if kind == "bool" {
		zero = "false"
	}
	row := 0 // elements on a line
	if len(dims) == 1 && d.Index[0].Type.Kind == model.CellKind {
		row = int(g.m.Dims[d.Index[0].Type.Grid.ID].Cols)
	}
	var nest func(i int, place int) string
	nest = func(i, place int) string {
		if i == len(dims) {
			return element(place)
		}
		out := "{"
		for k := range dims[i].length {
			if k > 0 {
				out += ", "
			}
			if row > 1 && dims[i].length > int64(row) && k%int64(row) == 0 || i+1 < len(dims) {
				out += "\n"
			}
			at := int(k)
			if dims[i].set.Type.Scalar() {
				at = dims[i].set.Index(model.Int(k + dims[i].lo))
			}
			switch {
			case at >= 0:
				out += nest(i+1, place*dims[i].set.Len()+at)
			case i+1 < len(dims):
				out += "{}"
			default:
				out += zero
			}
		}
		if row > 1 && dims[i].length > int64(row) || i+1 < len(dims) {
			out += ",\n"
		}
		return out + "}"
	}
	return array + kind, nest(0, 0)
}

func (g *generator) writeMap(name string, m *model.Map) string {
	var rows []string
	for r := range m.Rows {
		rows = append(rows, strconv.Quote(string(m.Cells[r*m.Cols:(r+1)*m.Cols])))
	}
	if len(rows) == 0 {
		rows = []string{`""`}
	}
	return "var " + name + " = search.Map(" + strings.Join(rows, " +\n") + ")\n"
}
