// Package check turns the text of a model into a checked program. It reads the model and the files that the model uses,
// resolves names, finds the type of each expression, and checks that values which must be constant do not depend on the
// state.
//
// A Loader reports all errors of a model in one run. If there are errors, there is no program. Codes lists the codes of
// the diagnostics.
package check

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/static"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

// The checker first declares all names and then checks declarations in the order of the text. A declaration is typed
// when an expression refers to it, so declarations may stand in any order. In a cycle, the type of a declaration is
// needed while the declaration is being typed; cycles.go reports cycles from the recorded dependencies.
//
// An expression with an error has the type wrong, which is compatible with all types, so one mistake gives one message.

// check makes a program from files: first the files that are used, last the model itself.
func (c *checker) check(name string, files []*dsl.File) *model.Program {
	c.program.Name = name
	c.puzzleLines(files)
	c.instanceDecls = instancesOf(files)
	for _, f := range files {
		c.declareAll(f)
	}
	lacking := c.checkNeeds()
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
	c.comment()
	c.inherit()
	for _, body := range later {
		body()
	}
	c.cycles()
	c.statics().Check()
	c.completeness()
	if !c.diags.HasErrors() {
		c.unused()
	}
	c.fillIndex(files)
	c.diags = slices.DeleteFunc(c.forgetRepeated(c.diags.Sorted()), func(d *diag.Diagnostic) bool {
		return lacking[d.Span.Start.Filename]
	})
	return c.program
}

// puzzleLines finds the name of the puzzle: in the model's own file, or if this is a data file, in a file that it uses.
func (c *checker) puzzleLines(files []*dsl.File) {
	own := files[len(files)-1]
	if !isData(own) {
		p := c.puzzleLine(own)
		c.main, c.puzzle = own.Name, p
		for _, f := range files[:len(files)-1] {
			if other := firstPuzzle(f); other != nil && p != nil {
				c.usesPuzzle(own, other)
			}
		}
	} else {
		c.program.IsData = true
		for _, f := range files[:len(files)-1] {
			c.secondPuzzle(c.puzzle, c.puzzleLine(f))
		}
	}
	if c.puzzle == nil && (c.program.IsPart || onlyNames(own)) {
		c.program.IsPart = true
		c.main = "" // what a part declares is for others to use
		return
	}
	if c.puzzle == nil {
		at := diag.Span{Start: start(own.Name), End: start(own.Name)}
		if len(own.Decls) > 0 {
			at = headOf(own.Decls[0].Span())
		}
		c.diags.Errorf(at, codeNoPuzzle,
			"a model begins with its puzzle line").Help = "write `puzzle Name` as the first declaration (only a file of `use` " +
			"and instances, with their texts, does without)"
		return
	}
	c.program.Puzzle, c.main = c.puzzle.Name.Name, c.puzzle.Pos.Filename
}

// puzzleLine returns the puzzle line of a file; nil if there is none.
func (c *checker) puzzleLine(f *dsl.File) *dsl.PuzzleDecl {
	var first *dsl.PuzzleDecl
	for i, d := range f.Decls {
		p, ok := d.(*dsl.PuzzleDecl)
		if !ok {
			continue
		}
		if first != nil {
			c.secondPuzzle(first, p)
			continue
		}
		first = p
		if i > 0 {
			c.diags.Errorf(p.Span(), codePuzzle, "the puzzle line comes before all declarations").
				See(headOf(f.Decls[0].Span()), "this declaration stands before it")
		}
	}
	return first
}

func firstPuzzle(f *dsl.File) *dsl.PuzzleDecl {
	for _, d := range f.Decls {
		if p, ok := d.(*dsl.PuzzleDecl); ok {
			return p
		}
	}
	return nil
}

// secondPuzzle stores the first puzzle line and reports each further one.
func (c *checker) secondPuzzle(first, second *dsl.PuzzleDecl) {
	switch {
	case second == nil:
	case first == nil:
		c.puzzle = second
	default:
		c.diags.Errorf(second.Span(), codePuzzle, "a second puzzle line: the puzzle is called %s already",
			first.Name.Name).See(first.Span(), "the first puzzle line")
	}
}

// usesPuzzle reports that a model uses another model, at the `use` line.
func (c *checker) usesPuzzle(own *dsl.File, other *dsl.PuzzleDecl) {
	at := other.Span()
	for _, d := range own.Decls {
		if use, ok := d.(*dsl.UseDecl); ok {
			if name, _ := Relative(own.Name, use.Path); name == other.Pos.Filename {
				at = use.Path.Span()
			}
		}
	}
	c.diags.Errorf(at, codePuzzle, "%s is a puzzle of its own and cannot be a part of this one",
		other.Pos.Filename).
		See(other.Span(), "its puzzle line").Help = "move what both need into a file without its puzzle line"
}

// isData reports whether a file uses others and has only instances with `expect` lines and texts about them besides.
func isData(f *dsl.File) bool {
	uses := false
	for _, d := range f.Decls {
		switch d.(type) {
		case *dsl.UseDecl:
			uses = true
		case *dsl.InstanceDecl, *dsl.ExpectDecl, *dsl.AboutDecl:
		default:
			return false
		}
	}
	return uses
}

// completeness reports missing parts of a puzzle: goal, state, moves.
func (c *checker) completeness() {
	if c.puzzle == nil {
		return // reported by puzzleLines
	}
	c.objectives()
	c.answers()
	c.losses()
	at := c.puzzle.Name.Span()
	states := c.program.StateArrays()
	if len(c.program.Goals) == 0 {
		c.diags.Errorf(at, codeNoGoal, "the puzzle has no goal").Help = "write `goal` and the condition that ends the puzzle"
	}
	if len(states) == 0 {
		c.diags.Errorf(at, codeNoState,
			"the puzzle has no state").Help = "write `state name: Type = value` for what the moves change"
		return
	}
	if len(c.program.Moves) == 0 && !c.anyChosen(states) {
		c.diags.Errorf(at, codeNoMoves,
			"the puzzle has no moves and leaves nothing to choose").Help = "write a `move`, or give a state variable the " +
			"value `any`"
	}
}

func (c *checker) anyChosen(states []*model.Array) bool {
	for _, a := range states {
		if a.Value == nil || model.Contains(a.Value,
			func(e model.Expr) bool { _, ok := e.(*model.AnyValue); return ok || isWrong(e) }) {
			return true
		}
	}
	return false
}

// forgetRepeated keeps the first finding about each unknown name.
func (c *checker) forgetRepeated(l diag.List) diag.List {
	seen := lists.Set(c.merged)
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

// statics returns the analysis that reports expressions that must be constant but read the state.
func (c *checker) statics() *static.Analysis {
	return static.New(c.program, static.Options{Refuse: func(r static.Refusal) {
		d := c.diags.Errorf(r.Span, codeNotStatic, "this reads the state (%s); %s cannot depend on it%s", r.What, r.Who,
			r.Because)
		d.Help = r.Help
		if r.At.Start.Offset > r.Span.End.Offset { // a `let` stands between
			d.Span = r.At
			d.See(r.Span, "the state is read here")
		}
	}})
}
