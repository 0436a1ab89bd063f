package store

import (
	"encoding/binary"
	"math/bits"
	"runtime"
)

// HashSet is a set of packed states in an open-addressing table with linear probing (Knuth, The Art of Computer Programming 3, 6.4),
// the states themselves in the slots. It is cut into segments by the high bits of the hash; a segment grows by a quarter when
// more than 85 % of it are used, so that a state takes at most 1.5 times its size. As segments begin with different sizes they
// grow at different times, and what a growth needs for a moment is little.
type HashSet struct {
	record
	grouping uint // 1 << grouping slots are looked at together
	segments [hashSegments]segment
}

// segment is a table. An empty slot is zero; the state that is zero itself is kept apart.
type segment struct {
	slots []byte
	cap   uint64 // slots
	used  uint64
	zero  bool   // the state of zeros was seen
	left  int64  // bytes that growing left to the garbage collector
	_     uint64 // segments of different parts share no line of the cache
}

const (
	segmentBits  = 6
	hashSegments = 1 << segmentBits
	firstSegment = 64.0
	fullAt       = 0.85
	growBy       = 1.5
	groupBits    = 3
	groupSlots   = 1 << groupBits // of states of one word: a line of the cache where they take eight bytes
)

func NewHashSet(c record) *HashSet {
	h := &HashSet{record: c}
	if len(c.masks) == 1 {
		h.grouping = groupBits
	}
	size := firstSegment
	for i := range h.segments {
		s := &h.segments[i]
		s.cap = uint64(size) &^ (groupSlots - 1)
		s.slots = make([]byte, int(s.cap)*c.Size+recordSlack)
		size += firstSegment * (growBy - 1) / hashSegments
	}
	return h
}

func (h *HashSet) Locate(states, at []uint64) {
	if len(h.masks) == 1 {
		for i, s := range states {
			at[i] = hash1(s)
		}
		return
	}
	w := len(h.masks)
	for i := range at {
		at[i] = Hash(states[i*w : i*w+w])
	}
}

// hash1 is the hash of a state of one word. Multiplying brings every bit into the high ones, which choose segment and slot.
func hash1(s uint64) uint64 { return (s ^ s>>32) * 0x9e3779b97f4a7c15 }

func (h *HashSet) Mark(states, at []uint64, fresh []bool, part, parts uint64) {
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

// slot is where the search for a place begins, the first slot of a group: in the order of hashes, so that growing reads and writes from
// front to back. The slots of a group that are used come before those that are empty.
func (h *HashSet) slot(s *segment, at uint64) uint64 {
	group, _ := bits.Mul64(at<<segmentBits, s.cap>>(h.grouping&63))
	return group << (h.grouping & 63)
}

// touch reads from the groups of all states of the list before any is looked at, so that the misses overlap. offsets is where they begin.
//
//go:noinline
func (h *HashSet) touch(at []uint64, list []uint8, offsets *[touched]uint64) (sum uint8) {
	size := uint64(h.Size)
	for _, k := range list {
		s := h.segment(at[k])
		o := h.slot(s, at[k]) * size
		offsets[k&(touched-1)] = o
		sum |= s.slots[o]
	}
	return sum
}

func (h *HashSet) segment(at uint64) *segment { return &h.segments[at>>(64-segmentBits)] }

// markSome1 marks those of the list, states of one word.
func (h *HashSet) markSome1(states, at []uint64, fresh []bool, list []uint8) {
	var offsets [touched]uint64
	h.touch(at, list, &offsets)
	mask, size := h.masks[0], uint64(h.Size)
	for _, k := range list {
		st, s := states[k], h.segment(at[k])
		if !inGroup(s.slots[offsets[k&(touched-1)]:], size, mask, st) {
			fresh[k] = h.mark1(s, at[k], st)
		}
	}
}

// inGroup tells whether a group holds a state of one word. That cannot be foreseen, so there is no branch before all slots are read.
func inGroup(b []byte, size, mask, st uint64) bool {
	var zero uint64 // its highest bit: a difference was zero
	b = b[:groupSlots*size+recordSlack]
	for o := uint64(0); o < groupSlots*size; o += size {
		x := binary.LittleEndian.Uint64(b[o:])&mask ^ st
		zero |= (x - 1) &^ x
	}
	return zero>>63 != 0 && st != 0
}

// mark1 adds a state of one word, and tells whether it is new.
func (h *HashSet) mark1(s *segment, at, st uint64) bool {
	if st == 0 {
		return s.addZero()
	}
	mask, size := h.masks[0], uint64(h.Size)
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
func (h *HashSet) markSome(states, at []uint64, fresh []bool, list []uint8) {
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
func (h *HashSet) markAny(s *segment, at uint64, st []uint64) bool {
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

// find is the slot that holds st, or the empty one where it belongs.
func (h *HashSet) find(s *segment, at uint64, st []uint64) []byte {
	for slot := h.slot(s, at); ; {
		b := s.slots[slot*uint64(h.Size):]
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

func (h *HashSet) added(s *segment) {
	if s.used++; float64(s.used) >= fullAt*float64(s.cap) {
		h.grow(s)
	}
}

// grow copies a segment into a larger one.
func (h *HashSet) grow(s *segment) {
	old, n := s.slots, s.cap
	s.left += int64(len(old))
	s.cap = uint64(float64(n)*growBy) &^ (groupSlots - 1)
	s.slots = make([]byte, int(s.cap)*h.Size+recordSlack)
	if len(h.masks) == 1 {
		h.move1(s, old, n)
		return
	}
	st, at := make([]uint64, len(h.masks)), make([]uint64, 1)
	for i := range n {
		h.load(old[i*uint64(h.Size):], st)
		if !allZero(st) {
			h.Locate(st, at)
			h.store(h.find(s, at[0], st), st)
		}
	}
}

// move1 puts n slots of states of one word, all different, into a segment.
func (h *HashSet) move1(s *segment, old []byte, n uint64) {
	mask, size := h.masks[0], uint64(h.Size)
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

func (h *HashSet) Hasten() {}

func (h *HashSet) Layer(int) {}

// Settle has what growing left collected before it is much.
func (h *HashSet) Settle() {
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

func (h *HashSet) Bytes() (n int64) {
	for i := range h.segments {
		n += int64(len(h.segments[i].slots)) + h.segments[i].left
	}
	return n + n/hashSegments
}
