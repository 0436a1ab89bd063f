// Code generated from forks.go.tmpl by go test -run TestForks -update; DO NOT EDIT.

package search

import (
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/packed"
)

// holdsWide reports whether the part of the guard is true that the fork leaves open.
func holdsWide(st *branch[packed.Wide], s packed.Wide) bool {
	if s.A&st.mask.A != st.want.A || s.B&st.mask.B != st.want.B || s.C&st.mask.C != st.want.C {
		return false
	}
	if st.extra == nil {
		return true
	}
	for i := range st.extra.tests {
		t := &st.extra.tests[i]
		if k := t.at.IndexWide(s); t.allowed[k>>6]>>(k&63)&1 == 0 {
			return false
		}
	}
	return true
}

// applyWide returns the state that the move leads to, the rise of the heuristic's sum, and that of the sum and the
// cost together.
func applyWide(st *branch[packed.Wide], s packed.Wide) (next packed.Wide, rise, spent int64) {
	e := &st.table[uint8(s.At(int(st.shift>>6))>>(st.shift&63))&st.cut]
	next, rise, spent = packed.Wide{
		A: s.A&st.keep.A | e.bits.A,
		B: s.B&st.keep.B | e.bits.B,
		C: s.C&st.keep.C | e.bits.C,
	}, int64(e.rise), int64(e.spent)
	if st.extra != nil {
		for i := range st.extra.tables {
			t := &st.extra.tables[i]
			e := &t.entries[t.at.IndexWide(s)]
			next.A |= e.bits.A
			next.B |= e.bits.B
			next.C |= e.bits.C
			rise += int64(e.rise)
			spent += int64(e.spent)
		}
	}
	return next, rise, spent
}

// visitWide searches below s. The path may still rise by room; sum is the heuristic's sum of s. The calls for the
// last four branches of a fork stand apart, because the processor then predicts branches better.
func visitWide(d *dive[packed.Wide], s packed.Wide, room, sum int64, c *fork[packed.Wide], depth int) ending {
	if (sum == 0 || !d.atZero) && reachedWide(&d.goal, s) {
		d.backwards = d.backwards[:0]
		return found
	}
	if d.left--; d.left < 0 {
		d.left = 0
		if e := d.look(depth); e != nothing {
			return e
		}
		d.left--
	}
	d.path[depth] = s
	if !c.plain {
		return visitAnyWide(d, s, room, sum, c, depth)
	}
	for i := range c.early {
		if e := tryWide(d, &c.early[i], s, room, sum, depth); e != nothing {
			return e
		}
	}
	switch c.few {
	case 4:
		st := &c.last[0]
		if s.A&st.mask.A == st.want.A && s.B&st.mask.B == st.want.B && s.C&st.mask.C == st.want.C {
			e := &st.table[uint8(s.At(int(st.shift>>6))>>(st.shift&63))&st.cut]
			if left := room - int64(e.spent); left < 0 {
				d.cutOff(left)
			} else if end := visitWide(
				d, packed.Wide{
					A: s.A&st.keep.A | e.bits.A,
					B: s.B&st.keep.B | e.bits.B,
					C: s.C&st.keep.C | e.bits.C,
				}, left, sum+int64(e.rise), st.to, depth+1,
			); end != nothing {
				return d.back(end, &st.move)
			}
		}
		fallthrough
	case 3:
		st := &c.last[1]
		if s.A&st.mask.A == st.want.A && s.B&st.mask.B == st.want.B && s.C&st.mask.C == st.want.C {
			e := &st.table[uint8(s.At(int(st.shift>>6))>>(st.shift&63))&st.cut]
			if left := room - int64(e.spent); left < 0 {
				d.cutOff(left)
			} else if end := visitWide(
				d, packed.Wide{
					A: s.A&st.keep.A | e.bits.A,
					B: s.B&st.keep.B | e.bits.B,
					C: s.C&st.keep.C | e.bits.C,
				}, left, sum+int64(e.rise), st.to, depth+1,
			); end != nothing {
				return d.back(end, &st.move)
			}
		}
		fallthrough
	case 2:
		st := &c.last[2]
		if s.A&st.mask.A == st.want.A && s.B&st.mask.B == st.want.B && s.C&st.mask.C == st.want.C {
			e := &st.table[uint8(s.At(int(st.shift>>6))>>(st.shift&63))&st.cut]
			if left := room - int64(e.spent); left < 0 {
				d.cutOff(left)
			} else if end := visitWide(
				d, packed.Wide{
					A: s.A&st.keep.A | e.bits.A,
					B: s.B&st.keep.B | e.bits.B,
					C: s.C&st.keep.C | e.bits.C,
				}, left, sum+int64(e.rise), st.to, depth+1,
			); end != nothing {
				return d.back(end, &st.move)
			}
		}
		fallthrough
	case 1:
		st := &c.last[3]
		if s.A&st.mask.A == st.want.A && s.B&st.mask.B == st.want.B && s.C&st.mask.C == st.want.C {
			e := &st.table[uint8(s.At(int(st.shift>>6))>>(st.shift&63))&st.cut]
			if left := room - int64(e.spent); left < 0 {
				d.cutOff(left)
			} else if end := visitWide(
				d, packed.Wide{
					A: s.A&st.keep.A | e.bits.A,
					B: s.B&st.keep.B | e.bits.B,
					C: s.C&st.keep.C | e.bits.C,
				}, left, sum+int64(e.rise), st.to, depth+1,
			); end != nothing {
				return d.back(end, &st.move)
			}
		}
	}
	return nothing
}

// tryWide makes a move, if its guard holds and the bound allows it, and searches below.
func tryWide(d *dive[packed.Wide], st *branch[packed.Wide], s packed.Wide, room, sum int64, depth int) ending {
	if !holdsWide(st, s) {
		return nothing
	}
	next, rise, spent := applyWide(st, s)
	left := room - spent
	if left < 0 {
		d.cutOff(left)
		return nothing
	}
	return d.back(visitWide(d, next, left, sum+rise, st.to, depth+1), &st.move)
}

// visitAnyWide tries the branches one by one.
func visitAnyWide(d *dive[packed.Wide], s packed.Wide, room, sum int64, c *fork[packed.Wide], depth int) ending {
	for i := range c.early {
		if e := tryWide(d, &c.early[i], s, room, sum, depth); e != nothing {
			return e
		}
	}
	for i := len(c.last) - c.few; i < len(c.last); i++ {
		if e := tryWide(d, &c.last[i], s, room, sum, depth); e != nothing {
			return e
		}
	}
	return nothing
}

// probeWide searches below a state of cost g, with an estimate that visitWide does not know.
func probeWide(d *dive[packed.Wide], s packed.Wide, g int64, c *fork[packed.Wide], depth int) ending {
	if d.spreads {
		s.Spread(d.st)
	}
	h := d.estimate(depth)
	if h >= estimate.Hopeless {
		d.Counts.DeadEnds++
		d.cuts++
		return nothing
	}
	if f := g + h; f > d.bound {
		d.next = min(d.next, f)
		d.cuts++
		return nothing
	}
	if d.forbidden() {
		d.cuts++
		return nothing
	}
	if reachedWide(&d.goal, s) {
		d.backwards = d.backwards[:0]
		return found
	}
	if d.left--; d.left < 0 {
		d.left = 0
		if e := d.look(depth); e != nothing {
			return e
		}
		d.left--
	}
	d.path[depth] = s
	for i := range c.early {
		if e := probeBranchWide(d, &c.early[i], s, g, depth); e != nothing {
			return e
		}
	}
	for i := len(c.last) - c.few; i < len(c.last); i++ {
		if e := probeBranchWide(d, &c.last[i&3], s, g, depth); e != nothing {
			return e
		}
	}
	return nothing
}

// probeBranchWide makes a move, if its guard holds, and searches below.
func probeBranchWide(d *dive[packed.Wide], st *branch[packed.Wide], s packed.Wide, g int64, depth int) ending {
	if !holdsWide(st, s) {
		return nothing
	}
	next, _, spent := applyWide(st, s)
	if d.sums != nil {
		d.sums.Move(st.extra.moved, int(uint8(s.At(int(st.shift>>6))>>(st.shift&63))&st.cut), depth)
		for i := range st.extra.tables {
			t := &st.extra.tables[i]
			d.sums.More(t.moved, int(t.at.IndexWide(s)), depth)
		}
	}
	return d.back(probeWide(d, next, g+spent, st.to, depth+1), &st.move)
}

// climbWide searches below s, backtracking.
func climbWide(c *climb[packed.Wide], s packed.Wide, at *fork[packed.Wide]) ending {
	if reachedWide(&c.goal, s) {
		c.plan = c.plan[:0]
		return found
	}
	if c.left--; c.left < 0 {
		c.left = 0
		if e := c.look(); e != nothing {
			return e
		}
		c.left--
	}
	stuck := int64(1)
	for i := range at.early {
		st := &at.early[i]
		if s.A&st.mask.A == st.want.A && s.B&st.mask.B == st.want.B && s.C&st.mask.C == st.want.C &&
			(at.plain || holdsWide(st, s)) {
			stuck = 0
			next, _, _ := applyWide(st, s)
			if e := climbWide(c, next, st.to); e != nothing {
				return c.back(e, st.move)
			}
		}
	}
	for i := len(at.last) - at.few; i < len(at.last); i++ {
		st := &at.last[i&3]
		if s.A&st.mask.A == st.want.A && s.B&st.mask.B == st.want.B && s.C&st.mask.C == st.want.C &&
			(at.plain || holdsWide(st, s)) {
			stuck = 0
			next, _, _ := applyWide(st, s)
			if e := climbWide(c, next, st.to); e != nothing {
				return c.back(e, st.move)
			}
		}
	}
	c.stuck += stuck
	return nothing
}

// reachedWide reports whether s is a goal.
func reachedWide(g *goalTest[packed.Wide], s packed.Wide) bool {
	if g.direct {
		return s.A&g.mask.A == g.want.A && s.B&g.mask.B == g.want.B && s.C&g.mask.C == g.want.C
	}
	s.Spread(g.st)
	return g.slow()
}
