package pzc

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/gogen"
	"github.com/pzc-lang/pzc/compiler"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/task"
)

// GoFile is a file of a generated program.
type GoFile = gogen.File

// WrittenByEmitGo tells whether the text of a Go file is a part of a program that EmitGo wrote, rather than a person.
func WrittenByEmitGo(text []byte) bool { return gogen.Written(text) }

// planTime is how long EmitGo looks for an answer that the test of the program can replay.
const planTime = 10 * time.Second

// GoOptions say what EmitGo writes.
type GoOptions struct {
	Package string // of a library; "": a program
	Module  string // the path of that package in a module that there is; "": it is a module of its own
	// RunTimeData are parameters that the program reads when it runs; each must be one that RunTimeData of the puzzle does not call fixed.
	RunTimeData []string
}

// EmitGo writes the puzzle as a Go program or as a library package. The puzzle must have been grounded. Its test replays an answer, if one is found in a
// short time. What cannot be written in Go is a diag.List.
func (z *Puzzle) EmitGo(ctx context.Context, x GoOptions) ([]GoFile, error) {
	o := gogen.Options{Package: x.Package, Module: x.Module, Sources: z.Program.Sources()}
	limited, stop := context.WithTimeout(ctx, planTime)
	defer stop()
	answer, err := z.Solve(limited, Options{})
	if err != nil {
		return nil, err
	}
	if answer.Status == backends.Solved && len(answer.Solutions) > 0 {
		s := answer.Solutions[0]
		o.Plan = &gogen.Plan{Start: s.Start, Cost: s.Cost}
		for _, step := range s.Steps {
			o.Plan.Moves = append(o.Plan.Moves, step.Move)
		}
	}
	m, t := z.model, z.task
	help := "say it in another way, or solve the model itself with pzc solve"
	if len(x.RunTimeData) > 0 {
		var diags diag.List
		if m, t, diags = z.withoutData(ctx, x.RunTimeData, &o); diags.HasErrors() {
			return nil, diags
		}
		help = "leave out of --run-time-data what it depends on, or solve the model itself with pzc solve"
	}
	program, err := gogen.Emit(ctx, m, t, o)
	var construct *gogen.Error
	if errors.As(err, &construct) {
		var list diag.List
		d := list.Errorf(construct.Span, gogen.CodeUnwritten, "%s cannot be written in Go yet", construct.What)
		d.Help = help
		return nil, list
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", z.Program.Name(), err)
	}
	return program.Files, nil
}

// withoutData makes the model and the task of a program that reads parameters when it runs: nothing in them rests on the values that these have now.
func (z *Puzzle) withoutData(ctx context.Context, names []string, o *gogen.Options) (*model.Model, *task.Task, diag.List) {
	o.RunTimeData = &gogen.RunTimeData{Names: names}
	m := z.model
	if deferred := gogen.DecidingMore(m, names); len(deferred) > 0 {
		d := compiler.Defer(m, deferred)
		m, o.RunTimeData.With, o.RunTimeData.LeftOut = d.Model, d.With, d.LeftOut
		if o.Plan != nil {
			o.Plan.Start = d.State(z.model, o.Plan.Start)
		}
	}
	t, diags := compiler.Ground(ctx, m, compiler.GroundOptions{NoWarnings: true, Open: gogen.OpenArrays(m, names)})
	return m, t, diags
}

// RunTimeParameter is a parameter, and what stands against reading it when a program runs.
type RunTimeParameter struct {
	Name string
	// Decides says what depends on it beside the initial state; "": nothing.
	Decides string
	// Fixed says why it cannot be read, even if it is named; "": it can.
	Fixed string
}

// RunTimeData looks at all parameters, where those of some names are read when the program runs.
func (z *Puzzle) RunTimeData(names []string) (all []RunTimeParameter) {
	var named []*model.Array
	for _, a := range z.model.ParamArrays() {
		if slices.Contains(names, a.Name) {
			named = append(named, a)
		}
	}
	for _, x := range gogen.GivenLater(z.model) {
		p := RunTimeParameter{Name: x.Array.Name, Decides: x.Why}
		if x.Why != "" {
			p.Fixed = compiler.CannotDefer(z.model, x.Array, named)
		}
		all = append(all, p)
	}
	return all
}
