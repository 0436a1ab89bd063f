package sat

import "context"

// enumerate finds all plans of the best cost with at most t moves that pass no state twice.
func (r *run) enumerate(ctx context.Context, t int) error {
	from, _ := r.span()
	r.result.Plans = nil
	for n := from; n <= t; n++ {
		if r.minCost > 0 && int64(n)*r.minCost > r.best || int64(n)*r.maxCost < r.best {
			continue
		}
		if err := r.enumerateAt(ctx, n); err != nil || r.full() {
			return err
		}
	}
	r.result.Complete = r.result.Optimal
	return nil
}

func (r *run) enumerateAt(ctx context.Context, t int) error {
	if open, err := r.layersLeave(ctx, t); err != nil || !open {
		return err
	}
	a, err := r.open(ctx, t)
	if err != nil || a == nil {
		return err
	}
	if !r.equalCosts() {
		a.limitCost(r.best)
	}
	for !r.full() {
		found, err := a.solve(ctx)
		if err != nil || !found {
			return err
		}
		plan, states, err := a.plan()
		if err != nil {
			return err
		}
		a.blockPlan()
		if !repeated(states) {
			r.found(plan)
		}
	}
	return nil
}
