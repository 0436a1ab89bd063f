package breadthfirst

import "math/bits"

// distances has a number of 16 bits for each place of a set that is complete. As a Set it marks states with their
// distance from where a breadth-first search began; the states that it has not marked are at no distance.
type distances struct {
	Moves []uint16 // by place: 0 or, for marked states, 1 + the number of moves
	// Outside: the search met a state that is not in the set.
	Outside bool
	of      places
	stamp   uint16
}

// places is a set that numbers its states.
type places interface {
	Set
	Numbers
}

// Numbers numbers the states of a set.
type Numbers interface {
	// Number writes the number of each state into at, noPlace if the set is known not to hold it. Numbers are below
	// Count. They change when states are added.
	Number(states, at []uint64)
	Count() int64
	// List appends the states with numbers from … to-1 to states, and their numbers to at.
	List(from, to int64, states, at []uint64) (longer, numbers []uint64)
}

// noPlace is the number of a state that is not in a set.
const noPlace = ^uint64(0)

// MostMoves is the greatest number of moves that distances can hold.
const MostMoves = 1<<16 - 2

// newDistances returns no distances of the states in a set.
func newDistances(of places) *distances {
	return &distances{Moves: make([]uint16, of.Count()), of: of, stamp: 1}
}

// locate implements Set.
func (s *distances) locate(states, at []uint64) { s.of.Number(states, at) }

// distanceShift makes the 32 distances of a cache line belong to one part.
const distanceShift = 5

// mark implements Set.
func (s *distances) mark(_, at []uint64, fresh []bool, part, parts uint64) {
	var list [touched]uint8
	for len(at) > 0 {
		n := min(touched, len(at))
		s.markSome(at[:n], fresh[:n], own(at[:n], distanceShift, part, parts, &list))
		at, fresh = at[n:], fresh[n:]
	}
}

// markSome marks the states of the list. It reads all distances before it looks at any, so that the cache misses
// overlap.
func (s *distances) markSome(at []uint64, fresh []bool, list []uint8) {
	var first [touched]uint16
	for _, k := range list {
		if i := at[k]; i < uint64(len(s.Moves)) {
			first[k&(touched-1)] = s.Moves[i]
		}
	}
	for _, k := range list {
		if first[k&(touched-1)] != 0 {
			continue
		}
		i := at[k]
		if i == noPlace {
			s.Outside = true // only the last part comes here
			continue
		}
		if s.Moves[i] == 0 { // no equal state has come since
			s.Moves[i], fresh[k] = s.stamp, true
		}
	}
}

// layer implements Set.
func (s *distances) layer(depth int) { s.stamp = uint16(1 + depth) }

// settle implements Set.
func (s *distances) settle() {}

// bytes implements Set.
func (s *distances) bytes() int64 { return 2*int64(len(s.Moves)) + s.of.bytes() }

// Number implements Numbers.
func (s *BitSet) Number(states, at []uint64) { s.locate(states, at) }

// Count implements Numbers.
func (s *BitSet) Count() int64 { return s.States() }

// List implements Numbers.
func (s *BitSet) List(from, to int64, states, at []uint64) (longer, numbers []uint64) {
	first := len(at)
	for i := from; i < to; i++ {
		word := s.bits[i>>6] >> (i & 63)
		if word == 0 {
			i |= 63
			continue
		}
		if i += int64(bits.TrailingZeros64(word)); i < to {
			at = append(at, uint64(i))
		}
	}
	if s.rank == nil {
		return append(states, at[first:]...), at
	}
	return s.rank.states(at[first:], states), at
}

// Number implements Numbers: the number of a state is its slot, counted through all segments. The state of zeros, which
// has no slot, has the last number.
func (h *hashSet) Number(states, at []uint64) {
	var first [hashSegments]uint64
	slots := uint64(0)
	for i := range h.segments {
		first[i] = slots
		slots += h.segments[i].cap
	}
	h.locate(states, at)
	var sum uint8
	for from := 0; from < len(at); from += touched { // so that the cache misses overlap
		for _, a := range at[from:min(from+touched, len(at))] {
			s := h.segment(a)
			sum |= s.slots[h.slot(s, a)*uint64(h.size)]
		}
		h.numberSome(states, at[from:min(from+touched, len(at))], from, &first, slots)
	}
	_ = sum
}

func (h *hashSet) numberSome(states, at []uint64, from int, first *[hashSegments]uint64, slots uint64) {
	w := len(h.masks)
	for i, a := range at {
		s, st := h.segment(a), states[(from+i)*w:(from+i)*w+w]
		if allZero(st) {
			if at[i] = noPlace; s.zero {
				at[i] = slots
			}
			continue
		}
		slot := h.slot(s, a)
		for {
			b := s.slots[slot*uint64(h.size):]
			if h.holds(b, st) {
				at[i] = first[a>>(64-segmentBits)] + slot
				break
			}
			if h.empty(b) {
				at[i] = noPlace
				break
			}
			if slot++; slot == s.cap {
				slot = 0
			}
		}
	}
}

// List implements Numbers.
func (h *hashSet) List(from, to int64, states, at []uint64) (longer, numbers []uint64) {
	w, st := len(h.masks), make([]uint64, len(h.masks))
	first := int64(0)
	for i := range h.segments {
		s := &h.segments[i]
		end := first + int64(s.cap)
		for n := max(first, from); n < min(end, to); n++ {
			if h.load(s.slots[int(n-first)*h.size:], st); !allZero(st) {
				states, at = append(states, st[:w]...), append(at, uint64(n))
			}
		}
		first = end
	}
	clear(st)
	if zero := h.segment(h.placeOf(st)).zero; zero && from <= first && first < to {
		states, at = append(states, st...), append(at, uint64(first))
	}
	return states, at
}

func (h *hashSet) placeOf(st []uint64) uint64 {
	var at [1]uint64
	h.locate(st, at[:])
	return at[0]
}

// Count implements Numbers.
func (h *hashSet) Count() (n int64) {
	for i := range h.segments {
		n += int64(h.segments[i].cap)
	}
	return n + 1
}
