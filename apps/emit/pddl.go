package emit

import (
	"context"
	"fmt"

	"github.com/pzc-lang/pzc/backends/pddl"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// PDDL writes a puzzle in the Planning Domain Definition Language. Plan of the problem reads the plan that a planner
// found.
func PDDL(ctx context.Context, z *puzzle.Puzzle) (*pddl.Problem, error) {
	if o := z.Model().Objective; o != nil {
		return nil, fmt.Errorf("%s: planners look for plans and know no `%s`; for PDDL the value must be the cost of a move",
			z.Program.Name(), o.Word())
	}
	p, err := pddl.Emit(ctx, z.Task())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", z.Program.Name(), err)
	}
	return p, nil
}
