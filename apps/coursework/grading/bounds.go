package grading

import (
	"context"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// searched is the number of states that a search may expand, for each state that may be visited: it is faster.
const searched = 50

// solver returns the options of solvers, with a bound that is a number of conflicts.
func (w *work) solver() puzzle.Options {
	return puzzle.Options{Options: backends.Options{
		Memory: w.Memory, Threads: 1, Conflicts: w.x.Conflicts, Work: w.steps,
	}}
}

// counted bounds a search by a number of states: it ends the context, and leaves the answer unknown.
func (w *work) counted(ctx context.Context, o *puzzle.Options) (context.Context, func()) {
	bounded, end := context.WithCancelCause(ctx)
	o.Progress = upTo(searched*int64(w.x.States), end)
	return bounded, func() { end(nil) }
}

// upTo ends a context after a number of states. Searches report their progress after fixed amounts of work.
func upTo(states int64, end context.CancelCauseFunc) func(backends.Progress) {
	return func(p backends.Progress) {
		if p.Unit == "state" && p.Done > states {
			end(errLimits)
		}
	}
}

// solve solves a puzzle within the limits.
func (w *work) solve(ctx context.Context, z *puzzle.Puzzle, o puzzle.Options) (*puzzle.Answer, error) {
	bounded, end := w.counted(ctx, &o)
	defer end()
	return z.Solve(bounded, o)
}

// expect tries an expectation within the limits.
func (w *work) expect(ctx context.Context, z *puzzle.Puzzle, x puzzle.Expectation) (puzzle.Outcome, error) {
	o := w.solver()
	bounded, end := w.counted(ctx, &o)
	defer end()
	return z.Expect(bounded, x, o)
}
