package puzzle

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Solve looks for a plan, replays the plan, and returns the answer. The puzzle must have been grounded. If the context
// ends first, the answer says what is known so far, and its reason is the cause of the context. An error is an
// *OptionsError or a *Fault.
func (puzzle *Puzzle) Solve(ctx context.Context, o Options) (*Answer, error) {
	switch {
	case puzzle.task == nil && puzzle.ended == nil:
		return nil, &OptionsError{
			errors.New("the puzzle was not grounded, or that found an error; Solve comes after Ground"),
		}
	case puzzle.task == nil:
		a := puzzle.Program.undecided(puzzle.ended, puzzle.Instance())
		a.CompileTime = puzzle.CompileTime
		return a, nil
	}
	start := time.Now()
	w, err := puzzle.choose(o)
	if err != nil {
		return nil, &OptionsError{err}
	}
	puzzle.checkTime = 0
	if o.All && !o.Count {
		w.options.Found = puzzle.replayed(o.Prepare)
	}
	undo := puzzle.machine.Within(ctx)
	name, result, err := w.run(ctx, puzzle.task)
	undo()
	if err != nil {
		return nil, &OptionsError{err}
	}
	result.Stats.SolveTime = time.Since(start)
	if cause := context.Cause(ctx); cause != nil && (result.Status == backends.Unknown || o.All && !result.Complete) {
		result.Reason = because(cause, result.Reason)
	}
	return puzzle.Answer(ctx, name, result, o)
}

// run gives a task to the backends, and returns the result with the name of the backend that it comes from.
func (w way) run(ctx context.Context, t *task.Task) (name string, result *backends.Result, err error) {
	if name, result, err = w.Solve(ctx, t, w.options); err != nil {
		return name, nil, err
	}
	if w.why != "" {
		result.Choice = strings.TrimSuffix(w.why+"; "+result.Choice, "; ")
	}
	return name, result, nil
}
