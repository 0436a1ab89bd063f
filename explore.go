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
)

// Explore goes to every state that can be reached and counts those at each distance from the start. The puzzle must have been
// grounded. An error is an *OptionsError.
func (z *Puzzle) Explore(ctx context.Context, o ExploreOptions) (*Exploration, error) {
	if z.task == nil {
		return nil, &OptionsError{errors.New("a puzzle must be grounded before it is explored")}
	}
	e, err := search.Explore(ctx, z.task, o)
	if err != nil {
		return nil, &OptionsError{err}
	}
	return e, nil
}
