// Code generated from forks.go.tmpl by go test -run TestForks -update; DO NOT EDIT.

package search

import "github.com/pzc-lang/pzc/backends/search/estimate"

// holdsWide reports whether the part of the guard is true that the fork leaves open.
func holdsWide(st *branch[wide], s wide) bool {
	if s.a&st.mask.a != st.want.a || s.b&st.mask.b != st.want.b || s.c&st.mask.c != st.want.c {
		return false
	}
	if st.extra == nil {
		return true
	}
	for i := range st.extra.tests {
		t := &st.extra.tests[i]
		if k := s.indexOf(&t.at); t.allowed[k>>6]>>(k&63)&1 == 0 {
			return false
		}
	}
	return true
}

// applyWide returns the state that the move leads to, the rise of the heuristic's sum, and that of the sum and the
// cost together.
func applyWide(st *branch[wide], s wide) (next wide, rise, spent int64) {
	e := &st.table[uint8(s.at(int(st.shift>>6))>>(st.shift&63))&st.cut]
	next, rise, spent = wide{
		a: s.a&st.keep.a | e.bits.a,
		b: s.b&st.keep.b | e.bits.b,
		c: s.c&st.keep.c | e.bits.c,
	}, int64(e.rise), int64(e.spent)
	if st.extra != nil {
		for i := range st.extra.tables {
			t := &st.extra.tables[i]
			e := &t.entries[s.indexOf(&t.at)]
			next.a |= e.bits.a
			next.b |= e.bits.b
			next.c |= e.bits.c
			rise += int64(e.rise)
			spent += int64(e.spent)
		}
	}
	return next, rise, spent
}

// visitWide searches below s. The path may still rise by room; sum is the heuristic's sum of s. The calls for the
// last four branches of a fork stand apart, because the processor then predicts branches better.
func visitWide(d *dive[wide], s wide, room, sum int64, c *fork[wide], depth int) ending {
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
		if s.a&st.mask.a == st.want.a && s.b&st.mask.b == st.want.b && s.c&st.mask.c == st.want.c {
			e := &st.table[uint8(s.at(int(st.shift>>6))>>(st.shift&63))&st.cut]
			if left := room - int64(e.spent); left < 0 {
				d.cutOff(left)
			} else if end := visitWide(
				d, wide{
					a: s.a&st.keep.a | e.bits.a,
					b: s.b&st.keep.b | e.bits.b,
					c: s.c&st.keep.c | e.bits.c,
				}, left, sum+int64(e.rise), st.to, depth+1,
			); end != nothing {
				return d.back(end, &st.move)
			}
		}
		fallthrough
	case 3:
		st := &c.last[1]
		if s.a&st.mask.a == st.want.a && s.b&st.mask.b == st.want.b && s.c&st.mask.c == st.want.c {
			e := &st.table[uint8(s.at(int(st.shift>>6))>>(st.shift&63))&st.cut]
			if left := room - int64(e.spent); left < 0 {
				d.cutOff(left)
			} else if end := visitWide(
				d, wide{
					a: s.a&st.keep.a | e.bits.a,
					b: s.b&st.keep.b | e.bits.b,
					c: s.c&st.keep.c | e.bits.c,
				}, left, sum+int64(e.rise), st.to, depth+1,
			); end != nothing {
				return d.back(end, &st.move)
			}
		}
		fallthrough
	case 2:
		st := &c.last[2]
		if s.a&st.mask.a == st.want.a && s.b&st.mask.b == st.want.b && s.c&st.mask.c == st.want.c {
			e := &st.table[uint8(s.at(int(st.shift>>6))>>(st.shift&63))&st.cut]
			if left := room - int64(e.spent); left < 0 {
				d.cutOff(left)
			} else if end := visitWide(
				d, wide{
					a: s.a&st.keep.a | e.bits.a,
					b: s.b&st.keep.b | e.bits.b,
					c: s.c&st.keep.c | e.bits.c,
				}, left, sum+int64(e.rise), st.to, depth+1,
			); end != nothing {
				return d.back(end, &st.move)
			}
		}
		fallthrough
	case 1:
		st := &c.last[3]
		if s.a&st.mask.a == st.want.a && s.b&st.mask.b == st.want.b && s.c&st.mask.c == st.want.c {
			e := &st.table[uint8(s.at(int(st.shift>>6))>>(st.shift&63))&st.cut]
			if left := room - int64(e.spent); left < 0 {
				d.cutOff(left)
			} else if end := visitWide(
				d, wide{
					a: s.a&st.keep.a | e.bits.a,
					b: s.b&st.keep.b | e.bits.b,
					c: s.c&st.keep.c | e.bits.c,
				}, left, sum+int64(e.rise), st.to, depth+1,
			); end != nothing {
				return d.back(end, &st.move)
			}
		}
	}
	return nothing
}

// tryWide makes a move, if its guard holds and the bound allows it, and searches below.
func tryWide(d *dive[wide], st *branch[wide], s wide, room, sum int64, depth int) ending {
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
func visitAnyWide(d *dive[wide], s wide, room, sum int64, c *fork[wide], depth int) ending {
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
func probeWide(d *dive[wide], s wide, g int64, c *fork[wide], depth int) ending {
	if d.spreads {
		s.spread(d.st)
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
func probeBranchWide(d *dive[wide], st *branch[wide], s wide, g int64, depth int) ending {
	if !holdsWide(st, s) {
		return nothing
	}
	next, _, spent := applyWide(st, s)
	if d.sums != nil {
		d.sums.move(st.extra.moved, int(uint8(s.at(int(st.shift>>6))>>(st.shift&63))&st.cut), depth)
		for i := range st.extra.tables {
			t := &st.extra.tables[i]
			d.sums.more(t.moved, int(s.indexOf(&t.at)), depth)
		}
	}
	return d.back(probeWide(d, next, g+spent, st.to, depth+1), &st.move)
}

// climbWide searches below s, backtracking.
func climbWide(c *climb[wide], s wide, at *fork[wide]) ending {
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
		if s.a&st.mask.a == st.want.a && s.b&st.mask.b == st.want.b && s.c&st.mask.c == st.want.c &&
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
		if s.a&st.mask.a == st.want.a && s.b&st.mask.b == st.want.b && s.c&st.mask.c == st.want.c &&
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
func reachedWide(g *goalTest[wide], s wide) bool {
	if g.direct {
		return s.a&g.mask.a == g.want.a && s.b&g.mask.b == g.want.b && s.c&g.mask.c == g.want.c
	}
	s.spread(g.st)
	return g.slow()
}
