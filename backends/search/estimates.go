package search

import (
	"context"
	"fmt"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/task"
)

// Estimates returns the values of a heuristic that never overestimates in some states, which are given by the codes of
// their variables. A value of estimate.Hopeless says that there is no plan. promises are those that the heuristic rests
// on. It is an error if the heuristic may overestimate or cannot be made.
func Estimates(ctx context.Context, t *task.Task, name string, states [][]int64, o backends.Options) (
	values []int64, promises []string, err error,
) {
	o.All = true // the states are those of the task itself
	r := newRun(ctx, t, o)
	h, err := r.Maker.Named(name)
	switch {
	case err != nil:
		return nil, nil, err
	case !h.Trusted:
		return nil, nil, fmt.Errorf("the heuristic %s may overestimate", name)
	}
	st := make([]uint64, r.Space.Layout.Words)
	for _, codes := range states {
		if !r.Space.Layout.Pack(codes, st) {
			return nil, nil, fmt.Errorf("a state has a value that its variable cannot have")
		}
		values = append(values, min(h.Of(st, r.Expander.Child), estimate.Hopeless))
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
	}
	return values, h.Promises, nil
}
