//go:build !js

package forks

import "math"

// A sweep searches a small subtree of a dive without a path. Its states wait at their forks. The states of one fork
// move together, one branch after the other, in a loop in which the processor has nothing to predict. If a state is a
// goal, the dive searches the subtree again. So plans and counts are those of a dive without sweeps.

// sweeps: small subtrees are swept.
const sweeps = true

const (
	fewSwept  = 1 << 14 // states of a sweep
	mostSwept = 1 << 21
)

// extent says which subtrees are swept.
type extent struct {
	narrow        int64 // those with less room
	broad         int64 // narrow stays below, because a sweep with that room was too large; 0: none was
	sweeps, swept int64 // number of sweeps and their states since the last look
	largest       int64 // states that a sweep may have
}

type sweep[W state] struct {
	extent
	waiting           [][]cell[W] // by number of the fork
	some, later, full []*fork[W]  // forks where states wait; full: where at least a bunch waits
	moving            [bunch]cell[W]
	states, cutOffs   int64  // of the sweep
	least             uint64 // the least over that is not negative
}

// resize lets larger subtrees be swept, if those since the last look were small.
func (d *sweep[W]) resize(f *follow[W]) {
	if f.sweeps && d.swept <= fewSwept*d.sweeps && (d.broad == 0 || d.narrow < d.broad-1) {
		d.narrow += 1 + d.narrow/8
	}
	d.sweeps, d.swept = 0, 0
}

// sweepBelow searches below s. It returns true if the dive must do so instead: there is a goal, or the subtree is too
// large.
func (d *dive[W]) sweepBelow(s W, room int64, c *fork[W]) bool {
	for len(d.waiting) < d.f.numbered {
		d.waiting = append(d.waiting, nil)
	}
	d.waiting[c.number] = append(d.waiting[c.number], cell[W]{s, uint64(^room)})
	d.some = append(d.some[:0], c)
	d.states, d.cutOffs, d.least = 0, 0, math.MaxUint64
	for len(d.some) > 0 {
		d.some, d.later = d.later[:0], d.some
		for _, c := range d.later {
			for ; c != nil; c = d.fullest() {
				if !d.leave(c) {
					d.abandon(room)
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
	d.sweeps++
	d.swept += d.states
	return false
}

// fullest removes the fork from full where a bunch waits since the shortest time. nil: there is none.
func (d *sweep[W]) fullest() (c *fork[W]) {
	if n := len(d.full) - 1; n >= 0 {
		c, d.full = d.full[n], d.full[:n]
	}
	return c
}

// leave makes all moves from a fork. It returns false if it finds a goal, or if the sweep becomes too large.
func (d *dive[W]) leave(c *fork[W]) bool {
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
func (d *dive[W]) move(st *branch[W], k int) {
	to := &d.waiting[st.to.number]
	before := len(*to)
	if cap(*to)-before < bunch {
		*to = append(make([]cell[W], 0, 2*(cap(*to)+bunch)), *to...)
	}
	var n int
	n, d.least = d.f.do.drive(st, &d.moving, (*[bunch]cell[W])((*to)[before:before+bunch]), k, d.least)
	*to = (*to)[:before+n]
	d.cutOffs += int64(k - n)
	switch {
	case before < bunch && before+n >= bunch:
		d.full = append(d.full, st.to)
	case before == 0 && n > 0:
		d.some = append(d.some, st.to)
	}
}

// abandon ends a sweep. From then on only subtrees with less room are swept.
func (d *sweep[W]) abandon(room int64) {
	for i := range d.waiting {
		d.waiting[i] = d.waiting[i][:0]
	}
	d.some, d.later, d.full = d.some[:0], d.later[:0], d.full[:0]
	d.narrow, d.broad = room, room+1
}

// cells returns the number of states for which there is memory.
func (d *sweep[W]) cells() (n int64) {
	for _, w := range d.waiting {
		n += int64(cap(w))
	}
	return n
}
