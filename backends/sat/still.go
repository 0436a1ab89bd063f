package sat

import (
	"context"
	"fmt"

	"github.com/pzc-lang/pzc/backends"
)

// solveStill finds the assignments of a task without moves.
func (r *run) solveStill(ctx context.Context) error {
	r.result.Algorithm = "assignment"
	r.result.Choice = "sat: no moves, so that one formula says all"
	if r.o.Horizon != nil && *r.o.Horizon > 0 || r.o.MinHorizon > 0 {
		r.unsolvable(backends.ProofInvariant, "the puzzle has no moves, and a plan with moves was asked for")
		return nil
	}
	r.p = newProblem(r.task, r.lim)
	a, err := r.attempt(ctx, 0, nil, true)
	if err != nil {
		return err
	}
	for !r.full() {
		found, err := a.solve(ctx)
		if err != nil {
			return err
		}
		if !found {
			r.closeStill()
			return nil
		}
		plan, _, err := a.plan()
		if err != nil {
			return err
		}
		r.found(plan)
		r.result.Optimal = true
		a.e.f.clause(a.stateClause(0)...)
	}
	return nil
}

// closeStill reports that there are no more assignments.
func (r *run) closeStill() {
	if len(r.result.Plans) == 0 {
		r.unsolvable(backends.ProofUnsat, "no assignment satisfies all conditions")
	}
	r.result.Complete = r.o.All
}

// found adds a solution.
func (r *run) found(plan backends.Plan) {
	r.result.Status = backends.Solved
	r.result.Plans = append(r.result.Plans, plan)
	if n := len(r.result.Plans); n%100 == 0 {
		r.progress("%d solutions", n)
	}
}

// stateClause says that the state at a step is another one than in the model.
func (a *attempt) stateClause(t int) []lit {
	var clause []lit
	for v, i := range a.places(t) {
		clause = append(clause, -a.e.steps[t].val[v][i])
	}
	return clause
}

// blockPlan excludes the start and the moves of the model that was found.
func (a *attempt) blockPlan() {
	clause := a.stateClause(0)
	for t := range a.t {
		clause = append(clause, -a.e.steps[t].ops[a.made(t)])
	}
	a.e.f.clause(clause...)
}

// repeated tells whether a plan passes a state twice.
func repeated(states [][]int64) bool {
	seen := map[string]bool{}
	for _, s := range states {
		key := fmt.Sprint(s)
		if seen[key] {
			return true
		}
		seen[key] = true
	}
	return false
}
