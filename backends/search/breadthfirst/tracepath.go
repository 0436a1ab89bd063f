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
func (w *Search) tracePath(st []uint64, depth int) (o job.Outcome, ok bool) {
	back := store.NewClosed(w.sp.Layout.Words)
	back.Put(st)
	ends := make([]int, depth+1) // by depth: the end of its states in back
	ends[depth] = 1
	from := 0
	for d := depth; d > 0; d-- {
		if from, ends[d-1] = ends[d], w.layerBack(back, from, ends[d], d-1); ends[d-1] == from {
			return job.Outcome{}, false
		}
	}
	for ; ; o.Root++ {
		if o.Root == w.rootCount() {
			return job.Outcome{}, false
		}
		if id, ok := back.Find(w.root(o.Root)); ok && int(id) >= from {
			break
		}
	}
	o.Found = true
	x := space.NewExpander(w.sp)
	at := w.root(o.Root)
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
func (w *Search) layerBack(back *store.Closed, from, to, depth int) (end int) {
	x, step := space.NewExpander(w.sp), w.workers[0].x
	for id := from; id < to; id++ {
		st := back.State(uint32(id))
		x.Expand(st)
		for k := range x.Kids {
			if before := x.State(k); w.depths.seenAt(before, depth) && leads(step, before, st) >= 0 {
				back.Put(before)
			}
		}
		if back.Len() > to && (w.Ctx.Err() != nil || w.bytes()+w.Fixed+back.Bytes() > w.Memory) {
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
func (w *Search) undoable() bool {
	if w.rootCount() == 0 {
		return false
	}
	walk, back := space.NewWalk(w.sp), space.NewExpander(w.sp)
	st, before := slices.Clone(w.root(0)), make([]uint64, w.sp.Layout.Words)
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
