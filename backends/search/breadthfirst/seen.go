package breadthfirst

import (
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/internal/text"
)

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

// directBits is the greatest number of bits of a state for which a table has a bit for each packed state.
const directBits = 28

// NewSet returns a set for the states of a space: the space of the run, or one with coarser states. It has a bit for
// each packed state if these are few, a bit for each rank if the states can be ranked, or else it is a hash table.
func NewSet(r *job.Job, sp *space.Space) (set Set, how string) {
	packed := packedStates(sp)
	if packed > 0 && affords(r, packed/8) {
		return newBitSet(uint64(packed), nil), "a bit for each of " + text.Plural(packed, "packed state")
	}
	// A wrong symmetry might lead to a state that is no arrangement
	if rank := techniques().ranks; rank != nil && r.Expander.Fold == nil && !r.Without.Has(technique.Ranks) {
		if k, n := rank(sp); n > 0 && affords(r, int64(n/8)) {
			return newBitSet(n, k), "a bit for each of " + text.Plural(int64(n), "ranked state")
		}
	}
	return newHashSet(sp.Layout), "a hash table of packed states"
}

// packedStates returns the number of states that take few bits, 0 if they take many.
func packedStates(sp *space.Space) int64 {
	width := uint(0)
	for i := range sp.Layout.Fields {
		width += sp.Layout.Fields[i].Bits
	}
	if sp.Layout.Words > 1 || width > directBits {
		return 0
	}
	return 1 << width
}

// affords reports whether a table of this size leaves most of the memory for data that grow.
func affords(r *job.Job, bytes int64) bool { return bytes <= r.Memory/4 }
