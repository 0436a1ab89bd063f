package search

// bitSet has a bit for each state that could be: numbered by its packed form, or by its rank.
type bitSet struct {
	bits []uint64
	rank *ranker // nil: states of one word are their own number
}

func newBitSet(n uint64, rank *ranker) *bitSet {
	return &bitSet{bits: make([]uint64, (n+63)/64), rank: rank}
}

func (s *bitSet) locate(states, at []uint64) {
	if s.rank == nil {
		copy(at, states)
		return
	}
	s.rank.all(states, at)
}

// partShift makes neighbours in memory belong to one part: 512 bits are a line of the cache.
const partShift = 9

func (s *bitSet) mark(_, at []uint64, fresh []bool, part, parts uint64) {
	for len(at) > 0 {
		n := min(touched, len(at))
		var ahead uint64
		for _, i := range at[:n] {
			if i>>partShift&(parts-1) == part {
				ahead |= s.bits[i>>6]
			}
		}
		s.markSome(at[:n], fresh[:n], part, parts, ahead)
		at, fresh = at[n:], fresh[n:]
	}
}

// markSome marks a few; the last argument keeps what was read ahead from being optimized away.
//
//go:noinline
func (s *bitSet) markSome(at []uint64, fresh []bool, part, parts, _ uint64) {
	for k, i := range at {
		if i>>partShift&(parts-1) != part {
			continue
		}
		if w, bit := &s.bits[i>>6], uint64(1)<<(i&63); *w&bit == 0 {
			*w |= bit
			fresh[k] = true
		}
	}
}

func (s *bitSet) hasten() {
	if s.rank != nil {
		s.rank.tabulate()
	}
}

func (s *bitSet) settle() {}

func (s *bitSet) bytes() int64 { return 8 * int64(len(s.bits)) }
