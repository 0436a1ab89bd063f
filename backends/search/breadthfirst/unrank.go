package breadthfirst

import "math/bits"

// unranker makes states from ranks. Successive ranks mostly differ in the last elements of the arrays, so it goes on
// from the rank before.
type unranker struct {
	k  *ranker
	st []uint64 // the state of the last rank
	// by array and element: the rank divided by the element's unit, and the values that are unused before the element
	quotients [][]uint64
	unused    [][]uint64
}

func (k *ranker) states(ranks, states []uint64) []uint64 {
	if len(ranks) == 0 {
		return states
	}
	u := newUnranker(k)
	for _, rank := range ranks {
		u.set(rank)
		states = append(states, u.st...)
	}
	return states
}

func newUnranker(k *ranker) *unranker {
	u := &unranker{k: k, st: make([]uint64, k.words)}
	for i := range k.groups {
		g := &k.groups[i]
		q, free := make([]uint64, len(g.elems)), make([]uint64, len(g.elems)+1)
		for j := range q {
			q[j] = ^uint64(0)
		}
		free[0] = 1<<g.values - 1
		u.quotients, u.unused = append(u.quotients, q), append(u.unused, free)
	}
	return u
}

// set makes the state of a rank.
func (u *unranker) set(rank uint64) {
	for i := range u.k.groups {
		u.arrange(&u.k.groups[i], u.quotients[i], u.unused[i], rank)
	}
	for i := range u.k.rest {
		for j := range u.k.rest[i].each {
			e := &u.k.rest[i].each[j]
			e.put(u.st, rank/e.unit%uint64(e.n))
		}
	}
}

// arrange sets the elements from the first on whose quotient has changed.
func (u *unranker) arrange(g *arrangement, quotients, unused []uint64, rank uint64) {
	at := len(g.elems)
	for at > 0 {
		q := rank / g.elems[at-1].unit
		if quotients[at-1] == q {
			break
		}
		at--
		quotients[at] = q
	}
	for ; at < len(g.elems); at++ {
		e := &g.elems[at]
		v := nth(unused[at], int(quotients[at]%uint64(g.values-at)))
		unused[at+1] = unused[at] &^ (1 << v)
		e.put(u.st, e.placeOf(uint64(v)))
	}
}

// nth returns the place of the bit of a set that has n bits below it.
func nth(set uint64, n int) int {
	for range n {
		set &= set - 1
	}
	return bits.TrailingZeros64(set)
}

// placeOf returns the place of a value. An element whose values are not all values of the array may not have the value:
// then the rank is not the rank of a state, and any place will do.
func (e *element) placeOf(value uint64) uint64 {
	if e.values == nil {
		return value
	}
	for place, v := range e.values {
		if uint64(v) == value {
			return uint64(place)
		}
	}
	return 0
}

func (e *element) put(st []uint64, place uint64) {
	w := &st[e.word]
	*w = *w&^(e.mask<<(e.shift&63)) | place<<(e.shift&63)
}
