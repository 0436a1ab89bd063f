package modelcount

import (
	"cmp"
	"slices"
)

// A residual learns from contradictions, like a solver (Marques-Silva and Sakallah, "GRASP", 1999). The learnt clause
// is that of the first unique implication point (Zhang, Madigan, Moskewicz and Malik, "Efficient conflict driven
// learning in a Boolean satisfiability solver", 2001). It follows from the whole formula. Only the last assumption is
// undone, because counting must come back to each of them.

// cause is why a literal became true: a clause, or the false literal of a clause of two literals, or neither for an
// assumption.
type cause struct {
	clause int32
	lit    code
}

var (
	assumed = cause{-1, -1}
	certain = cause{-1, -2} // it follows from the formula alone
)

// lesson is what a residual has learnt.
type lesson struct {
	plain     bool      // nothing is learnt
	given     int       // the number of clauses of the formula; later clauses are learnt
	pending   []int32   // learnt clauses that were not propagated since something was undone
	units     []code    // learnt clauses of one literal
	worth     []float64 // by learnt clause: how useful it was lately
	free      []int32   // numbers of clauses that were forgotten
	most      int       // learnt clauses that are kept
	kept      int
	step      float64 // by which the worth of a useful clause grows
	causes    []cause // by variable
	place     []int32 // by variable: its index on the trail
	assumedAt []int   // by assumption: its index on the trail
	dead      int     // the trail up to this index is contradictory; −1 if nothing is known to be
	conflict  []code  // a clause whose literals are all false

	// while a clause is learnt:
	seen        []bool // by variable: it is marked
	first, last int32  // the last and the first assumption, on the trail
	open        int    // literals after the last assumption that are to be explained
	draft       []code // literals from before the last assumption; the first place is for the one from after it
}

const (
	firstLearnt = 500      // clauses that are kept at first
	moreLearnt  = 20       // more clauses each time that half of them are forgotten
	longLearnt  = 12       // literals; longer clauses are used once
	worthStep   = 1 / 0.95 // later uses count more
	tooMuch     = 1e100
)

func newLesson(vars, clauses int) lesson {
	return lesson{
		given: clauses, most: firstLearnt, step: 1, dead: -1, causes: make([]cause, vars),
		place: make([]int32, vars), seen: make([]bool, vars),
	}
}

// assume makes a literal true and propagates. It returns false if that leads to a contradiction. Then a clause is
// learnt, and the literal is false or the assumptions before are contradictory.
func (r *residual) assume(l code) bool {
	for r.value[l] == 0 && r.alive() {
		start := len(r.trail)
		r.assumedAt = append(r.assumedAt, start)
		r.set(l, assumed)
		if r.close() {
			return true
		}
		if r.plain {
			r.undo(start)
			return false
		}
		r.learn()
		r.undo(start)
		r.settle()
	}
	return r.value[l] > 0 && r.alive()
}

// alive tells whether the assumptions are not known to be contradictory.
func (r *residual) alive() bool { return r.dead < 0 && !r.refuted }

// die marks the assumptions as contradictory until the last of them is undone.
func (r *residual) die() {
	if len(r.assumedAt) == 0 {
		r.refuted = true
		return
	}
	r.dead = r.assumedAt[len(r.assumedAt)-1]
}

// back undoes everything after the trail had the length mark, and propagates what was learnt. It returns false if that
// leads to a contradiction.
func (r *residual) back(mark int) bool {
	r.undo(mark)
	return r.settle()
}

// settle propagates what was learnt. It returns false if that leads to a contradiction.
func (r *residual) settle() bool {
	for i := 0; i < len(r.units) && r.alive(); i++ {
		r.follow(r.units[i], certain)
	}
	for len(r.pending) > 0 && r.alive() {
		id := r.pending[len(r.pending)-1]
		c := r.clauses[id]
		r.foremost(c, 0)
		if r.foremost(c, 1); r.value[c[0]] < 0 {
			r.die()
			break
		}
		r.pending = r.pending[:len(r.pending)-1]
		if len(c) <= longLearnt {
			r.watch(id)
		}
		if r.value[c[1]] < 0 {
			r.follow(c[0], cause{id, -1})
		}
	}
	return r.alive()
}

// follow makes a literal true and propagates.
func (r *residual) follow(l code, why cause) {
	switch v := r.value[l]; {
	case v < 0:
		r.die()
	case v == 0:
		if r.set(l, why); !r.close() {
			r.learn()
			r.die()
		}
	}
}

// foremost puts at index at the literal of a clause, from this index on, that is not false or became false last.
func (r *residual) foremost(c []code, at int) {
	best := at
	for i := at; i < len(c); i++ {
		switch l := c[i]; {
		case r.value[l] >= 0:
			c[at], c[i] = c[i], c[at]
			return
		case r.place[l.variable()] > r.place[c[best].variable()]:
			best = i
		}
	}
	c[at], c[best] = c[best], c[at]
}

// learn makes a clause of the contradiction after the last assumption.
func (r *residual) learn() {
	if len(r.assumedAt) == 0 {
		r.refuted = true
		return
	}
	r.last, r.first = int32(r.assumedAt[len(r.assumedAt)-1]), int32(r.assumedAt[0])
	r.draft, r.open = []code{-1}, 0
	for _, l := range r.conflict {
		r.note(l)
	}
	r.trace()
	c := r.draft
	if c[0] < 0 { // the last assumption is not needed
		c = c[1:]
	}
	r.draft = slices.Clone(c)
	c = slices.DeleteFunc(c, func(l code) bool { return l != r.draft[0] && r.superfluous(l) })
	for _, l := range r.draft {
		r.seen[l.variable()] = false
	}
	r.step *= worthStep
	r.add(c)
}

// trace goes back to the first unique implication point and puts its negation first.
func (r *residual) trace() {
	for i := len(r.trail) - 1; r.open > 0; i-- {
		l := r.trail[i]
		if !r.seen[l.variable()] {
			continue
		}
		if r.open--; r.open == 0 {
			r.draft[0] = l.not()
			return
		}
		r.seen[l.variable()] = false
		r.eachReason(l, r.note)
	}
}

// note marks a false literal as a part of the reason for the contradiction.
func (r *residual) note(l code) bool {
	v := l.variable()
	if r.seen[v] || r.place[v] < r.first {
		return true
	}
	r.seen[v] = true
	if r.place[v] >= r.last {
		r.open++
	} else {
		r.draft = append(r.draft, l)
	}
	return true
}

// superfluous tells whether a literal of a learnt clause follows from the others.
func (r *residual) superfluous(l code) bool {
	if r.causes[l.variable()] == assumed {
		return false
	}
	return r.eachReason(l.not(), func(q code) bool { return r.seen[q.variable()] || r.place[q.variable()] < r.first })
}

// eachReason visits the false literals that made a literal true, until visit returns false.
func (r *residual) eachReason(l code, visit func(code) bool) bool {
	why := r.causes[l.variable()]
	if why.clause < 0 {
		return why.lit < 0 || visit(why.lit)
	}
	r.credit(why.clause)
	for _, q := range r.clauses[why.clause] {
		if q != l && !visit(q) {
			return false
		}
	}
	return true
}

// credit notes that a clause was useful.
func (r *residual) credit(id int32) {
	i := int(id) - r.given
	if i < 0 {
		return
	}
	if r.worth[i] += r.step; r.worth[i] > tooMuch {
		for k := range r.worth {
			r.worth[k] /= tooMuch
		}
		r.step /= tooMuch
	}
}

// add keeps a learnt clause.
func (r *residual) add(c []code) {
	switch len(c) {
	case 0:
		r.refuted = true
		return
	case 1:
		r.units = append(r.units, c[0])
		return
	}
	if r.kept >= r.most {
		r.forget()
	}
	r.kept++
	if n := len(r.free); n > 0 {
		id := r.free[n-1]
		r.free = r.free[:n-1]
		r.clauses[id], r.worth[int(id)-r.given] = c, r.step
		r.pending = append(r.pending, id)
		return
	}
	r.pending = append(r.pending, int32(len(r.clauses)))
	r.clauses, r.worth = append(r.clauses, c), append(r.worth, r.step)
}

// forget drops the less useful half of the learnt clauses.
func (r *residual) forget() {
	needed := map[int32]bool{}
	for _, l := range r.trail {
		needed[r.causes[l.variable()].clause] = true
	}
	for _, id := range r.pending {
		needed[id] = true
	}
	var known []int32
	for i := range r.worth {
		if id := int32(r.given + i); r.clauses[id] != nil && !needed[id] && len(r.clauses[id]) > 2 {
			known = append(known, id)
		}
	}
	slices.SortStableFunc(known, func(a, b int32) int {
		return cmp.Compare(r.worth[int(a)-r.given],
			r.worth[int(b)-r.given])
	})
	for _, id := range known[:len(known)/2] {
		r.clauses[id] = nil
		r.free = append(r.free, id)
		r.kept--
	}
	for l, list := range r.watched {
		r.watched[l] = slices.DeleteFunc(list, func(id int32) bool { return r.clauses[id] == nil })
	}
	r.most += moreLearnt
}
