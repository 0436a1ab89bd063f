package search

import (
	"math/bits"
	"slices"
)

// product counts the states of a Wide with parts by their distance from the starts, and makes no states. A state is a
// row and a column of a table of bits: the number of the values of some parts, and that of the others. A move leads all
// states of a row to one row, and changes columns in all rows alike. So the successors of a row lie in as many rows as
// there are moves, which stay in the cache of the processor.
type product struct {
	rows, columns   *axis
	words           int      // of a row, with a bit for each column
	seen, now, next []uint64 // sets of states
	layer, more     []int    // the rows in which now and next may have states
	touched         []bool   // by row: it is in more
	states          int      // in now
}

// axis is the values of some parts, numbered.
type axis struct {
	size   int
	starts []int
	to     [][]int // by move and number: the number that it leads to, -1 if it cannot be made
}

const (
	mostColumns  = 1 << 12
	mostRowMoves = 1 << 22
)

// newProduct is nil if the states have no parts, or if they take more than a number of bytes.
func newProduct(w *Wide, starts []uint64, most int) *product {
	if len(w.Parts) < 2 || len(starts) == 0 {
		return nil
	}
	var parts []*axis
	for _, mask := range w.Parts {
		parts = append(parts, newAxis(w, mask, starts))
	}
	slices.SortStableFunc(parts, func(a, b *axis) int { return a.size - b.size })
	columns, parts := parts[0], parts[1:]
	for len(parts) > 1 && columns.size*parts[0].size <= mostColumns {
		columns, parts = columns.times(parts[0]), parts[1:]
	}
	if columns.size > mostColumns {
		return nil
	}
	rows := parts[0]
	for _, p := range parts[1:] {
		if rows.size*p.size*len(w.Moves) > mostRowMoves {
			return nil
		}
		rows = rows.times(p)
	}
	p := &product{rows: rows, columns: columns, words: (columns.size + 63) / 64}
	n := rows.size * p.words
	if 8*(3*n+len(w.Moves)*(rows.size+columns.size)) > most {
		return nil
	}
	p.seen, p.now, p.next, p.touched = make([]uint64, n), make([]uint64, n), make([]uint64, n), make([]bool, rows.size)
	for i, r := range rows.starts {
		k := columns.starts[i]
		p.reach(r)[k>>6] |= 1 << (k & 63)
	}
	p.step()
	return p
}

func newAxis(w *Wide, mask uint64, starts []uint64) *axis {
	p := walk(w, mask, starts)
	a := &axis{size: len(p.states), to: p.next}
	for _, s := range starts {
		a.starts = append(a.starts, p.number[s&mask])
	}
	return a
}

// times is the axis of the pairs of values.
func (a *axis) times(b *axis) *axis {
	c := &axis{size: a.size * b.size, to: make([][]int, len(a.to))}
	for i, n := range a.starts {
		c.starts = append(c.starts, n*b.size+b.starts[i])
	}
	for m := range a.to {
		for _, n := range a.to[m] {
			for _, k := range b.to[m] {
				if n < 0 || k < 0 {
					c.to[m] = append(c.to[m], -1)
				} else {
					c.to[m] = append(c.to[m], n*b.size+k)
				}
			}
		}
	}
	return c
}

// count returns the numbers of states by distance, and why it had to end.
func (p *product) count(o *Options, st *Stats) (layers []int, why string) {
	for p.states > 0 {
		layers = append(layers, p.states)
		for _, r := range p.layer {
			if p.expand(r, o, st) {
				return layers, endedReason
			}
		}
		p.step()
	}
	return layers, ""
}

// expand adds the successors of the states of a row to next. It is true if the search has to end.
func (p *product) expand(r int, o *Options, st *Stats) bool {
	now := p.row(p.now, r)
	for m, to := range p.rows.to {
		if to[r] < 0 {
			continue
		}
		next, column := p.reach(to[r]), p.columns.to[m]
		for w, set := range now {
			for ; set != 0; set &= set - 1 {
				if k := column[w<<6|bits.TrailingZeros64(set)]; k >= 0 {
					next[k>>6] |= 1 << (k & 63)
				}
			}
		}
	}
	for _, set := range now {
		st.Expanded += bits.OnesCount64(set)
		if o.over(st) {
			return true
		}
	}
	clear(now)
	return false
}

// step makes the states of next that are new the layer.
func (p *product) step() {
	p.states = 0
	for _, r := range p.more {
		p.touched[r] = false
		seen, next := p.row(p.seen, r), p.row(p.next, r)
		for w := range next {
			next[w] &^= seen[w]
			seen[w] |= next[w]
			p.states += bits.OnesCount64(next[w])
		}
	}
	p.now, p.next, p.layer, p.more = p.next, p.now, p.more, p.layer[:0]
}

func (p *product) row(of []uint64, r int) []uint64 { return of[r*p.words : (r+1)*p.words] }

// reach is the row of next that a move leads to.
func (p *product) reach(r int) []uint64 {
	if !p.touched[r] {
		p.touched[r] = true
		p.more = append(p.more, r)
	}
	return p.row(p.next, r)
}
