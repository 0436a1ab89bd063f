package search

import (
	"encoding/binary"
	"math/bits"
)

// record is how states are kept in memory: each word of a state in as many bytes as its variables need.
type record struct {
	size  int
	bytes []int    // by word: how many
	masks []uint64 // by word
}

func newRecord(l *layout) record {
	c := record{bytes: make([]int, l.words), masks: make([]uint64, l.words)}
	for i := range l.fields {
		f := &l.fields[i]
		c.masks[f.word] |= f.mask << f.shift
	}
	for w, m := range c.masks {
		c.bytes[w] = max(1, (bits.Len64(m)+7)/8)
		c.masks[w] = ^uint64(0) >> (64 - 8*c.bytes[w])
		c.size += c.bytes[w]
	}
	return c
}

// recordSlack is how many bytes must follow the last record, because words are read and written whole.
const recordSlack = 8

// load reads the record that b begins with.
func (c *record) load(b []byte, st []uint64) {
	if len(st) == 1 {
		st[0] = binary.LittleEndian.Uint64(b) & c.masks[0]
		return
	}
	for w, m := range c.masks {
		st[w] = binary.LittleEndian.Uint64(b) & m
		b = b[c.bytes[w]:]
	}
}

// store writes a record where b begins, and leaves what follows as it is.
func (c *record) store(b []byte, st []uint64) {
	for w, m := range c.masks {
		rest := binary.LittleEndian.Uint64(b) &^ m
		binary.LittleEndian.PutUint64(b, rest|st[w])
		b = b[c.bytes[w]:]
	}
}

// holds tells whether b begins with the record of st.
func (c *record) holds(b []byte, st []uint64) bool {
	for w, m := range c.masks {
		if binary.LittleEndian.Uint64(b)&m != st[w] {
			return false
		}
		b = b[c.bytes[w]:]
	}
	return true
}

// empty tells whether b begins with a record of zeros.
func (c *record) empty(b []byte) bool {
	for w, m := range c.masks {
		if binary.LittleEndian.Uint64(b)&m != 0 {
			return false
		}
		b = b[c.bytes[w]:]
	}
	return true
}

// trail is the states of a breadth-first search in the order of their coming, of which the first may be dropped.
type trail struct {
	record
	pages [][]byte
	spare [][]byte
	kept  int // pages that are not dropped
	n     int
}

func (t *trail) push(st []uint64) {
	o := t.n & (pageSize - 1)
	if o == 0 {
		t.pages = append(t.pages, t.page())
	}
	t.store(t.pages[t.n>>pageBits][o*t.size:], st)
	t.n++
}

func (t *trail) page() []byte {
	t.kept++
	if n := len(t.spare); n > 0 {
		p := t.spare[n-1]
		t.spare = t.spare[:n-1]
		return p
	}
	return make([]byte, pageSize*t.size+recordSlack)
}

// at reads the state with this number.
func (t *trail) at(i int, st []uint64) {
	t.load(t.pages[i>>pageBits][i&(pageSize-1)*t.size:], st)
}

// drop forgets the states before i.
func (t *trail) drop(i int) {
	for p := i>>pageBits - 1; p >= 0 && t.pages[p] != nil; p-- {
		t.spare = append(t.spare, t.pages[p])
		t.pages[p] = nil
		t.kept--
	}
}

func (t *trail) bytes() int64 {
	return int64(t.kept+len(t.spare))*int64(pageSize*t.size+recordSlack) + 24*int64(len(t.pages))
}
