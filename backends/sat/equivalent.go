package sat

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Declared symmetries call assignments equivalent. Of equivalent assignments, the least one suffices: it is not greater
// than its images, compared variable by variable (Crawford, Ginsberg, Luks and Roy, "Symmetry-breaking predicates for
// search problems", 1996). This relies on the promise that the image of a solution is a solution.

// mostSymmetries is the largest number of symmetries that are used.
const mostSymmetries = 256

// breakSymmetry excludes assignments that are greater than an image. It returns the promises that the answer then
// relies on.
func (r *assignment) breakSymmetry(a *query) (promises []string) {
	// an image need not satisfy the condition on initial states
	if r.lim.Without.Has(technique.Symmetry) || r.task.InitCond != task.True {
		return nil
	}
	a.e.F.Group("symmetry")
	for i := range r.task.Symmetries[:min(len(r.task.Symmetries), mostSymmetries)] {
		y := &r.task.Symmetries[i]
		if slices.ContainsFunc(y.Effects, func(e task.Effect) bool { return !r.task.Free[e.Var] }) {
			continue
		}
		a.e.Steps[0].NotGreater(y)
		if name := "symmetry " + y.Name; !slices.Contains(promises, name) {
			promises = append(promises, name)
		}
	}
	return promises
}
