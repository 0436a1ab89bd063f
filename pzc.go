// Package pzc takes a puzzle from its text to a checked answer: Load reads and checks a model, Instantiate gives it its data,
// Ground compiles it to a task, Solve gives the task to a backend and has the reference semantics replay every plan that comes
// back. Solve (the function) does it all.
//
// Findings about models and data are diag.Lists; Sources holds the texts that printing them needs. Unsolvable and undecided are
// answers, not errors. A plan that does not replay is a *Fault.
package pzc

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"runtime/debug"
	"slices"
	"time"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/semantics"
	"github.com/pzc-lang/pzc/task"
)

// Solve goes the whole way from a file to an answer.
func Solve(ctx context.Context, fsys fs.FS, name string, data Data, o Options) (*Answer, error) {
	program, diags := Load(fsys, name)
	if diags.HasErrors() {
		return nil, diags
	}
	if diags = program.AddHeuristic("the heuristic", o.Heuristic); diags.HasErrors() {
		return nil, diags
	}
	puzzle, diags := program.InstantiateContext(ctx, data)
	switch {
	case ctx.Err() != nil:
		return program.undecided(context.Cause(ctx), data.Instance), nil
	case diags.HasErrors():
		return nil, diags
	}
	if diags = puzzle.Ground(ctx); diags.HasErrors() {
		return nil, diags
	}
	return puzzle.Solve(ctx, o)
}

// Program is a checked model whose parameters are still open.
type Program struct {
	checked *model.Program // nil if there were errors
	byName  map[string]*model.Instance
	loader  *check.Loader
	texts   map[string]string // what was read beside models: data, maps
}

// Load reads and checks a model and the files that it uses. The program is never nil, so that its Sources can be printed; it is
// of no other use if the list has errors.
func Load(fsys fs.FS, name string) (*Program, diag.List) {
	p := newProgram(fsys)
	checked, diags := p.loader.Load(name)
	p.keep(checked)
	return p, diags
}

// LoadText is Load for a text that is no file of fsys, such as standard input; the files that it uses are.
func LoadText(fsys fs.FS, name, text string) (*Program, diag.List) {
	p := newProgram(fsys)
	checked, diags := p.loader.LoadText(name, text)
	p.keep(checked)
	return p, diags
}

func newProgram(fsys fs.FS) *Program {
	return &Program{loader: &check.Loader{FS: fsys}, texts: map[string]string{}}
}

// keep takes what was checked, nil if there were errors. A stranger's model may have very many instances, each asked for by its name.
func (p *Program) keep(checked *model.Program) {
	if p.checked = checked; checked == nil {
		return
	}
	p.byName = make(map[string]*model.Instance, len(checked.Instances))
	for _, inst := range checked.Instances {
		p.byName[inst.Name] = inst
	}
}

// Sources holds all texts that diagnostics of this program point into, by name.
func (p *Program) Sources() map[string]string {
	all := maps.Clone(p.texts)
	maps.Copy(all, p.loader.Sources)
	return all
}

// Name is the puzzle's name.
func (p *Program) Name() string { return p.checked.Puzzle }

// Instances lists the names of the model's instances in the order of the file.
func (p *Program) Instances() []string {
	var names []string
	for _, inst := range p.checked.Instances {
		names = append(names, inst.Name)
	}
	return names
}

// Complete tells whether the model's own parameters all have values, so that it can be solved without an instance.
func (p *Program) Complete() bool { return len(p.missing(nil)) == 0 }

// Content is how many declarations of a sort a model has.
type Content struct {
	What  string // in the singular
	Count int
}

// Contents says what is in the model, for a summary.
func (p *Program) Contents() []Content {
	c := p.checked
	all := []Content{
		{"parameter", len(c.ParamArrays())},
		{"state variable", len(c.StateArrays())},
		{"move", len(c.Moves)},
		{"heuristic", len(c.Heuristics)},
		{"instance", len(c.Instances)},
	}
	return slices.DeleteFunc(all, func(c Content) bool { return c.Count == 0 })
}

// AddHeuristic lets Options name a heuristic that is not one of the model's but an expression of the language, such as
// `max(manhattan, 2 * hamming)`. Findings about it give where as the name of its text. Call it before Instantiate.
func (p *Program) AddHeuristic(where, text string) diag.List {
	known := func(h *model.Heuristic) bool { return h.Name == text }
	if slices.Contains(builtinHeuristics, text) || slices.ContainsFunc(p.checked.Heuristics, known) {
		return nil
	}
	h, diags := p.loader.Heuristic(p.checked, where, text)
	if !diags.HasErrors() && !slices.Contains(p.checked.Heuristics, h) {
		p.checked.Heuristics = append(p.checked.Heuristics, h)
	}
	if near := diag.Nearest(text, builtinHeuristics); near != "" && len(diags) == 1 && diags[0].Help == "" {
		diags[0].Help = fmt.Sprintf("did you mean `%s`?", near)
	}
	return diags
}

// Heuristics lists the names of the heuristics that every model has.
func Heuristics() []string {
	return slices.DeleteFunc(slices.Clone(builtinHeuristics), func(name string) bool { return name == "" })
}

// builtinHeuristics are known to the backends: nothing, their own choice, none, and those that they make of any task.
var builtinHeuristics = []string{"", Auto, "blind", "goalcount", "hmax", "add", "ff", "lmcut", "matching", "patterns", "small_patterns"}

// Puzzle is a program with data: an instance that can be judged, and once grounded, solved.
type Puzzle struct {
	Program *Program
	// CompileTime is what Instantiate and Ground took.
	CompileTime time.Duration

	model   *model.Model
	machine *semantics.Machine
	task    *task.Task
	ended   error   // why Ground did not come to its end
	from    []int64 // the state that From was given
}

// Instantiate gives the program its data.
func (p *Program) Instantiate(data Data) (*Puzzle, diag.List) {
	return p.InstantiateContext(context.Background(), data)
}

// InstantiateContext is Instantiate that ends with the context: then there is no puzzle, and the list says that it was ended.
func (p *Program) InstantiateContext(ctx context.Context, data Data) (*Puzzle, diag.List) {
	start := time.Now()
	inst, given, diags := p.resolve(ctx, data)
	if diags.HasErrors() {
		return nil, diags
	}
	var m *model.Model
	var more diag.List
	if !Await(ctx, func() { m, more = semantics.BuildContext(ctx, p.checked, inst, given) }) {
		return nil, stoppedBuilding(ctx)
	}
	if diags = append(diags, more...); diags.HasErrors() {
		return nil, diags
	}
	return &Puzzle{Program: p, CompileTime: time.Since(start), model: m, machine: semantics.NewMachine(m)}, diags
}

// stoppedBuilding says that the context ended before there was a puzzle.
func stoppedBuilding(ctx context.Context) diag.List {
	return diag.List{{
		Severity: diag.Error, Code: semantics.CodeStopped, Msg: "computing the data of the model was interrupted: " + context.Cause(ctx).Error(),
	}}
}

// Await does work and waits for it no longer than the context lasts: what does not look at it often enough is left behind, and what it makes
// must not be looked at then. It tells whether the work was done.
func Await(ctx context.Context, work func()) bool {
	done := make(chan string, 1)
	go func() {
		defer func() {
			fault := ""
			if r := recover(); r != nil {
				fault = fmt.Sprintf("%v\n%s", r, debug.Stack())
			}
			done <- fault
		}()
		work()
	}()
	select {
	case fault := <-done:
		if fault != "" {
			panic(fault)
		}
		return true
	case <-ctx.Done():
		return false
	}
}

// Ground compiles the puzzle to a task that backends solve. If the context ends first that is no finding: Solve will say it.
func (z *Puzzle) Ground(ctx context.Context) diag.List {
	start := time.Now()
	var t *task.Task
	var diags diag.List
	Await(ctx, func() { t, diags = ground.Task(ctx, z.model, ground.Options{}) })
	z.CompileTime += time.Since(start)
	if z.ended = context.Cause(ctx); z.ended != nil {
		return nil
	}
	z.task = t
	return diags
}

// GroundOnce is Ground unless that was done.
func (z *Puzzle) GroundOnce(ctx context.Context) diag.List {
	if z.task != nil {
		return nil
	}
	return z.Ground(ctx)
}

// Instance is the name of the instance, "" for the model's own parameters.
func (z *Puzzle) Instance() string {
	if z.model.Instance == nil {
		return ""
	}
	return z.model.Instance.Name
}
