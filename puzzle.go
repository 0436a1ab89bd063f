package pzc

import (
	"context"
	"io"
	"slices"
	"time"

	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/semantics"
	"github.com/pzc-lang/pzc/task"
	"github.com/pzc-lang/pzc/task/describe"
)

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

// From is the puzzle with another state to begin from, which must be reachable from one of its own. The puzzle must have been grounded.
func (z *Puzzle) From(state []int64) *Puzzle {
	t := *z.task
	t.Init, t.Free, t.InitCond = make([]int64, len(t.Vars)), make([]bool, len(t.Vars)), task.True
	for i := range t.Vars {
		t.Init[i] = state[t.Vars[i].State]
	}
	return &Puzzle{
		Program: z.Program, CompileTime: time.Duration(0), model: z.model, machine: semantics.NewMachine(z.model), task: &t,
		from: slices.Clone(state),
	}
}

// Instance is the name of the instance, "" for the model's own parameters.
func (z *Puzzle) Instance() string {
	if z.model.Instance == nil {
		return ""
	}
	return z.model.Instance.Name
}

// Model returns the checked model with its data. It must not be changed.
func (z *Puzzle) Model() *model.Model { return z.model }

// Task returns the task to which Ground compiled the puzzle, nil before. It must not be changed.
func (z *Puzzle) Task() *task.Task { return z.task }

// HasMoves tells whether the puzzle has any.
func (z *Puzzle) HasMoves() bool { return len(z.Program.checked.Moves) > 0 }

// HasFree tells whether solutions choose a part of the initial state.
func (z *Puzzle) HasFree() bool { return z.task.HasFree() }

// MoveName is a move of the task as plans write it.
func (z *Puzzle) MoveName(move int) string { return z.task.Moves[move].Name }

// StateOf is the state of the model that a backend means by its codes.
func (z *Puzzle) StateOf(codes []int64) []int64 { return z.task.ModelState(codes) }

// Describe writes what the puzzle was compiled to; verbose lists the moves.
func (z *Puzzle) Describe(w io.Writer, verbose bool) {
	if verbose {
		describe.Moves(w, z.task)
		return
	}
	describe.Task(w, z.task)
}
