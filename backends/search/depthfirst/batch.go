//go:build !js

package depthfirst

import "math"

// A batch search searches a small subtree without a path. Its states wait at their lists. The states of one list
// move together, one branch after the other, in a loop in which the processor has nothing to predict. If a state is a
// goal, idaStar searches the subtree again. So plans and counts are those of a search without batches.

// batches: small subtrees are searched by batches.
const batches = true

const (
	fewBatched  = 1 << 14 // states of a batch search
	mostBatched = 1 << 21
)

// extent says which subtrees are searched by batches.
type extent struct {
	narrow           int64 // those with less slack
	broad            int64 // narrow stays below, because a batch search with that slack was too large; 0: none was
	batches, batched int64 // number of batch searches and their states since the last check
	largest          int64 // states that a batch search may have
}

type batch[W state] struct {
	extent
	waiting           [][]cell[W]         // by number of the list
	some, later, full []*successorList[W] // lists where states wait; full: where at least a bunch waits
	moving            [bunch]cell[W]
	states, cutOffs   int64  // of the batch search
	least             uint64 // the least over that is not negative
}

// resize lets larger subtrees be searched by batches, if those since the last check were small.
func (d *batch[W]) resize(f *successorLists[W]) {
	if f.batches && d.batched <= fewBatched*d.batches && (d.broad == 0 || d.narrow < d.broad-1) {
		d.narrow += 1 + d.narrow/8
	}
	d.batches, d.batched = 0, 0
}

// batchBelow searches below s. It returns true if idaStar must do so instead: there is a goal, or the subtree is too
// large.
func (d *idaStar[W]) batchBelow(s W, slack int64, c *successorList[W]) bool {
	for len(d.waiting) < d.f.numbered {
		d.waiting = append(d.waiting, nil)
	}
	d.waiting[c.number] = append(d.waiting[c.number], cell[W]{s, uint64(^slack)})
	d.some = append(d.some[:0], c)
	d.states, d.cutOffs, d.least = 0, 0, math.MaxUint64
	for len(d.some) > 0 {
		d.some, d.later = d.later[:0], d.some
		for _, c := range d.later {
			for ; c != nil; c = d.fullest() {
				if !d.leave(c) {
					d.abandon(slack)
					return true
				}
			}
		}
	}
	if x := int64(d.least); x >= 0 {
		d.excess = max(d.excess, ^x)
	}
	d.left -= d.states
	d.cuts += d.cutOffs
	d.batches++
	d.batched += d.states
	return false
}

// fullest removes the list from full where a bunch waits since the shortest time. nil: there is none.
func (d *batch[W]) fullest() (c *successorList[W]) {
	if n := len(d.full) - 1; n >= 0 {
		c, d.full = d.full[n], d.full[:n]
	}
	return c
}

// leave makes all moves from a list. It returns false if it finds a goal, or if the batch search becomes too large.
func (d *idaStar[W]) leave(c *successorList[W]) bool {
	for len(d.waiting[c.number]) > 0 {
		in := &d.waiting[c.number]
		rest := max(0, len(*in)-(bunch-1))
		k := copy(d.moving[:], (*in)[rest:])
		*in = (*in)[:rest]
		if d.states += int64(k); d.states > d.largest || c.ends && d.f.do.goal(&d.goal, d.moving[:k]) {
			return false
		}
		for i := range c.early {
			d.move(&c.early[i], k)
		}
		for i := len(c.last) - c.few; i < len(c.last); i++ {
			d.move(&c.last[i], k)
		}
	}
	return true
}

// move makes one move in the first k states of moving.
func (d *idaStar[W]) move(st *branch[W], k int) {
	to := &d.waiting[st.to.number]
	before := len(*to)
	if cap(*to)-before < bunch {
		*to = append(make([]cell[W], 0, 2*(cap(*to)+bunch)), *to...)
	}
	var n int
	n, d.least = d.f.do.moveAll(st, &d.moving, (*[bunch]cell[W])((*to)[before:before+bunch]), k, d.least)
	*to = (*to)[:before+n]
	d.cutOffs += int64(k - n)
	switch {
	case before < bunch && before+n >= bunch:
		d.full = append(d.full, st.to)
	case before == 0 && n > 0:
		d.some = append(d.some, st.to)
	}
}

// abandon ends a batch search. From then on only subtrees with less slack are searched so.
func (d *batch[W]) abandon(slack int64) {
	for i := range d.waiting {
		d.waiting[i] = d.waiting[i][:0]
	}
	d.some, d.later, d.full = d.some[:0], d.later[:0], d.full[:0]
	d.narrow, d.broad = slack, slack+1
}

// cells returns the number of states for which there is memory.
func (d *batch[W]) cells() (n int64) {
	for _, w := range d.waiting {
		n += int64(cap(w))
	}
	return n
}
