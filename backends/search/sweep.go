package search

import "math"

// A sweep searches a small subtree of a dive without a path. Its states wait at their forks. The states of one fork move
// together, one branch after the other, in a loop in which the processor has nothing to predict. If a state is a goal,
// the dive searches the subtree again. The counts of both are the same, except in the subtree with the goal.

// cell is a state that waits. over is the cost and the heuristic's sum beyond the bound, minus 1: it is negative as long
// as the bound allows the state.
type cell[W state] struct {
	s    W
	over uint64
}

const (
	bunch     = 256     // more than the states that move together, so that a byte counts them
	fewSwept  = 1 << 14 // states of a sweep
	mostSwept = 1 << 21
)

type sweep[W state] struct {
	narrow, most int64       // subtrees with less room than narrow are swept; most bounds narrow, unless it is 0
	sweeps       int64       // since the last look
	swept        int64       // states
	waiting      [][]cell[W] // by number of the fork
	some, full   []*fork[W]  // forks where states wait, and where at least a bunch waits
	round        []*fork[W]
	moving       [bunch]cell[W]
}

// resize makes the subtrees larger that are swept, if they were small since the last look.
func (d *dive[W]) resize() {
	if d.f.sweeps && d.swept <= fewSwept*d.sweeps && (d.most == 0 || d.narrow < d.most) {
		d.narrow += 1 + d.narrow/8
	}
	d.sweeps, d.swept = 0, 0
}

// sweepBelow searches below s. It returns true if the dive must search there, because there is a goal or too much.
func (d *dive[W]) sweepBelow(s W, room int64, c *fork[W]) bool {
	for len(d.waiting) < d.f.numbered {
		d.waiting = append(d.waiting, nil)
	}
	d.waiting[c.number] = append(d.waiting[c.number], cell[W]{s, uint64(^room)})
	d.some = append(d.some[:0], c)
	t := trip{least: math.MaxUint64}
	for len(d.some) > 0 {
		d.some, d.round = d.round[:0], d.some
		for _, c := range d.round {
			for ok := d.leave(c, &t); ; ok = d.leave(c, &t) {
				if !ok {
					d.abandon(room)
					return true
				}
				n := len(d.full) - 1
				if n < 0 {
					break
				}
				c, d.full = d.full[n], d.full[:n]
			}
		}
	}
	if x := int64(t.least); x >= 0 {
		d.excess = max(d.excess, ^x)
	}
	d.left -= t.states
	d.cuts += t.cuts
	d.sweeps++
	d.swept += t.states
	return false
}

// trip holds the counts of a sweep.
type trip struct {
	states, cuts int64
	least        uint64 // over of the states beyond the bound
}

// leave makes all moves from a fork. It returns false if it finds a goal, or if the sweep becomes too large.
func (d *dive[W]) leave(c *fork[W], t *trip) bool {
	for {
		in := d.waiting[c.number]
		rest := max(0, len(in)-(bunch-1))
		k := copy(d.moving[:], in[rest:])
		if k == 0 {
			return true
		}
		d.waiting[c.number] = in[:rest]
		if t.states += int64(k); t.states > mostSwept || c.ends && d.f.do.goal(&d.goal, d.moving[:k]) {
			return false
		}
		for i := range c.early {
			d.move(&c.early[i], k, t)
		}
		for i := len(c.last) - c.few; i < len(c.last); i++ {
			d.move(&c.last[i], k, t)
		}
	}
}

// move makes one move in the first k states of moving.
func (d *dive[W]) move(st *branch[W], k int, t *trip) {
	to := &d.waiting[st.to.number]
	before := len(*to)
	if cap(*to)-before < bunch {
		*to = append(make([]cell[W], 0, 2*(cap(*to)+bunch)), *to...)
	}
	var n int
	n, t.least = d.f.do.drive(st, &d.moving, (*[bunch]cell[W])((*to)[before:before+bunch]), k, t.least)
	*to = (*to)[:before+n]
	t.cuts += int64(k - n)
	switch {
	case before < bunch && before+n >= bunch:
		d.full = append(d.full, st.to)
	case before == 0 && n > 0:
		d.some = append(d.some, st.to)
	}
}

// abandon empties the forks. From then on only smaller subtrees are swept.
func (d *dive[W]) abandon(room int64) {
	for i := range d.waiting {
		d.waiting[i] = d.waiting[i][:0]
	}
	d.some, d.full, d.round = d.some[:0], d.full[:0], d.round[:0]
	d.narrow, d.most = room, max(1, room)
}

func (s *sweep[W]) bytes() (n int64) {
	for _, w := range s.waiting {
		n += int64(cap(w)) * 16
	}
	return n
}
