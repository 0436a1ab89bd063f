package layers

import (
	"math/bits"
	"slices"
)

// Pairs is a set of states, described by the pairs of facts that occur in them (Haslum and Geffner's h²). The set on
// holds the facts that may be true, and row f holds the facts that may be true together with f. Rows are symmetric.
// Among the facts of its own variable, row f holds only f. Rows of facts that are not in on are empty, or not used.
type Pairs struct {
	p     *Shape
	words int
	rows  []uint64 // words for each fact
	on    []uint64
	dirty bool // something was removed after the last prune

	seen  *Pairs // scratch space of filterWide
	tuple []int  // scratch space of eachTuple
}

func newPairs(p *Shape) *Pairs {
	w := (p.Facts + 63) / 64
	return &Pairs{p: p, words: w, rows: make([]uint64, w*p.Facts), on: make([]uint64, w)}
}

// Of returns the pairs of facts that occur in some states. A state is the places of the variables.
func Of(p *Shape, states [][]int) *Pairs {
	r := newPairs(p)
	for _, st := range states {
		for v, place := range st {
			r.add(p.Fact(v, place), nil)
		}
		for v, place := range st {
			for w := range v {
				r.set(p.Fact(v, place), p.Fact(w, st[w]))
			}
		}
	}
	return r
}

// allPairs returns the set of all states.
func allPairs(p *Shape) *Pairs {
	r := newPairs(p)
	setRange(r.on, 0, p.Facts)
	for v := range p.off[:len(p.off)-1] {
		for f := p.off[v]; f < p.off[v+1]; f++ {
			row := r.row(f)
			setRange(row, 0, p.off[v])
			setRange(row, p.off[v+1], p.Facts)
			row[f/64] |= 1 << (f % 64)
		}
	}
	return r
}

func (pairs *Pairs) row(f int) []uint64 {
	return pairs.rows[f*pairs.words : (f+1)*pairs.words : (f+1)*pairs.words]
}

// Has reports whether two facts may be true together.
func (pairs *Pairs) Has(f, g int) bool { return pairs.rows[f*pairs.words+g/64]>>(g%64)&1 != 0 }

// Alive reports whether a fact may be true.
func (pairs *Pairs) Alive(f int) bool { return pairs.on[f/64]>>(f%64)&1 != 0 }

// set adds a pair of facts that are in on.
func (pairs *Pairs) set(f, g int) {
	pairs.rows[f*pairs.words+g/64] |= 1 << (g % 64)
	pairs.rows[g*pairs.words+f/64] |= 1 << (f % 64)
}

func (pairs *Pairs) unset(f, g int) {
	pairs.dirty = true
	pairs.rows[f*pairs.words+g/64] &^= 1 << (g % 64)
	pairs.rows[g*pairs.words+f/64] &^= 1 << (f % 64)
}

// add adds a fact together with facts that are in on.
func (pairs *Pairs) add(f int, beside []uint64) {
	bit := uint64(1) << (f % 64)
	pairs.on[f/64] |= bit
	row := pairs.row(f)
	row[f/64] |= bit
	for w := range beside {
		fresh := beside[w] &^ row[w]
		row[w] |= fresh
		for ; fresh != 0; fresh &= fresh - 1 {
			pairs.rows[(w*64+bits.TrailingZeros64(fresh))*pairs.words+f/64] |= bit
		}
	}
}

// kill removes a fact.
func (pairs *Pairs) kill(f int) {
	pairs.dirty = true
	bit := uint64(1) << (f % 64)
	row := pairs.row(f)
	for w, word := range row {
		for ; word != 0; word &= word - 1 {
			pairs.rows[(w*64+bits.TrailingZeros64(word))*pairs.words+f/64] &^= bit
		}
		row[w] = 0
	}
	pairs.on[f/64] &^= bit
}

// Clone returns a copy of the set.
func (pairs *Pairs) Clone() *Pairs {
	return &Pairs{
		p: pairs.p, words: pairs.words, rows: slices.Clone(pairs.rows), on: slices.Clone(pairs.on), dirty: pairs.dirty,
	}
}

// restrict makes r the states of o that consist of the given facts, all of which are in o. It does not clear the rows
// of other facts.
func (pairs *Pairs) restrict(o *Pairs, facts []uint64) {
	copy(pairs.on, facts)
	for w, word := range facts {
		for ; word != 0; word &= word - 1 {
			f := w*64 + bits.TrailingZeros64(word)
			row := pairs.row(f)
			for i, x := range o.row(f) {
				row[i] = x & facts[i]
			}
		}
	}
	pairs.dirty = true
}

func (pairs *Pairs) clear() {
	eachBit(pairs.on, func(f int) { clear(pairs.row(f)) })
	clear(pairs.on)
	pairs.dirty = false
}

func (pairs *Pairs) equal(o *Pairs) bool {
	return slices.Equal(pairs.on, o.on) && slices.Equal(pairs.rows, o.rows)
}

// Intersect removes the facts and pairs that o does not have.
func (pairs *Pairs) Intersect(o *Pairs) {
	for i, w := range o.rows {
		pairs.rows[i] &= w
	}
	for i, w := range o.on {
		pairs.on[i] &= w
	}
	pairs.dirty = true
}

// unite adds the facts and pairs of o.
func (pairs *Pairs) unite(o *Pairs) {
	eachBit(o.on, func(f int) {
		row := pairs.row(f)
		for i, w := range o.row(f) {
			row[i] |= w
		}
	})
	for i, w := range o.on {
		pairs.on[i] |= w
	}
}

// gain adds the facts and pairs of o, and puts the new pairs into fresh. fresh need not be a set of states.
func (pairs *Pairs) gain(o, fresh *Pairs) {
	fresh.clear()
	eachBit(o.on, func(f int) {
		row, out := pairs.row(f), fresh.row(f)
		var some uint64
		for i, w := range o.row(f) {
			out[i] = w &^ row[i]
			row[i] |= w
			some |= out[i]
		}
		if some != 0 {
			fresh.on[f/64] |= 1 << (f % 64)
		}
	})
	for i, w := range o.on {
		pairs.on[i] |= w
	}
}

// Empty reports whether the set has no state.
func (pairs *Pairs) Empty() bool { return len(pairs.p.masks) > 0 && !some(pairs.on, pairs.p.masks[0]) }

// Count returns the number of places that a variable may have.
func (pairs *Pairs) Count(v int) int { return count(pairs.on, pairs.p.masks[v]) }

// Places lists the places that a variable may have, ascending.
func (pairs *Pairs) Places(v int) []int {
	var out []int
	for _, m := range pairs.p.masks[v] {
		for word := pairs.on[m.word] & m.bits; word != 0; word &= word - 1 {
			out = append(out, m.word*64+bits.TrailingZeros64(word)-pairs.p.off[v])
		}
	}
	return out
}

// Partners returns the number of places of a variable that may occur together with a fact.
func (pairs *Pairs) Partners(f, v int) int { return count(pairs.row(f), pairs.p.masks[v]) }

// prune removes facts that occur with no fact of some variable, until there are none. It returns false if no state is
// left.
func (pairs *Pairs) prune() bool {
	for pairs.dirty {
		pairs.dirty = false
		for w := range pairs.on {
			for word := pairs.on[w]; word != 0; word &= word - 1 {
				if f := w*64 + bits.TrailingZeros64(word); !pairs.complete(f) {
					pairs.kill(f)
				}
			}
		}
	}
	return !pairs.Empty()
}

// complete reports whether a fact may occur with a fact of each variable.
func (pairs *Pairs) complete(f int) bool { return pairs.p.everyVariable(pairs.row(f)) }

// keep removes states that violate the conditions on single variables and the relations of a condition. It returns
// false if no state is left.
func (pairs *Pairs) keep(c *Condition) bool {
	for _, s := range c.Sets {
		for i, ok := range s.Has {
			if f := pairs.p.Fact(s.V, i); !ok && pairs.Alive(f) {
				pairs.kill(f)
			}
		}
	}
	if !pairs.prune() {
		return false
	}
	for i := range c.Rels {
		pairs.keepRelation(&c.Rels[i])
	}
	return len(c.Rels) == 0 || pairs.prune()
}

func (pairs *Pairs) keepRelation(rel *Relation) {
	if rel.beside != nil {
		pairs.keepBeside(rel)
		return
	}
	sizes := pairs.p.Sizes(rel.Scope)
	place := make([]int, len(rel.Scope))
	pairs.filter(rel.Scope, func(facts []int) bool {
		for i, f := range facts {
			place[i] = f - pairs.p.off[rel.Scope[i]]
		}
		return rel.ok[Index(place, sizes)]
	})
}

// keepBeside is keepRelation for a relation of two variables.
func (pairs *Pairs) keepBeside(rel *Relation) {
	v, others := rel.Scope[0], pairs.p.masks[rel.Scope[1]]
	for _, m := range pairs.p.masks[v] {
		for word := pairs.on[m.word] & m.bits; word != 0; word &= word - 1 {
			f := m.word*64 + bits.TrailingZeros64(word)
			row, allowed := pairs.row(f), rel.beside[(f-pairs.p.off[v])*len(others):]
			for k, o := range others {
				for bad := row[o.word] & o.bits &^ allowed[k]; bad != 0; bad &= bad - 1 {
					pairs.unset(f, o.word*64+bits.TrailingZeros64(bad))
				}
			}
		}
	}
}

// filter removes the combinations of facts of some variables that are not allowed.
func (pairs *Pairs) filter(scope []int, allowed func(facts []int) bool) {
	switch len(scope) {
	case 0:
		if !allowed(nil) {
			pairs.clear()
		}
	case 1:
		pairs.eachTuple(scope, func(facts []int) {
			if !allowed(facts) {
				pairs.kill(facts[0])
			}
		})
	case 2:
		pairs.eachTuple(scope, func(facts []int) {
			if !allowed(facts) {
				pairs.unset(facts[0], facts[1])
			}
		})
	default:
		pairs.filterWide(scope, allowed)
	}
}

// filterWide is filter for more than two variables: it keeps the pairs that occur in an allowed combination.
func (pairs *Pairs) filterWide(scope []int, allowed func(facts []int) bool) {
	if pairs.seen == nil {
		pairs.seen = newPairs(pairs.p)
	}
	seen := pairs.seen
	clear(seen.on)
	eachBit(pairs.on, func(f int) { clear(seen.row(f)) })
	pairs.eachTuple(scope, func(facts []int) {
		if allowed(facts) {
			for i, f := range facts {
				seen.on[f/64] |= 1 << (f % 64)
				for _, g := range facts[:i] {
					seen.set(f, g)
				}
			}
		}
	})
	for i, v := range scope {
		for _, place := range pairs.Places(v) {
			f := pairs.p.Fact(v, place)
			if !seen.Alive(f) {
				pairs.kill(f)
				continue
			}
			for _, u := range scope[:i] {
				for _, m := range pairs.p.masks[u] {
					for bad := pairs.row(f)[m.word] & m.bits &^ seen.row(f)[m.word]; bad != 0; bad &= bad - 1 {
						pairs.unset(f, m.word*64+bits.TrailingZeros64(bad))
					}
				}
			}
		}
	}
}

// eachTuple visits the combinations of facts of some variables whose pairs are possible. visit must not keep the slice,
// and must not call eachTuple of r. It may remove facts from r; they may still be visited.
func (pairs *Pairs) eachTuple(scope []int, visit func(facts []int)) {
	if len(pairs.tuple) < len(scope) {
		pairs.tuple = make([]int, len(scope))
	}
	pairs.tuples(scope, 0, visit)
}

// tuples is eachTuple for the variables of the scope from number d on.
func (pairs *Pairs) tuples(scope []int, d int, visit func(facts []int)) {
	if d == len(scope) {
		visit(pairs.tuple[:d])
		return
	}
	for _, m := range pairs.p.masks[scope[d]] {
		word := pairs.on[m.word] & m.bits
		for _, f := range pairs.tuple[:d] {
			word &= pairs.rows[f*pairs.words+m.word]
		}
		for ; word != 0; word &= word - 1 {
			pairs.tuple[d] = m.word*64 + bits.TrailingZeros64(word)
			pairs.tuples(scope, d+1, visit)
		}
	}
}

// count returns the number of bits of a row inside the masks.
func count(row []uint64, masks []wordMask) int {
	n := 0
	for _, m := range masks {
		n += bits.OnesCount64(row[m.word] & m.bits)
	}
	return n
}

// some reports whether a row has a bit inside the masks.
func some(row []uint64, masks []wordMask) bool {
	var left uint64
	for _, m := range masks {
		left |= row[m.word] & m.bits
	}
	return left != 0
}

// eachBit visits the bits of a row.
func eachBit(row []uint64, visit func(f int)) {
	for w, word := range row {
		for ; word != 0; word &= word - 1 {
			visit(w*64 + bits.TrailingZeros64(word))
		}
	}
}

// Size returns the number of facts.
func (pairs *Pairs) Size() int {
	n := 0
	for _, word := range pairs.on {
		n += bits.OnesCount64(word)
	}
	return n
}
