// Package index answers an editor's questions about the names of a model: where a name is declared, what it is, and
// where it is read and written.
//
// The checker fills an Index if its loader has one. The index is filled also for models with errors, as far as the
// checker understands them.
package index

import (
	"cmp"
	"slices"

	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
)

// Kind is the kind of a named thing, in the words of messages.
type Kind string

// The kinds of symbols. A value is one of an enum.
const (
	Puzzle     Kind = "puzzle"
	Param      Kind = "parameter"
	Const      Kind = "constant"
	State      Kind = "state variable"
	Type       Kind = "type"
	Enum       Kind = "enum"
	Value      Kind = "value"
	Def        Kind = "def"
	Move       Kind = "move"
	Symmetry   Kind = "symmetry"
	Heuristic  Kind = "heuristic"
	Relaxation Kind = "relaxation"
	Instance   Kind = "instance"
	Local      Kind = "local"
)

// Symbol is a declared name.
type Symbol struct {
	Kind Kind
	Name string
	Span diag.Span // of the name in its declaration
	// Whole is the span of the declaration; of a local, the text in which it is visible.
	Whole diag.Span
	Doc   string
	// TypeText describes the type of the value: "a cell of grid(n, n)". It is empty if there is none.
	TypeText string
	// Params are the parameters of a def, move or symmetry, as they are written.
	Params []string
	// Called reports that a def is written with its arguments.
	Called bool
	// Alphabet holds the characters that a map may have; nil if all. Words reports a map of words.
	Alphabet []rune
	Words    bool
	// Edges reports that the values are sets of pairs of a cell and a direction.
	Edges bool
}

// use is a place where a symbol is read or written. A declaration is no use.
type use struct {
	Span   diag.Span
	Symbol *Symbol
	Write  bool
}

// Member is the name after a point, and the names that may stand there.
type Member struct {
	Span  diag.Span
	Names []string
}

// Index holds the names of a model and of the files that it uses. The zero value is empty.
type Index struct {
	Files   []*dsl.File // as they were parsed, also those with errors
	Symbols []*Symbol
	Uses    []use // in the order of the text, once Resolve was called
	Members []Member

	declared map[diag.Span]*Symbol
	noted    map[note]bool
	pending  []note
}

// note is a use whose symbol may not be declared yet.
type note struct {
	at, to diag.Span
	write  bool
}

// Declare adds a symbol, unless its name was declared at this place before.
func (x *Index) Declare(s *Symbol) {
	if x.declared == nil {
		x.declared = map[diag.Span]*Symbol{}
	}
	if s.Span == (diag.Span{}) || x.declared[s.Span] != nil {
		return
	}
	x.declared[s.Span] = s
	x.Symbols = append(x.Symbols, s)
}

// Use records that the name at a position refers to a declaration at another position.
func (x *Index) Use(at, declared diag.Span, write bool) {
	if x.noted == nil {
		x.noted = map[note]bool{}
	}
	n := note{at, declared, write}
	if at == declared || at == (diag.Span{}) || x.noted[n] {
		return
	}
	x.noted[n] = true
	x.pending = append(x.pending, n)
}

// Resolve connects the noted uses with the symbols that are declared by now, and sorts them.
func (x *Index) Resolve() {
	var open []note // of a model whose relaxation was loaded meanwhile
	for _, n := range x.pending {
		if s := x.declared[n.to]; s != nil {
			x.Uses = append(x.Uses, use{n.at, s, n.write})
		} else {
			open = append(open, n)
		}
	}
	x.pending = open
	slices.SortStableFunc(x.Uses, func(a, b use) int {
		return cmp.Or(cmp.Compare(a.Span.Start.Filename, b.Span.Start.Filename),
			a.Span.Start.Offset-b.Span.Start.Offset)
	})
}

// Declared returns the symbol whose name is declared at a place; nil if there is none.
func (x *Index) Declared(at diag.Span) *Symbol { return x.declared[at] }

// At returns the symbol that is declared or used at an offset of a file, and the span of its name there; nil if there
// is none. An offset directly behind a name belongs to the name.
func (x *Index) At(file string, offset int) (*Symbol, diag.Span) {
	in := func(s diag.Span) bool {
		return s.Start.Filename == file && s.Start.Offset <= offset && offset <= s.End.Offset
	}
	for _, u := range x.Uses {
		if in(u.Span) {
			return u.Symbol, u.Span
		}
	}
	for _, s := range x.Symbols {
		if in(s.Span) {
			return s, s.Span
		}
	}
	return nil, diag.Span{}
}

// Visible lists the symbols that an expression at an offset of a file may name: locals, the innermost first, and then
// the declarations.
func (x *Index) Visible(file string, offset int) (all []*Symbol) {
	for _, s := range slices.Backward(x.Symbols) {
		w := s.Whole
		if s.Kind == Local && w.Start.Filename == file && s.Span.Start.Offset < offset && offset <= w.End.Offset {
			all = append(all, s)
		}
	}
	for _, s := range x.Symbols {
		if s.Kind != Local && s.Kind != Instance && s.Kind != Puzzle {
			all = append(all, s)
		}
	}
	return all
}
