package sat

import (
	"context"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/encode"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
)

// assignment is the search for assignments: solutions of a task without moves.
type assignment struct{ *call }

// solveStill finds the assignments of a task without moves.
func solveStill(ctx context.Context, c *call) error { return (&assignment{c}).solve(ctx) }

// solve finds the assignments of a task without moves.
func (r *assignment) solve(ctx context.Context) error {
	r.result.Algorithm = "assignment"
	r.result.Choice = "sat: no moves, so that one formula says all"
	if r.o.Horizon != nil && *r.o.Horizon > 0 || r.o.MinHorizon > 0 {
		r.undecided("the puzzle has no moves, so that no plan has so many")
		r.result.Complete = r.o.Count
		return nil
	}
	if r.o.Count { // digits hide which parts of a formula have nothing to do with one another
		r.lim.Fold, r.lim.Diagram = encode.MaxExpansion, encode.MaxExpansion
	}
	var err error
	if r.p, err = reduced.NewProblem(ctx, r.task, r.lim); err != nil {
		return err
	}
	if r.o.Count {
		return r.countStill(ctx)
	}
	if r.o.Encoding == "" && !r.o.All {
		if d := findDifferences(r.p, r.lim.Wide); d != nil {
			return r.solveDifferences(ctx, d)
		}
	}
	a, err := r.attempt(ctx, 0, nil, true)
	if err != nil {
		return err
	}
	var promises []string
	if !r.o.All {
		promises = r.breakSymmetry(a)
	}
	many := false
	err = a.each(ctx, a.e.StartChoices(r.o.On), func(p backends.Plan, states [][]int64) bool {
		many = r.found(p, states) || len(r.result.Plans) >= r.lim.Few && r.o.On == nil
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

const noAssignment = "no assignment satisfies all conditions"
