package breadthfirst

// Set is the set of the states that a breadth-first search has seen. States come in blocks, one after another in a
// slice: the cache misses of a block overlap, and there are few calls.
type Set interface {
	// locate writes the place of each state into at: where the set looks for the state.
	locate(states, at []uint64)
	// mark adds the states whose places belong to one of the parts of the set, and sets fresh where a state is new. The
	// number of parts is a power of two. Different parts may be marked at the same time.
	mark(states, at []uint64, fresh []bool, part, parts uint64)
	// layer sets the number of moves to the states that are marked from now on.
	layer(depth int)
	// settle is called while no part is being marked. The set may clean up.
	settle()
	// bytes returns the memory of the set, with what its next growth needs for a moment.
	bytes() int64
}

const (
	// maxRanks is the greatest number of ranks that have a bit each.
	maxRanks = 1 << 30
	// touched is the number of probes whose cache misses overlap.
	touched = 128
)

// own lists the indices of the places that belong to a part: those whose bits from shift on are the number of the part.
// There are at most touched places. The loop has no branch, because no processor could predict it.
func own(at []uint64, shift uint, part, parts uint64, list *[touched]uint8) []uint8 {
	n := 0
	for k, a := range at {
		list[n&(touched-1)] = uint8(k)
		n += int((a>>(shift&63)&(parts-1) ^ part - 1) >> 63) // 1 if they are equal
	}
	return list[:n]
}
