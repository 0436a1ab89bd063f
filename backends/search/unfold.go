package search

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/backends/search/symmetry"
)

// foldUp makes the search keep one state of each class of symmetric states, if the model declares symmetries. Searches
// that forget states gain nothing from this. Pruning by the last moves would be wrong, because these moves do not
// belong to the states that are kept.
func (r *run) foldUp() {
	if r.x.Fold != nil || r.o.NoSymmetry || r.unfoldable || len(r.sp.Task.Symmetries) == 0 || r.roots.prefix != nil ||
		r.roots.cost != nil {
		return
	}
	if r.symmetries == nil {
		r.symmetries = symmetry.New(r.sp, r.roots.states)
	}
	r.folder = symmetry.NewFolder(r.symmetries)
	r.x.Fold = r.folder.Fold
	r.unfolded = r.roots.states
	r.roots.states = slices.Clone(r.roots.states)
	for i := range r.rootCount() {
		r.x.Fold(r.root(i))
	}
}

// foldBack makes the search keep all states again.
func (r *run) foldBack() {
	if r.x.Fold != nil {
		r.folder, r.x.Fold, r.roots.states, r.unfolded = nil, nil, r.unfolded, nil
	}
}

// folded runs an algorithm on the classes of states. The states of the puzzle may not be able to follow its plan,
// because a symmetry is wrong or a class was too large to be searched. Then folded runs the algorithm once more on all
// states.
func (r *run) folded(search func() outcome) outcome {
	o := search()
	if r.x.Fold == nil || !o.found {
		return o
	}
	moves, ok := r.walk(o)
	r.foldBack()
	if ok {
		o.moves = moves
		return o
	}
	r.unfoldable, r.symmetries = true, nil
	if r.stop != "" {
		return outcome{}
	}
	r.note("the plan could not be carried back through the symmetries, so that all states were searched")
	r.lower, r.cut = 0, false
	return search()
}

// walk returns moves from the root itself that lead through the same classes as a plan for representatives, at the same
// costs. It returns false if there are none.
func (r *run) walk(o outcome) (moves []int, ok bool) {
	w := r.sp.Layout.Words
	at := slices.Clone(r.root(o.root))
	now := slices.Clone(r.unfolded[o.root*w : o.root*w+w])
	x := space.NewExpander(r.sp)
	for _, m := range o.moves {
		r.x.Expand(at)
		k := slices.IndexFunc(r.x.Kids, func(kid space.Kid) bool { return int(kid.Move) == m })
		if k < 0 {
			return nil, false
		}
		at = slices.Clone(r.x.State(k))
		cost := r.x.Kids[k].Cost
		x.Expand(now)
		found := r.sameClass(x, cost, at)
		if found < 0 {
			return nil, false
		}
		moves = append(moves, int(x.Kids[found].Move))
		now = slices.Clone(x.State(found))
	}
	return moves, r.sp.IsGoal(now, x.Child)
}

// sameClass returns the number of a successor of the given cost in the class of the representative at, -1 if there is
// none.
func (r *run) sameClass(x *space.Expander, cost int64, at []uint64) int {
	for k := range x.Kids {
		st := slices.Clone(x.State(k))
		if r.x.Fold(st); x.Kids[k].Cost == cost && store.Equal(st, at) {
			return k
		}
	}
	for k := range x.Kids {
		if x.Kids[k].Cost == cost && r.folder.Reaches(x.State(k), at) {
			return k
		}
	}
	return -1
}
