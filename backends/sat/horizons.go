package sat

import (
	"context"
	"fmt"
	"math"

	"github.com/pzc-lang/pzc/backends"
)

// horizons looks for plans of exactly t moves, with t growing.
func (r *run) horizons(ctx context.Context) error {
	from, to := max(0, r.o.MinHorizon), math.MaxInt
	if r.o.MaxHorizon != nil {
		to = *r.o.MaxHorizon
	}
	if r.o.Horizon != nil {
		from, to = *r.o.Horizon, *r.o.Horizon
	}
	goalSeen := false
	for t := 0; t <= to; t++ {
		open, err := r.layersLeave(ctx, t)
		if err != nil {
			return err
		}
		goalSeen = goalSeen || open
		switch {
		case r.lay != nil && r.lay.repeats && !goalSeen:
			r.unsolvable(backends.ProofInvariant, fmt.Sprintf(
				"the pairs of values that can occur together repeat themselves after %d moves, and no goal state is made of them", t))
			return nil
		case int64(t) >= r.states && r.refuted >= t:
			r.unsolvable(backends.ProofUnsat, fmt.Sprintf("no plan has fewer than %d moves, and there are no more states than that", t))
			return nil
		case !open:
		case t < from:
			continue
		default:
			if done, err := r.horizon(ctx, t); done || err != nil {
				return err
			}
		}
		if r.refuted == t {
			r.refuted = t + 1
		}
		r.result.Stats.Horizon = t
	}
	switch {
	case r.o.Horizon != nil:
		r.undecided(fmt.Sprintf("no plan of exactly %d moves", to))
	case r.o.MinHorizon > 0:
		r.undecided(fmt.Sprintf("no plan of %d to %d moves", from, to))
	default:
		r.undecided(fmt.Sprintf("no plan of at most %d moves", to))
	}
	return nil
}

// layersLeave tells whether a plan of t moves is possible as far as the forward layers know.
func (r *run) layersLeave(ctx context.Context, t int) (bool, error) {
	if r.lay == nil {
		return true, nil
	}
	at, err := r.lay.layer(ctx, t)
	if err != nil {
		return false, err
	}
	return r.lay.holdsGoal(at), nil
}

// horizon looks for plans of exactly t moves, and tells whether the answer is complete.
func (r *run) horizon(ctx context.Context, t int) (done bool, err error) {
	var at []*pairs
	if r.lay != nil {
		if at, err = r.lay.plan(ctx, t); err != nil || at == nil {
			return false, err
		}
	}
	a, err := r.attempt(ctx, t, at)
	if err != nil {
		return false, err
	}
	found, err := a.solve(ctx)
	if err != nil || !found {
		return false, err
	}
	plan, err := a.plan()
	if err != nil {
		return false, err
	}
	r.result.Status, r.result.Plans = backends.Solved, []backends.Plan{plan}
	r.result.Optimal = r.refuted == t && r.equalCosts()
	r.result.Stats.Horizon = t
	return true, nil
}
