package sat

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/compiler/task"
)

// inSteps looks for a plan of few steps, each of any number of moves. The plan need not be short.
func (r *run) inSteps(ctx context.Context) error {
	r.result.Algorithm = "steps"
	r.result.Choice = "sat: steps of moves that do not interfere, made one after another in the end"
	from, to := r.span()
	for t := from; ; t = min(to, further(t)) {
		open, err := r.goalInLayer(ctx, t)
		if err != nil || r.hopeless(r.refuted) {
			return err
		}
		if open {
			if found, err := r.inStepsOf(ctx, t); found || err != nil {
				return err
			}
		}
		r.refuted, r.result.Stats.Horizon = t+1, t
		if t >= to {
			r.undecided(r.limitMet(from, to))
			return nil
		}
	}
}

// further returns the number of steps to try after t. Numbers may be skipped because steps may be empty.
func further(t int) int { return t + 1 + t/5 }

// inStepsOf looks for a plan of t steps.
func (r *run) inStepsOf(ctx context.Context, t int) (found bool, err error) {
	a, err := r.link(ctx, t, nil)
	if err != nil {
		return false, err
	}
	defer a.close()
	if found, err = a.solve(ctx); err != nil || !found {
		return false, err
	}
	plan, _, err := a.plan()
	if err != nil {
		return false, err
	}
	for i := range t {
		if len(a.made(i)) > 0 {
			r.result.Stats.Steps++
		}
	}
	needed(r.task, &plan)
	r.result.Stats.Horizon = t
	r.result.Status, r.result.Plans = backends.Solved, []backends.Plan{plan}
	r.result.LowerBound = atLeast(r.refuted, r.minCost)
	r.result.Optimal = plan.Cost <= r.result.LowerBound
	return true, nil
}

// needed removes moves from a plan that it does not need, each together with the moves that are not applicable without
// it (action elimination: Nakhost and Müller, "Action elimination and plan neighborhood graph search", 2010).
func needed(t *task.Task, plan *backends.Plan) {
	for i := 0; i < len(plan.Moves); {
		shorter := backends.Plan{Start: plan.Start, Moves: slices.Clone(plan.Moves[:i])}
		state := plan.Start
		for _, m := range shorter.Moves {
			state, _, _ = t.Apply(state, m)
		}
		for _, m := range plan.Moves[i+1:] {
			if next, _, ok := t.Apply(state, m); ok {
				state, shorter.Moves = next, append(shorter.Moves, m)
			}
		}
		if _, err := reduced.Replay(t, &shorter); err == nil {
			*plan = shorter
		} else {
			i++
		}
	}
}
