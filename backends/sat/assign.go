package sat

import (
	"cmp"
	"context"
	"math"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/backends/technique"
)

// assignment is one call for a task without moves.
type assignment struct{ *call }

// solve finds one assignment, all assignments, or their number, as the call asks.
func (r *assignment) solve(ctx context.Context) error {
	r.result.Algorithm = "assignment"
	r.result.Choice = "sat: no moves, so that one formula says all"
	if r.o.Horizon != nil && *r.o.Horizon > 0 || r.o.MinHorizon > 0 {
		r.leaveUndecided("the puzzle has no moves, so that no plan has this length")
		r.result.Complete = r.o.Count
		return nil
	}
	fewAreEnough := r.o.Limit > 0 && r.o.Limit <= r.lim.Few && !r.lim.Without.Has(technique.Few)
	var err error
	if r.p, err = reduced.NewProblem(ctx, r.task, r.lim); err != nil {
		return err
	}
	switch {
	case r.o.Count && fewAreEnough:
		few := r.aFew(ctx)
		return cmp.Or(r.counted(ctx, few), few.err)
	case r.o.Count:
		return r.countStill(ctx)
	}
	a, err := r.query(ctx, 0, nil)
	if err != nil {
		return err
	}
	var promises []string
	if !r.o.All {
		promises = r.breakSymmetry(a)
	}
	many, few := false, r.few()
	each := a.enumerateByBranching
	if few < math.MaxInt {
		each = a.enumerateByBlocking
	}
	err = each(ctx, a.e.StartChoices(r.o.On), func(p backends.Plan, states [][]int64) bool {
		many = r.found(p, states) || len(r.result.Plans) >= few
		return many
	})
	if err != nil {
		return err
	}
	if many && !r.full() {
		if err := r.listMany(ctx); err != nil {
			return err
		}
	}
	if len(r.result.Plans) == 0 {
		r.unsolvable(backends.ProofUnsat, noAssignment)
		r.result.ReliesOn = promises
	}
	r.result.Optimal, r.result.Complete = len(r.result.Plans) > 0, r.o.All && !r.full()
	return nil
}

// few returns the number of assignments that the solver finds before they are listed by backtracking.
func (r *assignment) few() int {
	switch {
	case r.o.On != nil, r.lim.Without.Has(technique.Backtracking):
		return math.MaxInt
	case r.lim.Without.Has(technique.Few):
		return 0
	}
	return r.lim.Few
}

const noAssignment = "no assignment satisfies all conditions"
