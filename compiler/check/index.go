package check

import (
	"strings"

	"github.com/pzc-lang/pzc/compiler/index"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
)

// fillIndex keeps the files, declares all names except locals, and sets where locals are visible.
func (c *checker) fillIndex(files []*dsl.File) {
	x := c.loader.Index
	if x == nil {
		return
	}
	x.Files = append(x.Files, files...)
	whole, params := map[diag.Span]diag.Span{}, map[diag.Span][]string{}
	for _, f := range files {
		for _, d := range f.Decls {
			if name, ok := dsl.DeclName(d); ok {
				whole[name.Span()] = d.Span()
				params[name.Span()] = c.paramTexts(d)
			}
		}
		visibleIn(x, f)
	}
	add := func(s *index.Symbol) {
		if s.Whole = whole[s.Span]; s.Whole == (diag.Span{}) {
			s.Whole = s.Span
		}
		s.Params = params[s.Span]
		x.Declare(s)
	}
	if c.puzzle != nil {
		add(&index.Symbol{
			Kind: index.Puzzle, Name: c.puzzle.Name.Name, Span: c.puzzle.Name.Span(), Doc: string(c.puzzle.Doc),
		})
	}
	for _, s := range c.symbols {
		add(c.indexed(s))
	}
	for _, m := range c.program.Moves {
		add(&index.Symbol{Kind: index.Move, Name: m.Name, Span: m.Span, Doc: m.Doc})
	}
	for _, m := range c.program.Symmetries {
		add(&index.Symbol{Kind: index.Symmetry, Name: m.Name, Span: m.Span, Doc: m.Doc})
	}
	for _, i := range c.program.Instances {
		add(&index.Symbol{Kind: index.Instance, Name: i.Name, Span: i.Span, Doc: i.Doc})
	}
	x.Resolve()
}

// indexed describes a symbol of the checker.
func (c *checker) indexed(s *symbol) *index.Symbol {
	out := &index.Symbol{Name: s.name, Span: s.span}
	typed := func(t *model.Type) { out.TypeText = describe(t) }
	switch {
	case s.array != nil:
		out.Kind = [...]index.Kind{index.Param, index.Const, index.State}[s.array.Role]
		out.Doc = s.array.Doc
		if typed(s.array.Type); s.array.Optional {
			out.TypeText += ", or none"
		}
		out.Words = s.array.Type.Kind == model.MapKind && len(s.array.Type.Elems) > 0
		if s.array.Domain != nil {
			out.Alphabet, _ = literalAlphabet(s.array.Domain)
		}
		out.Edges = isEdges(s.array.Type)
	case s.typ != nil:
		out.Kind, out.Doc = index.Type, s.typ.Doc
		if s.typ.Set != nil {
			typed(elemOf(s.typ.Set))
		}
	case s.enum != nil && s.value >= 0:
		out.Kind = index.Value
		typed(enumType(s.enum))
	case s.enum != nil:
		out.Kind, out.Doc = index.Enum, s.enum.Doc
	case s.def != nil:
		out.Kind, out.Doc, out.Called = index.Def, s.def.Doc, c.isCalled(s)
		typed(s.result)
	case s.heur != nil:
		out.Kind, out.Doc = index.Heuristic, s.heur.Doc
		typed(model.NumberType)
	case s.relax != nil:
		out.Kind, out.Doc = index.Relaxation, s.relax.Doc
		typed(model.NumberType)
	}
	return out
}

// isEdges reports whether the values of a type are sets of pairs of a cell and a direction.
func isEdges(t *model.Type) bool {
	if t.Kind != model.SetKind || t.Elem() == nil || t.Elem().Kind != model.TupleKind || len(t.Elem().Elems) != 2 {
		return false
	}
	pair := t.Elem().Elems
	return pair[0].Kind == model.CellKind && pair[1].Kind == model.Direction
}

// paramTexts are the parameters of a declaration, as they are written.
func (c *checker) paramTexts(d dsl.Decl) (texts []string) {
	dsl.Walk(d, func(node dsl.Spanned) {
		if b, ok := node.(*dsl.Binding); ok {
			texts = append(texts, strings.TrimSpace(c.text(b.Span())))
		}
	})
	return texts
}

// visibleIn sets the text in which the locals of a file are visible: the node around the one that binds them.
func visibleIn(x *index.Index, f *dsl.File) {
	var open []dsl.Spanned // the current node and the nodes around it
	for _, d := range f.Decls {
		dsl.Walk(d, func(node dsl.Spanned) {
			for len(open) > 0 && open[len(open)-1].Span().End.Offset < node.Span().End.Offset {
				open = open[:len(open)-1]
			}
			if s := x.Declared(node.Span()); s != nil && s.Kind == index.Local {
				for i := len(open) - 1; i >= 0; i-- {
					if !binds(open[i]) {
						s.Whole = open[i].Span()
						break
					}
				}
			}
			open = append(open, node)
		})
		open = nil
	}
}

// binds reports whether a node belongs to a binding, so that the name is visible outside the node.
func binds(node dsl.Spanned) bool {
	switch node.(type) {
	case *dsl.Target, *dsl.BindVar, *dsl.Binding, *dsl.IndexVar, *dsl.Ident, *dsl.Let, *dsl.Pattern, *dsl.Name:
		return true
	}
	return false
}
