package check

import (
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
)

// checker is one run over a model.
type checker struct {
	loader  *Loader
	program *model.Program
	diags   diag.List

	names   map[string]*symbol // names without arguments
	called  map[string]*symbol // defs with parameters
	symbols []*symbol          // of both, in order of declaration
	moves   map[string]*model.Move
	byArray map[*model.Array]*symbol
	grids   map[string]*model.Grid // by key
	puzzle  *dsl.PuzzleDecl        // nil: there is none, and this was reported
	main    string                 // the file with the puzzle line: only its declarations are reported as unused

	wild          map[*dsl.Wild]*model.Local               // open places of the current relation
	choice        *choice                                  // nil: the model is checked for all instances
	paramEnums    []paramEnum                              // in order of declaration
	needs         []neededBy                               // what parts take from the model
	known         map[*dsl.InstanceDecl]map[string]*symbol // the values of these enums that an instance knows
	instanceDecls map[string]*dsl.InstanceDecl             // by name; of two, the first

	instances map[string]*instance
	inOrder   []*instance         // the same, and those that are declared twice
	palettes  map[model.Expr]bool // texts of constants and defs whose colours were checked
	guesses   int                 // unknown names that were compared with all others
	merged    []string            // messages about unknown names that one other message replaces
}

func newChecker(l *Loader) *checker {
	return &checker{
		loader: l, program: &model.Program{},
		names: map[string]*symbol{}, called: map[string]*symbol{}, moves: map[string]*model.Move{},
		byArray: map[*model.Array]*symbol{}, grids: map[string]*model.Grid{}, palettes: map[model.Expr]bool{},
		wild: map[*dsl.Wild]*model.Local{}, known: map[*dsl.InstanceDecl]map[string]*symbol{},
		instances: map[string]*instance{},
	}
}

// text returns the source text of a span, in one line.
func (c *checker) text(s diag.Span) string {
	return (&model.Program{Sources: c.loader.Sources}).Text(s)
}

// written returns the source text of a span if it is short, and otherwise another text.
func (c *checker) written(s diag.Span, instead string) string {
	if text := c.text(s); text != "" && len(text) <= 40 {
		return text
	}
	return instead
}

// chain writes "a → b → a".
func chain(names []string) string { return strings.Join(names, " → ") }

// headOf shortens a span of several lines to its first character.
func headOf(s diag.Span) diag.Span {
	if s.End.Line == s.Start.Line {
		return s
	}
	s.End = s.Start
	s.End.Column++
	s.End.Offset++
	return s
}
