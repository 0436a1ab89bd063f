package sat

import (
	"context"
	"math"
	"slices"
)

// maxRepairs is how often a path that passes a state twice is excluded.
const maxRepairs = 2000

// repeats tells whether each path passes a state twice. That two states differ is said only where a path was found in
// which they are the same (Eén and Sörensson 2003).
func (a *attempt) repeats(ctx context.Context) (bool, error) {
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

// repair makes the states different that are the same in the model, and tells whether there are any.
func (a *attempt) repair() (repeated bool) {
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

// least is the least cost of a path that passes no state twice; it is known to be known at least.
func (a *attempt) least(ctx context.Context, known int64) (int64, error) {
	least := int64(never)
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

// cost is what the moves of the model cost; the states that it passes may be impossible.
func (a *attempt) cost() (sum int64, possible bool) {
	state := a.e.P.View.Codes(a.places(0))
	for i := range a.t {
		for _, o := range a.made(i) {
			next, cost, ok := a.c.task.Apply(state, a.e.P.Ops[o].Move)
			if !ok {
				return 0, false
			}
			state, sum = next, sum+cost
		}
	}
	return sum, true
}

// never is the cost of what cannot be done.
const never = math.MaxInt32
