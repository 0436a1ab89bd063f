// Package emit writes puzzles for other programs, and reads their answers. It writes Go programs (Go), formulas for SAT
// solvers (CNF, Decode) and PDDL for planners (PDDL).
//
// A puzzle must be grounded first. The same puzzle and options give the same bytes. An option that cannot be met is a
// *pzc.OptionsError. A construct that cannot be written in Go is a diag.List.
package emit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat"
	"github.com/pzc-lang/pzc/backends/sat/outside"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// Formula selects a formula and its encoding.
type Formula = outside.Options

// CNF writes the formula whose models are the plans of exactly x.Horizon moves.
func CNF(ctx context.Context, w io.Writer, z *puzzle.Puzzle, x Formula) error {
	if err := writable(z, x); err != nil {
		return err
	}
	if err := outside.Write(ctx, w, z.Task(), x); err != nil {
		return &puzzle.OptionsError{Err: err}
	}
	return nil
}

// writable returns an error if a puzzle has no such formula.
func writable(z *puzzle.Puzzle, x Formula) error {
	switch {
	case z.HasMoves():
		return nil
	case z.Model().Objective != nil:
		return fmt.Errorf("a formula has no `%s`: write a `goal` in its place that says which values are good enough",
			z.Model().Objective.Word())
	case x.Parallel:
		return puzzle.ErrNothingTogether
	case x.Horizon > 0:
		return fmt.Errorf("the puzzle has no moves, so that only horizon 0 makes sense, found %d", x.Horizon)
	}
	return nil
}

// Decode reads what a solver says of the formula that CNF writes, and has the plan replayed.
func Decode(ctx context.Context, z *puzzle.Puzzle, x Formula, solution puzzle.Text) (*puzzle.Answer, error) {
	result, _, err := outside.Decode(ctx, z.Task(), x, strings.NewReader(solution.Text))
	var unknown *backends.UnknownError
	switch {
	case errors.As(err, &unknown):
		return nil, &puzzle.OptionsError{Err: err}
	case err != nil:
		return nil, fmt.Errorf("%s: %w", solution.Name, err)
	}
	return z.Answer(ctx, sat.Backend{}.Name(), result, puzzle.Options{})
}
