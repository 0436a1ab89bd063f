package breadthfirst

import (
	"encoding/binary"
	"math/bits"
	"runtime"

	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/backends/search/store"
)

// hashSet is a hash table with open addressing and linear probing (Knuth, The Art of Computer Programming 3, 6.4). The
// states themselves lie in the slots.
//
// The high bits of the hash divide the table into segments. A segment grows by half when more than 85 % of it is used.
// Segments begin with different sizes, so that they grow at different times, and a growth needs little temporary
// memory.
type hashSet struct {
	record
	grouping uint // 1 << grouping slots are probed together
	segments [hashSegments]segment
}

// segment is a table of its own. An empty slot is zero; the state of zeros is kept apart.
type segment struct {
	slots []byte
	cap   uint64 // slots
	used  uint64
	zero  bool   // the state of zeros was seen
	left  int64  // bytes that growing left to the garbage collector
	_     uint64 // keeps segments of different parts on different cache lines
}

const (
	segmentBits  = 6
	hashSegments = 1 << segmentBits
	firstSegment = 64.0
	fullAt       = 0.85
	growBy       = 1.5
	groupBits    = 3
	groupSlots   = 1 << groupBits // for states of one word: a cache line, if a state takes eight bytes
)

// newHashSet returns an empty set of the states of a layout.
func newHashSet(l *packed.Layout) *hashSet {
	c := newRecord(l)
	h := &hashSet{record: c}
	if len(c.masks) == 1 {
		h.grouping = groupBits
	}
	size := firstSegment
	for i := range h.segments {
		s := &h.segments[i]
		s.cap = uint64(size) &^ (groupSlots - 1)
		s.slots = make([]byte, int(s.cap)*c.size+recordSlack)
		size += firstSegment * (growBy - 1) / hashSegments
	}
	return h
}

// locate implements Set: places are hashes.
func (h *hashSet) locate(states, at []uint64) {
	if len(h.masks) == 1 {
		for i, s := range states {
			at[i] = hash1(s)
		}
		return
	}
	w := len(h.masks)
	for i := range at {
		at[i] = store.Hash(states[i*w : i*w+w])
	}
}

// hash1 returns the hash of a state of one word. The high bits choose segment and slot; multiplying brings every bit of
// the state into them.
func hash1(s uint64) uint64 { return (s ^ s>>32) * 0x9e3779b97f4a7c15 }

// mark implements Set.
func (h *hashSet) mark(states, at []uint64, fresh []bool, part, parts uint64) {
	w := len(h.masks)
	var list [touched]uint8
	for len(at) > 0 {
		n := min(touched, len(at))
		own := own(at[:n], 64-segmentBits, part, parts, &list)
		if w == 1 {
			h.markSome1(states[:n], at[:n], fresh[:n], own)
		} else {
			h.markSome(states[:n*w], at[:n], fresh[:n], own)
		}
		states, at, fresh = states[n*w:], at[n:], fresh[n:]
	}
}

// slot returns the slot where the probes for a place begin, the first one of a group. Slots are in the order of the
// hashes, so that growing reads and writes from front to back. In a group, used slots come before empty ones.
func (h *hashSet) slot(s *segment, at uint64) uint64 {
	group, _ := bits.Mul64(at<<segmentBits, s.cap>>(h.grouping&63))
	return group << (h.grouping & 63)
}

// touch reads from the groups of all states of the list, so that the cache misses overlap. It writes the offsets of the
// groups.
//
//go:noinline
func (h *hashSet) touch(at []uint64, list []uint8, offsets *[touched]uint64) (sum uint8) {
	size := uint64(h.size)
	for _, k := range list {
		s := h.segment(at[k])
		o := h.slot(s, at[k]) * size
		offsets[k&(touched-1)] = o
		sum |= s.slots[o]
	}
	return sum
}

func (h *hashSet) segment(at uint64) *segment { return &h.segments[at>>(64-segmentBits)] }

// markSome1 marks the states of the list, which have one word.
func (h *hashSet) markSome1(states, at []uint64, fresh []bool, list []uint8) {
	var offsets [touched]uint64
	h.touch(at, list, &offsets)
	mask, size := h.masks[0], uint64(h.size)
	for _, k := range list {
		st, s := states[k], h.segment(at[k])
		if !inGroup(s.slots[offsets[k&(touched-1)]:], size, mask, st) {
			fresh[k] = h.mark1(s, at[k], st)
		}
	}
}

// inGroup reports whether a group holds a state of one word. It reads all slots before it branches, because no
// processor could predict an earlier branch.
func inGroup(b []byte, size, mask, st uint64) bool {
	var zero uint64 // the highest bit is set if a difference was zero
	b = b[:groupSlots*size+recordSlack]
	for o := uint64(0); o < groupSlots*size; o += size {
		x := binary.LittleEndian.Uint64(b[o:])&mask ^ st
		zero |= (x - 1) &^ x
	}
	return zero>>63 != 0 && st != 0
}

// mark1 adds a state of one word, and reports whether it is new.
func (h *hashSet) mark1(s *segment, at, st uint64) bool {
	if st == 0 {
		return s.addZero()
	}
	mask, size := h.masks[0], uint64(h.size)
	for o := h.slot(s, at) * size; ; {
		word := binary.LittleEndian.Uint64(s.slots[o:])
		switch word & mask {
		case st:
			return false
		case 0:
			binary.LittleEndian.PutUint64(s.slots[o:], word|st)
			h.added(s)
			return true
		}
		if o += size; o == s.cap*size {
			o = 0
		}
	}
}

func (s *segment) addZero() (fresh bool) {
	fresh = !s.zero
	s.zero = true
	return fresh
}

// markSome is markSome1 for states of several words.
func (h *hashSet) markSome(states, at []uint64, fresh []bool, list []uint8) {
	var offsets [touched]uint64
	h.touch(at, list, &offsets)
	w := len(h.masks)
	for _, k := range list {
		s, st := h.segment(at[k]), states[int(k)*w:int(k)*w+w]
		known := h.holds(s.slots[offsets[k&(touched-1)]:], st) && !allZero(st)
		fresh[k] = !known && h.markAny(s, at[k], st)
	}
}

// markAny is mark1 for states of several words.
func (h *hashSet) markAny(s *segment, at uint64, st []uint64) bool {
	if allZero(st) {
		return s.addZero()
	}
	b := h.find(s, at, st)
	if !h.empty(b) {
		return false
	}
	h.store(b, st)
	h.added(s)
	return true
}

// find returns the slot that holds st, or the empty slot where st belongs.
func (h *hashSet) find(s *segment, at uint64, st []uint64) []byte {
	for slot := h.slot(s, at); ; {
		b := s.slots[slot*uint64(h.size):]
		if h.holds(b, st) || h.empty(b) {
			return b
		}
		if slot++; slot == s.cap {
			slot = 0
		}
	}
}

func allZero(st []uint64) bool {
	for _, w := range st {
		if w != 0 {
			return false
		}
	}
	return true
}

func (h *hashSet) added(s *segment) {
	if s.used++; float64(s.used) >= fullAt*float64(s.cap) {
		h.grow(s)
	}
}

// grow copies a segment into a larger one.
func (h *hashSet) grow(s *segment) {
	old, n := s.slots, s.cap
	s.left += int64(len(old))
	s.cap = uint64(float64(n)*growBy) &^ (groupSlots - 1)
	s.slots = make([]byte, int(s.cap)*h.size+recordSlack)
	if len(h.masks) == 1 {
		h.move1(s, old, n)
		return
	}
	st, at := make([]uint64, len(h.masks)), make([]uint64, 1)
	for i := range n {
		h.load(old[i*uint64(h.size):], st)
		if !allZero(st) {
			h.locate(st, at)
			h.store(h.find(s, at[0], st), st)
		}
	}
}

// move1 copies n slots of states of one word, all different, into a segment.
func (h *hashSet) move1(s *segment, old []byte, n uint64) {
	mask, size := h.masks[0], uint64(h.size)
	for from := range n {
		st := binary.LittleEndian.Uint64(old[from*size:]) & mask
		if st == 0 {
			continue
		}
		o := h.slot(s, hash1(st)) * size
		word := binary.LittleEndian.Uint64(s.slots[o:])
		for word&mask != 0 {
			if o += size; o == s.cap*size {
				o = 0
			}
			word = binary.LittleEndian.Uint64(s.slots[o:])
		}
		binary.LittleEndian.PutUint64(s.slots[o:], word|st)
	}
}

// layer implements Set.
func (h *hashSet) layer(int) {}

// settle implements Set: it runs the garbage collector when growing has left much memory.
func (h *hashSet) settle() {
	var taken, left int64
	for i := range h.segments {
		taken += int64(len(h.segments[i].slots))
		left += h.segments[i].left
	}
	if left < 1<<22 || left < taken/8 {
		return
	}
	runtime.GC()
	for i := range h.segments {
		h.segments[i].left = 0
	}
}

// bytes implements Set.
func (h *hashSet) bytes() (n int64) {
	for i := range h.segments {
		n += int64(len(h.segments[i].slots)) + h.segments[i].left
	}
	return n + n/hashSegments
}
