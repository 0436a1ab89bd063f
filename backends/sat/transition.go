package sat

import (
	"math/bits"
	"slices"
)

// transition follows moves from one set of states to another, both seen through pairs of facts. What it finds possible may
// not be; what it finds impossible is. A move mostly fixes some facts, and few others go with these: only their rows are looked at.
type transition struct {
	p     *problem
	q     *pairs   // scratch: the states in which the move at hand can be made
	facts []uint64 // scratch: the facts of q, at first
	still []uint64 // of the move at hand
	joint []int
	posts [][]uint64 // by write: the facts that it may make true
}

func newTransition(p *problem) *transition {
	words := (p.facts + 63) / 64
	return &transition{p: p, q: newPairs(p), facts: make([]uint64, words)}
}

// maxJoint is the number of combinations that are looked at to relate two effects of a move.
const maxJoint = 1 << 14

// enter leaves in q the states of from in which a move can be made and leads into to (nil: anywhere), and reports whether
// there are any.
func (tr *transition) enter(o *op, from, to *pairs) bool {
	tr.still = o.still
	if !tr.guarded(o, from) || !tr.settled(o, to) {
		return false
	}
	tr.q.restrict(from, tr.facts)
	if to != nil {
		tr.keepStill(to)
	}
	if !tr.q.prune() {
		return false
	}
	for i := range o.guard.rels {
		tr.q.keepRelation(&o.guard.rels[i])
	}
	for i := range o.writes {
		tr.keepWrite(&o.writes[i], to)
	}
	if to == nil || !tr.q.prune() {
		return tr.q.prune()
	}
	for i := range o.writes {
		for j := range o.writes[:i] {
			tr.keepJoint(&o.writes[i], &o.writes[j], to)
		}
	}
	return tr.q.prune()
}

// guarded finds the facts that go with what the guard says of single variables, and reports whether it leaves each of these a value.
func (tr *transition) guarded(o *op, from *pairs) bool {
	copy(tr.facts, from.on)
	for i := range o.guard.sets {
		s := &o.guard.sets[i]
		if len(s.at) == 1 {
			for w, word := range from.row(tr.p.fact(s.v, s.at[0])) {
				tr.facts[w] &= word
			}
		}
		for k, m := range tr.p.masks[s.v] {
			tr.facts[m.word] &^= m.bits &^ s.bits[k]
		}
		if count(tr.facts, tr.p.masks[s.v]) == 0 {
			return false
		}
	}
	return true
}

// concerned tells whether fresh has a pair of facts that goes with what the guard of a move says of single variables.
func (tr *transition) concerned(o *op, from, fresh *pairs) bool {
	if !tr.guarded(o, from) {
		return false
	}
	for w, word := range tr.facts {
		for word &= fresh.on[w]; word != 0; word &= word - 1 {
			for i, g := range fresh.row(w*64 + bits.TrailingZeros64(word)) {
				if g&tr.facts[i] != 0 {
					return true
				}
			}
		}
	}
	return false
}

// settled drops the facts that stay and do not go with what the move makes true in any case, and reports whether that is in to at all.
func (tr *transition) settled(o *op, to *pairs) bool {
	if to != nil {
		tr.leaveOut(to.on)
	}
	for i := range o.writes {
		w := &o.writes[i]
		if w.table == nil || len(w.scope) > 0 {
			continue
		}
		f := tr.post(w, nil)
		if f < 0 || to != nil && !to.alive(f) {
			return false
		}
		if to != nil {
			tr.leaveOut(to.row(f))
		}
	}
	return true
}

// leaveOut drops the facts that stay and are not among those that are allowed.
func (tr *transition) leaveOut(allowed []uint64) {
	for w, still := range tr.still {
		tr.facts[w] &^= still &^ allowed[w]
	}
}

func (tr *transition) isStill(f int) bool { return tr.still[f/64]>>(f%64)&1 != 0 }

// post is the fact that a write makes true, −1 if it cannot be made.
func (tr *transition) post(w *write, facts []int) int {
	at := 0
	for i, v := range w.scope {
		at = at*(tr.p.off[v+1]-tr.p.off[v]) + facts[i] - tr.p.off[v]
	}
	if place := w.table[at]; place >= 0 {
		return tr.p.fact(w.v, int(place))
	}
	return -1
}

// keepWrite drops the states in which a write leads out of the domain or out of to.
func (tr *transition) keepWrite(w *write, to *pairs) {
	switch {
	case w.table == nil, len(w.scope) == 0: // settled has looked at it
	case to != nil && len(w.scope) == 1:
		tr.keepCopy(w, to)
	default:
		tr.q.filter(w.scope, func(facts []int) bool {
			f := tr.post(w, facts)
			if f < 0 || to == nil {
				return f >= 0
			}
			return to.alive(f) && !slices.ContainsFunc(facts, func(g int) bool { return tr.isStill(g) && !to.has(f, g) })
		})
	}
}

// keepCopy handles a write that reads one variable: the facts that stay must go with what is written.
func (tr *transition) keepCopy(w *write, to *pairs) {
	q := tr.q
	q.eachTuple(w.scope, func(facts []int, _ []uint64) {
		g := facts[0]
		f := tr.post(w, facts)
		if f < 0 || !to.alive(f) || tr.isStill(g) && !to.has(f, g) {
			q.kill(g)
			return
		}
		row, allowed := q.row(g), to.row(f)
		for i, still := range tr.still {
			for bad := row[i] & still &^ allowed[i]; bad != 0; bad &= bad - 1 {
				q.unset(g, i*64+bits.TrailingZeros64(bad))
			}
		}
	})
}

// keepStill drops the pairs of facts that stay and that to does not have.
func (tr *transition) keepStill(to *pairs) {
	eachBit(tr.facts, func(f int) {
		if tr.isStill(f) {
			row, allowed := tr.q.row(f), to.row(f)
			for w, still := range tr.still {
				row[w] &^= still &^ allowed[w] // to is symmetric, and so q stays it
			}
		}
	})
}

// keepJoint drops the states in which two writes make facts true that to does not have together.
func (tr *transition) keepJoint(w1, w2 *write, to *pairs) {
	if w1.table == nil || w2.table == nil {
		return
	}
	scope, ok := tr.jointScope(w1, w2)
	if !ok {
		return
	}
	tr.q.filter(scope, func(facts []int) bool {
		f, g := tr.postOf(w1, scope, facts), tr.postOf(w2, scope, facts)
		return f >= 0 && g >= 0 && to.has(f, g)
	})
}

// postOf is post with the facts of a wider scope.
func (tr *transition) postOf(w *write, scope, facts []int) int {
	tr.joint = tr.joint[:0]
	for i, v := range scope {
		if slices.Contains(w.scope, v) {
			tr.joint = append(tr.joint, facts[i])
		}
	}
	return tr.post(w, tr.joint)
}

// jointScope is what two writes read together, if it is little.
func (tr *transition) jointScope(w1, w2 *write) ([]int, bool) {
	scope := slices.Concat(w1.scope, w2.scope)
	slices.Sort(scope)
	scope = slices.Compact(scope)
	size := 1
	for _, v := range scope {
		if size *= tr.q.places(v); size > maxJoint {
			return nil, false
		}
	}
	return scope, true
}

// leave adds to img the states that the move leads to from those in q.
func (tr *transition) leave(o *op, img *pairs) {
	eachBit(tr.q.on, func(f int) {
		if tr.isStill(f) {
			row, out := tr.q.row(f), img.row(f)
			for w, still := range tr.still {
				out[w] |= row[w] & still
			}
		}
	})
	for w, still := range tr.still {
		img.on[w] |= tr.q.on[w] & still
	}
	for i := range o.writes {
		if i == len(tr.posts) {
			tr.posts = append(tr.posts, make([]uint64, len(tr.still)))
		}
		clear(tr.posts[i])
		tr.leaveWrite(&o.writes[i], tr.posts[i], img)
	}
	for i := range o.writes {
		for j := range o.writes[:i] {
			tr.leaveJoint(o, i, j, img)
		}
	}
}

// leaveWrite relates what a write makes true to what stays, and notes it.
func (tr *transition) leaveWrite(w *write, posts []uint64, img *pairs) {
	add := func(f int, beside []uint64) {
		posts[f/64] |= 1 << (f % 64)
		for i, still := range tr.still {
			tr.facts[i] = beside[i] & still
		}
		img.add(f, tr.facts)
	}
	if w.table == nil {
		for f := tr.p.off[w.v]; f < tr.p.off[w.v+1]; f++ {
			add(f, tr.q.on)
		}
		return
	}
	tr.q.eachTuple(w.scope, func(facts []int, beside []uint64) {
		if f := tr.post(w, facts); f >= 0 {
			add(f, beside)
		}
	})
}

// leaveJoint relates what two writes make true.
func (tr *transition) leaveJoint(o *op, i, j int, img *pairs) {
	w1, w2 := &o.writes[i], &o.writes[j]
	if w1.table != nil && w2.table != nil {
		if scope, ok := tr.jointScope(w1, w2); ok {
			tr.q.eachTuple(scope, func(facts []int, _ []uint64) {
				f, g := tr.postOf(w1, scope, facts), tr.postOf(w2, scope, facts)
				if f >= 0 && g >= 0 {
					img.set(f, g)
				}
			})
			return
		}
	}
	eachBit(tr.posts[i], func(f int) {
		eachBit(tr.posts[j], func(g int) { img.set(f, g) })
	})
}
