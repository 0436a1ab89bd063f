package breadthfirst

import (
	"math/bits"
	"slices"
	"sync/atomic"
)

// flood is a breadth-first search.
type flood struct {
	*Product
	by, against     *direction
	within          []uint64 // the states that it may reach; nil: all
	seen, now, next []uint64 // bits by number
	some, more      []bool   // by row: whether now and next have bits there
	touched         []bool   // by row
	layer, left     int64    // number of states that are now and that are not seen
	found           func(row int, fresh []uint64)
}

func (p *Product) newFlood(by, against *direction) flood {
	rows := len(p.rows.states)
	all := rows * p.words
	return flood{
		Product: p, by: by, against: against, left: int64(rows * len(p.columns.states)),
		seen: make([]uint64, all), now: make([]uint64, all), next: make([]uint64, all),
		some: make([]bool, rows), more: make([]bool, rows), touched: make([]bool, rows),
	}
}

// begin adds a state to those from which the search begins.
func (f *flood) begin(number uint64) {
	w, bit := number>>6, uint64(1)<<(number&63)
	if f.seen[w]&bit != 0 {
		return
	}
	f.seen[w] |= bit
	f.now[w] |= bit
	f.some[int(w)/f.words] = true
	f.layer++
	f.left--
}

// step replaces the layer by the next one.
func (f *flood) step() {
	clear(f.touched)
	for r, some := range f.some {
		if some {
			for _, w := range f.against.into(r) {
				f.touched[w.row] = true
			}
		}
	}
	pull := f.by.pull != nil && (f.by.push == nil || 2*f.layer > f.left)
	var states atomic.Int64
	f.each(func() func(r int) {
		rest := make([]uint64, f.words)
		return func(r int) {
			fresh := f.bits(f.next, r)
			if f.more[r] {
				clear(fresh)
				f.more[r] = false
			}
			if !f.touched[r] || !f.unseen(r, rest) {
				return
			}
			if pull {
				copy(fresh, rest)
				f.pull(r, rest)
				for w := range fresh {
					fresh[w] &^= rest[w]
				}
			} else {
				f.push(r, fresh)
				for w := range fresh {
					fresh[w] &= rest[w]
				}
			}
			if n := f.close(r, fresh); n > 0 {
				f.more[r] = true
				states.Add(n)
			}
		}
	})
	f.layer = states.Load()
	f.left -= f.layer
	f.now, f.next, f.some, f.more = f.next, f.now, f.more, f.some
}

// unseen writes the states of a row that are not seen. It reports whether there are any.
func (f *flood) unseen(r int, rest []uint64) bool {
	allowed, some := f.all, uint64(0)
	if f.within != nil {
		allowed = f.bits(f.within, r)
	}
	for w, seen := range f.bits(f.seen, r) {
		rest[w] = allowed[w] &^ seen
		some |= rest[w]
	}
	return some != 0
}

// push adds the successors in a row of the states that are now.
func (f *flood) push(r int, fresh []uint64) {
	for _, from := range f.by.into(r) {
		if !f.some[from.row] {
			continue
		}
		to := f.by.push[from.move]
		for w, set := range f.bits(f.now, int(from.row)) {
			part := to[w<<6:]
			for ; set != 0; set &= set - 1 {
				n := uint(part[bits.TrailingZeros64(set)])
				fresh[n>>6] |= 1 << (n & 63)
			}
		}
	}
}

// pull removes from the rest of a row the states to which a move leads from a state that is now.
func (f *flood) pull(r int, rest []uint64) {
	for _, from := range f.by.into(r) {
		if !f.some[from.row] {
			continue
		}
		now, back := f.bits(f.now, int(from.row)), f.by.pull[from.move]
		for w, set := range rest {
			part, hits := back[w<<6:], uint64(0)
			for ; set != 0; set &= set - 1 {
				k := bits.TrailingZeros64(set)
				n := uint(part[k])
				hits |= now[n>>6] >> (n & 63) & 1 << k
			}
			rest[w] &^= hits
		}
	}
}

// close notes the new states of a row, and returns their number.
func (f *flood) close(r int, fresh []uint64) (n int64) {
	for w, set := range f.bits(f.seen, r) {
		f.seen[r*f.words+w] = set | fresh[w]
		n += int64(bits.OnesCount64(fresh[w]))
	}
	if n > 0 && f.found != nil {
		f.found(r, fresh)
	}
	return n
}

// one returns the first state of the layer.
func (f *flood) one() uint64 {
	w := slices.IndexFunc(f.now, func(set uint64) bool { return set != 0 })
	return f.rows.states[w/f.words] | f.columns.states[w%f.words*64+bits.TrailingZeros64(f.now[w])]
}

// states returns the number of states seen.
func (f *flood) states() int64 { return int64(len(f.rows.states)*len(f.columns.states)) - f.left }
