package store

// BitSet has one bit for each packed state, reachable or not. The number of a state is its packed form, or its rank.
type BitSet struct {
	bits []uint64
	rank *Ranker // nil: the number of a state is its only word
}

// NewBitSet returns an empty set of states with numbers below n: their ranks or, if rank is nil, their only words.
func NewBitSet(n uint64, rank *Ranker) *BitSet {
	return &BitSet{bits: make([]uint64, (n+63)/64), rank: rank}
}

// Locate implements Set: places are numbers.
func (s *BitSet) Locate(states, at []uint64) {
	if s.rank == nil {
		copy(at, states)
		return
	}
	s.rank.all(states, at)
}

// partShift makes the 512 bits of a cache line belong to one part.
const partShift = 9

// Mark implements Set. The loop is that of Distances.Mark, whose entries have another size, so that markSome is called
// directly.
func (s *BitSet) Mark(_, at []uint64, fresh []bool, part, parts uint64) {
	var list [touched]uint8
	for len(at) > 0 {
		n := min(touched, len(at))
		s.markSome(at[:n], fresh[:n], own(at[:n], partShift, part, parts, &list))
		at, fresh = at[n:], fresh[n:]
	}
}

// markSome marks the states of the list. It reads all words before it looks at any, so that the cache misses overlap.
func (s *BitSet) markSome(at []uint64, fresh []bool, list []uint8) {
	var first [touched]uint64
	for _, k := range list {
		first[k&(touched-1)] = s.bits[at[k]>>6]
	}
	for _, k := range list {
		i := at[k]
		if bit := uint64(1) << (i & 63); first[k&(touched-1)]&bit == 0 {
			w := &s.bits[i>>6]
			fresh[k] = *w&bit == 0 // an equal state may just have come
			*w |= bit
		}
	}
}

// Hasten implements Set.
func (s *BitSet) Hasten() {
	if s.rank != nil {
		s.rank.tabulate()
	}
}

// Layer implements Set.
func (s *BitSet) Layer(int) {}

// Settle implements Set.
func (s *BitSet) Settle() {}

// States returns the number of states that there could be, rounded up to a multiple of 64.
func (s *BitSet) States() int64 { return 64 * int64(len(s.bits)) }

// Bytes implements Set.
func (s *BitSet) Bytes() int64 { return 8 * int64(len(s.bits)) }
