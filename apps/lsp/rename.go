package lsp

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/index"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lazy"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// A name is renamed in all models that use the file of its declaration. Then these models are checked with the new
// name: there must be no further finding, and each name must still mean the same declaration. Otherwise nothing is
// renamed.

// renamable finds the symbol at a position, if it can be renamed.
func (s *Server) renamable(p *placeParams) (*project, *index.Symbol, diag.Span, error) {
	in, symbol, span := s.at(p)
	switch {
	case symbol == nil:
		return nil, nil, span, refuse("there is no name of the model at this place")
	case strings.HasPrefix(symbol.Span.Start.Filename, check.Std):
		return nil, nil, span, refuse("`%s` is declared in pzc's library, which cannot be changed", symbol.Name)
	}
	return in, symbol, span, nil
}

func (s *Server) prepareRename(p *placeParams) (any, error) {
	in, symbol, span, err := s.renamable(p)
	if err != nil {
		return nil, err
	}
	return map[string]any{"range": s.placeOf(in, span).Range, "placeholder": symbol.Name}, nil
}

var identifier = lazy.Compile(`^[A-Za-z_][A-Za-z0-9_]*$`)

func (s *Server) rename(p *struct {
	placeParams
	NewName string `json:"newName"`
},
) (any, error) {
	_, symbol, _, err := s.renamable(&p.placeParams)
	switch {
	case err != nil:
		return nil, err
	case !identifier.Get().MatchString(p.NewName) || p.NewName == "_":
		return nil, refuse("`%s` is no name: letters a to z and A to Z, digits and `_`, and no digit first", p.NewName)
	case dsl.IsReserved(p.NewName):
		return nil, refuse("`%s` is a word of the language and cannot be a name", p.NewName)
	}
	edits := map[string]map[diag.Span]bool{} // by file
	involved := s.projectsWith(symbol.Span.Start.Filename)
	for _, in := range involved {
		for _, span := range in.placesOf(symbol.Span) {
			name := span.Start.Filename
			if edits[name] == nil {
				edits[name] = map[diag.Span]bool{}
			}
			edits[name][span] = true
		}
	}
	texts := map[string]string{}
	changes := map[string][]textEdit{}
	for name, spans := range edits {
		if strings.HasPrefix(name, check.Std) {
			continue
		}
		in := involved[slices.IndexFunc(involved, func(p *project) bool { return p.has(name) })]
		var fixes diag.List
		for span := range spans {
			fixes.Add(&diag.Diagnostic{Fix: &diag.Fix{Span: span, Text: p.NewName}})
			changes[s.uriOf(name)] = append(changes[s.uriOf(name)], textEdit{s.placeOf(in, span).Range, p.NewName})
		}
		texts[name], _ = fixes.ApplyFixes(name, in.sources[name])
	}
	for _, in := range involved {
		if err := s.sameMeaning(in, texts, symbol.Name, p.NewName); err != nil {
			return nil, err
		}
	}
	for _, list := range changes {
		slices.SortStableFunc(list, func(a, b textEdit) int {
			return cmp.Or(a.Range.Start.Line-b.Range.Start.Line, a.Range.Start.Character-b.Range.Start.Character)
		})
	}
	return map[string]any{"changes": changes}, nil
}

// placesOf lists where the symbol that is declared at a place stands: the declaration and the uses.
func (p *project) placesOf(declared diag.Span) (all []diag.Span) {
	if p.x.Declared(declared) != nil {
		all = append(all, declared)
	}
	for _, u := range p.x.Uses {
		if u.Symbol.Span == declared {
			all = append(all, u.Span)
		}
	}
	return all
}

// sameMeaning checks a model with other texts. It returns an error if there are further findings, or if a name means
// another declaration.
func (s *Server) sameMeaning(p *project, texts map[string]string, old, name string) error {
	files := s.filesOf(p.main)
	for file, text := range texts {
		files.texts[file] = text
	}
	main, ok := files.texts[p.main]
	if !ok {
		main = p.sources[p.main]
	}
	_, x, found := puzzle.LoadIndexed(files, p.main, main)
	if len(found) > len(p.found) {
		told := map[string]int{}
		for _, d := range p.found {
			told[d.Code]++
		}
		for _, d := range found {
			if told[d.Code]--; told[d.Code] < 0 {
				return refuse("`%s` cannot be called `%s`: %s (%s)", old, name, d.Msg, d.Span.Start)
			}
		}
	}
	if !slices.Equal(meanings(p.x), meanings(x)) {
		return refuse("`%s` cannot be called `%s`: names would mean another declaration than before", old, name)
	}
	return nil
}

// meanings lists for each use, in the order of the text, which declaration is meant, by the place of the declaration
// among all of them.
func meanings(x *index.Index) (all []int) {
	symbols := slices.Clone(x.Symbols)
	slices.SortStableFunc(symbols, func(a, b *index.Symbol) int {
		return cmp.Or(strings.Compare(a.Span.Start.Filename, b.Span.Start.Filename), a.Span.Start.Offset-b.Span.Start.Offset)
	})
	place := map[*index.Symbol]int{}
	for i, symbol := range symbols {
		place[symbol] = i
	}
	for _, u := range x.Uses {
		all = append(all, place[u.Symbol])
	}
	return all
}
