package breadthfirst

// BitSet has one bit for each packed state, reachable or not. The number of a state is its packed form, or its rank.
type BitSet struct {
	rank ranking // nil: the number of a state is its only word
	bits []uint64
}

// ranking numbers states.
type ranking interface {
	// all ranks a block of states.
	all(states, at []uint64)
	// states appends the states of ranks, which ascend.
	states(ranks, states []uint64) []uint64
}

// newBitSet returns an empty set of states with numbers below n: their ranks or, if rank is nil, their only words.
func newBitSet(n uint64, rank ranking) *BitSet {
	return &BitSet{rank, make([]uint64, (n+63)/64)}
}

// locate implements Set.
func (s *BitSet) locate(states, at []uint64) {
	if s.rank == nil {
		copy(at, states)
		return
	}
	s.rank.all(states, at)
}

// partShift makes the 512 bits of a cache line belong to one part.
const partShift = 9

// mark implements Set. The loop is that of distances.mark, whose entries have another size, so that markSome is called
// directly.
func (s *BitSet) mark(_, at []uint64, fresh []bool, part, parts uint64) {
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

// layer implements Set.
func (s *BitSet) layer(int) {}

// settle implements Set.
func (s *BitSet) settle() {}

// States returns the number of states that there could be, rounded up to a multiple of 64.
func (s *BitSet) States() int64 { return 64 * int64(len(s.bits)) }

// bytes implements Set.
func (s *BitSet) bytes() int64 { return 8 * int64(len(s.bits)) }
