package store

import (
	"math"
	"math/bits"
)

// Closed is the set of states seen. It numbers the states from 0 in the order in which they are put.
//
// Closed is a hash table with open addressing and linear probing (Knuth, The Art of Computer Programming 3, 6.4). The
// states lie in an arena. A slot holds the high 32 bits of the hash and the number of the state plus 1, so that a probe
// for an absent state usually touches one cache line. Slots are ordered by the same bits of the hash. So growing the
// table reads and writes slots from front to back, and reads no state.
type Closed struct {
	Words int
	slots []uint64
	used  int // slots in use
	full  int // the table grows when this number of slots is in use
	keys  [][]uint64
	n     int
}

const (
	firstSlots = 1 << 12
	soon       = 1 << 13           // states: the next growth is near if fewer states are left until then
	tagMask    = (1<<32 - 1) << 32 // of a slot: bits of the hash
)

// MostStates is the number of states at which a search stops. Numbers of states have 32 bits, and the successors of one
// more expansion must fit.
const MostStates = 1<<32 - 1<<24

// NoRoom is the result of Bytes beyond MostStates. It exceeds every limit of memory.
const NoRoom = math.MaxInt64 / 16

// NewClosed returns an empty set of states of the given number of words.
func NewClosed(words int) *Closed { return NewClosedFor(words, 0) }

// NewClosedFor is NewClosed with room for a number of states.
func NewClosedFor(words int, states int64) *Closed {
	c := &Closed{Words: words}
	c.resize(int(max(firstSlots, states*4/3)))
	return c
}

// resize empties the table and gives it n slots. At most four in five of them are used.
func (c *Closed) resize(n int) {
	c.slots = make([]uint64, n)
	c.used, c.full = 0, n/5*4
}

// slot returns the slot where the probes for a hash begin.
func (c *Closed) slot(h uint64) uint64 { return h >> 32 * uint64(len(c.slots)) >> 32 }

// Len returns the number of states.
func (c *Closed) Len() int { return c.n }

// State returns the state with a number. The slice points into the set.
func (c *Closed) State(id uint32) []uint64 {
	o := int(id&(pageSize-1)) * c.Words
	return c.keys[id>>pageBits][o : o+c.Words]
}

// Hash mixes every bit of a state into the high bits of the hash.
func Hash(st []uint64) uint64 {
	const k = 0x9e3779b97f4a7c15
	var h uint64
	for _, w := range st {
		hi, lo := bits.Mul64(h^w^k, k^0x6a09e667f3bcc909)
		h = hi ^ lo
	}
	return h * k
}

// Find returns the number of a state, and whether the state is in the set.
func (c *Closed) Find(st []uint64) (uint32, bool) {
	h := Hash(st)
	_, id, ok := c.probe(st, h)
	return id, ok
}

// Put adds a state unless it is there. It returns the number of the state, and whether the state is new.
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
	id = c.Append(st)
	c.slots[slot] = h&tagMask | uint64(id+1)
	c.used++
	return id, true
}

// Ahead reads the slots where the probes for some states begin, so that the cache misses of the following calls of Put
// overlap. The returned number has no meaning; it keeps the compiler from removing the reads.
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

// Equal reports whether two states of the same length are equal.
func Equal(a, b []uint64) bool {
	for i, w := range a {
		if w != b[i] {
			return false
		}
	}
	return true
}

// Append adds a state that Find need not find, and returns its number.
func (c *Closed) Append(st []uint64) uint32 {
	if c.n>>pageBits == len(c.keys) {
		c.keys = append(c.keys, make([]uint64, pageSize*c.Words))
	}
	id := uint32(c.n)
	c.n++
	copy(c.State(id), st)
	return id
}

// empty returns the first free slot for a hash.
func (c *Closed) empty(h uint64) uint64 {
	slot := c.slot(h)
	for c.slots[slot] != 0 {
		if slot++; slot == uint64(len(c.slots)) {
			slot = 0
		}
	}
	return slot
}

// grow makes the table half as large again.
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

// Forget empties the table but keeps the arena: State still returns the states put before, but Put and Find do not know
// them.
func (c *Closed) Forget() {
	clear(c.slots)
	c.used = 0
}

// Bytes returns the memory of the set. If the next growth is near, the temporary memory of the growth is included.
// Beyond MostStates the result is NoRoom.
func (c *Closed) Bytes() int64 {
	if c.n >= MostStates {
		return NoRoom
	}
	n := 8*int64(len(c.slots)) + 8*int64(len(c.keys))*int64(pageSize*c.Words)
	if c.used+soon >= c.full {
		n += 12 * int64(len(c.slots))
	}
	return n
}
