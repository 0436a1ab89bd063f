package sat

import (
	"context"

	"github.com/pzc-lang/pzc/backends"
)

// solveStill finds the assignments of a task without moves.
func (r *run) solveStill(ctx context.Context) error {
	r.result.Algorithm = "assignment"
	r.result.Choice = "sat: no moves, so that one formula says all"
	if r.o.Horizon != nil && *r.o.Horizon > 0 || r.o.MinHorizon > 0 {
		r.undecided("the puzzle has no moves, so that no plan has so many")
		return nil
	}
	var err error
	if r.p, err = newProblem(ctx, r.task, r.lim); err != nil {
		return err
	}
	a, err := r.attempt(ctx, 0, nil, true)
	if err != nil {
		return err
	}
	if err := a.each(ctx, a.startChoices(), r.found); err != nil {
		return err
	}
	if r.full() {
		r.result.Optimal = true
		return nil
	}
	if len(r.result.Plans) == 0 {
		r.unsolvable(backends.ProofUnsat, "no assignment satisfies all conditions")
	}
	r.result.Optimal, r.result.Complete = len(r.result.Plans) > 0, r.o.All
	return nil
}
