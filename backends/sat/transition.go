package sat

import (
	"slices"
)

// transition follows moves from one set of states to another, both seen through pairs of facts. What it finds possible may
// not be; what it finds impossible is.
type transition struct {
	p     *problem
	q     *pairs   // scratch: the states in which the move at hand can be made
	still []uint64 // the facts of variables that the move does not write
	joint []int
	posts [][]int // by write: the facts that it may make true
}

func newTransition(p *problem) *transition {
	return &transition{p: p, q: newPairs(p), still: make([]uint64, (p.facts+63)/64)}
}

// maxJoint is the number of combinations that are looked at to relate two effects of a move.
const maxJoint = 1 << 14

// enter leaves in q the states of from in which a move can be made and leads into to (nil: anywhere), and reports whether
// there are any.
func (tr *transition) enter(o *op, from, to *pairs) bool {
	for _, s := range o.guard.sets {
		if !slices.ContainsFunc(from.alivePlaces(s.v), func(i int) bool { return s.ok[i] }) {
			return false
		}
	}
	tr.q.copyFrom(from)
	if !tr.q.keep(&o.guard) {
		return false
	}
	tr.mark(o)
	for i := range o.writes {
		tr.keepWrite(&o.writes[i], to)
	}
	if to == nil {
		return tr.q.prune()
	}
	tr.keepStill(to)
	if !tr.q.prune() {
		return false
	}
	for i := range o.writes {
		for j := range o.writes[:i] {
			tr.keepJoint(&o.writes[i], &o.writes[j], to)
		}
	}
	return tr.q.prune()
}

func (tr *transition) mark(o *op) {
	clear(tr.still)
	next := 0
	for _, w := range o.writes {
		setRange(tr.still, next, tr.p.off[w.v])
		next = tr.p.off[w.v+1]
	}
	setRange(tr.still, next, tr.p.facts)
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
	if w.table == nil {
		return
	}
	if to != nil && len(w.scope) <= 1 {
		tr.keepCopy(w, to)
		return
	}
	tr.q.filter(w.scope, func(facts []int) bool {
		f := tr.post(w, facts)
		if f < 0 || to == nil {
			return f >= 0
		}
		return to.alive(f) && !slices.ContainsFunc(facts, func(g int) bool { return tr.isStill(g) && !to.has(f, g) })
	})
}

// keepCopy handles a write that reads at most one variable: the facts that stay must go with what is written.
func (tr *transition) keepCopy(w *write, to *pairs) {
	tr.q.eachTuple(w.scope, func(facts []int, _ []uint64) {
		f := tr.post(w, facts)
		if f >= 0 && to.alive(f) && (len(facts) == 0 || !tr.isStill(facts[0]) || to.has(f, facts[0])) {
			tr.keepBeside(facts, to.row(f))
		} else if len(facts) == 0 {
			tr.q.clear()
		} else {
			tr.q.kill(facts[0])
		}
	})
}

// keepBeside keeps, beside the facts (one or none), of what the move does not write only what allowed has.
func (tr *transition) keepBeside(facts []int, allowed []uint64) {
	q := tr.q
	for w, still := range tr.still {
		var bad uint64
		if len(facts) == 1 {
			bad = q.row(facts[0])[w] & still &^ allowed[w]
		} else {
			bad = still &^ allowed[w]
		}
		for ; bad != 0; bad &= bad - 1 {
			g := w*64 + trailing(bad)
			if len(facts) == 1 {
				q.unset(facts[0], g)
			} else if q.alive(g) {
				q.kill(g)
			}
		}
	}
}

// keepStill drops the pairs of facts that stay and that to does not have.
func (tr *transition) keepStill(to *pairs) {
	q := tr.q
	for f := range tr.p.facts {
		if !tr.isStill(f) || !q.alive(f) {
			continue
		}
		if !to.alive(f) {
			q.kill(f)
			continue
		}
		row, allowed := q.row(f), to.row(f)
		for w, still := range tr.still {
			if bad := row[w] & still &^ allowed[w]; bad != 0 {
				row[w] &^= bad // to is symmetric, and so q stays it
				q.dirty = true
			}
		}
	}
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
		n := 0
		for f := tr.p.off[v]; f < tr.p.off[v+1]; f++ {
			if tr.q.alive(f) {
				n++
			}
		}
		if size *= n; size > maxJoint {
			return nil, false
		}
	}
	return scope, true
}

// leave adds to img the states that the move leads to from those in q.
func (tr *transition) leave(o *op, img *pairs) {
	q := tr.q
	for f := range tr.p.facts {
		if tr.isStill(f) && q.alive(f) {
			row, out := q.row(f), img.row(f)
			for w, still := range tr.still {
				out[w] |= row[w] & still
			}
		}
	}
	tr.posts = tr.posts[:0]
	for i := range o.writes {
		tr.posts = append(tr.posts, tr.leaveWrite(&o.writes[i], img))
	}
	for i := range o.writes {
		for j := range o.writes[:i] {
			tr.leaveJoint(o, i, j, img)
		}
	}
}

// leaveWrite relates what a write makes true to what stays, and lists it.
func (tr *transition) leaveWrite(w *write, img *pairs) []int {
	var posts []int
	add := func(f int, beside []uint64) {
		if !slices.Contains(posts, f) {
			posts = append(posts, f)
		}
		img.set(f, f)
		row := img.row(f)
		for i, still := range tr.still {
			for fresh := beside[i] & still &^ row[i]; fresh != 0; fresh &= fresh - 1 {
				if g := i*64 + trailing(fresh); tr.q.alive(g) {
					img.set(f, g)
				}
			}
		}
	}
	if w.table == nil {
		for f := tr.p.off[w.v]; f < tr.p.off[w.v+1]; f++ {
			add(f, tr.still)
		}
		return posts
	}
	tr.q.eachTuple(w.scope, func(facts []int, beside []uint64) {
		if f := tr.post(w, facts); f >= 0 {
			add(f, beside)
		}
	})
	return posts
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
	for _, f := range tr.posts[i] {
		for _, g := range tr.posts[j] {
			img.set(f, g)
		}
	}
}
