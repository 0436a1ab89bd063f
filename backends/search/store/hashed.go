package store

import "math/bits"

// Hashed is a table of costs by states of one word. A slot holds a state and its entry, so that a lookup usually reads
// one cache line, where Costs.Numbered reads three. The slots are probed one after another, and are at most half full.
type Hashed struct {
	slots []uint64 // (state + 1) << 8 | entry; 0: empty
	shift uint
}

// mostHashed is the greatest number of states of such a table.
const mostHashed = 1 << 18

// Hashed returns the costs of numbered states as one table. It returns nil if there are too many states, if states do
// not take one word, or if states and entries do not fit into a slot together.
func (t *Costs) Hashed() *Hashed {
	if t.States == nil || t.States.Words != 1 || t.Entries.One == nil || t.States.Len() > mostHashed {
		return nil
	}
	width := bits.Len(uint(2*t.States.Len() + 1))
	h := &Hashed{slots: make([]uint64, 1<<width), shift: 64 - uint(width)}
	for id, entry := range t.Entries.One {
		key := t.States.State(uint32(id))[0] + 1
		if key >= 1<<56 {
			return nil
		}
		i := h.slot(key)
		for h.slots[i] != 0 {
			i = (i + 1) & uint64(len(h.slots)-1)
		}
		h.slots[i] = key<<8 | uint64(entry)
	}
	return h
}

// slot returns where the probes for a key begin (Fibonacci hashing: Knuth, The Art of Computer Programming 3, 6.4).
func (h *Hashed) slot(key uint64) uint64 { return key * 0x9e3779b97f4a7c15 >> h.shift }

// Entry returns the entry of a state: 0, or the cost plus 1. If the table does not contain the state, the cost is 0, as
// Costs.Numbered says.
func (h *Hashed) Entry(st uint64) uint64 {
	key := st + 1
	for i := h.slot(key); ; i = (i + 1) & uint64(len(h.slots)-1) {
		switch s := h.slots[i]; {
		case s>>8 == key:
			return s & 0xff
		case s == 0:
			return 1
		}
	}
}

// Bytes returns the memory of the table.
func (h *Hashed) Bytes() int64 { return 8 * int64(len(h.slots)) }
