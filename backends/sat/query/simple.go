package query

import (
	"context"
	"math"
	"slices"
)

// maxRepairs is how often a path that passes a state twice is excluded.
const maxRepairs = 2000

// Repeats tells whether each path passes a state twice. That two states differ is said only where a path was found in
// which they are the same (Eén and Sörensson 2003).
func (a *Query) Repeats(ctx context.Context) (bool, error) {
	for range maxRepairs {
		found, err := a.Solve(ctx)
		if !found {
			return err == nil, err
		}
		if !a.repair() {
			return false, nil
		}
		a.E.F.Check()
	}
	return false, nil
}

// repair makes the states different that are the same in the model, and tells whether there are any.
func (a *Query) repair() (repeated bool) {
	states := make([][]int, a.t+1)
	for j := range states {
		states[j] = a.Places(j)[:len(a.E.P.View.Task.Vars)]
	}
	for j := range states {
		for i := range j {
			if slices.Equal(states[i], states[j]) {
				a.E.Differ(i, j)
				repeated = true
			}
		}
	}
	return repeated
}

// Least is the least cost of a path that passes no state twice; it is known to be known at least.
func (a *Query) Least(ctx context.Context, known int64) (int64, error) {
	least := int64(Never)
	for range maxRepairs {
		found, err := a.Solve(ctx)
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
		a.LimitCost(least - 1)
	}
	return known, nil
}

// cost is what the moves of the model cost; the states that it passes may be impossible.
func (a *Query) cost() (sum int64, possible bool) {
	state := a.E.P.View.Codes(a.Places(0))
	for i := range a.t {
		for _, o := range a.Made(i) {
			next, cost, ok := a.c.Task.Apply(state, a.E.P.Ops[o].Move)
			if !ok {
				return 0, false
			}
			state, sum = next, sum+cost
		}
	}
	return sum, true
}

// Never is the cost of what cannot be done.
const Never = math.MaxInt32
