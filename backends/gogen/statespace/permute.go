package statespace

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
)

// If moves only exchange the elements of a distinct array, the array stays distinct, and the program needs no test for
// it.

// permutes tells whether all moves of a family leave an array alone or exchange its elements.
func (f *family) permutes(g *Space, a *model.Array) bool {
	elems := g.elems(a)
	return elems != nil && !slices.ContainsFunc(f.tasks, func(m int) bool {
		return !g.over.Permutes(&g.Task.Moves[m], elems.Elems)
	})
}

// elems is an array of the task.
func (space *Space) elems(a *model.Array) *task.Array {
	i := slices.IndexFunc(space.Task.Arrays, func(x task.Array) bool { return x.Name == a.Name })
	if i < 0 {
		return nil
	}
	return &space.Task.Arrays[i]
}

// noteProofs notes the arrays that are proved distinct in all states and also between the two phases of each move.
func (space *Space) noteProofs() {
	for _, a := range space.Model.StateArrays() {
		if x := space.elems(a); x != nil && !slices.ContainsFunc(space.Families, func(f family) bool {
			return len(f.Decl.Then) > 0 && assigns(f.Decl.Body, a)
		}) {
			space.Permutation[a], space.Distinct[a] = x.Permutation, x.Distinct
		}
	}
}

// assigns tells whether effects write to an array.
func assigns(effects []model.Effect, a *model.Array) bool {
	for e := range model.AllEffects(effects) {
		if assign, ok := e.(*model.Assign); ok && slices.ContainsFunc(assign.Targets,
			func(t model.Place) bool { return t.Array == a }) {
			return true
		}
	}
	return false
}
