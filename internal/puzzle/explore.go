package puzzle

import (
	"context"
	"errors"

	"github.com/pzc-lang/pzc/backends/search"
	"github.com/pzc-lang/pzc/backends/search/explore"
	"github.com/pzc-lang/pzc/backends/search/searchtree"
	"github.com/pzc-lang/pzc/compiler/task"
)

var errNotGrounded = &OptionsError{errors.New("a puzzle must be grounded before it is explored")}

// SearchTree searches with an algorithm of searchtree.Algorithms, and records the first limit states that it generates.
// The puzzle must have been grounded. An error is an *OptionsError.
func (puzzle *Puzzle) SearchTree(
	ctx context.Context, algorithm, heuristic string, limit int,
) (*searchtree.Tree, error) {
	return onTask(puzzle, func(t *task.Task) (*searchtree.Tree, error) {
		return searchtree.Grow(ctx, t, algorithm, heuristic, limit)
	})
}

// onTask has work done on the task of a puzzle, which must have been grounded. An error is an *OptionsError.
func onTask[T any](puzzle *Puzzle, do func(*task.Task) (*T, error)) (*T, error) {
	if puzzle.task == nil {
		return nil, errNotGrounded
	}
	found, err := do(puzzle.task)
	if err != nil {
		return nil, &OptionsError{err}
	}
	return found, nil
}

// Explore visits all reachable states and counts those at each distance from the start. The puzzle must have been
// grounded. An error is an *OptionsError.
func (puzzle *Puzzle) Explore(ctx context.Context, o explore.Options) (*explore.Exploration, error) {
	e, err := onTask(puzzle, func(t *task.Task) (*explore.Exploration, error) { return explore.Explore(ctx, t, o) })
	if err == nil {
		e.Reason = ended(ctx, e.Reason)
	}
	return e, err
}

// Estimates returns the values of an admissible heuristic in some states of the model, and the promises that it relies
// on. It returns an error if the heuristic may overestimate or cannot be made. The puzzle must have been grounded.
func (puzzle *Puzzle) Estimates(ctx context.Context, name string, states [][]int64, o Options) (
	values []int64, promises []string, err error,
) {
	of, promises, err := search.Estimates(ctx, puzzle.task, name, false, o.Options)
	for i := 0; i < len(states) && err == nil; i++ {
		var value int64
		value, err = of(puzzle.codes(states[i]))
		values = append(values, value)
	}
	return values, promises, err
}

// Class returns a key that two puzzles share only if they are the same but for names and declared symmetries: see
// search.Class. The puzzle must have been grounded.
func (puzzle *Puzzle) Class(ctx context.Context) string { return search.Class(ctx, puzzle.task) }

// Survey explores, and then computes the exact distance to a goal for every state. The puzzle must have been grounded.
// An error is an *OptionsError.
func (puzzle *Puzzle) Survey(ctx context.Context, o explore.SurveyOptions) (*explore.Survey, error) {
	v, err := onTask(puzzle, func(t *task.Task) (*explore.Survey, error) { return explore.TakeSurvey(ctx, t, o) })
	if err == nil {
		v.Reason = ended(ctx, v.Reason)
	}
	return v, err
}

// Grow counts the sequences of at most this many moves. Of the options it reads Memory and Progress. The puzzle must
// have been grounded.
func (puzzle *Puzzle) Grow(ctx context.Context, moves int, o Options) (*explore.Growth, error) {
	if puzzle.task == nil {
		return nil, errNotGrounded
	}
	g, err := explore.Grow(ctx, puzzle.task, moves, o.Options)
	if err != nil {
		return nil, err
	}
	for i := range g.Columns {
		g.Columns[i].Reason = ended(ctx, g.Columns[i].Reason)
	}
	return g, nil
}
