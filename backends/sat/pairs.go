package sat

import (
	"math/bits"
	"slices"
)

// pairs is a set of states seen through pairs of facts: row f holds the facts that may hold together with f; f itself is
// in its row if it may hold at all. It is symmetric, and no row has two facts of one variable but the row's own.
type pairs struct {
	p     *problem
	words int
	rows  []uint64 // words for each fact
	dirty bool     // something was taken out since prune last looked
}

func newPairs(p *problem) *pairs {
	w := (p.facts + 63) / 64
	return &pairs{p: p, words: w, rows: make([]uint64, w*p.facts)}
}

// allPairs holds every state.
func allPairs(p *problem) *pairs {
	r := newPairs(p)
	for v := range p.off[:len(p.off)-1] {
		for f := p.off[v]; f < p.off[v+1]; f++ {
			row := r.row(f)
			setRange(row, 0, p.off[v])
			setRange(row, p.off[v+1], p.facts)
			row[f/64] |= 1 << (f % 64)
		}
	}
	return r
}

func (r *pairs) row(f int) []uint64 { return r.rows[f*r.words : (f+1)*r.words : (f+1)*r.words] }

func (r *pairs) has(f, g int) bool { return r.rows[f*r.words+g/64]>>(g%64)&1 != 0 }

func (r *pairs) alive(f int) bool { return r.has(f, f) }

func (r *pairs) set(f, g int) {
	r.rows[f*r.words+g/64] |= 1 << (g % 64)
	r.rows[g*r.words+f/64] |= 1 << (f % 64)
}

func (r *pairs) unset(f, g int) {
	r.dirty = true
	r.rows[f*r.words+g/64] &^= 1 << (g % 64)
	r.rows[g*r.words+f/64] &^= 1 << (f % 64)
}

// kill takes a fact out of all states.
func (r *pairs) kill(f int) {
	r.dirty = true
	row := r.row(f)
	for w, word := range row {
		for word != 0 {
			g := w*64 + bits.TrailingZeros64(word)
			word &= word - 1
			r.rows[g*r.words+f/64] &^= 1 << (f % 64)
		}
		row[w] = 0
	}
}

func (r *pairs) clone() *pairs {
	return &pairs{p: r.p, words: r.words, rows: slices.Clone(r.rows), dirty: r.dirty}
}

func (r *pairs) copyFrom(o *pairs) {
	copy(r.rows, o.rows)
	r.dirty = o.dirty
}

func (r *pairs) clear() {
	clear(r.rows)
	r.dirty = false
}

func (r *pairs) equal(o *pairs) bool { return slices.Equal(r.rows, o.rows) }

// intersect keeps what both have.
func (r *pairs) intersect(o *pairs) {
	for i, w := range o.rows {
		r.rows[i] &= w
	}
	r.dirty = true
}

// unite adds what the other has, and tells whether anything was new.
func (r *pairs) unite(o *pairs) bool {
	var fresh uint64
	for i, w := range o.rows {
		fresh |= w &^ r.rows[i]
		r.rows[i] |= w
	}
	return fresh != 0
}

func (r *pairs) empty() bool {
	for f := range r.p.off[min(1, len(r.p.off)-1)] {
		if r.alive(f) {
			return false
		}
	}
	return true
}

// alivePlaces are the places that a variable may have.
func (r *pairs) alivePlaces(v int) []int {
	var out []int
	for f := r.p.off[v]; f < r.p.off[v+1]; f++ {
		if r.alive(f) {
			out = append(out, f-r.p.off[v])
		}
	}
	return out
}

// partners is the number of places of a variable that a fact may occur with.
func (r *pairs) partners(f, v int) int {
	n, row := 0, r.row(f)
	for _, m := range r.p.masks[v] {
		n += bits.OnesCount64(row[m.word] & m.bits)
	}
	return n
}

// prune takes out the facts that find no partner in some variable, until all have one. It reports whether any state is left.
func (r *pairs) prune() bool {
	for r.dirty {
		r.dirty = false
		for f := range r.p.facts {
			if r.alive(f) && !r.complete(f) {
				r.kill(f)
			}
		}
	}
	return !r.empty()
}

// complete tells whether a fact has a partner in every variable.
func (r *pairs) complete(f int) bool {
	row := r.row(f)
	for _, masks := range r.p.masks {
		var some uint64
		for _, m := range masks {
			some |= row[m.word] & m.bits
		}
		if some == 0 {
			return false
		}
	}
	return true
}

// wordMask is a part of a variable's facts in a row.
type wordMask struct {
	word int
	bits uint64
}

// rangeMasks is where the facts lo ≤ f < hi stand in a row.
func rangeMasks(lo, hi int) []wordMask {
	var out []wordMask
	for w := lo / 64; w*64 < hi; w++ {
		out = append(out, wordMask{w, rangeMask(w, lo, hi)})
	}
	return out
}

// keep applies a condition as far as it speaks of few variables, and reports whether any state is left.
func (r *pairs) keep(c *condition) bool {
	for _, s := range c.sets {
		for i, ok := range s.ok {
			if f := r.p.fact(s.v, i); !ok && r.alive(f) {
				r.kill(f)
			}
		}
	}
	if !r.prune() {
		return false
	}
	for i := range c.rels {
		r.keepRelation(&c.rels[i])
	}
	return len(c.rels) == 0 || r.prune()
}

func (r *pairs) keepRelation(rel *relation) {
	sizes := r.p.sizes(rel.scope)
	place := make([]int, len(rel.scope))
	r.filter(rel.scope, func(facts []int) bool {
		for i, f := range facts {
			place[i] = f - r.p.off[rel.scope[i]]
		}
		return rel.ok[index(place, sizes)]
	})
}

// filter keeps, of the combinations of values of some variables, those that are allowed.
func (r *pairs) filter(scope []int, allowed func(facts []int) bool) {
	switch len(scope) {
	case 0:
		if !allowed(nil) {
			r.clear()
		}
	case 1:
		r.eachTuple(scope, func(facts []int, _ []uint64) {
			if !allowed(facts) {
				r.kill(facts[0])
			}
		})
	case 2:
		r.eachTuple(scope, func(facts []int, _ []uint64) {
			if !allowed(facts) {
				r.unset(facts[0], facts[1])
			}
		})
	default:
		r.filterWide(scope, allowed)
	}
}

// filterWide keeps the pairs that occur in an allowed combination.
func (r *pairs) filterWide(scope []int, allowed func(facts []int) bool) {
	seen := newPairs(r.p)
	r.eachTuple(scope, func(facts []int, _ []uint64) {
		if allowed(facts) {
			for i, f := range facts {
				for _, g := range facts[:i+1] {
					seen.set(f, g)
				}
			}
		}
	})
	off := r.p.off
	for i, v := range scope {
		for f := off[v]; f < off[v+1]; f++ {
			if r.alive(f) && !seen.alive(f) {
				r.kill(f)
				continue
			}
			for _, w := range scope[:i] {
				for g := off[w]; g < off[w+1]; g++ {
					if r.has(f, g) && !seen.has(f, g) {
						r.unset(f, g)
					}
				}
			}
		}
	}
}

// eachTuple visits the combinations of values of some variables that are pairwise possible, with all facts that are
// possible beside each. Neither slice may be kept.
func (r *pairs) eachTuple(scope []int, visit func(facts []int, beside []uint64)) {
	beside := make([][]uint64, len(scope)+1)
	for i := range beside {
		beside[i] = make([]uint64, r.words)
	}
	for i := range beside[0] {
		beside[0][i] = ^uint64(0)
	}
	facts := make([]int, len(scope))
	var loop func(d int)
	loop = func(d int) {
		if d == len(scope) {
			visit(facts, beside[d])
			return
		}
		for f := r.p.off[scope[d]]; f < r.p.off[scope[d]+1]; f++ {
			if !r.alive(f) || beside[d][f/64]>>(f%64)&1 == 0 {
				continue
			}
			facts[d] = f
			for i, w := range r.row(f) {
				beside[d+1][i] = beside[d][i] & w
			}
			loop(d + 1)
		}
	}
	loop(0)
}

func (p *problem) sizes(vars []int) []int {
	out := make([]int, len(vars))
	for i, v := range vars {
		out[i] = len(p.domain(v))
	}
	return out
}

// setRange sets the bits lo ≤ i < hi.
func setRange(row []uint64, lo, hi int) {
	for w := lo / 64; w*64 < hi; w++ {
		row[w] |= rangeMask(w, lo, hi)
	}
}

// rangeMask is the bits of word w that lie in lo ≤ i < hi.
func rangeMask(w, lo, hi int) uint64 {
	m := ^uint64(0)
	if lo > w*64 {
		m <<= lo - w*64
	}
	if hi < (w+1)*64 {
		m &= 1<<(hi-w*64) - 1
	}
	return m
}

func trailing(word uint64) int { return bits.TrailingZeros64(word) }
