// Package pzc solves puzzles that are written in the language of pzc: a page of states, moves and goals, or of values
// with conditions.
//
// Load, Parse or Library give a [Model]. [Model.Puzzle] gives its parameters values, from Go structs and maps. The
// [Puzzle] that results is solved and counted, judges answers, says why there is none, gives hints, and plays.
//
// A method with a context ends when the context ends: that is how time is limited. A limit of memory is in [Options].
// At a limit, an answer is [Undecided]; it is never a guess. Each plan has been replayed by the reference semantics of
// the language, which shares no code with the solvers.
//
// A Model may be used by several goroutines, a Puzzle by one at a time.
//
// # Compatibility
//
// What compiles with version 0.1 compiles with all versions 0.x, and what a model means stays the same. Fields and
// methods may be added. Texts for people, which solution comes first, and speed may change with each version.
package pzc

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"sync"

	"github.com/pzc-lang/pzc/apps/why"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// Model is a checked model. Its parameters are open, or have the values of the model.
type Model struct {
	program *puzzle.Program
	lock    sync.Mutex // of program
}

// Load reads a model from a file. A problem of PDDL is also a model; its domain lies in the same folder. An error is an
// [*Error] if the model is wrong.
func Load(file string) (*Model, error) {
	text, err := puzzle.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if !puzzle.IsPlanning(file, string(text)) {
		return modelOf(puzzle.LoadFile(file))
	}
	names, err := puzzle.PlanningFiles(file)
	if err != nil {
		return nil, err
	}
	program, diags := puzzle.LoadPlanning(puzzle.Text{Name: file, Text: string(text)}, names, os.ReadFile)
	return modelOf(program, diags, nil)
}

// Parse reads a model from a text. Errors give it the name. A model that uses other files is read by [Load].
func Parse(name, text string) (*Model, error) {
	program, diags := puzzle.LoadText(noFiles{}, name, text)
	return modelOf(program, diags, nil)
}

// noFiles has no files.
type noFiles struct{}

func (noFiles) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// Library returns a model of the library, such as "sudoku" or "taquin".
func Library(name string) (*Model, error) {
	m, known := puzzle.Library(name)
	if !known {
		return nil, fmt.Errorf("there is no model %q in the library", name)
	}
	return modelOf(puzzle.LoadFile(m.File))
}

func modelOf(program *puzzle.Program, diags diag.List, err error) (*Model, error) {
	if err != nil {
		return nil, err
	}
	if diags.HasErrors() {
		return nil, wrong(program, diags)
	}
	return &Model{program: program}, nil
}

// Name returns the name of the puzzle.
func (m *Model) Name() string { return m.program.Name() }

// Instances returns the names of the instances, in their order.
func (m *Model) Instances() []string { return m.program.Instances() }

// Puzzle gives the parameters values and compiles the puzzle. The values are those of an instance, "" for none, and
// params, which replace them: nil, a struct or a map by the names of parameters. A field has the name of its tag `json`
// or else its own, large or small letters alike. Numbers, Booleans, texts and slices are what they seem; maps of cells
// are slices of strings, one for each row; a cell is [2]int{row, column}; a value of an enum is its name; a set is a
// slice. An array is a slice in the order of its indices, over several indices a slice of slices.
func (m *Model) Puzzle(ctx context.Context, instance string, params any) (*Puzzle, error) {
	data := puzzle.Data{Instance: instance}
	if params != nil {
		object, err := m.object(params)
		if err != nil {
			return nil, err
		}
		data.JSON = &puzzle.Text{Name: "params", Text: object}
	}
	m.lock.Lock()
	defer m.lock.Unlock()
	z, diags := m.program.InstantiateContext(ctx, data)
	if !diags.HasErrors() && ctx.Err() == nil {
		diags = z.Ground(ctx)
	}
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case diags.HasErrors():
		return nil, wrong(m.program, diags)
	}
	return &Puzzle{z: z}, nil
}

// Puzzle is a model whose parameters have values.
type Puzzle struct {
	z     *puzzle.Puzzle
	guide *why.Guide // explains what follows from values; nil: not asked yet
}

// Options say how a puzzle is solved. The zero value is the default.
type Options struct {
	All     bool  // all solutions; with moves, the cheapest plans that repeat no state
	Limit   int   // the greatest number of solutions; 0: no limit
	Memory  int64 // the most memory, in bytes; 0: half of the machine's
	Threads int   // the most cores; 0: all
	// Progress, if set, is called from time to time, from any goroutine, with a line such as "astar: bound 21".
	Progress func(line string)
}

func (o Options) options() puzzle.Options {
	out := puzzle.Options{Options: backends.Options{All: o.All, Limit: o.Limit, Memory: o.Memory, Threads: o.Threads}}
	if o.Progress != nil {
		out.Progress = func(p backends.Progress) {
			line := p.Doing
			if p.Level != "" {
				line += fmt.Sprintf(": %s %d", p.Level, p.At)
			}
			o.Progress(line)
		}
	}
	return out
}

// Status is what is known about the solutions of a puzzle.
type Status string

// The values of Status.
const (
	Solved     Status = "solved"
	Unsolvable Status = "unsolvable" // it was proved that there is no solution
	Undecided  Status = "undecided"  // a limit was reached first
)

// Answer is the answer of [Puzzle.Solve].
type Answer struct {
	Status    Status
	Reason    string     // why there is no solution, or which limit was reached
	Optimal   bool       // no solution costs less than the first
	Solutions []Solution // one, or with Options.All many; also the best one that was found before a limit
	Complete  bool       // with Options.All: there are no others
}

// Solve solves the puzzle: by a plan of the least cost, or by values, the best ones if the model has an objective.
func (p *Puzzle) Solve(ctx context.Context, o Options) (*Answer, error) {
	a, err := p.z.Solve(ctx, o.options())
	if err != nil {
		return nil, err
	}
	out := &Answer{Status: statusOf(a.Status), Reason: a.Reason, Optimal: a.Optimal, Complete: a.Complete}
	out.Solutions = lists.Map(a.Solutions, func(s puzzle.Solution) Solution { return p.solution(&s) })
	return out, nil
}

func statusOf(s backends.Status) Status {
	switch s {
	case backends.Solved:
		return Solved
	case backends.Unsolvable:
		return Unsolvable
	default:
		return Undecided
	}
}

// Count returns the number of solutions; with moves, of the cheapest plans that repeat no state. If complete is false,
// a limit was reached first, and there are at least n. Options.Limit 2 tells whether a solution is the only one.
func (p *Puzzle) Count(ctx context.Context, o Options) (n *big.Int, complete bool, err error) {
	options := o.options()
	options.All, options.Count = true, true
	a, err := p.z.Solve(ctx, options)
	if err != nil {
		return nil, false, err
	}
	return cmp.Or(a.Count, new(big.Int)), a.Complete, nil
}

// Verdict is the judgement of an answer.
type Verdict struct {
	Valid    bool
	Cost     int64
	Failures []Finding // the conditions that fail, each with its place in the model
}

// Validate judges an answer by the reference semantics: moves, one in a line, or values, `variable = value` in a line,
// or an object of values as JSON. Missing values make it not valid, unless partial is set: then a solver decides
// whether they can be found, and the error says so if a limit comes first.
func (p *Puzzle) Validate(ctx context.Context, answer string, partial bool) (*Verdict, error) {
	text := puzzle.Text{Name: "answer", Text: answer}
	checks, diags := p.z.Validate(ctx, text, puzzle.ValidateOptions{Partial: partial})
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case diags.HasErrors():
		return nil, wrong(p.z.Program, diags, text)
	case len(checks) != 1:
		return nil, fmt.Errorf("the text has %d answers, one is wanted", len(checks))
	case checks[0].Undecided != "":
		return nil, errors.New("undecided: " + checks[0].Undecided)
	}
	v := &Verdict{Valid: checks[0].Valid(), Cost: checks[0].Solution.Cost}
	v.Failures = lists.Map(checks[0].Failures, func(f puzzle.Failure) Finding { return finding(f.Diagnostic) })
	return v, nil
}

// Error is what is wrong with a model, with data or with an answer.
type Error struct {
	Findings []Finding
	text     string
}

// Error returns the findings as the command pzc prints them: each with its line and a mark below it.
func (e *Error) Error() string { return e.text }

// Finding is one thing that is wrong.
type Finding struct {
	Text         string // what is wrong
	Help         string // what to write instead, if that is known
	File         string
	Line, Column int // from 1; 0 without a place
}
