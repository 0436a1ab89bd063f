package assign

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/query"
	"github.com/pzc-lang/pzc/task"
)

// Of assignments that the declared symmetries call equivalent, the first in the order of their values is as good as any: it is not greater
// than its images, variable by variable in their order (Crawford, Ginsberg, Luks and Roy, "Symmetry-breaking predicates for search problems",
// 1996). Only a promise is needed, that the image of a solution is a solution.

// Bounds on what is said of symmetries.
const (
	mostSymmetries = 256
)

// breakSymmetry leaves out assignments that are greater than an image. It tells which symmetries that rests on.
func (r *assignment) breakSymmetry(a *query.Query) (promises []string) {
	if r.O.NoSymmetry || r.Task.InitCond != task.True { // what holds at the start need not hold of the image
		return nil
	}
	a.E.F.Group("symmetry")
	for i := range r.Task.Symmetries[:min(len(r.Task.Symmetries), mostSymmetries)] {
		y := &r.Task.Symmetries[i]
		if slices.ContainsFunc(y.Effects, func(e task.Effect) bool { return !r.Task.Free[e.Var] }) {
			continue
		}
		a.E.Steps[0].NotGreater(y)
		if name := "symmetry " + y.Name; !slices.Contains(promises, name) {
			promises = append(promises, name)
		}
	}
	return promises
}
