package pzc

import (
	"context"
	"fmt"
	"io"
	"strings"

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

// Describe writes what the puzzle was compiled to; verbose lists the moves.
func (z *Puzzle) Describe(w io.Writer, verbose bool) {
	if verbose {
		compiler.DescribeMoves(w, z.task)
		return
	}
	compiler.Describe(w, z.task)
}

// EmitCNF writes the formula whose models are the plans of exactly so many moves, in DIMACS.
func (z *Puzzle) EmitCNF(ctx context.Context, w io.Writer, horizon int) error {
	if horizon > 0 && len(z.Program.checked.Moves) == 0 {
		return fmt.Errorf("the puzzle has no moves, so that only horizon 0 makes sense, found %d", horizon)
	}
	return sat.EmitCNF(ctx, w, z.task, horizon)
}

// Decode reads what a SAT solver says of that formula, and has the plan replayed.
func (z *Puzzle) Decode(ctx context.Context, horizon int, solution Text) (*Answer, error) {
	result, err := sat.Decode(z.task, horizon, strings.NewReader(solution.Text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", solution.Name, err)
	}
	return z.answer("sat", result, Options{})
}
