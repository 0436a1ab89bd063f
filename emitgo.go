package pzc

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/gogen"
	"github.com/pzc-lang/pzc/diag"
)

// GoFile is a file of a generated program.
type GoFile = gogen.File

// planTime is how long EmitGo looks for an answer that the test of the program can replay.
const planTime = 10 * time.Second

// EmitGo writes the puzzle as a Go program, or, if a name is given, as a library package, which may have a path in a module that there is.
// The puzzle must have been grounded. Its test replays an answer, if one is found in a short time. What cannot be written in Go is a diag.List.
func (z *Puzzle) EmitGo(ctx context.Context, name, module string) ([]GoFile, error) {
	o := gogen.Options{Package: name, Module: module, Sources: z.Program.Sources()}
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
	program, err := gogen.Emit(ctx, z.model, z.task, o)
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
