// Code generated from visit.go.tmpl by go test -run TestVisit -update; DO NOT EDIT.

package depthfirst

import "github.com/pzc-lang/pzc/backends/search/estimate"

// holdsWide reports whether the part of the guard is true that the list leaves open.
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

// applyWide returns the state that the move leads to, and its cost plus the rise of the heuristic's sum.
func applyWide(st *branch[wide], s wide) (next wide, spent int64) {
	e := &st.table[s.at(int(st.shift>>6))>>(st.shift&63)&st.cut&(tableSize-1)]
	next, spent = wide{
		a: s.a&st.keep.a | e.bits.a,
		b: s.b&st.keep.b | e.bits.b,
		c: s.c&st.keep.c | e.bits.c,
	}, e.spent
	if st.extra != nil {
		for i := range st.extra.tables {
			t := &st.extra.tables[i]
			e := &t.entries[s.indexOf(&t.at)]
			next.a |= e.bits.a
			next.b |= e.bits.b
			next.c |= e.bits.c
			spent += e.spent
		}
	}
	return next, spent
}

// moveAllWide makes a move in the first k states of in. It writes the successors within the bound to the first n of
// to. Each successor is written where the next one goes, if the bound cuts it off, so that nothing need be predicted.
// over is the least excess over the bound, if it is less than least.
func moveAllWide(st *branch[wide], in, to *[bunch]cell[wide], k int, least uint64) (n int, over uint64) {
	table, at := st.table, uint8(0)
	_, _, _ = table[0], in[0], to[0] // these are not nil
	for i := range uint8(k) {
		s := in[i].s
		e := &table[s.at(int(st.shift>>6))>>(st.shift&63)&st.cut&(tableSize-1)]
		over := in[i].over + uint64(e.spent)
		next := &to[at]
		next.s, next.over = wide{
			a: s.a&st.keep.a | e.bits.a,
			b: s.b&st.keep.b | e.bits.b,
			c: s.c&st.keep.c | e.bits.c,
		}, over
		least = min(least, over)
		at += uint8(over >> 63)
	}
	return int(at), least
}

// goalWide reports whether one of the states is a goal.
func goalWide(g *goalTest[wide], in []cell[wide]) bool {
	for i := range in {
		s := in[i].s
		if s.a&g.mask.a == g.want.a && s.b&g.mask.b == g.want.b && s.c&g.mask.c == g.want.c && reachedWide(g, s) {
			return true
		}
	}
	return false
}

// visitWide searches below s. The path may still rise by slack. It returns true if the search ends.
func visitWide(ida *idaStar[wide], s wide, slack int64, c *successorList[wide], depth int) bool {
	if slack < ida.narrow && !ida.small.below(s, slack, c) {
		return false
	}
	if s.a&ida.goal.mask.a == ida.goal.want.a && s.b&ida.goal.mask.b == ida.goal.want.b && s.c&ida.goal.mask.c == ida.goal.want.c {
		if reachedWide(&ida.goal, s) {
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
			if tryWide(ida, st, s, slack, depth) {
				return true
			}
		} else if s.a&st.mask.a == st.want.a && s.b&st.mask.b == st.want.b && s.c&st.mask.c == st.want.c {
			e := &st.table[s.at(int(st.shift>>6))>>(st.shift&63)&st.cut&(tableSize-1)]
			if left := slack - e.spent; left < 0 {
				ida.cutOff(left)
			} else if visitWide(ida, wide{
				a: s.a&st.keep.a | e.bits.a,
				b: s.b&st.keep.b | e.bits.b,
				c: s.c&st.keep.c | e.bits.c,
			}, left, st.to, depth+1) {
				return true
			}
		}
	}
	return false
}

// tryWide makes a move, if its guard holds and the bound allows it, and searches below.
func tryWide(ida *idaStar[wide], st *branch[wide], s wide, slack int64, depth int) bool {
	if !holdsWide(st, s) {
		return false
	}
	next, spent := applyWide(st, s)
	left := slack - spent
	if left < 0 {
		ida.cutOff(left)
		return false
	}
	return visitWide(ida, next, left, st.to, depth+1)
}

// evaluateWide searches below a state of cost g, with an estimate that visitWide does not know.
func evaluateWide(ida *idaStar[wide], s wide, g int64, c *successorList[wide], depth int) ending {
	if ida.spreads {
		s.spread(ida.st)
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
	if reachedWide(&ida.goal, s) {
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
		if e := evaluateBranchWide(ida, &c.branches[i], s, g, depth); e != nothing {
			return e
		}
	}
	return nothing
}

// evaluateBranchWide makes a move, if its guard holds, and searches below.
func evaluateBranchWide(ida *idaStar[wide], st *branch[wide], s wide, g int64, depth int) ending {
	if !holdsWide(st, s) {
		return nothing
	}
	next, spent := applyWide(st, s)
	if ida.sums != nil {
		ida.sums.move(&st.extra.changes, int(s.at(int(st.shift>>6))>>(st.shift&63)&st.cut&(tableSize-1)), depth)
		for i := range st.extra.tables {
			t := &st.extra.tables[i]
			ida.sums.more(t.moved, int(s.indexOf(&t.at)), depth)
		}
	}
	return ida.back(evaluateWide(ida, next, g+spent, st.to, depth+1), &st.move)
}

// backtrackWide searches below s, backtracking.
func backtrackWide(back *backtracker[wide], s wide, at *successorList[wide]) ending {
	if reachedWide(&back.goal, s) {
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
		if s.a&st.mask.a == st.want.a && s.b&st.mask.b == st.want.b && s.c&st.mask.c == st.want.c &&
			(at.plain || holdsWide(st, s)) {
			stuck = 0
			next, _ := applyWide(st, s)
			if e := backtrackWide(back, next, st.to); e != nothing {
				return back.back(e, st.move)
			}
		}
	}
	back.stuck += stuck
	return nothing
}

// reachedWide reports whether s is a goal.
func reachedWide(g *goalTest[wide], s wide) bool {
	if s.a&g.mask.a != g.want.a || s.b&g.mask.b != g.want.b || s.c&g.mask.c != g.want.c {
		return false
	}
	if g.direct {
		return true
	}
	s.spread(g.st)
	return g.slow()
}
