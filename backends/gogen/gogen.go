// Package gogen writes a puzzle as a Go program that a person might have written: a module of its own that needs only
// the standard library.
//
// It prints models and is no backend. Moves, conditions and heuristics keep their names and their shape in the model.
// So gogen reads the checked model. From the task it takes only what grounding found out, for example which moves are
// ever applicable.
package gogen

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	rt "github.com/pzc-lang/pzc/backends/gogen/rt"
	"github.com/pzc-lang/pzc/backends/gogen/statespace"
	"github.com/pzc-lang/pzc/backends/search"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Options say what is written.
type Options struct {
	// Package is the name of a library package; "": a program.
	Package string
	// Module is the path under which the package is imported, where it becomes a part of another module; "": it is a
	// module of its own.
	Module string
	// Sources are the texts of the model's files, for comments.
	Sources map[string]string
	// Plan is a known answer that the test of the program replays; it may be nil.
	Plan *Plan
	// Plain leaves out depth-first search in place, so that every search calls the functions of moves.go.
	Plain bool
}

// Plan is a known answer.
type Plan struct {
	Start []int64  // a state of the model
	Moves []string // as plans write them
	Cost  int64
}

// Program is what was written.
type Program struct {
	Files []File
	// Missing says of heuristics that are left out, by name, why.
	Missing map[string]string
	// Algorithm and Heuristic are what the program does unless told otherwise.
	Algorithm, Heuristic string
}

// Error is a construct that cannot be written in Go yet.
type Error = statespace.Error

// generator holds what is known while a program is written.
type generator struct {
	*statespace.Space
	o       Options
	starts  *starts
	inPlace inPlace // nil: the program searches depth first by copies
}

// inPlace writes depth-first search in place.
type inPlace interface {
	write(b *code.Block)
	problem() string // the lines that tell the problem of it
	test(starts string) string
}

// Emit writes the program. An *Error names the construct that it cannot write.
func Emit(ctx context.Context, m *model.Model, t *task.Task, o Options) (program *Program, err error) {
	if e := statespace.Catch(func() { program, err = emit(ctx, m, t, o) }); e != nil && ctx.Err() != nil {
		return nil, fmt.Errorf("writing Go: %w", context.Cause(ctx))
	} else if e != nil {
		return nil, e
	}
	return program, err
}

func emit(ctx context.Context, m *model.Model, t *task.Task, o Options) (*Program, error) {
	g, err := newGenerator(ctx, m, t, o)
	if err != nil {
		return nil, err
	}
	g.inPlace = g.follow(ctx)
	var parts []filePart
	err = g.Settle(ctx, func() (err error) {
		parts, err = g.write(ctx)
		return err
	})
	if err != nil {
		return nil, err
	}
	files, err := g.finishAll(parts)
	if err != nil {
		return nil, err
	}
	p := &Program{Files: files, Missing: g.leftOut()}
	p.Algorithm, p.Heuristic = g.defaults()
	return p, nil
}

func newGenerator(ctx context.Context, m *model.Model, t *task.Task, o Options) (*generator, error) {
	machine := semantics.NewMachine(m)
	if err := machine.CheckInstances(); err != nil {
		return nil, fmt.Errorf("writing Go: %w", err)
	}
	g := &generator{Space: statespace.New(ctx, statespace.NewWriter(m, o.Sources), t, machine), o: o}
	g.starts = &starts{Space: g.Space}
	return g, nil
}

// write writes all parts once.
func (g *generator) write(ctx context.Context) ([]filePart, error) {
	g.Forget()
	var state, goal, moves code.Block
	g.State(&state)
	g.Views(&state)
	if err := g.starts.write(ctx, &goal); err != nil {
		return nil, err
	}
	parts := []filePart{
		{name: "state.go", doc: g.packageDoc(), text: &state, ofPackage: true},
		{name: "goal.go", doc: goalDoc, text: &goal},
	}
	if g.HasMoves() {
		heuristics := g.heuristics()
		g.Goal(&goal)
		g.Moves(&moves)
		parts = append(parts, filePart{name: "heuristic.go", doc: estimatesDoc, text: heuristics},
			filePart{name: "moves.go", doc: movesDoc, text: &moves})
	}
	if g.inPlace != nil {
		var inPlace code.Block
		g.inPlace.write(&inPlace)
		parts = append(parts, filePart{name: "inplace.go", doc: inPlaceDoc, text: &inPlace})
	}
	last := g.mainParts()
	texts := lists.Map(slices.Concat(parts, last), func(p filePart) *code.Block { return p.text })
	defs, data := g.Declarations(texts...)
	return slices.Concat(parts, []filePart{
		{name: "defs.go", doc: defsDoc, text: defs},
		{name: "data.go", doc: dataDoc, text: data},
	}, last), nil
}

// finishAll makes the files of the program.
func (g *generator) finishAll(parts []filePart) ([]File, error) {
	p := goPackage{
		name:    cmp.Or(g.o.Package, "main"),
		imports: map[string]string{"search": g.modulePath() + "/search"},
	}
	files, err := p.files(parts)
	if err != nil {
		return nil, fmt.Errorf("puzzle %s: %w", g.Model.Puzzle, err)
	}
	reading := files
	if g.o.Package != "" && g.HasMoves() { // its user calls the algorithms
		reading = append(slices.Clip(files), File{Text: []byte(algorithmTable(search.Generated()))})
	}
	more, err := runtimeFiles(rt.Source, reading)
	if g.o.Module == "" {
		files = append(files, File{Name: "go.mod", Text: []byte("module " + g.modulePath() + "\n\ngo 1.23\n")})
	}
	return append(files, more...), err
}

// modulePath is the name of the program's module.
func (g *generator) modulePath() string {
	if path := cmp.Or(g.o.Module, g.o.Package); path != "" {
		return path
	}
	name := strings.ToLower(code.Own(g.Model.Puzzle))
	if slices.Contains(standardNames, name) {
		name += "puzzle"
	}
	return name
}

// standardNames are names of the standard library that no module may have.
var standardNames = strings.Fields(`
	archive arena bufio builtin bytes cmd cmp compress container context crypto database debug embed encoding errors
	expvar flag fmt go hash html image index internal io iter log maps math mime net os path plugin reflect regexp
	runtime slices sort std strconv strings structs sync syscall testing text time unicode unique unsafe vendor weak`)

// packageDoc is the comment of the package: what the model says about itself.
func (g *generator) packageDoc() string {
	doc := "Command " + path.Base(g.modulePath()) + " solves the puzzle " + g.Model.Puzzle
	if g.o.Package != "" {
		doc = "Package " + g.o.Package + " is the puzzle " + g.Model.Puzzle
	}
	if g.Model.Instance != nil {
		doc += ", instance " + g.Model.Instance.Name
	}
	doc += ".\n\n" + writtenBy + " " + g.Model.Name + "."
	if head := g.modelHead(); head != "" {
		doc += " The model says:\n\n" + head
	}
	return doc
}

// modelHead is the comment with which the model begins.
func (g *generator) modelHead() string {
	var lines []string
	for _, line := range strings.Split(g.o.Sources[g.Model.Name], "\n") {
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), "//")
		if !ok {
			break
		}
		lines = append(lines, strings.TrimPrefix(rest, " "))
	}
	return strings.Join(lines, "\n")
}

// CodeUnwritten is the code of the finding that a construct cannot be written in Go.
const CodeUnwritten = "no-go"
