package store

// BitSet has a bit for each state that could be: numbered by its packed form, or by its rank.
type BitSet struct {
	bits []uint64
	rank *Ranker // nil: states of one word are their own number
}

func NewBitSet(n uint64, rank *Ranker) *BitSet {
	return &BitSet{bits: make([]uint64, (n+63)/64), rank: rank}
}

func (s *BitSet) Locate(states, at []uint64) {
	if s.rank == nil {
		copy(at, states)
		return
	}
	s.rank.all(states, at)
}

// partShift makes neighbours in memory belong to one part: 512 bits are a line of the cache.
const partShift = 9

func (s *BitSet) Mark(_, at []uint64, fresh []bool, part, parts uint64) {
	var list [touched]uint8
	for len(at) > 0 {
		n := min(touched, len(at))
		s.markSome(at[:n], fresh[:n], own(at[:n], partShift, part, parts, &list))
		at, fresh = at[n:], fresh[n:]
	}
}

// markSome marks those of the list. All words are read before any is looked at, so that the misses overlap.
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

func (s *BitSet) Hasten() {
	if s.rank != nil {
		s.rank.tabulate()
	}
}

func (s *BitSet) Layer(int) {}

func (s *BitSet) Settle() {}

// States is how many states there could be, rounded up to a multiple of 64.
func (s *BitSet) States() int64 { return 64 * int64(len(s.bits)) }

func (s *BitSet) Bytes() int64 { return 8 * int64(len(s.bits)) }
