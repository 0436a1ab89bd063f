package search

import (
	"context"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Strongest returns the name of the admissible heuristic of the model with the greatest values on a sample of states,
// among those that fit.
func Strongest(ctx context.Context, t *task.Task, o backends.Options, fits func(*task.Heuristic) bool) string {
	r := newRun(ctx, t, o)
	if ctx.Err() != nil {
		return estimate.Blind.Name
	}
	r.Begin()
	var all []estimate.Estimate
	for i := range t.Heuristics {
		if h := &t.Heuristics[i]; h.Admissible && fits(h) {
			if e, err := r.Maker.Model(h); err == nil {
				all = append(all, e)
			}
		}
	}
	best, most := estimate.Blind, int64(0)
	values := estimate.Values(r.Ctx, r.Space, r.Roots.States, all)
	for k := range all {
		if sum := estimate.Total(values[k]); sum > most {
			best, most = all[k], sum
		}
	}
	return best.Name
}
