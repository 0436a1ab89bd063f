package breadthfirst

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
)

// tracePath returns the path to a state at the given depth. First it goes backwards, from states to neighbours at a
// depth less by one: this finds the states on all shortest paths. Then it goes forwards along them, each time by the
// first move. A search that keeps the parents finds the same path, because it meets the states of a layer in the order
// of their first shortest paths.
//
// tracePath returns false if some move cannot be undone, which the walks of undoable did not find.
func (search *Search) tracePath(st []uint64, depth int) (o job.Outcome, ok bool) {
	back := store.NewClosed(search.sp.Layout.Words)
	back.Put(st)
	ends := make([]int, depth+1) // by depth: the end of its states in back
	ends[depth] = 1
	from := 0
	for d := depth; d > 0; d-- {
		if from, ends[d-1] = ends[d], search.layerBack(back, from, ends[d], d-1); ends[d-1] == from {
			return job.Outcome{}, false
		}
	}
	for ; ; o.Root++ {
		if o.Root == search.rootCount() {
			return job.Outcome{}, false
		}
		if id, ok := back.Find(search.root(o.Root)); ok && int(id) >= from {
			break
		}
	}
	o.Found = true
	x := space.NewExpander(search.sp)
	at := search.root(o.Root)
	for d := 1; d <= depth; d++ {
		x.Expand(at)
		k := 0
		for ; ; k++ {
			if id, ok := back.Find(x.State(k)); ok && int(id) < ends[d] {
				break
			}
		}
		o.Moves, at = append(o.Moves, int(x.Kids[k].Move)), slices.Clone(x.State(k))
	}
	return o, true
}

// layerBack adds the neighbours at a depth from which moves lead to states number from … to-1. If there is no memory
// for all, it adds only one.
func (search *Search) layerBack(back *store.Closed, from, to, depth int) (end int) {
	x, step := space.NewExpander(search.sp), search.workers[0].x
	for id := from; id < to; id++ {
		st := back.State(uint32(id))
		x.Expand(st)
		for k := range x.Kids {
			if before := x.State(k); search.depths.seenAt(before, depth) && leads(step, before, st) >= 0 {
				back.Put(before)
			}
		}
		if back.Len() > to && (search.Ctx.Err() != nil || search.bytes()+search.Fixed+back.Bytes() > search.Memory) {
			break
		}
	}
	return back.Len()
}

// leads returns a move from one state to another, or -1 if there is none.
func leads(x *space.Expander, from, to []uint64) int {
	x.Expand(from)
	for k := range x.Kids {
		if store.Equal(x.State(k), to) {
			return int(x.Kids[k].Move)
		}
	}
	return -1
}

// undoable reports whether, along some random walks, every move could be undone by one move.
func (search *Search) undoable() bool {
	if search.rootCount() == 0 {
		return false
	}
	walk, back := space.NewWalk(search.sp), space.NewExpander(search.sp)
	st, before := slices.Clone(search.root(0)), make([]uint64, search.sp.Layout.Words)
	for range estimate.SampleWalks * estimate.SampleSteps {
		copy(before, st)
		if !walk.Step(st) {
			break
		}
		if leads(back, st, before) < 0 {
			return false
		}
	}
	return true
}
