package emit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/gogen"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/later"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics/parse"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/mention"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// File is a file that is to be written: its name, with slashes, and its text.
type File = gogen.File

// WrittenByGo reports whether the text of a Go file is a part of a program that Go wrote, rather than a person.
func WrittenByGo(text []byte) bool { return gogen.Written(text) }

// planTime is the time that Go spends to find an answer that the test of the program can replay.
const planTime = 10 * time.Second

// GoOptions are the options of Go.
type GoOptions struct {
	Package string // of a library; "": a program
	Module  string // the path of that package in a module that there is; "": it is a module of its own
	// Plain leaves out depth-first search in place, so that every search calls the functions of moves.go.
	Plain bool
	// RunTimeData lets the program read parameters when it runs: those that the function RunTimeData does not call fixed.
	RunTimeData bool
}

// Go writes a puzzle as a Go program or as a library package. Its test replays an answer, if one is found in a short
// time. What cannot be written in Go is a diag.List.
func Go(ctx context.Context, z *puzzle.Puzzle, x GoOptions) ([]File, error) {
	o := gogen.Options{Package: x.Package, Module: x.Module, Plain: x.Plain, Sources: z.Program.Sources()}
	limited, stop := context.WithTimeout(ctx, planTime)
	defer stop()
	answer, err := z.Solve(limited, puzzle.Options{})
	if err != nil {
		return nil, err
	}
	if answer.Status == backends.Solved && len(answer.Solutions) > 0 {
		s := answer.Solutions[0]
		o.Plan = &gogen.Plan{Start: s.Start, Cost: s.Cost}
		for _, step := range s.Steps {
			name := step.Move
			if mv, diags := parse.Move(z.Machine(), "the plan", step.Move); !diags.HasErrors() {
				name = z.Machine().Name(mv) // programs write moves as the language does
			}
			o.Plan.Moves = append(o.Plan.Moves, name)
		}
	}
	m, t := z.Model(), z.Task()
	help, itself := "say it in another way", ", or solve the model itself with "+mention.Solve
	if x.RunTimeData {
		var diags diag.List
		if m, t, diags = withoutData(ctx, m, &o); diags.HasErrors() {
			return nil, diags
		}
		help = "leave out " + mention.RunTimeData
	}
	program, err := gogen.Emit(ctx, m, t, o)
	var construct *gogen.Error
	if errors.As(err, &construct) {
		var list diag.List
		d := list.Errorf(construct.Span, gogen.CodeUnwritten, "%s cannot be written in Go yet", construct.What)
		d.Help = cmp.Or(construct.Instead, help) + itself
		return nil, list
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", z.Program.Name(), err)
	}
	return program.Files, nil
}

// RunTimeData returns the model of a program that reads parameters when it runs. The list has all parameters of the
// model, and says why some are fixed.
func RunTimeData(m *model.Model) (open *later.Deferred, all []gogen.Given) {
	open = &later.Deferred{Model: m}
	if len(m.Moves) == 0 {
		var more []*model.Array
		for _, x := range gogen.GivenLater(m) {
			if x.Why != "" {
				more = append(more, x.Array)
			}
		}
		open = later.Defer(m, more)
	}
	all = gogen.GivenLater(open.Model)
	for i := range all {
		all[i].Why = cmp.Or(open.Fixed[all[i].Array.Name], all[i].Why)
	}
	return open, all
}

// withoutData makes the model and the task of a program that reads parameters when it runs: nothing in them rests on
// the values that these have now.
func withoutData(ctx context.Context, whole *model.Model, o *gogen.Options) (*model.Model, *task.Task, diag.List) {
	open, _ := RunTimeData(whole)
	if o.RunTimeData = true; o.Plan != nil {
		o.Plan.Start = open.State(whole, o.Plan.Start)
	}
	t, diags := ground.Task(ctx, open.Model, ground.Options{NoWarnings: true, Open: gogen.OpenArrays(open.Model)})
	return open.Model, t, diags
}
