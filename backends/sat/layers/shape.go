package layers

import "math/bits"

// Shape numbers the facts of some variables. A fact is a variable with one of its places: 0, 1, … for the values of its
// domain, in order.
type Shape struct {
	Facts  int
	off    []int        // by variable: its first fact; then the number of facts
	masks  [][]wordMask // by variable: the words and bits of its facts in a row
	fields fields
}

// NewShape returns the shape of variables with the given numbers of places.
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

// Fact returns the number of the fact that a variable has a place.
func (p *Shape) Fact(v, place int) int { return p.off[v] + place }

// size returns the number of places of a variable.
func (p *Shape) size(v int) int { return p.off[v+1] - p.off[v] }

// Sizes lists the numbers of places of some variables.
func (p *Shape) Sizes(vars []int) []int {
	out := make([]int, len(vars))
	for i, v := range vars {
		out[i] = p.size(v)
	}
	return out
}

// everyVariable reports whether a row has a fact of each variable.
func (p *Shape) everyVariable(row []uint64) bool {
	for w, top := range p.fields.top {
		// adding all ones below the top bit of a field carries into the top bit unless all bits below are 0
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

// fields are the facts of each variable as a part of a word of a row.
type fields struct {
	top, low []uint64 // by word: the last bit of each variable in the word, and the other bits
	split    []int    // variables whose facts lie in several words
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

// wordMask is the part of a variable's facts that lies in one word of a row.
type wordMask struct {
	word int
	bits uint64
}

// rangeMasks returns the words and bits of the facts lo ≤ f < hi.
func rangeMasks(lo, hi int) []wordMask {
	var out []wordMask
	for w := lo / 64; w*64 < hi; w++ {
		out = append(out, wordMask{w, rangeMask(w, lo, hi)})
	}
	return out
}

// Unwritten returns the row of the facts of all variables that the writes do not change.
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

// rangeMask returns the bits of word w that lie in lo ≤ i < hi.
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
