package pzc

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/gogen"
	"github.com/pzc-lang/pzc/compiler"
	"github.com/pzc-lang/pzc/diag"
)

// GoFile is a file of a generated program.
type GoFile = gogen.File

// planTime is how long EmitGo looks for an answer that the test of the program can replay.
const planTime = 10 * time.Second

// GoOptions say what EmitGo writes.
type GoOptions struct {
	Package string // of a library; "": a program
	Module  string // the path of that package in a module that there is; "": it is a module of its own
	// RunTimeData lets the program read parameters when it runs, those that decide nothing but the initial state.
	RunTimeData bool
}

// EmitGo writes the puzzle as a Go program or as a library package. The puzzle must have been grounded. Its test replays an answer, if one is found in a
// short time. What cannot be written in Go is a diag.List.
func (z *Puzzle) EmitGo(ctx context.Context, x GoOptions) ([]GoFile, error) {
	o := gogen.Options{Package: x.Package, Module: x.Module, Sources: z.Program.Sources(), RunTimeData: x.RunTimeData}
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
	t := z.task
	if x.RunTimeData {
		var diags diag.List
		if t, diags = compiler.Ground(ctx, z.model, compiler.GroundOptions{NoWarnings: true, Open: gogen.OpenArrays(z.model)}); diags.HasErrors() {
			return nil, diags
		}
	}
	program, err := gogen.Emit(ctx, z.model, t, o)
	var construct *gogen.Error
	if errors.As(err, &construct) {
		var list diag.List
		d := list.Errorf(construct.Span, gogen.CodeUnwritten, "%s cannot be written in Go yet", construct.What)
		d.Help = "say it in another way, or solve the model itself with pzc solve"
		return nil, list
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", z.Program.Name(), err)
	}
	return program.Files, nil
}

// RunTimeData lists the parameters that generated programs can read when they run, and says of the others why they cannot.
func (z *Puzzle) RunTimeData() (names []string, fixed map[string]string) {
	fixed = map[string]string{}
	for _, x := range gogen.GivenLater(z.model) {
		if x.Why == "" {
			names = append(names, x.Array.Name)
		} else {
			fixed[x.Array.Name] = x.Why
		}
	}
	return names, fixed
}
