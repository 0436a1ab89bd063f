package sat

import (
	"cmp"
	"context"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
)

// listMany lists the assignments from the beginning, by backtracking.
func (r *assignment) listMany(ctx context.Context) error {
	u, err := r.unsolved(ctx)
	if err != nil {
		return err
	}
	r.result.Plans = nil
	c := newCounter(ctx, u.vars, u.clauses, u.choices, counterOptions{work: r.o.Work})
	c.each(func() bool {
		plan := backends.Plan{Start: u.e.P.View.Codes(u.e.Steps[0].Places(c.holds))}
		var states [][]int64
		if states, err = reduced.Replay(r.task, &plan); err != nil {
			return true
		}
		return r.found(plan, states)
	})
	r.result.Stats.Expanded = int64(c.work)
	if err != nil {
		return err
	}
	return cmp.Or(ctx.Err(), r.over(0))
}
