package pzc

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/backends/sat"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/semantics"
	"github.com/pzc-lang/pzc/task"
)

// Changed returns a puzzle with a changed model, which has the declarations of the original and perhaps further state
// variables behind them. The puzzle must be grounded; grounding reports no warnings.
func (z *Puzzle) Changed(m *model.Model) *Puzzle {
	return &Puzzle{Program: z.Program, model: m, machine: semantics.NewMachine(m), changed: true}
}

// Machine returns a new machine of the reference semantics for the puzzle.
func (z *Puzzle) Machine() *semantics.Machine { return semantics.NewMachine(z.model) }

// Selection asks about a puzzle without moves many times. Selection.Solve returns codes that StateOf reads.
type Selection = sat.Selection

// Select makes a Selection of the Boolean state variables at some places of a state. Of the options it reads Memory.
// The puzzle must have been grounded and have no moves.
func (z *Puzzle) Select(ctx context.Context, places []int, o Options) (*Selection, error) {
	vars := make([]int, len(places))
	for i, place := range places {
		vars[i] = slices.IndexFunc(z.task.Vars, func(v task.Var) bool { return v.State == place })
	}
	return sat.Select(ctx, z.task, vars, o.Options)
}
