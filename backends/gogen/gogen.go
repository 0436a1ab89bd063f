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
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/backends/gogen/estimates"
	"github.com/pzc-lang/pzc/backends/gogen/expr"
	"github.com/pzc-lang/pzc/backends/gogen/kernel"
	search "github.com/pzc-lang/pzc/backends/gogen/rt"
	"github.com/pzc-lang/pzc/backends/gogen/source"
	"github.com/pzc-lang/pzc/backends/gogen/start"
	"github.com/pzc-lang/pzc/backends/gogen/statespace"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/semantics"
	"github.com/pzc-lang/pzc/task"
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
	// RunTimeData lets the program read parameters when it runs; the task was grounded with OpenArrays left open. nil:
	// none.
	RunTimeData *start.RunTimeData
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
}

// File is a file of the program.
type File = source.File

// Error is a construct that cannot be written in Go yet.
type Error = expr.Error

// Written tells from the head of a Go file whether Emit wrote the file. Files of the search package are not recognised:
// they are the same for all programs.
func Written(text []byte) bool { return source.Written(text) }

// generator holds what is known while a program is written.
type generator struct {
	*estimates.Set
	o      Options
	starts *start.Starts
	kernel *kernel.Kernel // nil: there is none
	drive  *drive         // nil: the program is written for people
}

// Emit writes the program. An *Error names the construct that it cannot write.
func Emit(ctx context.Context, m *model.Model, t *task.Task, o Options) (program *Program, err error) {
	if e := expr.Try(func() { program, err = emit(ctx, m, t, o) }); e != nil {
		return nil, e
	}
	return program, err
}

func emit(ctx context.Context, m *model.Model, t *task.Task, o Options) (*Program, error) {
	g, err := newGenerator(ctx, m, t, o)
	if err != nil {
		return nil, err
	}
	if !g.Defers() {
		g.kernel = kernel.New(ctx, g.kernelPuzzle(), func(string) bool { return true }, nil)
		g.Choose()
	}
	parts, err := g.settled(ctx)
	if err != nil {
		return nil, err
	}
	files, err := g.finishAll(parts)
	if err != nil {
		return nil, err
	}
	return &Program{Files: files, Missing: g.LeftOut()}, nil
}

func newGenerator(ctx context.Context, m *model.Model, t *task.Task, o Options) (*generator, error) {
	machine := semantics.NewMachine(m)
	if err := machine.CheckInstances(); err != nil {
		return nil, fmt.Errorf("writing Go: %w", err)
	}
	names := expr.NewWriter(m, o.Sources, start.Arrays(m, o.RunTimeData))
	g := &generator{Set: estimates.New(ctx, statespace.New(names, t, machine)), o: o}
	g.starts = &start.Starts{Space: g.Space, RunTime: o.RunTimeData}
	g.Module = g.modulePath()
	if o.RunTimeData != nil {
		g.Deferred = o.RunTimeData.LeftOut
	}
	return g, nil
}

// settled writes all parts again and again, until nothing more is learned.
func (g *generator) settled(ctx context.Context) (parts []source.Part, err error) {
	err = g.Settle(ctx, func() error {
		parts, err = g.write(ctx)
		return err
	})
	return parts, err
}

// write writes all parts once.
func (g *generator) write(ctx context.Context) ([]source.Part, error) {
	g.Reset()
	var state, goal, moves code.Block
	g.State(&state)
	if !g.Bare {
		g.Views(&state)
	}
	if err := g.starts.Write(ctx, &goal); err != nil {
		return nil, err
	}
	heuristics := g.Heuristics()
	g.Goal(&goal)
	parts := []source.Part{
		{Name: "state.go", Doc: g.packageDoc(), Text: &state, OfPackage: true},
		{Name: "goal.go", Doc: source.GoalDoc, Text: &goal},
		{Name: "heuristic.go", Doc: source.EstimatesDoc, Text: heuristics},
		{Name: "simpler.go", Doc: source.SimplerDoc, Text: g.Simpler()},
	}
	if len(g.Families) > 0 {
		g.Moves(&moves)
		parts = append(parts, source.Part{Name: "moves.go", Doc: source.MovesDoc, Text: &moves})
	}
	if g.kernel != nil {
		parts = append(parts, source.Part{Name: "kernel.go", Doc: g.kernel.Doc(), Text: g.kernel.Write(g.onlyKernel())})
	}
	last := g.mainParts()
	var texts []*code.Block
	for _, p := range slices.Concat(parts, last) {
		texts = append(texts, p.Text)
	}
	defs, data := g.Declarations(texts...)
	return slices.Concat(parts, []source.Part{
		{Name: "defs.go", Doc: source.DefsDoc, Text: defs},
		{Name: "data.go", Doc: source.DataDoc, Text: data},
	}, last), nil
}

// finishAll makes the files of the program.
func (g *generator) finishAll(parts []source.Part) ([]File, error) {
	files, err := g.files(parts)
	if err != nil {
		return nil, err
	}
	files = append(files, g.Others...)
	if g.o.Module == "" {
		files = append(files, File{Name: "go.mod", Text: []byte("module " + g.Module + "\n\ngo 1.23\n")})
	}
	more, err := runtimeFiles(search.Source)
	if err != nil || g.drive == nil {
		return append(files, more...), err
	}
	driving, err := runtimeFiles(search.Driving)
	return slices.Concat(files, more, driving), err
}

// files turns parts into files.
func (g *generator) files(parts []source.Part) ([]File, error) {
	p := source.Package{
		Name:    cmp.Or(g.o.Package, "main"),
		Imports: map[string]string{"search": g.Module + "/search"},
		Bare:    g.Bare,
	}
	for _, name := range g.Packages {
		p.Imports[name] = g.Module + "/" + name
	}
	files, err := p.Files(parts)
	if err != nil {
		return nil, fmt.Errorf("puzzle %s: %w", g.Model.Puzzle, err)
	}
	return files, nil
}

// runtimeFiles are files of the search package.
func runtimeFiles(source fs.FS) ([]File, error) {
	var files []File
	err := fs.WalkDir(source, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(source, name)
		files = append(files, File{Name: path.Join("search", name), Text: text})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("the search package: %w", err)
	}
	return files, nil
}

// modulePath is the name of the program's module.
func (g *generator) modulePath() string {
	if g.drive != nil {
		return drivenModule
	}
	if g.o.Module != "" {
		return g.o.Module
	}
	if g.o.Package != "" {
		return g.o.Package
	}
	return strings.ToLower(code.Own(g.Model.Puzzle))
}

// packageDoc is the comment of the package: what the model says about itself.
func (g *generator) packageDoc() string {
	doc := "Command " + path.Base(g.Module) + " solves the puzzle " + g.Model.Puzzle
	if g.o.Package != "" {
		doc = "Package " + g.o.Package + " is the puzzle " + g.Model.Puzzle
	}
	if g.Model.Instance != nil {
		doc += ", instance " + g.Model.Instance.Name
	}
	doc += ".\n\n" + source.WrittenBy + " " + g.Model.Name + "."
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
