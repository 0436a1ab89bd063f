package pzc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat"
	"github.com/pzc-lang/pzc/compiler"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/dsl"
)

// Format writes a model in canonical layout.
func Format(name, text string) (string, diag.List) {
	out, diags := dsl.Format(name, []byte(text))
	return string(out), diags
}

// Size is how many variables and moves the puzzle was compiled to.
func (z *Puzzle) Size() (variables, moves int) { return len(z.task.Vars), len(z.task.Moves) }

// HasFree tells whether solutions choose a part of the initial state.
func (z *Puzzle) HasFree() bool { return z.task.HasFree() }

// Describe writes what the puzzle was compiled to; verbose lists the moves.
func (z *Puzzle) Describe(w io.Writer, verbose bool) {
	if verbose {
		compiler.DescribeMoves(w, z.task)
		return
	}
	compiler.Describe(w, z.task)
}

// Export says which formula is written, and how.
type Export = sat.Export

// EmitCNF writes the formula whose models are the plans of exactly so many moves.
func (z *Puzzle) EmitCNF(ctx context.Context, w io.Writer, x Export) error {
	if err := z.exportable(x); err != nil {
		return err
	}
	if err := sat.EmitCNF(ctx, w, z.task, x); err != nil {
		return optionsError(err)
	}
	return nil
}

func (z *Puzzle) exportable(x Export) error {
	switch moves := len(z.Program.checked.Moves); {
	case moves == 0 && x.Parallel:
		return &OptionsError{errNothingTogether}
	case moves == 0 && x.Horizon > 0:
		return fmt.Errorf("the puzzle has no moves, so that only horizon 0 makes sense, found %d", x.Horizon)
	}
	return nil
}

// Decode reads what a solver says of that formula, and has the plan replayed.
func (z *Puzzle) Decode(ctx context.Context, x Export, solution Text) (*Answer, error) {
	result, _, err := sat.Decode(ctx, z.task, x, strings.NewReader(solution.Text))
	var unknown *backends.UnknownError
	switch {
	case errors.As(err, &unknown):
		return nil, optionsError(err)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", solution.Name, err)
	}
	return z.answer(ctx, "sat", result, Options{})
}
