package sat

import (
	"context"
	"slices"
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
		states[j] = a.places(j)
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
