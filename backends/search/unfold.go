package search

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/backends/search/symmetry"
)

// foldUp makes the search see one state of each class, if the model declares symmetries. Searches that forget states have nothing from
// it, and pruning by the last moves would be wrong, since these do not belong to the states that are seen.
func (s *solver) foldUp() {
	if s.x.Fold != nil || s.o.NoSymmetry || s.unfoldable || len(s.sp.Task.Symmetries) == 0 || s.roots.prefix != nil || s.roots.cost != nil {
		return
	}
	if s.symmetries == nil {
		s.symmetries = symmetry.New(s.sp, s.roots.states)
	}
	s.folder = symmetry.NewFolder(s.symmetries)
	s.x.Fold = s.folder.Fold
	s.unfolded = s.roots.states
	s.roots.states = slices.Clone(s.roots.states)
	for i := range s.rootCount() {
		s.x.Fold(s.root(i))
	}
}

// foldBack makes the search see every state again.
func (s *solver) foldBack() {
	if s.x.Fold != nil {
		s.folder, s.x.Fold, s.roots.states, s.unfolded = nil, nil, s.unfolded, nil
	}
}

// folded runs an algorithm on the classes of states. If its plan cannot be walked with the states of the puzzle itself, because a
// symmetry is wrong or a class was too large to be seen through, it runs once more on all states.
func (s *solver) folded(search func() outcome) outcome {
	o := search()
	if s.x.Fold == nil || !o.found {
		return o
	}
	moves, ok := s.walk(o)
	s.foldBack()
	if ok {
		o.moves = moves
		return o
	}
	s.unfoldable, s.symmetries = true, nil
	if s.stop != "" {
		return outcome{}
	}
	s.note("the plan could not be carried back through the symmetries, so that all states were searched")
	s.lower, s.cut = 0, false
	return search()
}

// walk finds the moves that lead through the same classes as a plan for representatives, at the same costs, from the root itself.
func (s *solver) walk(o outcome) (moves []int, ok bool) {
	w := s.sp.Layout.Words
	at := slices.Clone(s.root(o.root))
	now := slices.Clone(s.unfolded[o.root*w : o.root*w+w])
	x := space.NewExpander(s.sp)
	for _, m := range o.moves {
		s.x.Expand(at)
		k := slices.IndexFunc(s.x.Kids, func(kid space.Kid) bool { return int(kid.Move) == m })
		if k < 0 {
			return nil, false
		}
		at = slices.Clone(s.x.State(k))
		cost := s.x.Kids[k].Cost
		x.Expand(now)
		found := s.sameClass(x, cost, at)
		if found < 0 {
			return nil, false
		}
		moves = append(moves, int(x.Kids[found].Move))
		now = slices.Clone(x.State(found))
	}
	return moves, s.sp.IsGoal(now, x.Child)
}

// sameClass is a successor of a cost whose representative is `at`, or of whose class `at` is seen to be; -1 without one.
func (s *solver) sameClass(x *space.Expander, cost int64, at []uint64) int {
	for k := range x.Kids {
		st := slices.Clone(x.State(k))
		if s.x.Fold(st); x.Kids[k].Cost == cost && store.Equal(st, at) {
			return k
		}
	}
	for k := range x.Kids {
		if x.Kids[k].Cost == cost && s.folder.Reaches(x.State(k), at) {
			return k
		}
	}
	return -1
}
