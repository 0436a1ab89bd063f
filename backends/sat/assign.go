package sat

import (
	"context"
	"math"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/backends/sat/technique"
)

// assignment is one call for a task without moves.
type assignment struct{ *call }

// solve finds one assignment, all assignments, or their number, as the call asks.
func (r *assignment) solve(ctx context.Context) error {
	r.Result.Algorithm = "assignment"
	r.Result.Choice = "sat: no moves, so that one formula says all"
	if r.O.Horizon != nil && *r.O.Horizon > 0 || r.O.MinHorizon > 0 {
		r.leaveUndecided("the puzzle has no moves, so that no plan has this length")
		r.Result.Complete = r.O.Count
		return nil
	}
	if r.O.Count { // binary digits hide which parts of a formula are independent of each other
		r.Lim.Without = append(r.Lim.Without, technique.Circuits)
	}
	var err error
	if r.P, err = reduced.NewProblem(ctx, r.Task, r.Lim); err != nil {
		return err
	}
	if r.O.Count {
		return r.countStill(ctx)
	}
	if r.O.Encoding == "" && !r.O.All && !r.Lim.Without.Has(technique.Differences) {
		if d := findDifferences(r.P, r.Lim.Wide); d != nil {
			return r.solveDifferences(ctx, d)
		}
	}
	a, err := r.query(ctx, 0, nil, true)
	if err != nil {
		return err
	}
	var promises []string
	if !r.O.All {
		promises = r.breakSymmetry(a)
	}
	many, few := false, r.few()
	err = a.each(ctx, a.E.StartChoices(r.O.On), func(p backends.Plan, states [][]int64) bool {
		many = r.found(p, states) || len(r.Result.Plans) >= few
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
	if len(r.Result.Plans) == 0 {
		r.unsolvable(backends.ProofUnsat, noAssignment)
		r.Result.ReliesOn = promises
	}
	r.Result.Optimal, r.Result.Complete = len(r.Result.Plans) > 0, r.O.All && !r.full()
	return nil
}

// few returns the number of assignments that the solver finds before they are listed by backtracking.
func (r *assignment) few() int {
	switch {
	case r.O.On != nil, r.Lim.Without.Has(technique.Backtracking):
		return math.MaxInt
	case r.Lim.Without.Has(technique.Few):
		return 0
	}
	return r.Lim.Few
}

const noAssignment = "no assignment satisfies all conditions"
