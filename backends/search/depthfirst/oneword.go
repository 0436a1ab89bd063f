// Code generated from visit.go.tmpl by go test -run TestVisit -update; DO NOT EDIT.

package depthfirst

import "github.com/pzc-lang/pzc/backends/search/estimate"

// holds1 reports whether the part of the guard is true that the list leaves open.
func holds1(st *branch[uint64], s uint64) bool {
	if s&st.mask != st.want {
		return false
	}
	if st.extra == nil {
		return true
	}
	for i := range st.extra.tests {
		t := &st.extra.tests[i]
		if k := t.at.Index1(s); t.allowed[k>>6]>>(k&63)&1 == 0 {
			return false
		}
	}
	return true
}

// apply1 returns the state that the move leads to, and its cost plus the rise of the heuristic's sum.
func apply1(st *branch[uint64], s uint64) (next uint64, spent int64) {
	e := &st.table[s>>(st.shift&63)&st.cut&(tableSize-1)]
	next, spent = s&st.keep|e.bits, e.spent
	if st.extra != nil {
		for i := range st.extra.tables {
			t := &st.extra.tables[i]
			e := &t.entries[t.at.Index1(s)]
			next |= e.bits
			spent += e.spent
		}
	}
	return next, spent
}

// moveAll1 makes a move in the first k states of in. It writes the successors within the bound to the first n of
// to. Each successor is written where the next one goes, if the bound cuts it off, so that nothing need be predicted.
// over is the least excess over the bound, if it is less than least.
func moveAll1(st *branch[uint64], in, to *[bunch]cell[uint64], k int, least uint64) (n int, over uint64) {
	table, at := st.table, uint8(0)
	_, _, _ = table[0], in[0], to[0] // these are not nil
	for i := range uint8(k) {
		s := in[i].s
		e := &table[s>>(st.shift&63)&st.cut&(tableSize-1)]
		over := in[i].over + uint64(e.spent)
		next := &to[at]
		next.s, next.over = s&st.keep|e.bits, over
		least = min(least, over)
		at += uint8(over >> 63)
	}
	return int(at), least
}

// goal1 reports whether one of the states is a goal.
func goal1(g *goalTest[uint64], in []cell[uint64]) bool {
	for i := range in {
		s := in[i].s
		if s&g.mask == g.want && reached1(g, s) {
			return true
		}
	}
	return false
}

// visit1 searches below s. The path may still rise by slack. It returns true if the search ends. The calls for the
// last four branches of a list stand apart, because the processor then predicts branches better.
func visit1(d *idaStar[uint64], s uint64, slack int64, c *successorList[uint64], depth int) bool {
	if mostShort > 0 {
		switch c.short {
		case 1:
			return short11(d, s, slack, c, depth)
		case 2:
			return short21(d, s, slack, c, depth)
		case 3:
			return short31(d, s, slack, c, depth)
		}
	}
	if batches && slack < d.narrow && !d.batchBelow(s, slack, c) {
		return false
	}
	if s&d.goal.mask == d.goal.want {
		if reached1(&d.goal, s) {
			d.path[depth], d.goalAt = s, depth
			return true
		}
	}
	if d.left--; d.left < 0 {
		d.left++
		if d.check(depth) != nothing {
			return true
		}
		d.left--
	}
	d.path[depth] = s
	if !c.plain {
		return visitAny1(d, s, slack, c, depth)
	}
	for i := range c.early {
		if try1(d, &c.early[i], s, slack, depth) {
			return true
		}
	}
	switch c.few {
	case 4:
		st := &c.last[0]
		if s&st.mask == st.want {
			e := &st.table[s>>(st.shift&63)&st.cut&(tableSize-1)]
			if left := slack - e.spent; left < 0 {
				d.cutOff(left)
			} else if visit1(d, s&st.keep|e.bits, left, st.to, depth+1) {
				return true
			}
		}
		fallthrough
	case 3:
		st := &c.last[1]
		if s&st.mask == st.want {
			e := &st.table[s>>(st.shift&63)&st.cut&(tableSize-1)]
			if left := slack - e.spent; left < 0 {
				d.cutOff(left)
			} else if visit1(d, s&st.keep|e.bits, left, st.to, depth+1) {
				return true
			}
		}
		fallthrough
	case 2:
		st := &c.last[2]
		if s&st.mask == st.want {
			e := &st.table[s>>(st.shift&63)&st.cut&(tableSize-1)]
			if left := slack - e.spent; left < 0 {
				d.cutOff(left)
			} else if visit1(d, s&st.keep|e.bits, left, st.to, depth+1) {
				return true
			}
		}
		fallthrough
	case 1:
		st := &c.last[3]
		if s&st.mask == st.want {
			e := &st.table[s>>(st.shift&63)&st.cut&(tableSize-1)]
			if left := slack - e.spent; left < 0 {
				d.cutOff(left)
			} else if visit1(d, s&st.keep|e.bits, left, st.to, depth+1) {
				return true
			}
		}
	}
	return false
}

// short11 is visit1 for a short list of length 1. What is left of the slack
// is computed for all branches first, because the processor then knows sooner which are cut off.
func short11(d *idaStar[uint64], s uint64, slack int64, c *successorList[uint64], depth int) bool {
	if batches && slack < d.narrow && !d.batchBelow(s, slack, c) {
		return false
	}
	if s&d.goal.mask == d.goal.want {
		if reached1(&d.goal, s) {
			d.path[depth], d.goalAt = s, depth
			return true
		}
	}
	if d.left--; d.left < 0 {
		d.left++
		if d.check(depth) != nothing {
			return true
		}
		d.left--
	}
	d.path[depth] = s
	st3 := &c.last[3]
	e3 := &st3.table[s>>(st3.shift&63)&st3.cut&(tableSize-1)]
	left3 := slack - e3.spent
	if left3 < 0 {
		d.cutOff(left3)
	} else {
		st, e, left := &c.last[3], e3, left3
		to, next := st.to, s&st.keep|e.bits
		switch to.short {
		case 1:
			if short11(d, next, left, to, depth+1) {
				return true
			}
		case 2:
			if short21(d, next, left, to, depth+1) {
				return true
			}
		case 3:
			if short31(d, next, left, to, depth+1) {
				return true
			}
		default:
			if visit1(d, next, left, to, depth+1) {
				return true
			}
		}
	}
	return false
}

// short21 is visit1 for a short list of length 2. What is left of the slack
// is computed for all branches first, because the processor then knows sooner which are cut off.
func short21(d *idaStar[uint64], s uint64, slack int64, c *successorList[uint64], depth int) bool {
	if batches && slack < d.narrow && !d.batchBelow(s, slack, c) {
		return false
	}
	if s&d.goal.mask == d.goal.want {
		if reached1(&d.goal, s) {
			d.path[depth], d.goalAt = s, depth
			return true
		}
	}
	if d.left--; d.left < 0 {
		d.left++
		if d.check(depth) != nothing {
			return true
		}
		d.left--
	}
	d.path[depth] = s
	st2 := &c.last[2]
	e2 := &st2.table[s>>(st2.shift&63)&st2.cut&(tableSize-1)]
	left2 := slack - e2.spent
	st3 := &c.last[3]
	e3 := &st3.table[s>>(st3.shift&63)&st3.cut&(tableSize-1)]
	left3 := slack - e3.spent
	if left2 < 0 {
		d.cutOff(left2)
	} else {
		st, e, left := &c.last[2], e2, left2
		to, next := st.to, s&st.keep|e.bits
		switch to.short {
		case 1:
			if short11(d, next, left, to, depth+1) {
				return true
			}
		case 2:
			if short21(d, next, left, to, depth+1) {
				return true
			}
		case 3:
			if short31(d, next, left, to, depth+1) {
				return true
			}
		default:
			if visit1(d, next, left, to, depth+1) {
				return true
			}
		}
	}
	if left3 < 0 {
		d.cutOff(left3)
	} else {
		st, e, left := &c.last[3], e3, left3
		to, next := st.to, s&st.keep|e.bits
		switch to.short {
		case 1:
			if short11(d, next, left, to, depth+1) {
				return true
			}
		case 2:
			if short21(d, next, left, to, depth+1) {
				return true
			}
		case 3:
			if short31(d, next, left, to, depth+1) {
				return true
			}
		default:
			if visit1(d, next, left, to, depth+1) {
				return true
			}
		}
	}
	return false
}

// short31 is visit1 for a short list of length 3. What is left of the slack
// is computed for all branches first, because the processor then knows sooner which are cut off.
func short31(d *idaStar[uint64], s uint64, slack int64, c *successorList[uint64], depth int) bool {
	if batches && slack < d.narrow && !d.batchBelow(s, slack, c) {
		return false
	}
	if s&d.goal.mask == d.goal.want {
		if reached1(&d.goal, s) {
			d.path[depth], d.goalAt = s, depth
			return true
		}
	}
	if d.left--; d.left < 0 {
		d.left++
		if d.check(depth) != nothing {
			return true
		}
		d.left--
	}
	d.path[depth] = s
	st1 := &c.last[1]
	e1 := &st1.table[s>>(st1.shift&63)&st1.cut&(tableSize-1)]
	left1 := slack - e1.spent
	st2 := &c.last[2]
	e2 := &st2.table[s>>(st2.shift&63)&st2.cut&(tableSize-1)]
	left2 := slack - e2.spent
	st3 := &c.last[3]
	e3 := &st3.table[s>>(st3.shift&63)&st3.cut&(tableSize-1)]
	left3 := slack - e3.spent
	if left1 < 0 {
		d.cutOff(left1)
	} else {
		st, e, left := &c.last[1], e1, left1
		to, next := st.to, s&st.keep|e.bits
		switch to.short {
		case 1:
			if short11(d, next, left, to, depth+1) {
				return true
			}
		case 2:
			if short21(d, next, left, to, depth+1) {
				return true
			}
		case 3:
			if short31(d, next, left, to, depth+1) {
				return true
			}
		default:
			if visit1(d, next, left, to, depth+1) {
				return true
			}
		}
	}
	if left2 < 0 {
		d.cutOff(left2)
	} else {
		st, e, left := &c.last[2], e2, left2
		to, next := st.to, s&st.keep|e.bits
		switch to.short {
		case 1:
			if short11(d, next, left, to, depth+1) {
				return true
			}
		case 2:
			if short21(d, next, left, to, depth+1) {
				return true
			}
		case 3:
			if short31(d, next, left, to, depth+1) {
				return true
			}
		default:
			if visit1(d, next, left, to, depth+1) {
				return true
			}
		}
	}
	if left3 < 0 {
		d.cutOff(left3)
	} else {
		st, e, left := &c.last[3], e3, left3
		to, next := st.to, s&st.keep|e.bits
		switch to.short {
		case 1:
			if short11(d, next, left, to, depth+1) {
				return true
			}
		case 2:
			if short21(d, next, left, to, depth+1) {
				return true
			}
		case 3:
			if short31(d, next, left, to, depth+1) {
				return true
			}
		default:
			if visit1(d, next, left, to, depth+1) {
				return true
			}
		}
	}
	return false
}

// try1 makes a move, if its guard holds and the bound allows it, and searches below.
func try1(d *idaStar[uint64], st *branch[uint64], s uint64, slack int64, depth int) bool {
	if !holds1(st, s) {
		return false
	}
	next, spent := apply1(st, s)
	left := slack - spent
	if left < 0 {
		d.cutOff(left)
		return false
	}
	return visit1(d, next, left, st.to, depth+1)
}

// visitAny1 tries the branches one by one.
func visitAny1(d *idaStar[uint64], s uint64, slack int64, c *successorList[uint64], depth int) bool {
	for i := range c.early {
		if try1(d, &c.early[i], s, slack, depth) {
			return true
		}
	}
	for i := len(c.last) - c.few; i < len(c.last); i++ {
		if try1(d, &c.last[i], s, slack, depth) {
			return true
		}
	}
	return false
}

// evaluate1 searches below a state of cost g, with an estimate that visit1 does not know.
func evaluate1(d *idaStar[uint64], s uint64, g int64, c *successorList[uint64], depth int) ending {
	if d.spreads {
		d.st[0] = s
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
	if reached1(&d.goal, s) {
		d.backwards = d.backwards[:0]
		return found
	}
	if d.left--; d.left < 0 {
		d.left = 0
		if e := d.check(depth); e != nothing {
			return e
		}
		d.left--
	}
	d.path[depth] = s
	for i := range c.early {
		if e := evaluateBranch1(d, &c.early[i], s, g, depth); e != nothing {
			return e
		}
	}
	for i := len(c.last) - c.few; i < len(c.last); i++ {
		if e := evaluateBranch1(d, &c.last[i&3], s, g, depth); e != nothing {
			return e
		}
	}
	return nothing
}

// evaluateBranch1 makes a move, if its guard holds, and searches below.
func evaluateBranch1(d *idaStar[uint64], st *branch[uint64], s uint64, g int64, depth int) ending {
	if !holds1(st, s) {
		return nothing
	}
	next, spent := apply1(st, s)
	if d.sums != nil {
		d.sums.move(&st.extra.changes, int(s>>(st.shift&63)&st.cut&(tableSize-1)), depth)
		for i := range st.extra.tables {
			t := &st.extra.tables[i]
			d.sums.more(t.moved, int(t.at.Index1(s)), depth)
		}
	}
	return d.back(evaluate1(d, next, g+spent, st.to, depth+1), &st.move)
}

// backtrack1 searches below s, backtracking.
func backtrack1(c *backtracker[uint64], s uint64, at *successorList[uint64]) ending {
	if reached1(&c.goal, s) {
		c.plan = c.plan[:0]
		return found
	}
	if c.left--; c.left < 0 {
		c.left = 0
		if e := c.check(); e != nothing {
			return e
		}
		c.left--
	}
	stuck := int64(1)
	for i := range at.early {
		st := &at.early[i]
		if s&st.mask == st.want &&
			(at.plain || holds1(st, s)) {
			stuck = 0
			next, _ := apply1(st, s)
			if e := backtrack1(c, next, st.to); e != nothing {
				return c.back(e, st.move)
			}
		}
	}
	for i := len(at.last) - at.few; i < len(at.last); i++ {
		st := &at.last[i&3]
		if s&st.mask == st.want &&
			(at.plain || holds1(st, s)) {
			stuck = 0
			next, _ := apply1(st, s)
			if e := backtrack1(c, next, st.to); e != nothing {
				return c.back(e, st.move)
			}
		}
	}
	c.stuck += stuck
	return nothing
}

// reached1 reports whether s is a goal.
func reached1(g *goalTest[uint64], s uint64) bool {
	if s&g.mask != g.want {
		return false
	}
	if g.direct {
		return true
	}
	g.st[0] = s
	return g.slow()
}
