package search

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/backends/technique"
)

// lookAfter is the number of expanded states after which the search looks for symmetries, lookUntil the number of
// successors. Small puzzles are solved before. After lookAgain times as many states it tries once more which of them
// pay.
const (
	lookAfter = 1 << 14
	lookUntil = 1 << 17
	lookAgain = 8
)

// after returns the number of expanded states after which symmetries are looked for.
func (l *looking) after() int64 {
	if l.eager {
		return l.at
	}
	return max(lookAfter, l.at)
}

// look looks for symmetries that pay. It returns true if there are some, so that the search is to begin anew.
func (r *run) look() bool {
	l := &r.looking
	early := r.Counts.Expanded < l.after() && (l.try != nil || r.Counts.Generated < lookUntil)
	if !r.foldable() || !r.tries() || early || l.try == nil && l.all {
		return false
	}
	if l.try == nil {
		l.try = r.hooks.found(r.Ctx, r.Space, l.left)
	}
	l.at = max(1, lookAgain*r.Counts.Expanded)
	r.Budget = l.at
	found := l.try(r.symmetries, r.Roots.States, r.Counts, l.eager)
	if len(found) == 0 {
		return false
	}
	l.used, l.anew, r.symmetries = append(l.used, found...), true, nil
	r.note("after " + r.ExpandedStates() + " one of equivalent states is kept")
	return true
}

// foldable reports whether the search may keep one state of each class of equivalent states.
func (r *run) foldable() bool {
	return r.hooks.symmetries != nil && !r.Without.Has(technique.Symmetry) && !r.unfoldable && r.Roots.Prefix == nil &&
		r.Roots.Cost == nil
}

// tries reports whether symmetries are looked for, and used only if they pay. An algorithm that was named counts what
// lessons say that it counts.
func (r *run) tries() bool {
	return r.hooks.found != nil && !r.Without.Has(technique.Automorphisms) && (r.looking.eager || !r.named())
}

// named reports whether the options name the algorithm.
func (r *run) named() bool {
	name := or(r.o.Algorithm, autoAlgorithm.Name)
	return name != autoAlgorithm.Name && name != anytimeAlgorithm.Name
}

// foldUp makes the search keep one state of each class of equivalent states, if it uses symmetries. From the start it
// uses those declared ones that change few variables; an algorithm that was named uses all. Searches without a closed
// list gain nothing from this. Pruning by the last moves is turned off, because the last moves do not lead to the
// representatives that are kept.
func (r *run) foldUp() {
	r.foldBack()
	r.look()
	l := &r.looking
	if t := r.Space.Task; len(l.used) == 0 && len(l.left) == 0 {
		for _, s := range t.Symmetries {
			if !r.tries() || 2*len(s.Effects) <= len(t.Vars) {
				l.used = append(l.used, s)
			} else {
				l.left = append(l.left, s)
			}
		}
		l.all = len(l.used) > 0 && len(l.left) == 0
	}
	if r.Until = 0; l.try == nil && !l.all {
		r.Until = lookUntil
	}
	if l.anew = false; r.named() && r.tries() {
		r.Budget, r.GiveUp, r.GaveUp = l.after(), r.look, false
	}
	if len(l.used) == 0 || !r.foldable() {
		return
	}
	if r.symmetries == nil {
		r.symmetries = r.hooks.symmetries(r.Space, l.used, r.Roots.States, r.Without)
	}
	r.Folder, r.unfolded = r.symmetries, r.Roots.States
}

// foldStates makes the expander replace states by representatives, if symmetries are used. A search with a closedList
// keeps states themselves, and tells them apart by their representatives.
func (r *run) foldStates() {
	if r.Folder == nil {
		return
	}
	r.Fold(r.Expander)
	r.Roots.States = slices.Clone(r.Roots.States)
	for i := range r.RootCount() {
		r.Expander.Fold(r.Root(i))
	}
}

// foldBack makes the search keep all states again.
func (r *run) foldBack() {
	if r.Folder != nil {
		r.Folder, r.Expander.Fold, r.Roots.States, r.unfolded = nil, nil, r.unfolded, nil
	}
}

// folded runs an algorithm on the classes of states. It then turns the plan into a plan of the puzzle. This fails if a
// symmetry is wrong or a class was too large to be searched. Then folded runs the algorithm once more on all states.
func (r *run) folded(search func() job.Outcome) job.Outcome {
	o := search()
	for r.looking.anew {
		r.looking.anew = false
		o = search()
	}
	if r.Folder == nil || !o.Found {
		return o
	}
	moves, ok := r.carried(o)
	r.foldBack()
	if ok {
		o.Moves = moves
		return o
	}
	r.neverFold()
	if r.Stop != "" {
		return job.Outcome{}
	}
	return search()
}

// neverFold makes the run search all states from now on, because a plan could not be carried back.
func (r *run) neverFold() {
	r.unfoldable, r.symmetries = true, nil
	r.note("the plan could not be carried back through the symmetries, so that all states were searched")
	r.Lower, r.Cut = 0, false
}

// carried returns the moves of a plan for the states themselves. It returns false if these are not known.
func (r *run) carried(o job.Outcome) (moves []int, ok bool) {
	if r.Expander.Fold != nil {
		return r.walk(o)
	}
	now := slices.Clone(r.Root(o.Root))
	for _, m := range o.Moves {
		r.Expander.Expand(now)
		k := slices.IndexFunc(r.Expander.Kids, func(kid space.Kid) bool { return int(kid.Move) == m })
		if k < 0 {
			return nil, false // a cheaper path to a symmetric state was found, and not followed
		}
		copy(now, r.Expander.State(k))
	}
	return o.Moves, r.Space.IsGoal(now, r.Expander.Child)
}

// walk returns moves from the real root that lead through the same classes as a plan for representatives, at the same
// costs. It returns false if there are no such moves.
func (r *run) walk(o job.Outcome) (moves []int, ok bool) {
	w := r.Space.Layout.Words
	at := slices.Clone(r.Root(o.Root))
	now := slices.Clone(r.unfolded[o.Root*w : o.Root*w+w])
	x := space.NewExpander(r.Space)
	for _, m := range o.Moves {
		r.Expander.Expand(at)
		k := slices.IndexFunc(r.Expander.Kids, func(kid space.Kid) bool { return int(kid.Move) == m })
		if k < 0 {
			return nil, false
		}
		at = slices.Clone(r.Expander.State(k))
		cost := r.Expander.Kids[k].Cost
		x.Expand(now)
		found := r.sameClass(x, cost, at)
		if found < 0 {
			return nil, false
		}
		moves = append(moves, int(x.Kids[found].Move))
		now = slices.Clone(x.State(found))
	}
	return moves, r.Space.IsGoal(now, x.Child)
}

// sameClass returns the number of a successor of the given cost in the class of the representative at, -1 if there is
// none.
func (r *run) sameClass(x *space.Expander, cost int64, at []uint64) int {
	for k := range x.Kids {
		st := slices.Clone(x.State(k))
		if r.Expander.Fold(st); x.Kids[k].Cost == cost && store.Equal(st, at) {
			return k
		}
	}
	for k := range x.Kids {
		if x.Kids[k].Cost == cost && r.Folder.Reaches(x.State(k), at) {
			return k
		}
	}
	return -1
}
