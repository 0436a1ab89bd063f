package layers

import (
	"math/bits"
	"slices"
)

// leave adds to img the states that the operation leads to from q.
func (tr *transition) leave(o *Op, img *Pairs) {
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
	for i := range o.Writes {
		if i == len(tr.posts) {
			tr.posts = append(tr.posts, make([]uint64, len(tr.still)))
		}
		clear(tr.posts[i])
		tr.leaveWrite(&o.Writes[i], tr.posts[i], img)
	}
	for i := range o.Writes {
		for j := range o.Writes[:i] {
			tr.leaveJoint(o, i, j, img)
		}
	}
}

// leaveWrite adds the facts that a write makes true, together with the facts that stay, and puts them into posts.
func (tr *transition) leaveWrite(w *Write, posts []uint64, img *Pairs) {
	add := func(f int, beside []uint64) {
		posts[f/64] |= 1 << (f % 64)
		for i, still := range tr.still {
			tr.facts[i] = beside[i] & still
		}
		img.add(f, tr.facts)
	}
	switch {
	case w.Table == nil:
		for f := tr.p.off[w.V]; f < tr.p.off[w.V+1]; f++ {
			add(f, tr.q.on)
		}
	case len(w.Scope) == 0:
		add(tr.post(w, 0), tr.q.on)
	case len(w.Scope) == 1:
		tr.eachPlace(w.Scope[0], func(place, g int) { add(tr.post(w, place), tr.q.row(g)) })
	default:
		beside := make([]uint64, len(tr.still))
		tr.q.eachTuple(w.Scope, func(facts []int) {
			f := tr.post(w, tr.entry(w, facts))
			if f < 0 {
				return
			}
			copy(beside, tr.q.row(facts[0]))
			for _, g := range facts[1:] {
				for i, row := range tr.q.row(g) {
					beside[i] &= row
				}
			}
			add(f, beside)
		})
	}
}

// eachPlace visits the places of a variable in q, with their facts.
func (tr *transition) eachPlace(v int, visit func(place, f int)) {
	for _, m := range tr.p.masks[v] {
		for word := tr.q.on[m.word] & m.bits; word != 0; word &= word - 1 {
			f := m.word*64 + bits.TrailingZeros64(word)
			visit(f-tr.p.off[v], f)
		}
	}
}

// leaveJoint adds the pairs of facts that two writes make true together.
func (tr *transition) leaveJoint(o *Op, i, j int, img *Pairs) {
	w1, w2 := &o.Writes[i], &o.Writes[j]
	if w1.Table != nil && w2.Table != nil {
		switch both := tr.jointOf(w1, w2); {
		case len(both.scope) == 0:
			img.set(tr.post(w1, 0), tr.post(w2, 0))
			return
		case len(both.scope) == 1:
			one, two := min(1, len(w1.Scope)), min(1, len(w2.Scope)) // 0 for a write that reads nothing
			tr.eachPlace(both.scope[0], func(place, _ int) { img.set(tr.post(w1, one*place), tr.post(w2, two*place)) })
			return
		case both.size(tr.q) <= maxJoint:
			tr.q.eachTuple(both.scope, func(facts []int) {
				f, g := tr.post(w1, both.entry(0, facts)), tr.post(w2, both.entry(1, facts))
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

// joint describes the variables that two writes read together.
type joint struct {
	p     *Shape
	scope []int
	at    [2][]int // by write: the numbers in scope of the variables that it reads
}

// jointOf is what two writes read together. The next call overwrites the result.
func (tr *transition) jointOf(w1, w2 *Write) *joint {
	j := &tr.joint
	j.p = tr.p
	j.scope = append(append(j.scope[:0], w1.Scope...), w2.Scope...)
	slices.Sort(j.scope)
	j.scope = slices.Compact(j.scope)
	for k, w := range [2]*Write{w1, w2} {
		j.at[k] = j.at[k][:0]
		for _, v := range w.Scope {
			j.at[k] = append(j.at[k], slices.Index(j.scope, v))
		}
	}
	return j
}

// size returns the number of combinations of what two writes read, or more than maxJoint.
func (j *joint) size(q *Pairs) int {
	size := 1
	for _, v := range j.scope {
		if size *= q.Count(v); size > maxJoint {
			break
		}
	}
	return size
}

// entry returns the index into the table of write k for facts of the joint scope.
func (j *joint) entry(k int, facts []int) int {
	at := 0
	for _, i := range j.at[k] {
		v := j.scope[i]
		at = at*(j.p.off[v+1]-j.p.off[v]) + facts[i] - j.p.off[v]
	}
	return at
}
