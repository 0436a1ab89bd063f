package search

import (
	"context"
	"errors"
	"fmt"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/compiler/task"
)

// errNoValue says that a state is none of the task.
var errNoValue = errors.New("a state has a value that its variable cannot have")

// Estimates makes an admissible heuristic by name, and returns the promises of the model that it relies on. The
// function computes its value in a state, a value for each variable of the task, within the context. A state from which
// no goal can be reached may have a value of at least task.Unreachable. easy: tables of exact costs are small. An error
// says that the heuristic may overestimate, or cannot be made.
func Estimates(ctx context.Context, t *task.Task, name string, easy bool, o backends.Options) (
	of func(state []int64) (int64, error), promises []string, err error,
) {
	o.All = true // no class of states is replaced by a representative
	r := newRun(ctx, t, o)
	if easy {
		defer r.Maker.Easily()()
	}
	h, err := r.Maker.Named(name)
	switch {
	case err != nil:
		return nil, nil, err
	case !h.Trusted:
		return nil, nil, fmt.Errorf("the heuristic %s may overestimate", name)
	}
	st := make([]uint64, r.Space.Layout.Words)
	return func(state []int64) (int64, error) {
		if !r.Space.Layout.Pack(state, st) {
			return 0, errNoValue
		}
		return min(h.Of(st, r.Expander.Child), estimate.Hopeless), ctx.Err()
	}, h.Promises, nil
}
