package search

import "strings"

// seen is the set of the states that a breadth-first search has met. States come in blocks, packed one after another, so that
// the misses of the processor's caches overlap and the calls do not count.
type seen interface {
	// locate gives each state its place: where the set looks for it.
	locate(states, at []uint64)
	// mark adds the states whose place belongs to one of so many parts of the set, and sets fresh where a state is new. parts is
	// a power of two; different parts may be marked at the same time.
	mark(states, at []uint64, fresh []bool, part, parts uint64)
	// hasten is called once there are many states: now tables that take time to make pay.
	hasten()
	// layer says how many moves away the states are that are marked from now on.
	layer(depth int)
	// settle is called when no part is being marked: here the set may clean up.
	settle()
	// bytes is what the set takes, with what its next growth would need for a moment.
	bytes() int64
}

const (
	// directBits: states of so few bits are looked up in a table with a bit for each packed state.
	directBits = 28
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

// seenKind is a way to keep the set of states seen.
type seenKind int

const (
	seenAny seenKind = iota // the one that takes least
	seenHashed
	seenDirect
	seenRanked
	seenDepths
)

// newSeen chooses how to keep the states: a bit for each packed state where these are few, a bit for each rank where the states
// can be ranked, else a hash table. Where a way is wanted, and the states themselves might not fit beside the bits, there are two
// bits for each if moves can be undone; likewise where that is proved. kind, unless it is seenAny, is tried first.
func (w *wave) newSeen(kind seenKind, proved bool) (how string) {
	w.set, how = w.newSet(w.sp, kind)
	bits, ok := w.set.(*bitSet)
	if !ok || !w.toGoal || w.x.fold != nil {
		return how
	}
	states := 64 * int64(len(bits.bits)) * int64(newRecord(w.sp.l).size)
	more := kind == seenDepths || kind == seenAny && w.affords(2*bits.bytes()) && (proved || states > w.memory-2*bits.bytes())
	if !more || !proved && !w.undoable() {
		return how
	}
	w.set, how = newDepthSet(bits), "two bits"+strings.TrimPrefix(how, "a bit")
	if !proved {
		how += ", because they might not fit the memory themselves"
	}
	return how
}

// newSet is a set for the states of a space, the run's or one with coarser states.
func (r *run) newSet(sp *space, kind seenKind) (set seen, how string) {
	l := sp.l
	width := uint(0)
	for i := range l.fields {
		width += l.fields[i].bits
	}
	if l.words == 1 && width <= directBits && r.affords(1<<width/8) && kind != seenHashed && kind != seenRanked {
		return newBitSet(1<<width, nil), "a bit for each of " + count(1<<width, "packed state")
	}
	if r.x.fold == nil && kind != seenHashed && kind != seenDirect { // a wrong symmetry might lead to what is no arrangement
		if k, ok := newRanker(sp); ok && k.ranks <= maxRanks && r.affords(int64(k.ranks/8)) {
			return newBitSet(k.ranks, k), "a bit for each of " + count(int64(k.ranks), "ranked state")
		}
	}
	return newHashed(newRecord(l)), "a hash table of packed states"
}

// affords tells whether a table of so many bytes leaves most of the memory to what grows.
func (r *run) affords(bytes int64) bool { return bytes <= r.memory/4 }
