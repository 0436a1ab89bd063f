package layers

import (
	"math/bits"
	"slices"
)

// transition computes preimages and images of sets of states under an operation. It never misses a state, but may find
// states that are impossible. Most operations fix some facts, and few facts occur with these; only the rows of these
// few facts are read.
type transition struct {
	p     *Shape
	q     *Pairs   // scratch space: the states in which the operation is applicable
	facts []uint64 // scratch space: the facts that q begins with
	still []uint64 // of the operation
	joint joint
	posts [][]uint64 // by write: the row of the facts that it may make true
}

func newTransition(p *Shape) *transition {
	words := (p.Facts + 63) / 64
	return &transition{p: p, q: newPairs(p), facts: make([]uint64, words)}
}

// maxJoint is the largest number of combinations that are computed to relate two effects of an operation.
const maxJoint = 1 << 14

// enter puts into q the states of from in which an operation is applicable and leads into to (nil: anywhere). It
// returns false if there are none.
func (tr *transition) enter(o *Op, from, to *Pairs) bool {
	tr.still = o.Still
	if !tr.guarded(o, from) || !tr.settled(o, to) || !tr.arrives(o, to) || !tr.p.everyVariable(tr.facts) {
		return false
	}
	if to == nil {
		tr.q.restrict(from, tr.facts)
	} else {
		tr.restrictStill(from, to)
	}
	if !tr.q.prune() {
		return false
	}
	for i := range o.Guard.Rels {
		tr.q.keepRelation(&o.Guard.Rels[i])
	}
	for i := range o.Writes {
		tr.keepWrite(&o.Writes[i], to)
	}
	if to == nil || !tr.q.prune() {
		return tr.q.prune()
	}
	for i := range o.Writes {
		for j := range o.Writes[:i] {
			tr.keepJoint(&o.Writes[i], &o.Writes[j], to)
		}
	}
	return tr.q.prune()
}

// guarded puts into facts what may occur with the guard's conditions on single variables. It returns false if a
// variable has no place left.
func (tr *transition) guarded(o *Op, from *Pairs) bool {
	copy(tr.facts, from.on)
	for i := range o.Guard.Sets {
		s := &o.Guard.Sets[i]
		if len(s.At) == 1 {
			for w, word := range from.row(tr.p.Fact(s.V, s.At[0])) {
				tr.facts[w] &= word
			}
		}
		for k, m := range tr.p.masks[s.V] {
			tr.facts[m.word] &^= m.bits &^ s.bits[k]
		}
		if !some(tr.facts, tr.p.masks[s.V]) {
			return false
		}
	}
	return true
}

// concerned reports whether fresh has a pair of facts that occurs with the guard's conditions on single variables.
func (tr *transition) concerned(o *Op, from, fresh *Pairs) bool {
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

// settled removes facts that stay but cannot occur with the facts that the operation certainly makes true. It returns
// false if these facts are not in to.
func (tr *transition) settled(o *Op, to *Pairs) bool {
	if to != nil {
		tr.leaveOut(to.on)
	}
	for i := range o.Writes {
		w := &o.Writes[i]
		if w.Table == nil || len(w.Scope) > 0 {
			continue
		}
		f := tr.post(w, 0)
		if f < 0 || to != nil && !tr.together(o.Writes[:i], f, to) {
			return false
		}
		if to != nil {
			tr.leaveOut(to.row(f))
		}
	}
	return true
}

// together reports whether a fact is in to, together with the facts that some writes make true in any case.
func (tr *transition) together(writes []Write, f int, to *Pairs) bool {
	if !to.Alive(f) {
		return false
	}
	for i := range writes {
		if w := &writes[i]; w.Table != nil && len(w.Scope) == 0 && !to.Has(f, tr.post(w, 0)) {
			return false
		}
	}
	return true
}

// leaveOut removes the facts that stay and are not in the row allowed.
func (tr *transition) leaveOut(allowed []uint64) {
	for w, still := range tr.still {
		tr.facts[w] &^= still &^ allowed[w]
	}
}

// arrives removes facts of a variable that a write reads alone, if what the write then makes true is not in to. It
// returns false if a variable has no fact left.
func (tr *transition) arrives(o *Op, to *Pairs) bool {
	for i := range o.Writes {
		w := &o.Writes[i]
		if w.Table == nil || len(w.Scope) != 1 {
			continue
		}
		v, left := w.Scope[0], false
		for _, m := range tr.p.masks[v] {
			for word := tr.facts[m.word] & m.bits; word != 0; word &= word - 1 {
				k := bits.TrailingZeros64(word)
				if tr.arrivesFrom(o, i, m.word*64+k-tr.p.off[v], to) {
					left = true
				} else {
					tr.facts[m.word] &^= 1 << k
				}
			}
		}
		if !left {
			return false
		}
	}
	return true
}

// arrivesFrom looks at one place of the only variable that write i reads. It reports whether to has the values that are
// made true together then: by write i, and by the other writes that read only this variable or none.
func (tr *transition) arrivesFrom(o *Op, i, place int, to *Pairs) bool {
	w := &o.Writes[i]
	f := tr.post(w, place)
	if f < 0 || to == nil {
		return f >= 0
	}
	if !tr.together(o.Writes, f, to) {
		return false
	}
	for j := range o.Writes[:i] {
		if x := &o.Writes[j]; x.Table != nil && len(x.Scope) == 1 && x.Scope[0] == w.Scope[0] {
			if g := tr.post(x, place); g < 0 || !to.Has(f, g) {
				return false
			}
		}
	}
	return true
}

func (tr *transition) isStill(f int) bool { return tr.still[f/64]>>(f%64)&1 != 0 }

// post returns the fact that a write makes true at an entry of its table, −1 if the operation is not applicable there.
func (tr *transition) post(w *Write, at int) int {
	if place := w.Table[at]; place >= 0 {
		return tr.p.off[w.V] + int(place)
	}
	return -1
}

// entry returns the index into a write's table for facts of the variables in its scope.
func (tr *transition) entry(w *Write, facts []int) int {
	at := 0
	for i, v := range w.Scope {
		at = at*(tr.p.off[v+1]-tr.p.off[v]) + facts[i] - tr.p.off[v]
	}
	return at
}

// keepWrite removes the states in which a write leads out of the domain or out of to.
func (tr *transition) keepWrite(w *Write, to *Pairs) {
	switch {
	case w.Table == nil, len(w.Scope) == 0: // settled has checked these
	case len(w.Scope) == 1:
		if to != nil { // otherwise arrives has checked them
			tr.keepCopy(w, to)
		}
	default:
		tr.q.filter(w.Scope, func(facts []int) bool {
			f := tr.post(w, tr.entry(w, facts))
			if f < 0 || to == nil {
				return f >= 0
			}
			return to.Alive(f) && !slices.ContainsFunc(facts,
				func(g int) bool { return tr.isStill(g) && !to.Has(f, g) })
		})
	}
}

// keepCopy is keepWrite for a write that reads one variable: the facts that stay must occur with the new value.
func (tr *transition) keepCopy(w *Write, to *Pairs) {
	q, v := tr.q, w.Scope[0]
	for _, m := range tr.p.masks[v] {
		for word := q.on[m.word] & m.bits; word != 0; word &= word - 1 {
			g := m.word*64 + bits.TrailingZeros64(word)
			f := tr.post(w, g-tr.p.off[v])
			if tr.isStill(g) && !to.Has(f, g) {
				q.kill(g)
				continue
			}
			row, allowed := q.row(g), to.row(f)
			for i, still := range tr.still {
				for bad := row[i] & still &^ allowed[i]; bad != 0; bad &= bad - 1 {
					q.unset(g, i*64+bits.TrailingZeros64(bad))
				}
			}
		}
	}
}

// restrictStill restricts q to facts, and removes the pairs of facts that stay and are not in to.
func (tr *transition) restrictStill(from, to *Pairs) {
	q, facts := tr.q, tr.facts
	copy(q.on, facts)
	for w, word := range facts {
		for ; word != 0; word &= word - 1 {
			f := w*64 + bits.TrailingZeros64(word)
			row, here := q.row(f), from.row(f)
			if !tr.isStill(f) {
				for i := range row {
					row[i] = here[i] & facts[i]
				}
				continue
			}
			for i, allowed := range to.row(f) { // q is symmetric because to is
				row[i] = here[i] & facts[i] &^ (tr.still[i] &^ allowed)
			}
		}
	}
	q.dirty = true
}

// keepJoint removes the states in which two writes make facts true that do not occur together in to.
func (tr *transition) keepJoint(w1, w2 *Write, to *Pairs) {
	if w1.Table == nil || w2.Table == nil || len(w1.Scope)+len(w2.Scope) == 0 {
		return
	}
	j := tr.jointOf(w1, w2)
	if len(j.scope) == 1 || j.size(tr.q) > maxJoint { // arrives has checked writes that read one variable
		return
	}
	tr.q.filter(j.scope, func(facts []int) bool {
		f, g := tr.post(w1, j.entry(0, facts)), tr.post(w2, j.entry(1, facts))
		return f >= 0 && g >= 0 && to.Has(f, g)
	})
}
