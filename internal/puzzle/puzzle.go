// Package puzzle takes a puzzle from its text to a checked answer. Load reads and checks a model, Instantiate gives the
// model its data, and Ground compiles the puzzle to a task. Solve gives the task to a backend and replays each
// resulting plan by the reference semantics.
//
// Findings about models and data are diag.Lists; Program.Sources holds the texts that are needed to print them.
// Unsolvable and undecided are answers, not errors. A plan that does not replay is a *Fault. Options that a backend
// cannot meet are an *OptionsError, whose text names options as package mention does.
//
// A Puzzle is used by one goroutine at a time.
package puzzle

import (
	"context"
	"io"
	"slices"
	"time"

	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/parse"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/compiler/task/describe"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/room"
)

// Puzzle is a program with its data. It can validate plans and play games. After Ground it can be solved.
type Puzzle struct {
	Program *Program
	// CompileTime is the time that Instantiate and Ground took.
	CompileTime time.Duration

	model   *model.Model
	machine *semantics.Machine
	reader  *parse.Reader // of the machine's moves; see plans
	task    *task.Task
	ended   error                        // why Ground was ended before the task was complete
	from    []int64                      // the state that From was given; nil without
	bound   map[string]semantics.Binding // the values that Instantiate was given
	changed bool                         // see Changed
	// checkTime is the time in which this solution was replayed.
	checkTime time.Duration
}

// Instantiate gives the program its data.
func (p *Program) Instantiate(data Data) (*Puzzle, diag.List) {
	return p.InstantiateContext(context.Background(), data)
}

// InstantiateContext is Instantiate that ends with the context. There is no puzzle then, and the list says why.
func (p *Program) InstantiateContext(ctx context.Context, data Data) (*Puzzle, diag.List) {
	start := time.Now()
	if p.IsPart() {
		d := p.finding(codePart, "this is a part of models and no puzzle itself")
		d.Help = "a model takes it by `use`"
		return nil, diag.List{d}
	}
	r, diags := p.resolve(ctx, data)
	if diags.HasErrors() {
		return nil, diags
	}
	program := r.program.answering(data.Plain)
	var m *model.Model
	var more diag.List
	if !Await(ctx, func() {
		m, more = semantics.BuildContext(room.Counted(ctx, nil), program.checked, r.instance, r.given)
	}) {
		return nil, stoppedBuilding(ctx)
	}
	if diags = append(diags, more...); !diags.HasErrors() {
		diags = append(diags, openValues(m)...)
	}
	if diags.HasErrors() {
		return nil, diags
	}
	return &Puzzle{
		Program: program, CompileTime: time.Since(start), model: m, machine: semantics.NewMachine(m), bound: r.given,
	}, p.spoken(diags)
}

// Ground compiles the puzzle to a task that backends solve. If the context ends first, the list is empty, and the
// answer of Solve says why.
func (puzzle *Puzzle) Ground(ctx context.Context) diag.List {
	return puzzle.ground(ctx, !puzzle.changed)
}

func (puzzle *Puzzle) ground(ctx context.Context, warnings bool) diag.List {
	start := time.Now()
	var t *task.Task
	var diags diag.List
	Await(ctx, func() {
		t, diags = ground.Task(room.Counted(ctx, nil), puzzle.model, ground.Options{
			NoWarnings: !warnings, Invariant: rows().invariant,
		})
	})
	puzzle.CompileTime += time.Since(start)
	if puzzle.ended = context.Cause(ctx); puzzle.ended != nil {
		return nil
	}
	puzzle.task = t
	return puzzle.Program.spoken(diags)
}

// GroundOnce is Ground for callers that print no warnings: it looks for none. It does nothing if there is a task
// already.
func (puzzle *Puzzle) GroundOnce(ctx context.Context) diag.List {
	if puzzle.task != nil {
		return nil
	}
	return puzzle.ground(ctx, false)
}

// Compile is GroundOnce with one error: the findings, or why the context ended first.
func (puzzle *Puzzle) Compile(ctx context.Context) error {
	if diags := puzzle.GroundOnce(ctx); diags.HasErrors() {
		return diags
	}
	return puzzle.ended
}

// From returns the puzzle with another initial state, which must be reachable. The puzzle must have been grounded.
func (puzzle *Puzzle) From(state []int64) *Puzzle {
	t := *puzzle.task
	t.Init, t.Free, t.InitCond = make([]int64, len(t.Vars)), make([]bool, len(t.Vars)), task.True
	for i := range t.Vars {
		t.Init[i] = state[t.Vars[i].State]
	}
	return &Puzzle{
		Program: puzzle.Program, model: puzzle.model, machine: semantics.NewMachine(puzzle.model), task: &t,
		from: slices.Clone(state),
	}
}

// Apart returns the same puzzle for another goroutine: it shares the model and the task.
func (puzzle *Puzzle) Apart() *Puzzle {
	apart := *puzzle
	apart.machine, apart.reader = semantics.NewMachine(puzzle.model), nil
	return &apart
}

// plans returns the reader of plans.
func (puzzle *Puzzle) plans() *parse.Reader {
	if puzzle.reader == nil {
		puzzle.reader = parse.NewReader(puzzle.machine)
	}
	return puzzle.reader
}

// Instance returns the name of the instance, "" for the model's own parameters.
func (puzzle *Puzzle) Instance() string {
	if puzzle.model.Instance == nil {
		return ""
	}
	return puzzle.model.Instance.Name
}

// Model returns the checked model with its data, which must not be changed.
func (puzzle *Puzzle) Model() *model.Model { return puzzle.model }

// Task returns the task to which Ground compiled the puzzle, nil before Ground. The task must not be changed.
func (puzzle *Puzzle) Task() *task.Task { return puzzle.task }

// HasMoves reports whether the puzzle has moves.
func (puzzle *Puzzle) HasMoves() bool { return len(puzzle.Program.checked.Moves) > 0 }

// HasFree reports whether solutions choose a part of the initial state. The puzzle must have been grounded.
func (puzzle *Puzzle) HasFree() bool { return puzzle.task.HasFree() }

// MoveName returns a move of the task as plans write it.
func (puzzle *Puzzle) MoveName(move int) string {
	name := puzzle.task.Moves[move].Name
	if n := puzzle.model.Notation; n != nil {
		return n.Move(name)
	}
	return name
}

// StateOf returns the state of the model for the codes by which a backend names a state.
func (puzzle *Puzzle) StateOf(codes []int64) []int64 { return puzzle.task.ModelState(codes) }

// Describe writes a summary of the task, or if verbose all its moves; with inNormalForm, of its normal form.
func (puzzle *Puzzle) Describe(ctx context.Context, w io.Writer, verbose, inNormalForm bool) {
	t := puzzle.task
	if inNormalForm {
		t = puzzle.instead(ctx, Options{}).Solved()
	}
	if verbose {
		describe.Moves(w, t)
		return
	}
	describe.Task(w, t)
}
