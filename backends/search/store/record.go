package store

import (
	"encoding/binary"
	"math/bits"

	"github.com/pzc-lang/pzc/backends/search/packed"
)

// record is how states are kept in memory: each word of a state in as many bytes as its variables need.
type record struct {
	Size  int
	bytes []int    // by word: how many
	masks []uint64 // by word
}

func NewRecord(l *packed.Layout) record {
	c := record{bytes: make([]int, l.Words), masks: make([]uint64, l.Words)}
	for i := range l.Fields {
		f := &l.Fields[i]
		c.masks[f.Word] |= f.Mask << f.Shift
	}
	for w, m := range c.masks {
		c.bytes[w] = max(1, (bits.Len64(m)+7)/8)
		c.masks[w] = ^uint64(0) >> (64 - 8*c.bytes[w])
		c.Size += c.bytes[w]
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

// Trail is the states of a breadth-first search in the order of their coming, of which the first may be dropped.
type Trail struct {
	record
	pages pageList
	paths pageList // of each state a byte about the path to it; nothing before the first such byte that is not zero
	n     int
}

func NewTrail(r record) Trail {
	return Trail{record: r, pages: pageList{size: pageSize*r.Size + recordSlack}, paths: pageList{size: pageSize}}
}

func (t *Trail) Push(st []uint64, path uint8) {
	p, o := t.n>>pageBits, t.n&(pageSize-1)
	if o == 0 {
		t.pages.add(p)
	}
	t.store(t.pages.list[p][o*t.Size:], st)
	if path != 0 || len(t.paths.list) > 0 {
		if p >= len(t.paths.list) {
			t.paths.add(p)
		}
		t.paths.list[p][o] = path
	}
	t.n++
}

func (t *Trail) Len() int { return t.n }

// At reads the state with this number.
func (t *Trail) At(i int, st []uint64) {
	t.load(t.pages.list[i>>pageBits][i&(pageSize-1)*t.Size:], st)
}

// PathTo is the byte about the path to a state.
func (t *Trail) PathTo(i int) uint8 {
	p := i >> pageBits
	if p >= len(t.paths.list) || t.paths.list[p] == nil {
		return 0
	}
	return t.paths.list[p][i&(pageSize-1)]
}

// DropPaths forgets the bytes about paths of states before number i, but for some.
func (t *Trail) DropPaths(i int) { t.paths.drop(i >> pageBits) }

// DropStates forgets the states before number i, but for some.
func (t *Trail) DropStates(i int) { t.pages.drop(i >> pageBits) }

func (t *Trail) Bytes() int64 { return t.pages.bytes() + t.paths.bytes() }

// pageList is pages of one size, of which the first may be dropped. Dropped ones are used again.
type pageList struct {
	size  int
	list  [][]byte
	spare [][]byte
	kept  int
}

// add makes page p, behind all others.
func (l *pageList) add(p int) {
	for len(l.list) < p {
		l.list = append(l.list, nil)
	}
	l.kept++
	if n := len(l.spare); n > 0 {
		page := l.spare[n-1]
		l.spare = l.spare[:n-1]
		l.list = append(l.list, page)
		return
	}
	l.list = append(l.list, make([]byte, l.size))
}

// drop drops the pages before p.
func (l *pageList) drop(p int) {
	for p = min(p, len(l.list)) - 1; p >= 0 && l.list[p] != nil; p-- {
		l.spare = append(l.spare, l.list[p])
		l.list[p] = nil
		l.kept--
	}
}

func (l *pageList) bytes() int64 {
	return int64(l.kept+len(l.spare))*int64(l.size) + 24*int64(cap(l.list)+cap(l.spare))
}
