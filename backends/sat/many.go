package sat

import (
	"context"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/modelcount"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
)

// listMany lists the assignments from the beginning, by backtracking.
func (r *assignment) listMany(ctx context.Context) error {
	u, err := r.unsolved(ctx)
	if err != nil {
		return err
	}
	r.Result.Plans = nil
	c := modelcount.New(ctx, u.vars, u.clauses, u.choices, modelcount.Options{})
	c.Each(func() bool {
		plan := backends.Plan{Start: u.e.P.View.Codes(u.e.Steps[0].Places(c.Holds))}
		var states [][]int64
		if states, err = reduced.Replay(r.Task, &plan); err != nil {
			return true
		}
		return r.found(plan, states)
	})
	r.Result.Stats.Expanded = int64(c.Work)
	if err != nil {
		return err
	}
	return ctx.Err()
}
