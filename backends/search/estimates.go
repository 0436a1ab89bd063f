package search

import (
	"context"
	"fmt"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Estimates returns the values of an admissible heuristic in the given states. A state is the list of the codes of its
// variables. The value estimate.Hopeless means that the state has no plan. promises lists the promises that the
// heuristic relies on. Estimates returns an error if the heuristic may overestimate or cannot be computed.
func Estimates(ctx context.Context, t *task.Task, name string, states [][]int64, o backends.Options) (
	values []int64, promises []string, err error,
) {
	o.All = true // no class of states is replaced by a representative
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
