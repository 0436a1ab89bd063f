// Package gogen writes a puzzle as a Go program that a person might have written: a module of its own that needs the standard library only.
//
// It is a printer of models rather than a backend: moves, conditions and heuristics keep the names and the shape that they have in the
// model, so it reads the checked model, and takes from the task only what grounding found out, such as which moves can ever be made.
package gogen

// How it works. A scope says what the local names of an expression hold. Whatever does not depend on the state is computed here, for all
// values of its locals (static.go): so it is known that `c + d` lies on the board for the cells and directions of a move, that a
// condition is always true, or that two writes never meet. The rest is translated operator by operator (value.go, cond.go, cell.go,
// read.go), binders become loops (fold.go), defs become functions (call.go). A value that may be undefined carries the conditions under
// which it is not; a number that may be undefined and needs a place of its own is `none` there.
//
// What a def expects of its arguments is learned from its calls, so the program is written again until that does not change.

import (
	"context"
	"fmt"
	"go/format"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/backends/gogen/kernel"
	search "github.com/pzc-lang/pzc/backends/gogen/rt"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/semantics"
	"github.com/pzc-lang/pzc/task"
)

// Options say what is written.
type Options struct {
	// Package is the name of a library package; "": a program.
	Package string
	// Module is the path under which the package is imported, where it becomes a part of another module; "": it is a module of its own.
	Module string
	// Sources are the texts of the model's files, for comments.
	Sources map[string]string
	// Plan is a known answer that the test of the program replays; it may be nil.
	Plan *Plan
	// RunTimeData lets the program read parameters when it runs; the task was grounded with OpenArrays left open. nil: none.
	RunTimeData *RunTimeData
	// GoVersion is for go.mod; "": the oldest that will do.
	GoVersion string

	// within is the path of the module of which the package is a part as another puzzle whose costs it needs.
	within string
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
type File struct {
	Name string // relative to the folder, with slashes
	Text []byte
}

// Error is a construct that cannot be written in Go yet.
type Error struct {
	Span diag.Span
	What string
}

func (e *Error) Error() string { return e.What + " cannot be written in Go yet" }

// generator holds what is known while a program is written.
type generator struct {
	ctx     context.Context // of the call of Emit
	m       *model.Model
	t       *task.Task
	o       Options
	machine *semantics.Machine
	ev      *semantics.Evaluator

	names      *code.Names
	typeName   map[*model.TypeDecl]string
	enumName   map[*model.Enum]string
	valueName  map[*model.Enum][]string
	dataName   map[*model.Array]string
	defName    map[*model.Def]string
	moveName   map[*model.Move]string
	heuristic  map[*model.Heuristic]string
	gridName   map[*model.Grid]string
	finderName map[*model.Array]string
	relaxation map[*model.Relaxation]string
	packages   map[*model.Relaxation]string // their packages
	dirPrefix  string

	families []family
	kernel   *kernel.Kernel              // nil: there is none
	drive    *drive                      // nil: it is written for people
	only     map[*model.Heuristic]bool   // the heuristics that are written; nil: all
	missing  map[*model.Heuristic]string // why a heuristic is left out

	// Simpler puzzles whose costs heuristics need.
	simpler      map[simplerKey]*simpler
	simplers     []*simpler // in the order in which they were first needed
	simplerCount int
	carried      map[int]*carried      // by array of the task
	given        map[*model.Array]bool // parameters that the program reads, and constants that depend on them; nil: none
	picked       *chosen               // nil: there is no such choice
	moveArgs     map[string][]argument
	abstractions map[simplerKey]*abstraction
	otherPuzzles map[*model.Relaxation]*otherPuzzle
	others       []File                          // the packages of relaxations
	needs        map[*model.Heuristic][]*simpler // by heuristic
	needed       []*simpler                      // by the heuristic that is being written

	// What is found out from pass to pass.
	mask    map[*model.Def]uint64
	wanted  map[variant]bool
	changed bool

	// What a pass uses.
	usedTypes   map[*model.TypeDecl]bool
	usedEnums   map[*model.Enum]bool
	enumTexts   map[*model.Enum]bool
	usedData    map[*model.Array]bool
	counts      map[*model.TypeDecl]int
	setTables   map[string]*namedSet
	memberTests map[string]*namedSet
	placeTests  map[string]*namedSet
	tables      map[string]string
	tableText   map[string]string
	tableOrder  []string
	finders     []*model.Array
	results     map[*model.Def]result
	helpers     map[string]bool
	grids       map[gridFunction]bool

	reads      map[model.Expr]bool
	stateReads model.StateReads
	free       map[model.Expr]map[int]bool
	slots      map[model.Expr]int
}

var noSpan diag.Span

// Emit writes the program. An *Error names the construct that it cannot write.
func Emit(ctx context.Context, m *model.Model, t *task.Task, o Options) (program *Program, err error) {
	defer rescue(&err)
	g, err := newGenerator(ctx, m, t, o)
	if err != nil {
		return nil, err
	}
	if !g.defers() {
		g.kernel = kernel.New(ctx, g.kernelPuzzle(), func(string) bool { return true }, nil)
		g.picked = g.choose()
	}
	parts, err := g.settle(func() ([]part, error) { return g.write(ctx) })
	if err != nil {
		return nil, err
	}
	files, err := g.finishAll(parts)
	if err != nil {
		return nil, err
	}
	return &Program{Files: files, Missing: g.leftOut()}, nil
}

// rescue makes an error of what cannot be written.
func rescue(err *error) {
	if u, ok := caught(recover()); ok {
		*err = &Error{u.span, u.what}
	}
}

func newGenerator(ctx context.Context, m *model.Model, t *task.Task, o Options) (*generator, error) {
	machine := semantics.NewMachine(m)
	if err := machine.CheckInstances(); err != nil {
		return nil, fmt.Errorf("writing Go: %w", err)
	}
	g := &generator{
		ctx: ctx, m: m, t: t, o: o, machine: machine, ev: semantics.NewEvaluator(m), names: code.NewNames(reserved...),
		typeName: map[*model.TypeDecl]string{}, enumName: map[*model.Enum]string{}, valueName: map[*model.Enum][]string{},
		dataName: map[*model.Array]string{}, defName: map[*model.Def]string{}, moveName: map[*model.Move]string{},
		heuristic: map[*model.Heuristic]string{}, gridName: map[*model.Grid]string{}, finderName: map[*model.Array]string{}, missing: map[*model.Heuristic]string{},
		mask: map[*model.Def]uint64{}, wanted: map[variant]bool{},
		reads: map[model.Expr]bool{}, free: map[model.Expr]map[int]bool{}, slots: map[model.Expr]int{},
		relaxation: map[*model.Relaxation]string{}, packages: map[*model.Relaxation]string{},
		carried: map[int]*carried{}, needs: map[*model.Heuristic][]*simpler{},
		abstractions: map[simplerKey]*abstraction{}, otherPuzzles: map[*model.Relaxation]*otherPuzzle{},
	}
	g.findGiven()
	g.declare()
	g.listFamilies()
	return g, nil
}

// settle writes the parts again until nothing more is learned.
func (g *generator) settle(write func() ([]part, error)) ([]part, error) {
	for {
		if g.ctx.Err() != nil {
			return nil, fmt.Errorf("writing Go: %w", context.Cause(g.ctx))
		}
		g.changed = false
		parts, err := write()
		if err != nil || !g.changed {
			return parts, err
		}
	}
}

// leftOut says of each heuristic that is not there why.
func (g *generator) leftOut() map[string]string {
	out := map[string]string{}
	for h, why := range g.missing {
		out[h.Name] = why
	}
	return out
}

// caught takes an unsupported out of a recovered panic; others go on.
func caught(r any) (unsupported, bool) {
	if r == nil {
		return unsupported{}, false
	}
	u, ok := r.(unsupported)
	if !ok {
		panic(r)
	}
	return u, true
}

// reset forgets what the last pass used.
func (g *generator) reset() {
	g.usedTypes, g.usedEnums, g.enumTexts = map[*model.TypeDecl]bool{}, map[*model.Enum]bool{}, map[*model.Enum]bool{}
	g.usedData, g.counts = map[*model.Array]bool{}, map[*model.TypeDecl]int{}
	g.setTables, g.memberTests, g.placeTests = map[string]*namedSet{}, map[string]*namedSet{}, map[string]*namedSet{}
	g.tables, g.tableText, g.tableOrder = map[string]string{}, map[string]string{}, nil
	g.simpler, g.simplers, g.simplerCount, g.others = map[simplerKey]*simpler{}, nil, 0, nil
	for _, c := range g.carried {
		if c != nil {
			c.done = false
		}
	}
	g.finders, g.results, g.helpers, g.grids = nil, map[*model.Def]result{}, map[string]bool{}, map[gridFunction]bool{}
}

// part is a file before it has a head.
type part struct {
	name, doc, text string
}

// write writes all parts once.
func (g *generator) write(ctx context.Context) ([]part, error) {
	g.reset()
	state := g.writeState() + "\n" + g.writeViews()
	starts, err := g.writeStarts(ctx)
	if err != nil {
		return nil, err
	}
	heuristics := g.writeHeuristics()
	parts := []part{
		{"state.go", "", state},
		{"goal.go", goalDoc, starts + g.writeGoal()},
		{"heuristic.go", estimatesDoc, heuristics},
		{"simpler.go", simplerDoc, g.writeSimpler()},
	}
	if len(g.families) > 0 {
		parts = append(parts, part{"moves.go", movesDoc, g.writeMoves()})
	}
	if g.kernel != nil {
		parts = append(parts, part{"kernel.go", g.kernel.Doc(), g.kernel.Write(g.onlyKernel())})
	}
	parts = append(parts, part{"defs.go", defsDoc, g.writeDefs()})
	parts = append(parts, part{"data.go", dataDoc, g.writeDeclarations()})
	return append(parts, g.mainParts()...), nil
}

// finishAll makes the files of the program.
func (g *generator) finishAll(parts []part) ([]File, error) {
	files, err := g.finished(parts)
	if err != nil {
		return nil, err
	}
	files = append(files, g.others...)
	if g.o.Module == "" {
		files = append(files, File{"go.mod", []byte("module " + g.module() + "\n\ngo " + orElse(g.o.GoVersion, "1.23") + "\n")})
	}
	more, err := runtimeFiles(search.Source)
	if err != nil || g.drive == nil {
		return append(files, more...), err
	}
	driving, err := runtimeFiles(search.Driving)
	return slices.Concat(files, more, driving), err
}

// finished makes files of parts.
func (g *generator) finished(parts []part) ([]File, error) {
	if err := prune(parts, g.drive != nil); err != nil {
		return nil, err
	}
	var files []File
	for _, p := range parts {
		if strings.TrimSpace(p.text) == "" {
			continue
		}
		text, err := g.finish(p)
		if err != nil {
			return nil, err
		}
		files = append(files, File{p.name, text})
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
		files = append(files, File{path.Join("search", name), text})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("the search package: %w", err)
	}
	return files, nil
}

// module is the name of the program's module.
func (g *generator) module() string {
	if g.drive != nil {
		return drivenModule
	}
	if g.o.Module != "" {
		return g.o.Module
	}
	if g.o.Package != "" {
		return g.o.Package
	}
	return strings.ToLower(code.Own(g.m.Puzzle))
}

func (g *generator) packageName() string { return orElse(g.o.Package, "main") }

// importable are the packages that generated code may use, by name; no name of the model is called so.
var importable = map[string]string{
	"search": "/search", "strconv": "strconv", "math": "math", "slices": "slices", "fmt": "fmt", "context": "context", "flag": "flag",
	"os": "os", "signal": "os/signal", "json": "encoding/json", "time": "time", "testing": "testing",
}

// finish gives a part its head and formats it.
func (g *generator) finish(p part) ([]byte, error) {
	packages, err := packages(p.text)
	if err != nil {
		return nil, err
	}
	var std, ours []string
	for _, key := range sortedKeys(importable) {
		if !packages[key] {
			continue
		}
		if name := importable[key]; strings.HasPrefix(name, "/") {
			ours = append(ours, fmt.Sprintf("%q", orElse(g.o.within, g.module())+name))
		} else {
			std = append(std, fmt.Sprintf("%q", name))
		}
	}
	slices.Sort(std)
	for _, r := range g.m.Relaxations {
		if name := g.packages[r]; packages[name] {
			ours = append(ours, fmt.Sprintf("%q", g.module()+"/"+name))
		}
	}
	slices.Sort(ours)
	head := "package " + g.packageName() + "\n\n" + code.Comment(p.doc) + "\n"
	if p.name == "state.go" {
		head = code.Comment(g.packageDoc()) + "package " + g.packageName() + "\n\n"
	}
	if len(std)+len(ours) > 0 {
		head += "import (\n" + strings.Join(std, "\n") + "\n\n" + strings.Join(ours, "\n") + "\n)\n\n"
	}
	text, err := format.Source([]byte(head + p.text))
	if err != nil {
		return nil, fmt.Errorf("the Go program for %s is wrong in %s: %w\n%s", g.m.Puzzle, p.name, err, numbered(head+p.text))
	}
	if g.drive != nil {
		return stripped(text)
	}
	return text, nil
}

func numbered(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = fmt.Sprintf("%4d %s", i+1, lines[i])
	}
	return strings.Join(lines, "\n")
}

func sortedKeys(m map[string]string) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// packageDoc is the comment of the package: what the model says about itself.
func (g *generator) packageDoc() string {
	if g.o.within != "" {
		return "Package " + g.o.Package + " is the puzzle " + g.m.Puzzle + ", whose exact costs are an estimate of another puzzle.\n\n" + writtenBy + " " + g.m.Name + "."
	}
	doc := "Command " + path.Base(g.module()) + " solves the puzzle " + g.m.Puzzle
	if g.o.Package != "" {
		doc = "Package " + g.o.Package + " is the puzzle " + g.m.Puzzle
	}
	if g.m.Instance != nil {
		doc += ", instance " + g.m.Instance.Name
	}
	doc += ".\n\n" + writtenBy + " " + g.m.Name + "."
	if head := g.modelHead(); head != "" {
		doc += " The model says:\n\n" + head
	}
	return doc
}

// modelHead is the comment with which the model begins.
func (g *generator) modelHead() string {
	var lines []string
	for _, line := range strings.Split(g.o.Sources[g.m.Name], "\n") {
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), "//")
		if !ok {
			break
		}
		lines = append(lines, strings.TrimPrefix(rest, " "))
	}
	return strings.Join(lines, "\n")
}

// source is the text of the model at a span, on one line.
func (g *generator) source(sp diag.Span) string {
	text := g.o.Sources[sp.Start.Filename]
	if sp.Start.Offset >= 0 && sp.Start.Offset < sp.End.Offset && sp.End.Offset <= len(text) {
		return code.OneLine(text[sp.Start.Offset:sp.End.Offset])
	}
	return "of the model"
}

// where names a line of the model.
func (g *generator) where(sp diag.Span) string {
	if !sp.Start.IsValid() {
		return ""
	}
	return fmt.Sprintf(" (%s:%d)", path.Base(sp.Start.Filename), sp.Start.Line)
}

// docOf is a comment of the model as Go's comments are: it begins with the name that it describes.
func (g *generator) docOf(name, doc string) string {
	if doc == "" || strings.HasPrefix(doc, name+" ") {
		return doc
	}
	return name + ": " + doc
}

// CodeUnwritten is the code of the finding that a construct cannot be written in Go.
const CodeUnwritten = "no-go"
