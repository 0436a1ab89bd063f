package emit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/gogen"
	"github.com/pzc-lang/pzc/compiler/semantics/parse"
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
	program, err := gogen.Emit(ctx, z.Model(), z.Task(), o)
	var construct *gogen.Error
	if errors.As(err, &construct) {
		var list diag.List
		d := list.Errorf(construct.Span, gogen.CodeUnwritten, "%s cannot be written in Go yet", construct.What)
		d.Help = cmp.Or(construct.Instead, "say it in another way") + ", or solve the model itself with " + mention.Solve
		return nil, list
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", z.Program.Name(), err)
	}
	return program.Files, nil
}
