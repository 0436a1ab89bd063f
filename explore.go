package pzc

import (
	"context"
	"errors"

	"github.com/pzc-lang/pzc/backends/search"
)

type (
	// ExploreOptions are the wishes of who explores a puzzle; the zero value is the default.
	ExploreOptions = search.ExploreOptions
	// Exploration is what can be reached.
	Exploration = search.Exploration
	// Layer is the states at one distance from the start.
	Layer = search.Layer
	// SurveyOptions are the wishes of who surveys a puzzle; the zero value is the default.
	SurveyOptions = search.SurveyOptions
	// Survey is what can be reached, and how it hangs together. Its states are codes that StateOf reads.
	Survey = search.Survey
	// Extreme is the states at the greatest distance.
	Extreme = search.Extreme
	// Comparison holds a heuristic against the exact distances.
	Comparison = search.Comparison
	// Growth is how many sequences of moves there are of each length.
	Growth = search.Growth
	// GrowthColumn counts them with some left out.
	GrowthColumn = search.GrowthColumn
)

const (
	// Endless is the value of a heuristic that says that there is no way to a goal.
	Endless = search.Endless
	// MostKept is how many states and moves a Survey hands out as a whole.
	MostKept = search.MostKept
)

var errNotGrounded = &OptionsError{errors.New("a puzzle must be grounded before it is explored")}

// Explore goes to every state that can be reached and counts those at each distance from the start. The puzzle must have been
// grounded. An error is an *OptionsError.
func (z *Puzzle) Explore(ctx context.Context, o ExploreOptions) (*Exploration, error) {
	if z.task == nil {
		return nil, errNotGrounded
	}
	e, err := search.Explore(ctx, z.task, o)
	if err != nil {
		return nil, &OptionsError{err}
	}
	e.Reason = ended(ctx, e.Reason)
	return e, nil
}

// Survey explores and then computes for every state the exact distance to a goal, and what follows from that. The puzzle must have
// been grounded. An error is an *OptionsError.
func (z *Puzzle) Survey(ctx context.Context, o SurveyOptions) (*Survey, error) {
	if z.task == nil {
		return nil, errNotGrounded
	}
	v, err := search.TakeSurvey(ctx, z.task, o)
	if err != nil {
		return nil, &OptionsError{err}
	}
	v.Reason = ended(ctx, v.Reason)
	return v, nil
}

// Grow counts the sequences of at most so many moves. Of the options it looks at Memory and Progress. The puzzle must have been grounded.
func (z *Puzzle) Grow(ctx context.Context, moves int, o Options) (*Growth, error) {
	if z.task == nil {
		return nil, errNotGrounded
	}
	g, err := search.Grow(ctx, z.task, moves, o.Options)
	if err != nil {
		return nil, err
	}
	for i := range g.Columns {
		g.Columns[i].Reason = ended(ctx, g.Columns[i].Reason)
	}
	return g, nil
}
