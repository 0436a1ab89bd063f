package search

// What oneword.go has, for states of two words, which stay in registers. Every move writes both.

// index2 is the index of a branch's first table.
func index2(st *branch[two], s two) uint8 {
	w := s.lo
	if st.shift > 63 {
		w = s.hi
	}
	return uint8(w>>(st.shift&63)) & st.cut
}

// holds2 tells whether what the fork leaves open of the guard is true.
func holds2(st *branch[two], s two) bool {
	if s.lo&st.mask.lo != st.want.lo || s.hi&st.mask.hi != st.want.hi {
		return false
	}
	if st.extra == nil {
		return true
	}
	for i := range st.extra.tests {
		t := &st.extra.tests[i]
		if k := t.at.index2(s); t.allowed[k>>6]>>(k&63)&1 == 0 {
			return false
		}
	}
	return true
}

// apply2 is the state that the move leads to, the rise of the heuristic's sum, and that together with the cost.
func apply2(st *branch[two], s two) (next two, rise, spent int64) {
	e := &st.table[index2(st, s)]
	next, rise, spent = two{s.lo&st.keep.lo | e.bits.lo, s.hi&st.keep.hi | e.bits.hi}, int64(e.rise), int64(e.spent)
	if st.extra != nil {
		for i := range st.extra.tables {
			t := &st.extra.tables[i]
			e := &t.entries[t.at.index2(s)]
			next.lo |= e.bits.lo
			next.hi |= e.bits.hi
			rise += int64(e.rise)
			spent += int64(e.spent)
		}
	}
	return next, rise, spent
}

// visit2 searches below s, whose path may still rise by room, and whose heuristic's sum is sum.
func visit2(d *dive[two], s two, room, sum int64, c *fork[two], depth int) ending {
	if (sum == 0 || !d.atZero) && reached2(&d.goal, s) {
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
		return visitAny2(d, s, room, sum, c, depth)
	}
	for i := range c.early {
		if e := try2(d, &c.early[i], s, room, sum, depth); e != nothing {
			return e
		}
	}
	switch c.few {
	case 4:
		st := &c.last[0]
		if s.lo&st.mask.lo == st.want.lo && s.hi&st.mask.hi == st.want.hi {
			e := &st.table[index2(st, s)]
			if left := room - int64(e.spent); left < 0 {
				d.cutOff(left)
			} else if end := visit2(d, two{s.lo&st.keep.lo | e.bits.lo, s.hi&st.keep.hi | e.bits.hi}, left, sum+int64(e.rise), st.to, depth+1); end != nothing {
				return d.back(end, &st.move)
			}
		}
		fallthrough
	case 3:
		st := &c.last[1]
		if s.lo&st.mask.lo == st.want.lo && s.hi&st.mask.hi == st.want.hi {
			e := &st.table[index2(st, s)]
			if left := room - int64(e.spent); left < 0 {
				d.cutOff(left)
			} else if end := visit2(d, two{s.lo&st.keep.lo | e.bits.lo, s.hi&st.keep.hi | e.bits.hi}, left, sum+int64(e.rise), st.to, depth+1); end != nothing {
				return d.back(end, &st.move)
			}
		}
		fallthrough
	case 2:
		st := &c.last[2]
		if s.lo&st.mask.lo == st.want.lo && s.hi&st.mask.hi == st.want.hi {
			e := &st.table[index2(st, s)]
			if left := room - int64(e.spent); left < 0 {
				d.cutOff(left)
			} else if end := visit2(d, two{s.lo&st.keep.lo | e.bits.lo, s.hi&st.keep.hi | e.bits.hi}, left, sum+int64(e.rise), st.to, depth+1); end != nothing {
				return d.back(end, &st.move)
			}
		}
		fallthrough
	case 1:
		st := &c.last[3]
		if s.lo&st.mask.lo == st.want.lo && s.hi&st.mask.hi == st.want.hi {
			e := &st.table[index2(st, s)]
			if left := room - int64(e.spent); left < 0 {
				d.cutOff(left)
			} else if end := visit2(d, two{s.lo&st.keep.lo | e.bits.lo, s.hi&st.keep.hi | e.bits.hi}, left, sum+int64(e.rise), st.to, depth+1); end != nothing {
				return d.back(end, &st.move)
			}
		}
	}
	return nothing
}

func try2(d *dive[two], st *branch[two], s two, room, sum int64, depth int) ending {
	if !holds2(st, s) {
		return nothing
	}
	next, rise, spent := apply2(st, s)
	left := room - spent
	if left < 0 {
		d.cutOff(left)
		return nothing
	}
	return d.back(visit2(d, next, left, sum+rise, st.to, depth+1), &st.move)
}

// visitAny2 goes through the branches one by one.
func visitAny2(d *dive[two], s two, room, sum int64, c *fork[two], depth int) ending {
	for i := range c.early {
		if e := try2(d, &c.early[i], s, room, sum, depth); e != nothing {
			return e
		}
	}
	for i := len(c.last) - c.few; i < len(c.last); i++ {
		if e := try2(d, &c.last[i], s, room, sum, depth); e != nothing {
			return e
		}
	}
	return nothing
}

// probe2 goes on in a state at cost g, with an estimate that visit2 does not know.
func probe2(d *dive[two], s two, g int64, c *fork[two], depth int) ending {
	if d.spreads {
		d.st[0], d.st[1] = s.lo, s.hi
	}
	h := d.estimate(depth)
	if h >= hopeless {
		d.stats.DeadEnds++
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
	if reached2(&d.goal, s) {
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
		if e := probeBranch2(d, &c.early[i], s, g, depth); e != nothing {
			return e
		}
	}
	for i := len(c.last) - c.few; i < len(c.last); i++ {
		if e := probeBranch2(d, &c.last[i&3], s, g, depth); e != nothing {
			return e
		}
	}
	return nothing
}

// probeBranch2 makes a move, if it can be made.
func probeBranch2(d *dive[two], st *branch[two], s two, g int64, depth int) ending {
	if !holds2(st, s) {
		return nothing
	}
	next, _, spent := apply2(st, s)
	if d.sums != nil {
		d.sums.move(st.extra.moved, int(index2(st, s)), depth)
		for i := range st.extra.tables {
			t := &st.extra.tables[i]
			d.sums.more(t.moved, int(t.at.index2(s)), depth)
		}
	}
	return d.back(probe2(d, next, g+spent, st.to, depth+1), &st.move)
}

// climb2 searches below s, of two words.
func climb2(c *climb[two], s two, at *fork[two]) ending {
	if reached2(&c.goal, s) {
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
		if s.lo&st.mask.lo == st.want.lo && s.hi&st.mask.hi == st.want.hi && (at.plain || holds2(st, s)) {
			stuck = 0
			next, _, _ := apply2(st, s)
			if e := climb2(c, next, st.to); e != nothing {
				return c.back(e, st.move)
			}
		}
	}
	for i := len(at.last) - at.few; i < len(at.last); i++ {
		st := &at.last[i&3]
		if s.lo&st.mask.lo == st.want.lo && s.hi&st.mask.hi == st.want.hi && (at.plain || holds2(st, s)) {
			stuck = 0
			next, _, _ := apply2(st, s)
			if e := climb2(c, next, st.to); e != nothing {
				return c.back(e, st.move)
			}
		}
	}
	c.stuck += stuck
	return nothing
}

// reached2 is for states of two words.
func reached2(g *goalTest[two], s two) bool {
	if g.direct {
		return s.lo&g.mask.lo == g.want.lo && s.hi&g.mask.hi == g.want.hi
	}
	g.st[0], g.st[1] = s.lo, s.hi
	return g.slow()
}
