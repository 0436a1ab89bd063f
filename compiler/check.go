// Package compiler turns a syntax tree into a ground task: check (names, kinds, constants stay constant), instantiate (values of
// parameters), ground (moves with their arguments).
//
// Checking reports all errors of a model in one run. Each diagnostic has a code of the table in codes.go.
package compiler

import (
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/dsl"
)

// The checker declares all names first, then checks declarations in the order of their text. What an expression refers to is
// typed on demand, so that declarations may stand in any order; a circle shows as a declaration that is asked for its type while
// it is being typed, and is reported by cycles.go from the dependencies that were noted.
//
// An expression with an error has the type wrong, which fits everywhere: one mistake, one message.

type checker struct {
	loader  *Loader
	program *model.Program
	diags   diag.List

	names   map[string]*symbol // what is not called
	called  map[string]*symbol // defs with parameters
	symbols []*symbol          // of both, in order of declaration
	moves   map[string]*model.Move
	byArray map[*model.Array]*symbol
	grids   map[string]*model.Grid // by key
	main    string                 // the file with the puzzle line: only its declarations are reported as unused

	wild map[*dsl.Wild]*model.Local // open places of the relation being checked
}

func newChecker(l *Loader) *checker {
	return &checker{
		loader: l, program: &model.Program{},
		names: map[string]*symbol{}, called: map[string]*symbol{}, moves: map[string]*model.Move{},
		byArray: map[*model.Array]*symbol{}, grids: map[string]*model.Grid{},
		wild: map[*dsl.Wild]*model.Local{},
	}
}

// check makes a program of the files, the used ones first and the model itself last.
func (c *checker) check(name string, files []*dsl.File) *model.Program {
	c.program.Name = name
	c.puzzleLines(files)
	for _, f := range files {
		c.declareAll(f)
	}
	for _, s := range c.symbols {
		c.signature(s)
	}
	for _, s := range c.symbols {
		c.body(s)
	}
	later := c.moveHeads(files)
	for _, f := range files {
		c.rest(f)
	}
	for _, body := range later {
		body()
	}
	c.cycles()
	c.static()
	c.completeness(files)
	if !c.diags.HasErrors() {
		c.unused()
	}
	c.diags = forgetRepeated(c.diags.Sorted())
	return c.program
}

// puzzleLines finds the puzzle's name and complains of files without or with too many.
func (c *checker) puzzleLines(files []*dsl.File) {
	var first *dsl.PuzzleDecl
	for _, f := range files {
		for i, d := range f.Decls {
			p, ok := d.(*dsl.PuzzleDecl)
			switch {
			case !ok:
			case first != nil:
				e := c.diags.Errorf(p.Span(), codePuzzle, "a second puzzle line: the puzzle is called %s already", first.Name.Name)
				e.Related = append(e.Related, diag.Related{Span: first.Span(), Msg: "the first puzzle line"})
			case i > 0:
				first = p
				e := c.diags.Errorf(p.Span(), codePuzzle, "the puzzle line comes before all declarations")
				e.Related = append(e.Related, diag.Related{Span: f.Decls[0].Span(), Msg: "this declaration stands before it"})
			default:
				first = p
			}
		}
	}
	last := files[len(files)-1]
	own := first != nil && first.Pos.Filename == last.Name
	if first != nil {
		c.program.Puzzle, c.main = first.Name.Name, first.Pos.Filename
	}
	if first == nil || !own && !isData(last) {
		at := diag.Span{Start: start(last.Name), End: start(last.Name)}
		if len(last.Decls) > 0 {
			at = headOf(last.Decls[0].Span())
		}
		c.diags.Errorf(at, codeNoPuzzle, "a model begins with its puzzle line").Help =
			"write `puzzle Name` as the first declaration (only a file of `use` and instances does without)"
		c.main = last.Name
	}
}

// isData tells whether a file has only `use`, instances and their expects.
func isData(f *dsl.File) bool {
	uses := false
	for _, d := range f.Decls {
		switch d.(type) {
		case *dsl.UseDecl:
			uses = true
		case *dsl.InstanceDecl, *dsl.ExpectDecl:
		default:
			return false
		}
	}
	return uses
}

// headOf shortens a span that goes over several lines to its first few characters: enough for a caret.
func headOf(s diag.Span) diag.Span {
	if s.End.Line == s.Start.Line {
		return s
	}
	s.End = s.Start
	s.End.Column++
	s.End.Offset++
	return s
}

// completeness complains of what a puzzle lacks.
func (c *checker) completeness(files []*dsl.File) {
	var at diag.Span
	for _, f := range files {
		for _, d := range f.Decls {
			if p, ok := d.(*dsl.PuzzleDecl); ok && !at.Start.IsValid() {
				at = p.Name.Span()
			}
		}
	}
	if !at.Start.IsValid() {
		return // reported by puzzleLines
	}
	states := c.program.StateArrays()
	if len(c.program.Goals) == 0 {
		c.diags.Errorf(at, codeNoGoal, "the puzzle has no goal").Help = "write `goal` and the condition that ends the puzzle"
	}
	if len(states) == 0 {
		c.diags.Errorf(at, codeNoState, "the puzzle has no state").Help = "write `state name: Type = value` for what the moves change"
		return
	}
	if len(c.program.Moves) == 0 && !c.anyChosen(states) {
		c.diags.Errorf(at, codeNoMoves, "the puzzle has no moves and leaves nothing to choose").Help =
			"write a `move`, or give a state variable the value `any`"
	}
}

func (c *checker) anyChosen(states []*model.Array) bool {
	for _, a := range states {
		if a.Value == nil || contains(a.Value, func(e model.Expr) bool { _, ok := e.(*model.AnyValue); return ok || isWrong(e) }) {
			return true
		}
	}
	return false
}

// forgetRepeated keeps the first of the complaints about one unknown name.
func forgetRepeated(l diag.List) diag.List {
	seen := map[string]bool{}
	var out diag.List
	for _, d := range l {
		if d.Code == codeUnknown {
			if seen[d.Msg] {
				continue
			}
			seen[d.Msg] = true
		}
		out = append(out, d)
	}
	return out
}

// text is the source text of a span in one line.
func (c *checker) text(s diag.Span) string {
	src := c.loader.Sources[s.Start.Filename]
	if s.Start.Offset < 0 || s.End.Offset > len(src) || s.Start.Offset >= s.End.Offset {
		return ""
	}
	return strings.Join(strings.Fields(src[s.Start.Offset:s.End.Offset]), " ")
}

// chain writes "a → b → a".
func chain(names []string) string { return strings.Join(names, " → ") }
