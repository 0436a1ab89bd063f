package reach

import (
	"iter"
	"math/bits"
)

// places is a set of values of a variable.
type places []uint64

func newPlaces(n int) places { return make(places, (n+63)/64) }

func (p places) has(k int32) bool { return p[k>>6]>>(k&63)&1 != 0 }
func (p places) add(k int)        { p[k>>6] |= 1 << (k & 63) }

func (p places) count() int {
	n := 0
	for _, w := range p {
		n += bits.OnesCount64(w)
	}
	return n
}

// all enumerates the set, ascending.
func (p places) all() iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for i, w := range p {
			for ; w != 0; w &= w - 1 {
				if !yield(int32(i<<6 + bits.TrailingZeros64(w))) {
					return
				}
			}
		}
	}
}

// within reports whether the set is a subset of another set.
func (p places) within(q places) bool {
	for i := range p {
		if p[i]&^q[i] != 0 {
			return false
		}
	}
	return true
}

// and returns the intersection, in a new set.
func (p places) and(q places) places {
	out := make(places, len(p))
	for i := range p {
		out[i] = p[i] & q[i]
	}
	return out
}

func (p places) or(q places) places {
	out := make(places, len(p))
	for i := range p {
		out[i] = p[i] | q[i]
	}
	return out
}

func (p places) without(q places) places {
	out := make(places, len(p))
	for i := range p {
		out[i] = p[i] &^ q[i]
	}
	return out
}
