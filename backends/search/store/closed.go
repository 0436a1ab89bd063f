package store

import "math/bits"

// Closed is the set of states seen, numbered from 0 in the order of their coming: an open-addressing table with linear
// probing over an arena of packed states. A slot holds the high 32 bits of the hash and the number of the state plus 1, so that
// nearly every probe that misses touches one line of memory. The same bits choose the slot, in their order: growing reads and
// writes from front to back, and nothing but slots.
type Closed struct {
	Words int
	slots []uint64
	used  int // slots in use
	full  int // so many are too many
	keys  [][]uint64
	n     int
}

const (
	firstSlots = 1 << 12
	soon       = 1 << 13           // a growth within so many states is near
	tagMask    = (1<<32 - 1) << 32 // of a slot: bits of the hash
)

func NewClosed(words int) *Closed { return NewClosedFor(words, 0) }

// NewClosedFor is newClosed with room for so many states.
func NewClosedFor(words int, states int64) *Closed {
	c := &Closed{Words: words}
	c.resize(int(max(firstSlots, states*4/3)))
	return c
}

// resize empties the table and gives it n slots, of which four in five are to be used.
func (c *Closed) resize(n int) {
	c.slots = make([]uint64, n)
	c.used, c.full = 0, n/5*4
}

// slot is where the search for a hash begins.
func (c *Closed) slot(h uint64) uint64 { return h >> 32 * uint64(len(c.slots)) >> 32 }

func (c *Closed) Len() int { return c.n }

// State is the packed state with this number.
func (c *Closed) State(id uint32) []uint64 {
	o := int(id&(pageSize-1)) * c.Words
	return c.keys[id>>pageBits][o : o+c.Words]
}

// Hash mixes every bit of the state into the high bits.
func Hash(st []uint64) uint64 {
	const k = 0x9e3779b97f4a7c15
	var h uint64
	for _, w := range st {
		hi, lo := bits.Mul64(h^w^k, k^0x6a09e667f3bcc909)
		h = hi ^ lo
	}
	return h * k
}

// Find is the number of a state that was put, and whether it was.
func (c *Closed) Find(st []uint64) (uint32, bool) {
	h := Hash(st)
	_, id, ok := c.probe(st, h)
	return id, ok
}

// Put gives the number of the state, and whether it is new.
func (c *Closed) Put(st []uint64) (uint32, bool) {
	h := Hash(st)
	slot, id, ok := c.probe(st, h)
	if ok {
		return id, false
	}
	if c.used >= c.full {
		c.grow()
		slot = c.empty(h)
	}
	id = c.append(st)
	c.slots[slot] = h&tagMask | uint64(id+1)
	c.used++
	return id, true
}

// Ahead reads the slots where the probes for some states begin, so that their cache misses overlap. What it returns says nothing.
//
//go:noinline
func (c *Closed) Ahead(states []uint64) (sum uint64) {
	w := c.Words
	for i := 0; i+w <= len(states); i += w {
		sum |= c.slots[c.slot(Hash(states[i:i+w]))]
	}
	return sum
}

func (c *Closed) probe(st []uint64, h uint64) (slot uint64, id uint32, found bool) {
	if c.Words == 1 {
		return c.probe1(st[0], h)
	}
	for slot = c.slot(h); ; slot++ {
		if slot == uint64(len(c.slots)) {
			slot = 0
		}
		s := c.slots[slot]
		if s == 0 {
			return slot, 0, false
		}
		if (s^h)&tagMask == 0 {
			if id = uint32(s) - 1; Equal(c.State(id), st) {
				return slot, id, true
			}
		}
	}
}

func (c *Closed) probe1(st, h uint64) (slot uint64, id uint32, found bool) {
	for slot = c.slot(h); ; slot++ {
		if slot == uint64(len(c.slots)) {
			slot = 0
		}
		s := c.slots[slot]
		if s == 0 {
			return slot, 0, false
		}
		if (s^h)&tagMask == 0 {
			if id := uint32(s) - 1; c.keys[id>>pageBits][id&(pageSize-1)] == st {
				return slot, id, true
			}
		}
	}
}

func Equal(a, b []uint64) bool {
	for i, w := range a {
		if w != b[i] {
			return false
		}
	}
	return true
}

func (c *Closed) append(st []uint64) uint32 {
	if c.n>>pageBits == len(c.keys) {
		c.keys = append(c.keys, make([]uint64, pageSize*c.Words))
	}
	id := uint32(c.n)
	c.n++
	copy(c.State(id), st)
	return id
}

// empty is the first free slot for a hash.
func (c *Closed) empty(h uint64) uint64 {
	slot := c.slot(h)
	for c.slots[slot] != 0 {
		if slot++; slot == uint64(len(c.slots)) {
			slot = 0
		}
	}
	return slot
}

// grow makes half as many slots again.
func (c *Closed) grow() {
	old, used := c.slots, c.used
	c.resize(len(old) / 2 * 3)
	c.used = used
	for _, s := range old {
		if s != 0 {
			c.slots[c.empty(s)] = s
		}
	}
}

// Forget empties the table but keeps the arena: states put from now on get new numbers.
func (c *Closed) Forget() {
	clear(c.slots)
	c.used = 0
}

// Bytes is what the table takes, with what a growth that is near would need for a moment.
func (c *Closed) Bytes() int64 {
	n := 8*int64(len(c.slots)) + 8*int64(len(c.keys))*int64(pageSize*c.Words)
	if c.used+soon >= c.full {
		n += 12 * int64(len(c.slots))
	}
	return n
}
