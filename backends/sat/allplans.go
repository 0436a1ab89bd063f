package sat

import "context"

// enumerate finds all plans of the best cost that visit no state twice. No plan of at most t moves is cheaper. If the
// horizon is given, enumerate finds all plans of this length, also plans that visit a state twice.
func (r *run) enumerate(ctx context.Context, t int) error {
	if r.o.Horizon != nil {
		r.result.Plans = nil
		err := r.enumerateAt(ctx, t)
		r.result.Complete = err == nil && !r.full()
		return err
	}
	from, to := r.span()
	most, first := max(t, r.lookAhead()), r.result.Plans
	r.result.Plans = nil
	for n := from; n <= to; n++ {
		end, err := r.listed(ctx, n, t)
		if err != nil {
			return err
		}
		if end {
			break
		}
		if n > most && !r.costsGrow() {
			r.result.Choice += "; moves of cost 0 may make longer plans as good, and not all lengths were looked at"
			return nil
		}
		if atLeast(n, r.maxCost) < r.best {
			continue
		}
		if err := r.enumerateAt(ctx, n); err != nil || r.full() {
			if len(r.result.Plans) == 0 {
				r.result.Plans = first
			}
			return err
		}
	}
	r.result.Complete = r.result.Optimal
	if len(r.result.Plans) == 0 { // only if the horizon is bounded
		r.undecided(r.limitMet(from, to) + " that passes no state twice")
	}
	return nil
}

// listed reports whether no plan of n moves or more costs as little as the best one and visits no state twice. Plans of
// at most t moves are always looked for.
func (r *run) listed(ctx context.Context, n, t int) (bool, error) {
	switch {
	case atLeast(n, r.minCost) > r.best, int64(n) >= r.states, int64(n) > r.lengths.to:
		return true, nil
	case r.costsGrow() || n <= t:
		return false, nil
	}
	return r.pathsCost(ctx, n, r.best+1)
}

func (r *run) enumerateAt(ctx context.Context, t int) error {
	if open, err := r.layersLeave(ctx, t); err != nil || !open {
		return err
	}
	a, err := r.open(ctx, t)
	if err != nil || a == nil {
		return err
	}
	if r.o.Horizon == nil && !r.equalCosts() {
		a.limitCost(r.best)
	}
	return a.enumerateByBranching(ctx, a.e.PlanChoices(t), r.found)
}
