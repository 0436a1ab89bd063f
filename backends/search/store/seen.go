package store

// Set is the set of the states that a breadth-first search has met. States come in blocks, packed one after another, so that
// the misses of the processor's caches overlap and the calls do not count.
type Set interface {
	// Locate gives each state its place: where the set looks for it.
	Locate(states, at []uint64)
	// Mark adds the states whose place belongs to one of so many parts of the set, and sets fresh where a state is new. parts is
	// a power of two; different parts may be marked at the same time.
	Mark(states, at []uint64, fresh []bool, part, parts uint64)
	// Hasten is called once there are many states: now tables that take time to make pay.
	Hasten()
	// Layer says how many moves away the states are that are marked from now on.
	Layer(depth int)
	// Settle is called when no part is being marked: here the set may clean up.
	Settle()
	// Bytes is what the set takes, with what its next growth would need for a moment.
	Bytes() int64
}

const (
	// maxRanks is how many ranks may have a bit each.
	maxRanks = 1 << 30
	// touched is how many probes are sent ahead, so that their cache misses overlap.
	touched = 128
)

// own lists which of at most so many places belong to a part: those whose bits from shift on say so. There is no branch that the
// processor would have to guess.
func own(at []uint64, shift uint, part, parts uint64, list *[touched]uint8) []uint8 {
	n := 0
	for k, a := range at {
		list[n&(touched-1)] = uint8(k)
		n += int((a>>(shift&63)&(parts-1) ^ part - 1) >> 63) // 1 if they are equal
	}
	return list[:n]
}
