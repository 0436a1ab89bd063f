package lsp

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/index"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/pddl"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// at returns the project of a document and the symbol at a position of it; nil if there is none.
func (s *Server) at(p *placeParams) (*project, *index.Symbol, diag.Span) {
	d := s.docs[nameOf(p.TextDocument.URI)]
	if d == nil {
		return nil, nil, diag.Span{}
	}
	in := s.projectOf(d.name)
	if in == nil {
		return nil, nil, diag.Span{}
	}
	symbol, span := in.x.At(d.name, d.text.offset(p.Position))
	return in, symbol, span
}

// hover describes a name.
func (s *Server) hover(p *placeParams) (any, error) {
	if d := s.docs[nameOf(p.TextDocument.URI)]; d != nil && isPlan(d.name) {
		return s.planHover(d, p.Position), nil
	}
	in, symbol, span := s.at(p)
	if symbol == nil {
		return s.wordHover(p), nil
	}
	return hover{markup{"markdown", in.describe(symbol)}, s.placeOf(in, span).Range}, nil
}

// wordTexts has a line for each word of the language and each predeclared name: the word, what it means, an example.
//
//go:embed words.txt
var wordTexts string

// wordHover describes a word of the language.
func (s *Server) wordHover(p *placeParams) any {
	d := s.docs[nameOf(p.TextDocument.URI)]
	if d == nil || d.pddl {
		return nil
	}
	offset := d.text.offset(p.Position)
	for _, t := range dsl.Tokens(d.file()) {
		end := t.Pos.Offset + len(t.Text)
		if t.Pos.Offset > offset || end < offset || t.Kind != dsl.TokenName && t.Kind != dsl.TokenKeyword {
			continue
		}
		for line := range strings.Lines(wordTexts) {
			if text, is := strings.CutPrefix(line, t.Text+"\t"); is {
				means, example, _ := strings.Cut(text, "\t")
				about := t.Text + ": " + means + "\n\n```pz\n" + example + "```\n"
				return hover{markup{"markdown", about}, d.text.rangeOf(t.Pos.Offset, end)}
			}
		}
	}
	return nil
}

// describe describes a symbol in Markdown.
func (p *project) describe(symbol *index.Symbol) string {
	var b strings.Builder
	b.WriteString("```pz\n" + p.declaration(symbol) + "\n```\n")
	kind := string(symbol.Kind)
	if symbol.TypeText != "" {
		kind += ": " + symbol.TypeText
	}
	b.WriteString("\n" + kind + "\n")
	if value := p.value(symbol); value != "" {
		b.WriteString("\n" + value + "\n")
	}
	if symbol.Doc != "" {
		b.WriteString("\n" + symbol.Doc + "\n")
	}
	return b.String()
}

// declaration returns the first line of the declaration of a symbol; of a local, its name alone.
func (p *project) declaration(symbol *index.Symbol) string {
	from, to := symbol.Whole.Start.Offset, symbol.Whole.End.Offset
	source := p.sources[symbol.Span.Start.Filename]
	if symbol.Kind == index.Local || from < 0 || to > len(source) || from >= to {
		return symbol.Name
	}
	head, _, more := strings.Cut(source[from:to], "\n")
	if head = strings.TrimRight(head, " {"); more {
		head += " …"
	}
	return diag.Clip(head)
}

// definition returns where a name is declared, or the file that a `use` names.
func (s *Server) definition(p *placeParams) (any, error) {
	if d := s.docs[nameOf(p.TextDocument.URI)]; d != nil && isPlan(d.name) {
		return s.planDefinition(d, p.Position), nil
	}
	if file, _ := s.usedFile(p); file != "" {
		return location{URI: s.uriOf(file)}, nil
	}
	in, symbol, _ := s.at(p)
	if symbol == nil {
		return nil, nil
	}
	return s.placeOf(in, symbol.Span), nil
}

// usedFile returns the file that the text at a position names, "" if it names none.
func (s *Server) usedFile(p *placeParams) (string, diag.Span) {
	d := s.docs[nameOf(p.TextDocument.URI)]
	if d == nil {
		return "", diag.Span{}
	}
	offset := d.text.offset(p.Position)
	for _, path := range dsl.Paths(d.file()) {
		span := path.Span()
		if span.Start.Offset <= offset && offset <= span.End.Offset {
			name, _ := check.Relative(d.name, path)
			return name, span
		}
	}
	return "", diag.Span{}
}

// references lists where a name is used.
func (s *Server) references(p *struct {
	placeParams
	Context struct {
		Declaration bool `json:"includeDeclaration"`
	} `json:"context"`
},
) (any, error) {
	_, symbol, _ := s.at(&p.placeParams)
	all := []location{}
	if symbol == nil {
		return all, nil
	}
	for _, in := range s.projectsWith(symbol.Span.Start.Filename) {
		for _, span := range in.placesOf(symbol.Span) {
			if p.Context.Declaration || span != symbol.Span {
				all = append(all, s.placeOf(in, span))
			}
		}
	}
	slices.SortStableFunc(all, func(a, b location) int {
		return cmp.Or(cmp.Compare(a.URI, b.URI), a.Range.Start.Line-b.Range.Start.Line,
			a.Range.Start.Character-b.Range.Start.Character)
	})
	return slices.Compact(all), nil
}

// documentSymbols lists the declarations of a document.
func (s *Server) documentSymbols(d *document, _ *documentParams) (any, error) {
	if d.pddl {
		return d.outline(), nil
	}
	in := s.projectOf(d.name)
	out := []documentSymbol{}
	for _, decl := range d.file().Decls {
		span := decl.Span()
		source := d.file().Src[span.Start.Offset:span.End.Offset]
		line, _, _ := strings.Cut(source, "\n")
		word, _, _ := strings.Cut(line, " ")
		symbol := documentSymbol{
			Name: shortened(line), Detail: word, Kind: 24, Range: d.rangeOf(span),
			Selection: d.rangeOf(span),
		}
		if name, ok := dsl.DeclName(decl); ok {
			symbol.Name, symbol.Selection, symbol.Kind = name.Name, d.rangeOf(name.Span()), lookOf("").symbol
			if in != nil && in.x.Declared(name.Span()) != nil {
				symbol.Kind = lookOf(in.x.Declared(name.Span()).Kind).symbol
			}
		}
		if enum, ok := decl.(*dsl.EnumDecl); ok {
			for _, v := range enum.Values {
				at := d.rangeOf(v.Span())
				symbol.Children = append(symbol.Children, documentSymbol{
					Name: v.Name, Kind: lookOf(index.Value).symbol, Range: at, Selection: at,
				})
			}
		}
		out = append(out, symbol)
	}
	return out, nil
}

// outline lists the declarations of a domain or a problem of PDDL.
func (d *document) outline() []documentSymbol {
	kinds := map[string]index.Kind{
		"domain": index.Puzzle, "problem": index.Puzzle, ":types": index.Type, ":objects": index.Value,
		":constants": index.Value, ":predicates": index.State, ":functions": index.Const, ":action": index.Move,
		":derived": index.Def,
	}
	out := []documentSymbol{}
	for _, p := range d.parts() {
		symbol := documentSymbol{
			Name: p.Name, Detail: p.Section, Kind: lookOf(kinds[p.Section]).symbol, Range: d.rangeOf(p.Span),
			Selection: d.rangeOf(p.Named),
		}
		if within := len(out) - 1; within >= 0 && strings.HasPrefix(p.Section, ":") {
			out[within].Children = append(out[within].Children, symbol)
		} else {
			out = append(out, symbol)
		}
	}
	return out
}

// parts lists the parts of a text of PDDL, none of another text.
func (d *document) parts() []pddl.Part {
	if !d.pddl {
		return nil
	}
	return pddl.Text{Name: d.name, Text: d.text.raw}.Outline()
}

// shortened cuts a line for a list.
func shortened(line string) string {
	const most = 60
	if r := []rune(line); len(r) > most {
		return string(r[:most]) + "…"
	}
	return line
}

// rangeOf returns the range of a span of a document.
func (d *document) rangeOf(s diag.Span) rangeOf { return d.text.rangeOf(s.Start.Offset, s.End.Offset) }

// formatting writes a document in canonical layout.
func (s *Server) formatting(d *document, _ *documentParams) (any, error) {
	if isPlan(d.name) || d.pddl {
		return []textEdit{}, nil
	}
	formatted, diags := puzzle.Format(d.name, d.text.raw)
	if diags.HasErrors() {
		return nil, refuse("the syntax is wrong in line %d: %s", diags[0].Span.Start.Line, diags[0].Msg)
	}
	return append([]textEdit{}, d.text.difference(formatted)...), nil
}
