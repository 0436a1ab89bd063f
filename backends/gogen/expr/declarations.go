package expr

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
)

// declaration is a declaration that is written if other text reads one of its names.
type declaration struct {
	names []string
	write func() string
}

// uses are the names that the texts of a program read.
type uses map[string]bool

func (u uses) note(text string) string {
	for _, n := range code.Identifiers(text) {
		u[n] = true
	}
	return text
}

func (u uses) any(names ...string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return u[n] })
}

// Declarations writes the declarations that the other texts of a program read, directly or through other declarations:
// the functions of defs (defs.go), and types, constants, data and helpers (data.go).
func (g *Writer) Declarations(texts ...string) (defs, data string) {
	u := uses{}
	for _, text := range texts {
		u.note(text)
	}
	defs = g.writeDefs(u)
	done := map[string]bool{}
	for more := true; more; {
		more = false
		for _, d := range g.declarations(u) {
			if !done[d.names[0]] && u.any(d.names...) {
				u.note(d.write())
				done[d.names[0]], more = true, true
			}
		}
	}
	var b strings.Builder
	for _, d := range g.declarations(u) {
		if done[d.names[0]] {
			b.WriteString(d.write())
		}
	}
	return defs, b.String()
}

// writeDefs writes the functions of defs that are read, in the order of the model. A def may come before the defs that
// it calls, so which are read is learned from pass to pass.
func (g *Writer) writeDefs(u uses) string {
	written, read := map[variant]string{}, map[variant]bool{}
	for more := true; more; {
		more = false
		for _, v := range g.variants() {
			name := g.function(v)
			reads := u[name] && g.asked[name]
			if reads && !g.wanted[v] {
				g.wanted[v], g.Changed = true, true
			}
			if _, done := written[v]; !done && g.wanted[v] {
				written[v] = g.writeFunction(v)
			}
			if reads && !read[v] {
				u.note(written[v])
				read[v], more = true, true
			}
		}
	}
	var b strings.Builder
	for _, v := range g.variants() {
		if read[v] {
			b.WriteString(written[v] + "\n")
		}
	}
	for _, a := range g.finders {
		if u[g.finderName[a]] {
			b.WriteString(u.note(g.writeFinder(a)) + "\n")
		}
	}
	return b.String()
}

// variants are all functions of defs, in the order of the model.
func (g *Writer) variants() []variant {
	var all []variant
	for _, d := range g.Model.Defs {
		all = append(all, variant{d, false}, variant{d, true})
	}
	return all
}

// declarations are the declarations of data.go, in order.
func (g *Writer) declarations(u uses) []declaration {
	return slices.Concat(g.typeDeclarations(u), g.dataDeclarations(), g.gridDeclarations(), helperDeclarations(),
		g.directions())
}

func (g *Writer) typeDeclarations(u uses) (all []declaration) {
	add := func(write func() string, names ...string) { all = append(all, declaration{names, write}) }
	for _, e := range g.Model.Enums {
		add(func() string { return g.enumType(e) }, g.enumName[e])
		add(func() string { return g.enumValues(e) }, g.valueName[e]...)
		add(func() string { return g.enumTexts(e) }, namesName(g.enumName[e]))
	}
	for _, t := range g.Model.Types {
		if g.typeName[t] != "" {
			add(func() string { return g.typeAlias(t) }, g.typeName[t])
			add(func() string { return g.typeCount(t, !u[g.typeName[t]]) }, countName(g.typeName[t]))
		}
	}
	return all
}

func (g *Writer) dataDeclarations() (all []declaration) {
	for _, a := range g.Model.Arrays {
		if g.asked[g.dataName[a]] {
			all = append(all, declaration{[]string{g.dataName[a]}, func() string { return g.writeData(a) + "\n" }})
		}
	}
	add := func(sets map[string]*namedSet, write func(*namedSet) string) {
		for _, n := range sortedSets(sets) {
			all = append(all, declaration{[]string{n.name}, func() string { return write(n) + "\n" }})
		}
	}
	add(g.setTables, g.writeSet)
	add(g.memberTests, g.writeMember)
	add(g.placeTests, g.writePlace)
	for _, name := range g.tableOrder {
		all = append(all, declaration{[]string{name}, func() string { return g.tableText[name] + "\n" }})
	}
	return all
}

func (g *Writer) gridDeclarations() (all []declaration) {
	for _, grid := range g.Model.Grids {
		for _, what := range gridOrder {
			all = append(all, declaration{
				[]string{g.gridHelper(grid, what)},
				func() string { return g.writeGrid(grid, what) },
			})
		}
	}
	return all
}

func helperDeclarations() (all []declaration) {
	for _, name := range slices.Sorted(maps.Keys(helpers)) {
		names := []string{name}
		if name == "rowStep" {
			names = append(names, "colStep")
		}
		all = append(all, declaration{names, func() string { return helpers[name] + "\n" }})
	}
	return all
}

// directions are the type, the values and the texts of directions.
func (g *Writer) directions() []declaration {
	var names []string
	for _, d := range model.DirNames {
		names = append(names, g.dirName(d))
	}
	return []declaration{
		{[]string{"Dir"}, func() string { return "// Dir is a direction.\ntype Dir = int\n\n" }},
		{names, func() string {
			return "const (\n" + names[0] + " Dir = iota\n" + strings.Join(names[1:], "\n") + "\n)\n\n"
		}},
		{
			[]string{"dirNames"},
			func() string { return "var dirNames = [...]string{\"up\", \"right\", \"down\", \"left\"}\n\n" },
		},
	}
}

func (g *Writer) enumType(e *model.Enum) string {
	return code.Comment(g.DocOf(g.enumName[e], cmp.Or(e.Doc, "an enum of the model"))+g.Where(e.Span)) +
		"type " + g.enumName[e] + " = int\n\n"
}

func (g *Writer) enumValues(e *model.Enum) string {
	names := g.valueName[e]
	return "const (\n" + names[0] + " " + g.enumName[e] + " = iota\n" + strings.Join(names[1:], "\n") + "\n)\n\n"
}

func (g *Writer) enumTexts(e *model.Enum) string {
	var names []string
	for _, v := range e.Values {
		names = append(names, strconv.Quote(v))
	}
	return "var " + namesName(g.enumName[e]) + " = [...]string{" + strings.Join(names, ", ") + "}\n\n"
}

func (g *Writer) typeAlias(t *model.TypeDecl) string {
	base := "int"
	if e := t.Set.Type().Elem(); e != nil && e.Kind != model.CellKind && e.Scalar() {
		base = g.GoType(e)
	}
	return g.typeDoc(t) + "type " + g.typeName[t] + " = " + base + "\n\n"
}

func (g *Writer) typeDoc(t *model.TypeDecl) string {
	return code.Comment(g.DocOf(g.typeName[t], cmp.Or(t.Doc, g.Source(t.Set.Span()))) + g.Where(t.Span))
}

// typeCount writes the number of values of a type. alone: the type itself is not written.
func (g *Writer) typeCount(t *model.TypeDecl, alone bool) string {
	s, _ := g.EvalSet(t.Set, nil)
	text := fmt.Sprintf("// %[1]s is how many there are.\nconst %[1]s = %[2]d\n\n", countName(g.typeName[t]), s.Len())
	if alone {
		text = g.typeDoc(t) + text
	}
	return text
}
