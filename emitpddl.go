package pzc

import (
	"context"
	"fmt"

	"github.com/pzc-lang/pzc/backends/pddl"
)

// PDDL is a puzzle in the Planning Domain Definition Language. Its Plan reads what a planner found.
type PDDL = pddl.Problem

// EmitPDDL writes the puzzle, which must have been grounded, for planners of others.
func (z *Puzzle) EmitPDDL(ctx context.Context) (*PDDL, error) {
	p, err := pddl.Emit(ctx, z.task)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", z.Program.Name(), err)
	}
	return p, nil
}
