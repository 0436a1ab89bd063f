package search

import "slices"

// depthSet has two bits for each state that could be: not seen, or how many moves away it is, modulo three (Cooperman and Finkelstein,
// New Methods for Using Cayley Graphs in Interconnection Networks, 1992). That is enough to find the way to a state backwards where moves
// can be undone: neighbours differ by at most one in depth. So the states need not be kept beyond their layer.
type depthSet struct {
	cells []uint64
	rank  *ranker // nil: states of one word are their own number
	mark3 uint64  // what states marked now get: 1 + depth modulo 3
}

func newDepthSet(s *bitSet) *depthSet {
	return &depthSet{cells: make([]uint64, 2*len(s.bits)), rank: s.rank, mark3: 1}
}

func (s *depthSet) locate(states, at []uint64) {
	if s.rank == nil {
		copy(at, states)
		return
	}
	s.rank.all(states, at)
}

func (s *depthSet) mark(_, at []uint64, fresh []bool, part, parts uint64) {
	var list [touched]uint8
	for len(at) > 0 {
		n := min(touched, len(at))
		s.markSome(at[:n], fresh[:n], own(at[:n], partShift-1, part, parts, &list))
		at, fresh = at[n:], fresh[n:]
	}
}

// markSome marks those of the list. All words are read before any is looked at, so that the misses overlap.
func (s *depthSet) markSome(at []uint64, fresh []bool, list []uint8) {
	var first [touched]uint64
	for _, k := range list {
		first[k&(touched-1)] = s.cells[at[k]>>5]
	}
	for _, k := range list {
		i := at[k]
		shift := 2 * (i & 31)
		if first[k&(touched-1)]>>(shift&63)&3 != 0 {
			continue
		}
		if w := &s.cells[i>>5]; *w>>(shift&63)&3 == 0 { // no equal state has come since
			*w |= s.mark3 << (shift & 63)
			fresh[k] = true
		}
	}
}

func (s *depthSet) layer(depth int) { s.mark3 = mark3(depth) }

func mark3(depth int) uint64 { return 1 + uint64(depth)%3 }

// at is what a state is marked with.
func (s *depthSet) at(st []uint64) uint64 {
	var at [1]uint64
	s.locate(st, at[:])
	return s.cells[at[0]>>5] >> (2 * (at[0] & 31)) & 3
}

func (s *depthSet) hasten() {
	if s.rank != nil {
		s.rank.tabulate()
	}
}

func (s *depthSet) settle() {}

func (s *depthSet) bytes() int64 { return 8 * int64(len(s.cells)) }

// wayBack is the way to a state so many moves from the roots. First it goes backwards, from states to neighbours one move less away: that
// gives the states on all shortest ways. Then forwards along these, each time by the first move that there is. A search that keeps the
// parents finds the same way: it meets the states of a layer in the order of their first shortest ways.
//
// It fails where no move leads back, which undoable did not see.
func (w *wave) wayBack(st []uint64, depth int) (o outcome, ok bool) {
	back := newClosed(w.sp.l.words)
	back.put(st)
	ends := make([]int, depth+1) // by depth: behind its last state in back
	ends[depth] = 1
	from := 0
	for d := depth; d > 0; d-- {
		if from, ends[d-1] = ends[d], w.layerBack(back, from, ends[d], mark3(d-1)); ends[d-1] == from {
			return outcome{}, false
		}
	}
	for ; ; o.root++ {
		if o.root == w.rootCount() {
			return outcome{}, false
		}
		if id, ok := back.find(w.root(o.root)); ok && int(id) >= from {
			break
		}
	}
	o.found = true
	x := newExpander(w.sp)
	at := w.root(o.root)
	for d := 1; d <= depth; d++ {
		x.expand(at)
		k := 0
		for ; ; k++ {
			if id, ok := back.find(x.state(k)); ok && int(id) < ends[d] {
				break
			}
		}
		o.moves, at = append(o.moves, int(x.kids[k].move)), slices.Clone(x.state(k))
	}
	return o, true
}

// layerBack adds the neighbours with a mark from which moves lead to states number from … to-1. If there is not the memory for all, it adds one.
func (w *wave) layerBack(back *closed, from, to int, mark uint64) (end int) {
	x, step := newExpander(w.sp), w.broods[0].x
	for id := from; id < to; id++ {
		st := back.state(uint32(id))
		x.expand(st)
		for k := range x.kids {
			if before := x.state(k); w.depths.at(before) == mark && leads(step, before, st) >= 0 {
				back.put(before)
			}
		}
		if back.len() > to && (w.ctx.Err() != nil || w.bytes()+w.fixed+back.bytes() > w.memory) {
			break
		}
	}
	return back.len()
}

// leads is a move from one state to another, -1 if there is none.
func leads(x *expander, from, to []uint64) int {
	x.expand(from)
	for k := range x.kids {
		if equal(x.state(k), to) {
			return int(x.kids[k].move)
		}
	}
	return -1
}

// undoable tells whether a move led back from every state along some walks.
func (w *wave) undoable() bool {
	if w.rootCount() == 0 {
		return false
	}
	x, back := newExpander(w.sp), newExpander(w.sp)
	seed := uint64(1)
	st, next := slices.Clone(w.root(0)), make([]uint64, w.sp.l.words)
	for range sampleWalks * sampleSteps {
		if x.expand(st); len(x.kids) == 0 {
			break
		}
		seed = seed*6364136223846793005 + 1442695040888963407
		copy(next, x.state(int(seed>>33%uint64(len(x.kids)))))
		if leads(back, next, st) < 0 {
			return false
		}
		copy(st, next)
	}
	return true
}
