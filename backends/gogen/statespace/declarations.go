package statespace

import (
	"cmp"
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
	write func(b *code.Block)
}

// uses are the names that the texts of a program read.
type uses map[string]bool

func (u uses) note(b *code.Block) {
	for _, n := range b.NamesRead() {
		u[n] = true
	}
}

func (u uses) any(names ...string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return u[n] })
}

// Declarations writes the declarations that the other texts of a program read, directly or through other declarations:
// the functions of defs (defs.go), and types, constants, data and helpers (data.go).
func (g *Writer) Declarations(texts ...*code.Block) (defs, data *code.Block) {
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
				b := &code.Block{}
				d.write(b)
				u.note(b)
				done[d.names[0]], more = true, true
			}
		}
	}
	data = &code.Block{}
	for _, d := range g.declarations(u) {
		if done[d.names[0]] {
			d.write(data)
			data.Line("")
		}
	}
	return defs, data
}

// writeDefs writes the functions of defs that are read, in the order of the model. A def may come before the defs that
// it calls, so which are read is learned from pass to pass.
func (g *Writer) writeDefs(u uses) *code.Block {
	written, read := map[variant]*code.Block{}, map[variant]bool{}
	for more := true; more; {
		more = false
		for _, v := range g.variants() {
			reads := u[g.function(v)]
			if reads && !g.wanted[v] {
				g.wanted[v], g.Changed = true, true
			}
			if written[v] == nil && g.wanted[v] {
				written[v] = g.writeFunction(v)
			}
			if reads && !read[v] {
				u.note(written[v])
				read[v], more = true, true
			}
		}
	}
	defs := &code.Block{}
	for _, v := range g.variants() {
		if read[v] {
			defs.Append(written[v])
		}
	}
	for _, a := range g.finders {
		if u[g.finderName[a]] {
			g.writeFinder(defs, a)
		}
	}
	u.note(defs)
	return defs
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
	add := func(write func(b *code.Block), names ...string) { all = append(all, declaration{names, write}) }
	for _, e := range g.Model.Enums {
		add(func(b *code.Block) { g.enumType(b, e) }, g.enumName[e])
		add(func(b *code.Block) { numbered(b, g.enumName[e], g.valueName[e]) }, g.valueName[e]...)
		add(func(b *code.Block) { listed(b, namesName(g.enumName[e]), e.Values) }, namesName(g.enumName[e]))
	}
	for _, t := range g.Model.Types {
		if g.typeName[t] != "" {
			add(func(b *code.Block) { g.typeAlias(b, t) }, g.typeName[t])
			add(func(b *code.Block) { g.typeCount(b, t, !u[g.typeName[t]]) }, countName(g.typeName[t]))
		}
	}
	return all
}

func (g *Writer) dataDeclarations() (all []declaration) {
	for _, a := range g.Model.Arrays {
		if !inState(a) {
			all = append(all, declaration{[]string{g.dataName[a]}, func(b *code.Block) { g.writeData(b, a) }})
		}
	}
	add := func(sets map[string]*namedSet, write func(*code.Block, *namedSet)) {
		for _, n := range sortedSets(sets) {
			all = append(all, declaration{[]string{n.name}, func(b *code.Block) { write(b, n) }})
		}
	}
	add(g.setTables, g.writeSet)
	add(g.memberTests, g.writeMember)
	add(g.placeTests, g.writePlace)
	for _, name := range g.tableOrder {
		all = append(all, declaration{[]string{name}, func(b *code.Block) { b.Append(g.tableText[name]) }})
	}
	return all
}

func (g *Writer) gridDeclarations() (all []declaration) {
	for _, grid := range g.Model.Grids {
		for _, what := range gridOrder {
			all = append(all, declaration{
				[]string{g.gridHelper(grid, what)},
				func(b *code.Block) { g.writeGrid(b, grid, what) },
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
		all = append(all, declaration{names, func(b *code.Block) { helpers[name].write(b) }})
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
		{[]string{"Dir"}, func(b *code.Block) {
			b.Comment("Dir is a direction.")
			b.Line("type Dir = int")
		}},
		{names, func(b *code.Block) { numbered(b, "Dir", names) }},
		{[]string{"dirNames"}, func(b *code.Block) { listed(b, "dirNames", model.DirNames[:]) }},
	}
}

func (g *Writer) enumType(b *code.Block, e *model.Enum) {
	g.Describe(b, g.enumName[e], cmp.Or(e.Doc, "an enum of the model"), e.Span)
	b.Line("type %s = int", g.enumName[e])
}

// numbered writes constants of a type: 0, 1, 2, …
func numbered(b *code.Block, kind string, names []string) {
	b.Line("const (\n%s %s = iota\n%s\n)", names[0], code.Name(kind), strings.Join(names[1:], "\n"))
}

// listed writes a list of texts.
func listed(b *code.Block, name string, texts []string) {
	var all []string
	for _, t := range texts {
		all = append(all, strconv.Quote(t))
	}
	b.Line("var %s = [...]string{%s}", name, strings.Join(all, ", "))
}

func (g *Writer) typeAlias(b *code.Block, t *model.TypeDecl) {
	base := code.Name("int")
	if e := t.Set.Type().Elem(); e != nil && e.Kind != model.CellKind && e.Scalar() {
		base = g.goType(e)
	}
	g.typeDoc(b, t)
	b.Line("type %s = %s", g.typeName[t], base)
}

func (g *Writer) typeDoc(b *code.Block, t *model.TypeDecl) {
	g.Describe(b, g.typeName[t], cmp.Or(t.Doc, g.Source(t.Set.Span())), t.Span)
}

// typeCount writes the number of values of a type. alone: the type itself is not written.
func (g *Writer) typeCount(b *code.Block, t *model.TypeDecl, alone bool) {
	s, _ := g.EvalSet(t.Set, nil)
	name := countName(g.typeName[t])
	if alone {
		g.typeDoc(b, t)
	}
	b.Line("const %s = %d // how many there are", name, s.Len())
}
