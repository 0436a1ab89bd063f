package layers

import "math/bits"

// Shape is the facts of some variables: a fact is a variable with one of its places.
type Shape struct {
	Facts  int
	off    []int        // by variable: its first fact; and the end
	masks  [][]wordMask // by variable: where its facts stand in a row of facts
	fields fields
}

// NewShape is that of variables with so many places each.
func NewShape(places []int) Shape {
	p := Shape{off: []int{0}}
	for v, n := range places {
		p.off = append(p.off, p.off[v]+n)
		p.masks = append(p.masks, rangeMasks(p.off[v], p.off[v+1]))
	}
	p.Facts = p.off[len(places)]
	p.fields = newFields(p.masks, (p.Facts+63)/64)
	return p
}

func (p *Shape) Fact(v, place int) int { return p.off[v] + place }

// size is the number of places of a variable.
func (p *Shape) size(v int) int { return p.off[v+1] - p.off[v] }

func (p *Shape) Sizes(vars []int) []int {
	out := make([]int, len(vars))
	for i, v := range vars {
		out[i] = p.size(v)
	}
	return out
}

// everyVariable tells whether each variable has one of some facts.
func (p *Shape) everyVariable(row []uint64) bool {
	for w, top := range p.fields.top {
		// adding all ones to what a field has below its top bit carries into the top bit unless that is nothing
		if x := row[w]; (x|((x&p.fields.low[w])+p.fields.low[w]))&top != top {
			return false
		}
	}
	for _, v := range p.fields.split {
		if !some(row, p.masks[v]) {
			return false
		}
	}
	return true
}

// fields are the variables as parts of the words of a row.
type fields struct {
	top, low []uint64 // by word: the last bit of each variable that lies in the word, and its other bits
	split    []int    // variables that lie in several words
}

func newFields(masks [][]wordMask, words int) fields {
	out := fields{top: make([]uint64, words), low: make([]uint64, words)}
	for v, m := range masks {
		if len(m) > 1 {
			out.split = append(out.split, v)
			continue
		}
		top := uint64(1) << (bits.Len64(m[0].bits) - 1)
		out.top[m[0].word] |= top
		out.low[m[0].word] |= m[0].bits &^ top
	}
	return out
}

// wordMask is a part of a variable's facts in a row.
type wordMask struct {
	word int
	bits uint64
}

// rangeMasks is where the facts lo ≤ f < hi stand in a row.
func rangeMasks(lo, hi int) []wordMask {
	var out []wordMask
	for w := lo / 64; w*64 < hi; w++ {
		out = append(out, wordMask{w, rangeMask(w, lo, hi)})
	}
	return out
}

// Unwritten is the facts of the variables to which no write belongs, as bits.
func (p *Shape) Unwritten(writes []Write) []uint64 {
	out, next := make([]uint64, (p.Facts+63)/64), 0
	for i := range writes {
		setRange(out, next, p.off[writes[i].V])
		next = p.off[writes[i].V+1]
	}
	setRange(out, next, p.Facts)
	return out
}

// setRange sets the bits lo ≤ i < hi.
func setRange(row []uint64, lo, hi int) {
	for w := lo / 64; w*64 < hi; w++ {
		row[w] |= rangeMask(w, lo, hi)
	}
}

// rangeMask is the bits of word w that lie in lo ≤ i < hi.
func rangeMask(w, lo, hi int) uint64 {
	m := ^uint64(0)
	if lo > w*64 {
		m <<= lo - w*64
	}
	if hi < (w+1)*64 {
		m &= 1<<(hi-w*64) - 1
	}
	return m
}
