package breadthfirst

import (
	"encoding/binary"
	"math/bits"

	"github.com/pzc-lang/pzc/backends/search/packed"
)

// record is the form of a state in memory: each word takes as many bytes as its variables need.
type record struct {
	size   int
	widths []int    // by word: how many
	masks  []uint64 // by word
}

// newRecord returns the form of the states of a layout.
func newRecord(l *packed.Layout) record {
	c := record{widths: make([]int, l.Words), masks: make([]uint64, l.Words)}
	for i := range l.Fields {
		f := &l.Fields[i]
		c.masks[f.Word] |= f.Mask << f.Shift
	}
	for w, m := range c.masks {
		c.widths[w] = max(1, (bits.Len64(m)+7)/8)
		c.masks[w] = ^uint64(0) >> (64 - 8*c.widths[w])
		c.size += c.widths[w]
	}
	return c
}

// StateBytes returns the memory of a state of a layout in a hashSet or a queue.
func StateBytes(l *packed.Layout) int { return newRecord(l).size }

// recordSlack is the number of bytes that must follow the last record: words are read and written as 8 bytes.
const recordSlack = 8

// load reads the record at the start of b.
func (c *record) load(b []byte, st []uint64) {
	if len(st) == 1 {
		st[0] = binary.LittleEndian.Uint64(b) & c.masks[0]
		return
	}
	for w, m := range c.masks {
		st[w] = binary.LittleEndian.Uint64(b) & m
		b = b[c.widths[w]:]
	}
}

// store writes a record at the start of b. The bytes behind it stay as they are.
func (c *record) store(b []byte, st []uint64) {
	for w, m := range c.masks {
		rest := binary.LittleEndian.Uint64(b) &^ m
		binary.LittleEndian.PutUint64(b, rest|st[w])
		b = b[c.widths[w]:]
	}
}

// holds reports whether b begins with the record of st.
func (c *record) holds(b []byte, st []uint64) bool {
	for w, m := range c.masks {
		if binary.LittleEndian.Uint64(b)&m != st[w] {
			return false
		}
		b = b[c.widths[w]:]
	}
	return true
}

// empty reports whether b begins with a record of zeros.
func (c *record) empty(b []byte) bool {
	for w, m := range c.masks {
		if binary.LittleEndian.Uint64(b)&m != 0 {
			return false
		}
		b = b[c.widths[w]:]
	}
	return true
}

// A page of a queue has trailPage states.
const (
	trailBits = 13
	trailPage = 1 << trailBits
)

// queue is the list of the states of a breadth-first search, in the order in which they were seen. The first ones may
// be dropped.
type queue struct {
	record
	pages pageList
	n     int
}

// newQueue returns an empty queue of states of a form.
func newQueue(l *packed.Layout) queue {
	r := newRecord(l)
	return queue{record: r, pages: pageList{size: trailPage*r.size + recordSlack}}
}

// push appends a state.
func (t *queue) push(st []uint64) {
	p, o := t.n>>trailBits, t.n&(trailPage-1)
	if o == 0 {
		t.pages.add()
	}
	t.store(t.pages.list[p][o*t.size:], st)
	t.n++
}

// len returns the number of states, dropped states included.
func (t *queue) len() int { return t.n }

// at reads state i into st. State i must not have been dropped.
func (t *queue) at(i int, st []uint64) {
	t.load(t.pages.list[i>>trailBits][i&(trailPage-1)*t.size:], st)
}

// dropStates drops the states before state i, whole pages only.
func (t *queue) dropStates(i int) { t.pages.drop(i >> trailBits) }

// bytes returns the memory of the queue.
func (t *queue) bytes() int64 { return t.pages.bytes() }

// pageList is a list of pages of one size. The first ones may be dropped; their memory is used again.
type pageList struct {
	size  int
	list  [][]byte
	spare [][]byte
	kept  int
}

// add makes another page.
func (l *pageList) add() {
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
