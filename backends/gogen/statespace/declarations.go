package statespace

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/lists"
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
		u[strings.TrimPrefix(n, ".")] = true
	}
}

func (u uses) any(names ...string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return u[n] })
}

// Declarations writes the declarations that the other texts of a program read, directly or through other declarations:
// the functions of defs (defs.go), and types, constants, data and helpers (data.go).
func (w *Writer) Declarations(texts ...*code.Block) (defs, data *code.Block) {
	u := uses{}
	for _, text := range texts {
		u.note(text)
	}
	defs = needed(u, w.functions)
	return defs, needed(u, func() []declaration { return w.declarations(u) })
}

// needed writes those declarations of a list that are read. The list may grow meanwhile.
func needed(u uses, list func() []declaration) *code.Block {
	done := map[string]bool{}
	for more := true; more; {
		more = false
		for _, d := range list() {
			if !done[d.names[0]] && u.any(d.names...) {
				b := &code.Block{}
				d.write(b)
				u.note(b)
				done[d.names[0]], more = true, true
			}
		}
	}
	all := &code.Block{}
	for _, d := range list() {
		if done[d.names[0]] {
			d.write(all)
			all.Line("")
		}
	}
	return all
}

// functions are the functions of defs, in the order of the model, and those as grounding has them.
func (w *Writer) functions() (all []declaration) {
	add := func(name string, write func(*code.Block)) {
		all = append(all, declaration{[]string{name}, func(b *code.Block) {
			if w.text[name] == nil {
				w.text[name] = &code.Block{}
				write(w.text[name])
			}
			b.Append(w.text[name])
		}})
	}
	for _, d := range w.Model.Defs {
		for _, v := range []variant{{d, false}, {d, true}} {
			add(w.function(v), func(b *code.Block) {
				if err := Try(func() { w.writeFunction(b, v) }); err != nil && w.unwritable[d] == nil {
					w.unwritable[d], w.Changed = err, true
				}
			})
		}
	}
	for _, f := range w.groundedOrder {
		add(f.name, func(b *code.Block) { f.write(w, b) })
	}
	return all
}

func graphName(i int64) string { return fmt.Sprint("graph", i) }

// declarations are the declarations of data.go, in order.
func (w *Writer) declarations(u uses) []declaration {
	composites := declaration{[]string{"composites"}, func(b *code.Block) {
		b.Comment("composites are the texts of values that are numbered.")
		listed(b, "composites", w.composites)
	}}
	return slices.Concat(w.typeDeclarations(u), w.dataDeclarations(), w.gridDeclarations(), helperDeclarations(),
		w.directions(), []declaration{composites})
}

func (w *Writer) typeDeclarations(u uses) (all []declaration) {
	add := func(write func(b *code.Block), names ...string) { all = append(all, declaration{names, write}) }
	for _, e := range w.Model.Enums {
		add(func(b *code.Block) { w.enumType(b, e) }, w.enumName[e])
		add(func(b *code.Block) { numbered(b, w.enumName[e], w.valueName[e]) }, w.valueName[e]...)
		add(func(b *code.Block) { listed(b, namesName(w.enumName[e]), e.Values) }, namesName(w.enumName[e]))
	}
	for _, t := range w.Model.Types {
		if w.typeName[t] != "" {
			add(func(b *code.Block) { w.typeAlias(b, t) }, w.typeName[t])
			add(func(b *code.Block) { w.typeCount(b, t, !u[w.typeName[t]]) }, countName(w.typeName[t]))
		}
	}
	return all
}

func (w *Writer) dataDeclarations() (all []declaration) {
	for _, a := range w.Model.Arrays {
		if a.Role != model.State {
			all = append(all, declaration{[]string{w.dataName[a]}, func(b *code.Block) { w.writeData(b, a) }})
		}
	}
	add := func(sets map[string]*namedSet, write func(*code.Block, *namedSet)) {
		byName := func(a, b *namedSet) int { return strings.Compare(a.name, b.name) }
		for _, n := range slices.SortedFunc(maps.Values(sets), byName) {
			all = append(all, declaration{[]string{n.name}, func(b *code.Block) { write(b, n) }})
		}
	}
	add(w.setTables, w.writeSet)
	add(w.memberTests, w.writeMember)
	for i := range w.task.Pool.Graphs {
		name := graphName(int64(i))
		all = append(all, declaration{[]string{name}, func(b *code.Block) {
			rows := lists.Map(w.task.Pool.Graphs[i].Next, func(next []int32) string { return "{" + code.Numbers(next) + "}" })
			b.Comment("%s lists neighbours.", name)
			b.Line("var %s = search.Graph{%s\n}", name, code.Lines(rows))
		}})
	}
	return all
}

func (w *Writer) gridDeclarations() (all []declaration) {
	for _, grid := range w.Model.Grids {
		for _, what := range gridOrder {
			all = append(all, declaration{
				[]string{w.gridHelper(grid, what)},
				func(b *code.Block) { w.writeGrid(b, grid, what) },
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
func (w *Writer) directions() []declaration {
	names := lists.Map(model.DirNames[:], w.dirName)
	return []declaration{
		{[]string{"Dir"}, func(b *code.Block) {
			b.Comment("Dir is a direction.")
			b.Line("type Dir = int")
		}},
		{names, func(b *code.Block) { numbered(b, "Dir", names) }},
		{[]string{"dirNames"}, func(b *code.Block) { listed(b, "dirNames", model.DirNames[:]) }},
	}
}

func (w *Writer) enumType(b *code.Block, e *model.Enum) {
	w.Describe(b, w.enumName[e], cmp.Or(e.Doc, "an enum of the model"), e.Span)
	b.Line("type %s = int", w.enumName[e])
}

// numbered writes constants of a type: 0, 1, 2, …
func numbered(b *code.Block, kind string, names []string) {
	b.Line("const (\n%s %s = iota\n%s\n)", names[0], code.Name(kind), strings.Join(names[1:], "\n"))
}

// listed writes a list of texts.
func listed(b *code.Block, name string, texts []string) {
	all := lists.Map(texts, strconv.Quote)
	b.Line("var %s = [...]string{%s}", name, strings.Join(all, ", "))
}

func (w *Writer) typeAlias(b *code.Block, t *model.TypeDecl) {
	base := code.Name("int")
	if e := t.Set.Type().Elem(); e != nil && e.Kind != model.CellKind && e.Scalar() {
		base = w.goType(e)
	}
	w.typeDoc(b, t)
	b.Line("type %s = %s", w.typeName[t], base)
}

func (w *Writer) typeDoc(b *code.Block, t *model.TypeDecl) {
	w.Describe(b, w.typeName[t], cmp.Or(t.Doc, w.Source(t.Set.Span())), t.Span)
}

// typeCount writes the number of values of a type. alone: the type itself is not written.
func (w *Writer) typeCount(b *code.Block, t *model.TypeDecl, alone bool) {
	s, _ := w.evalSet(t.Set, nil)
	name := countName(w.typeName[t])
	if alone {
		w.typeDoc(b, t)
	}
	b.Line("const %s = %d // how many there are", name, s.Len())
}

// writeData writes a parameter or constant with its values.
func (w *Writer) writeData(b *code.Block, a *model.Array) {
	d, name := w.Model.Data[a.ID], w.dataName[a]
	w.Describe(b, name, cmp.Or(a.Doc, w.dataPurpose(a)), a.Span)
	if a.Type.Kind == model.MapKind {
		w.writeMap(b, name, a.Type, d.Values[0].C.Map)
		return
	}
	element := func(i int) code.Expr {
		if i < len(d.Values) && d.Defined[i] {
			return w.asGo(a.Type, d.Values[i])
		}
		if a.Type.Kind == model.TextKind {
			return quote("?")
		}
		return none
	}
	kind := w.elementType(a)
	switch {
	case len(a.Index) > 0:
		b.Line("var %s = %s", name, w.arrayLiteral(a, element))
	case kind.IsName("int"):
		b.Line("const %s = %s", name, element(0))
	default:
		b.Line("const %s %s = %s", name, kind, element(0))
	}
}

// dataPurpose says where the values of an array come from.
func (w *Writer) dataPurpose(a *model.Array) string {
	if a.Role == model.Param {
		return "a parameter of the model"
	}
	if _, list := a.Value.(*model.List); list || a.Value == nil {
		return "a constant of the model"
	}
	return w.Source(a.Value.Span())
}

func (w *Writer) writeMap(b *code.Block, name string, t *model.Type, m *model.Map) {
	rows := lists.Map(w.Model.MapRows(t, m), strconv.Quote)
	if len(rows) == 0 {
		rows = []string{`""`}
	}
	cells := code.Call("search.Map", code.Literal(strings.Join(rows, " +\n")))
	if len(t.Elems) > 0 {
		words := make([]code.Expr, len(m.Cells))
		for i := range words {
			if words[i] = none; m.Cells[i] != model.NoWord {
				words[i] = w.asGo(t.Sign(), m.At(int64(i)))
			}
			if i%m.Cols == 0 {
				words[i] = code.Format("\n%s", words[i])
			}
		}
		cells = code.Literally(code.Literal("[]int"), words...)
	}
	b.Line("var %s = %s", name, cells)
}
