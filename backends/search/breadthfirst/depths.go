package breadthfirst

// depthSet has two bits for each packed state, reachable or not: not seen, or the number of moves to the state modulo
// three (Cooperman and Finkelstein, New Methods for Using Cayley Graphs in Interconnection Networks, 1992). If moves
// can be undone, this is enough to find the path to a state backwards, because the depths of neighbours differ by at
// most one. So a search need not keep the states of earlier layers.
type depthSet struct {
	numbered
	cells []uint64
	mark3 uint64 // mark of the states that are marked now: 1 + depth modulo 3
}

// newDepthSet returns an empty set of the states that an empty BitSet is for.
func newDepthSet(s *BitSet) *depthSet {
	return &depthSet{numbered: s.numbered, cells: make([]uint64, 2*len(s.bits)), mark3: 1}
}

// mark implements Set.
func (s *depthSet) mark(_, at []uint64, fresh []bool, part, parts uint64) {
	var list [touched]uint8
	for len(at) > 0 {
		n := min(touched, len(at))
		s.markSome(at[:n], fresh[:n], own(at[:n], partShift-1, part, parts, &list))
		at, fresh = at[n:], fresh[n:]
	}
}

// markSome marks the states of the list. It reads all words before it looks at any, so that the cache misses overlap.
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
		if w := &s.cells[i>>5]; *w>>(shift&63)&3 == 0 { // no equal state came earlier in the block
			*w |= s.mark3 << (shift & 63)
			fresh[k] = true
		}
	}
}

// layer implements Set.
func (s *depthSet) layer(depth int) { s.mark3 = mark3(depth) }

func mark3(depth int) uint64 { return 1 + uint64(depth)%3 }

// seenAt reports whether a state was seen at a depth that is equal to depth modulo three.
func (s *depthSet) seenAt(st []uint64, depth int) bool {
	var at [1]uint64
	s.locate(st, at[:])
	return s.cells[at[0]>>5]>>(2*(at[0]&31))&3 == mark3(depth)
}

// settle implements Set.
func (s *depthSet) settle() {}

// bytes implements Set.
func (s *depthSet) bytes() int64 { return 8 * int64(len(s.cells)) }
