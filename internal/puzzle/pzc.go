// Package puzzle takes a puzzle from its text to a checked answer. Load reads and checks a model, Instantiate gives the
// model its data, and Ground compiles the puzzle to a task. Solve gives the task to a backend and replays each
// resulting plan by the reference semantics. The function Solve does all these steps.
//
// Findings about models and data are diag.Lists; Program.Sources holds the texts that are needed to print them.
// Unsolvable and undecided are answers, not errors. A plan that does not replay is a *Fault. Options that a backend
// cannot meet are an *OptionsError, whose text names options as package mention does.
//
// A Puzzle is used by one goroutine at a time.
package puzzle

import (
	"context"
	"io/fs"

	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
)

// Solve reads, checks, compiles and solves a model. An error is a diag.List, an *OptionsError or a *Fault.
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

// Format writes a model in canonical layout.
func Format(name, text string) (string, diag.List) {
	out, diags := dsl.Format(name, []byte(text))
	return string(out), diags
}
