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

// visit1 searches below s. The path may still rise by slack. It returns true if the search ends.
func visit1(ida *idaStar[uint64], s uint64, slack int64, c *successorList[uint64], depth int) bool {
	if slack < ida.narrow && !ida.small.below(s, slack, c) {
		return false
	}
	if s&ida.goal.mask == ida.goal.want {
		if reached1(&ida.goal, s) {
			ida.path[depth], ida.goalAt = s, depth
			return true
		}
	}
	if ida.left--; ida.left < 0 {
		ida.left++
		if ida.check(depth) != nothing {
			return true
		}
		ida.left--
	}
	ida.path[depth] = s
	for i := range c.branches {
		st := &c.branches[i]
		if !c.plain {
			if try1(ida, st, s, slack, depth) {
				return true
			}
		} else if s&st.mask == st.want {
			e := &st.table[s>>(st.shift&63)&st.cut&(tableSize-1)]
			if left := slack - e.spent; left < 0 {
				ida.cutOff(left)
			} else if visit1(ida, s&st.keep|e.bits, left, st.to, depth+1) {
				return true
			}
		}
	}
	return false
}

// try1 makes a move, if its guard holds and the bound allows it, and searches below.
func try1(ida *idaStar[uint64], st *branch[uint64], s uint64, slack int64, depth int) bool {
	if !holds1(st, s) {
		return false
	}
	next, spent := apply1(st, s)
	left := slack - spent
	if left < 0 {
		ida.cutOff(left)
		return false
	}
	return visit1(ida, next, left, st.to, depth+1)
}

// evaluate1 searches below a state of cost g, with an estimate that visit1 does not know.
func evaluate1(ida *idaStar[uint64], s uint64, g int64, c *successorList[uint64], depth int) ending {
	if ida.spreads {
		ida.st[0] = s
	}
	h := ida.estimate(depth)
	if h >= estimate.Hopeless {
		ida.Counts.DeadEnds++
		ida.cuts++
		return nothing
	}
	if f := g + h; f > ida.bound {
		ida.next = min(ida.next, f)
		ida.cuts++
		return nothing
	}
	if ida.forbidden() {
		ida.cuts++
		return nothing
	}
	if reached1(&ida.goal, s) {
		ida.backwards = ida.backwards[:0]
		return found
	}
	if ida.left--; ida.left < 0 {
		ida.left = 0
		if e := ida.check(depth); e != nothing {
			return e
		}
		ida.left--
	}
	ida.path[depth] = s
	for i := range c.branches {
		if e := evaluateBranch1(ida, &c.branches[i], s, g, depth); e != nothing {
			return e
		}
	}
	return nothing
}

// evaluateBranch1 makes a move, if its guard holds, and searches below.
func evaluateBranch1(ida *idaStar[uint64], st *branch[uint64], s uint64, g int64, depth int) ending {
	if !holds1(st, s) {
		return nothing
	}
	next, spent := apply1(st, s)
	if ida.sums != nil {
		ida.sums.move(&st.extra.changes, int(s>>(st.shift&63)&st.cut&(tableSize-1)), depth)
		for i := range st.extra.tables {
			t := &st.extra.tables[i]
			ida.sums.more(t.moved, int(t.at.Index1(s)), depth)
		}
	}
	return ida.back(evaluate1(ida, next, g+spent, st.to, depth+1), &st.move)
}

// backtrack1 searches below s, backtracking.
func backtrack1(back *backtracker[uint64], s uint64, at *successorList[uint64]) ending {
	if reached1(&back.goal, s) {
		back.plan = back.plan[:0]
		return found
	}
	if back.left--; back.left < 0 {
		back.left = 0
		if e := back.check(); e != nothing {
			return e
		}
		back.left--
	}
	stuck := int64(1)
	for i := range at.branches {
		st := &at.branches[i]
		if s&st.mask == st.want &&
			(at.plain || holds1(st, s)) {
			stuck = 0
			next, _ := apply1(st, s)
			if e := backtrack1(back, next, st.to); e != nothing {
				return back.back(e, st.move)
			}
		}
	}
	back.stuck += stuck
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
