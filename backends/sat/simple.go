package sat

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
)

// maxRepairs is the largest number of paths that are excluded because they visit a state twice.
const maxRepairs = 2000

// repeats reports whether each path visits a state twice. Two states are made different only after a path was found in
// which they are equal (Eén and Sörensson, "Temporal induction by incremental SAT solving", 2003). It returns false if
// it gives up.
func (a *query) repeats(ctx context.Context) (bool, error) {
	for range maxRepairs {
		found, err := a.solve(ctx)
		if !found {
			return err == nil, err
		}
		if !a.repair() {
			return false, nil
		}
		a.e.F.Check()
	}
	return false, nil
}

// repair makes states different that are equal in the model. It returns false if there are none.
func (a *query) repair() (repeated bool) {
	states := make([][]int, a.t+1)
	for j := range states {
		states[j] = a.places(j)[:len(a.e.P.View.Task.Vars)]
	}
	for j := range states {
		for i := range j {
			if slices.Equal(states[i], states[j]) {
				a.e.Differ(i, j)
				repeated = true
			}
		}
	}
	return repeated
}

// least is a lower bound on the cost of a path that visits no state twice: the least cost, or known, a bound that the
// caller knows, if it gives up.
func (a *query) least(ctx context.Context, known int64) (int64, error) {
	least := never
	for range maxRepairs {
		found, err := a.solve(ctx)
		if err != nil || !found {
			return least, err
		}
		if a.repair() {
			continue
		}
		var possible bool
		if least, possible = a.cost(); !possible || least <= known {
			break
		}
		a.limitCost(least - 1)
	}
	return known, nil
}

// cost is the cost of the model's moves. possible is false if the moves are not applicable one after another.
func (a *query) cost() (sum int64, possible bool) {
	state := a.e.P.View.Codes(a.places(0))
	for i := range a.t {
		for _, o := range a.made(i) {
			next, cost, ok := a.c.task.Apply(state, a.e.P.Ops[o].Move)
			if !ok {
				return 0, false
			}
			state, sum = next, min(sum+cost, never)
		}
	}
	return sum, true
}

// never is the cost of what is impossible. It is greater than the cost of every plan.
const never = task.MaxCost + 1
