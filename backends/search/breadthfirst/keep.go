package breadthfirst

import (
	"strings"

	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/internal/text"
)

// directBits is the greatest number of bits of a state for which a table has a bit for each packed state.
const directBits = 28

// seenKind is a way to keep the set of states seen.
type seenKind int

// The kinds of sets.
const (
	SeenAny seenKind = iota // the kind that needs the least memory
	seenHashed
	seenDirect
	seenRanked
	seenDepths
)

// newSeen chooses the set of states seen: one bit for each packed state if these are few, one bit for each rank if the
// states can be ranked, or else a hash table. It uses two bits for each state if moves can be undone, a path to the
// goal is wanted, and the states may not fit into memory beside the bits; or if it is proved that moves can be undone.
// It tries kind first, unless kind is SeenAny.
func (search *Search) newSeen(kind seenKind, proved bool) (how string) {
	search.set, how = NewSet(search.Job, search.sp, kind)
	bits, ok := search.set.(*BitSet)
	if !ok || !search.toGoal || search.Expander.Fold != nil {
		return how
	}
	states := bits.States() * int64(StateBytes(search.sp.Layout))
	more := kind == seenDepths ||
		kind == SeenAny && affords(search.Job, 2*bits.bytes()) && (proved || states > search.Memory-2*bits.bytes())
	if !more || !proved && !search.undoable() {
		return how
	}
	search.set, how = newDepthSet(bits), "two bits"+strings.TrimPrefix(how, "a bit")
	if !proved {
		how += ", because they might not fit the memory themselves"
	}
	return how
}

// NewSet returns a set for the states of a space: the space of the run, or one with coarser states.
func NewSet(r *job.Job, sp *space.Space, kind seenKind) (set Set, how string) {
	packed := packedStates(sp)
	if packed > 0 && affords(r, packed/8) && kind != seenHashed && kind != seenRanked {
		return newBitSet(uint64(packed), nil), "a bit for each of " + text.Plural(packed, "packed state")
	}
	// A wrong symmetry might lead to a state that is no arrangement
	if r.Expander.Fold == nil && kind != seenHashed && kind != seenDirect && !r.Without.Has(technique.Ranks) {
		if rank := techniques().ranks; rank != nil {
			if k, n := rank(sp); n > 0 && affords(r, int64(n/8)) {
				return newBitSet(n, k), "a bit for each of " + text.Plural(int64(n), "ranked state")
			}
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
