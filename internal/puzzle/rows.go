package puzzle

import (
	"context"

	"github.com/pzc-lang/pzc/backends/automorphism"
	"github.com/pzc-lang/pzc/backends/constraint"
	"github.com/pzc-lang/pzc/compiler/ground/parity"
	"github.com/pzc-lang/pzc/compiler/ground/work"
	"github.com/pzc-lang/pzc/compiler/normal"
	"github.com/pzc-lang/pzc/compiler/task"
)

// hooks are where techniques hang. Each may be nil.
type hooks struct {
	invariant func(w *work.Work, t *task.Task) string                 // a proof that no goal can be reached; "": none
	instead   func(ctx context.Context, t *task.Task) (other instead) // the task that is solved in place of another one
	// facts proves which facts are one, in a task with moves, and of which Booleans exactly one holds. Facts, "a variable
	// has a value", are numbered through. same has the first of the facts that are one.
	facts   func(t *task.Task) (same []int, one [][]int)
	numbers func(t *task.Task) (one [][]int)                         // of which Booleans one holds, without moves
	found   func(ctx context.Context, t *task.Task) (names []string) // the declared symmetries that are found anyway
}

// instead is a task that is solved in place of another one, with the way back: the moves of a plan.
type instead interface {
	Solved() *task.Task
	Plan(moves []int) ([]int, error)
}

// rows are the techniques.
func rows() hooks {
	return hooks{
		invariant: parity.Reason,
		instead:   func(ctx context.Context, t *task.Task) instead { return normal.Of(ctx, t) },
		facts:     normal.Facts,
		numbers:   constraint.Numbers,
		found:     automorphism.Found,
	}
}
