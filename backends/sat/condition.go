package sat

import (
	"slices"

	"github.com/pzc-lang/pzc/task"
)

// condition is a conjunction.
type condition struct {
	sets []valueSet  // of one variable each, in their order
	rels []relation  // what some of rest say, for the layers
	rest []task.Expr // the conjuncts that read more than one variable
}

// valueSet allows a variable certain places of its domain.
type valueSet struct {
	v    int
	ok   []bool
	at   []int    // the places that are allowed
	bits []uint64 // the facts that are allowed, as masks of the variable
}

// newSet is a set of values, ready for the layers.
func (p *shape) newSet(v int, ok []bool) valueSet {
	s := valueSet{v: v, ok: ok, bits: make([]uint64, len(p.masks[v]))}
	for i, allowed := range ok {
		if f := p.fact(v, i); allowed {
			s.at = append(s.at, i)
			s.bits[f/64-p.masks[v][0].word] |= 1 << (f % 64)
		}
	}
	return s
}

// relation allows certain combinations of places, indexed as in write.
type relation struct {
	scope  []int
	ok     []bool
	beside []uint64 // of two variables: the facts of the second one that go with each place of the first one, as masks
}

// both is what two relations of the same variables allow.
func (p *shape) both(r, o relation) relation {
	ok := slices.Clone(r.ok)
	for i := range ok {
		ok[i] = ok[i] && o.ok[i]
	}
	return p.newRelation(r.scope, ok)
}

// newRelation is a relation, ready for the layers.
func (p *shape) newRelation(scope []int, ok []bool) relation {
	r := relation{scope: scope, ok: ok}
	if len(scope) == 2 {
		masks, width := p.masks[scope[1]], p.size(scope[1])
		r.beside = make([]uint64, p.size(scope[0])*len(masks))
		for i, allowed := range ok {
			if f := p.fact(scope[1], i%width); allowed {
				r.beside[i/width*len(masks)+f/64-masks[0].word] |= 1 << (f % 64)
			}
		}
	}
	return r
}

// restrict adds a condition on one variable.
func (c *condition) restrict(p *shape, v int, ok []bool) {
	i, found := slices.BinarySearchFunc(c.sets, v, func(s valueSet, v int) int { return s.v - v })
	if !found {
		c.sets = slices.Insert(c.sets, i, p.newSet(v, ok))
		return
	}
	both := make([]bool, len(ok))
	for k := range ok {
		both[k] = ok[k] && c.sets[i].ok[k]
	}
	c.sets[i] = p.newSet(v, both)
}

// excludes tells whether a value of a variable alone makes the condition false.
func (c *condition) excludes(v, place int) bool {
	i, found := slices.BinarySearchFunc(c.sets, v, func(s valueSet, v int) int { return s.v - v })
	return found && !c.sets[i].ok[place]
}

// impossible tells whether the condition holds in no state.
func (c *condition) impossible() bool {
	if slices.Contains(c.rest, task.False) {
		return true
	}
	return slices.ContainsFunc(c.sets, func(s valueSet) bool { return len(s.at) == 0 })
}

// index is the number of a combination of places, the last varying fastest.
func index(place, sizes []int) int {
	at := 0
	for i, n := range sizes {
		at = at*n + place[i]
	}
	return at
}
