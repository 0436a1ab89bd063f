package emit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/gogen"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/later"
	"github.com/pzc-lang/pzc/compiler/model"
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
	// RunTimeData are parameters that the program reads when it runs; each must be one that RunTimeData does not call
	// fixed.
	RunTimeData []string
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
			if mv, diags := z.Machine().ParseMove("the plan", step.Move); !diags.HasErrors() {
				name = z.Machine().Name(mv) // programs write moves as the language does
			}
			o.Plan.Moves = append(o.Plan.Moves, name)
		}
	}
	m, t := z.Model(), z.Task()
	help, itself := "say it in another way", ", or solve the model itself with "+mention.Solve
	if len(x.RunTimeData) > 0 {
		var diags diag.List
		if m, t, diags = withoutData(ctx, m, x.RunTimeData, &o); diags.HasErrors() {
			return nil, diags
		}
		help = "leave out of " + mention.RunTimeData + " what it depends on"
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

// withoutData makes the model and the task of a program that reads parameters when it runs: nothing in them rests on
// the values that these have now.
func withoutData(
	ctx context.Context, whole *model.Model, names []string, o *gogen.Options,
) (*model.Model, *task.Task, diag.List) {
	o.RunTimeData = &gogen.RunTimeData{Names: names}
	m := whole
	if deferred := gogen.DecidingMore(m, names); len(deferred) > 0 {
		d := later.Defer(m, deferred)
		m, o.RunTimeData.With, o.RunTimeData.LeftOut = d.Model, d.With, d.LeftOut
		if o.Plan != nil {
			o.Plan.Start = d.State(whole, o.Plan.Start)
		}
	}
	t, diags := ground.Task(ctx, m, ground.Options{NoWarnings: true, Open: gogen.OpenArrays(m, names)})
	return m, t, diags
}

// RunTimeParameter is a parameter, with the obstacles to reading it when a program runs.
type RunTimeParameter struct {
	Name string
	// Decides names the things that depend on it beside the initial state; "": none.
	Decides string
	// Fixed is the reason why it cannot be read, even if it is named; "": it can.
	Fixed string
}

// RunTimeData looks at all parameters of a puzzle, where those of some names are read when the program runs.
func RunTimeData(z *puzzle.Puzzle, names []string) (all []RunTimeParameter) {
	m := z.Model()
	var named []*model.Array
	for _, a := range m.ParamArrays() {
		if slices.Contains(names, a.Name) {
			named = append(named, a)
		}
	}
	for _, x := range gogen.GivenLater(m) {
		p := RunTimeParameter{Name: x.Array.Name, Decides: x.Why}
		if x.Why != "" {
			p.Fixed = later.WhyNot(m, x.Array, named)
		}
		all = append(all, p)
	}
	return all
}
