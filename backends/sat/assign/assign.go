// Package assign solves tasks without moves: it finds one assignment of values, all assignments, or their number.
//
// One formula says everything. Numbers that occur only in differences are left to shortest paths (differences.go,
// circles.go). Equivalent assignments are excluded if the model declares symmetries and one assignment is wanted. Many
// assignments are listed by backtracking, and counted by components (package modelcount).
package assign

import (
	"context"
	"math"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/query"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/backends/sat/technique"
)

// assignment is one call for a task without moves.
type assignment struct{ *query.Call }

// Solve finds one assignment, all assignments, or their number, as the call asks.
func Solve(ctx context.Context, c *query.Call) error { return (&assignment{c}).solve(ctx) }

// solve does the work of Solve.
func (r *assignment) solve(ctx context.Context) error {
	r.Result.Algorithm = "assignment"
	r.Result.Choice = "sat: no moves, so that one formula says all"
	if r.O.Horizon != nil && *r.O.Horizon > 0 || r.O.MinHorizon > 0 {
		r.Undecided("the puzzle has no moves, so that no plan has this length")
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
	a, err := r.Query(ctx, 0, nil, true)
	if err != nil {
		return err
	}
	var promises []string
	if !r.O.All {
		promises = r.breakSymmetry(a)
	}
	many, few := false, r.few()
	err = a.Each(ctx, a.E.StartChoices(r.O.On), func(p backends.Plan, states [][]int64) bool {
		many = r.Found(p, states) || len(r.Result.Plans) >= few
		return many
	})
	if err != nil {
		return err
	}
	if many && !r.Full() {
		if err := r.listMany(ctx); err != nil {
			return err
		}
	}
	if len(r.Result.Plans) == 0 {
		r.Unsolvable(backends.ProofUnsat, noAssignment)
		r.Result.ReliesOn = promises
	}
	r.Result.Optimal, r.Result.Complete = len(r.Result.Plans) > 0, r.O.All && !r.Full()
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
