package layers

import (
	"slices"

	"github.com/pzc-lang/pzc/task"
)

// Condition is a conjunction.
type Condition struct {
	Sets []ValueSet  // of one variable each, in their order
	Rels []Relation  // what some of rest say, for the layers
	Rest []task.Expr // the conjuncts that read more than one variable
}

// ValueSet allows a variable certain places of its domain.
type ValueSet struct {
	V    int
	Has  []bool
	At   []int    // the places that are allowed
	bits []uint64 // the facts that are allowed, as masks of the variable
}

// newSet is a set of values, ready for the layers.
func (p *Shape) newSet(v int, ok []bool) ValueSet {
	s := ValueSet{V: v, Has: ok, bits: make([]uint64, len(p.masks[v]))}
	for i, allowed := range ok {
		if f := p.Fact(v, i); allowed {
			s.At = append(s.At, i)
			s.bits[f/64-p.masks[v][0].word] |= 1 << (f % 64)
		}
	}
	return s
}

// Relation allows certain combinations of places, indexed as in write.
type Relation struct {
	Scope  []int
	ok     []bool
	beside []uint64 // of two variables: the facts of the second one that go with each place of the first one, as masks
}

// Intersection is what two relations of the same variables allow.
func (p *Shape) Intersection(r, o Relation) Relation {
	ok := slices.Clone(r.ok)
	for i := range ok {
		ok[i] = ok[i] && o.ok[i]
	}
	return p.NewRelation(r.Scope, ok)
}

// NewRelation is a relation, ready for the layers.
func (p *Shape) NewRelation(scope []int, ok []bool) Relation {
	r := Relation{Scope: scope, ok: ok}
	if len(scope) == 2 {
		masks, width := p.masks[scope[1]], p.size(scope[1])
		r.beside = make([]uint64, p.size(scope[0])*len(masks))
		for i, allowed := range ok {
			if f := p.Fact(scope[1], i%width); allowed {
				r.beside[i/width*len(masks)+f/64-masks[0].word] |= 1 << (f % 64)
			}
		}
	}
	return r
}

// Restrict adds a condition on one variable.
func (c *Condition) Restrict(p *Shape, v int, ok []bool) {
	i, found := slices.BinarySearchFunc(c.Sets, v, func(s ValueSet, v int) int { return s.V - v })
	if !found {
		c.Sets = slices.Insert(c.Sets, i, p.newSet(v, ok))
		return
	}
	both := make([]bool, len(ok))
	for k := range ok {
		both[k] = ok[k] && c.Sets[i].Has[k]
	}
	c.Sets[i] = p.newSet(v, both)
}

// Excludes tells whether a value of a variable alone makes the condition false.
func (c *Condition) Excludes(v, place int) bool {
	i, found := slices.BinarySearchFunc(c.Sets, v, func(s ValueSet, v int) int { return s.V - v })
	return found && !c.Sets[i].Has[place]
}

// Impossible tells whether the condition holds in no state.
func (c *Condition) Impossible() bool {
	if slices.Contains(c.Rest, task.False) {
		return true
	}
	return slices.ContainsFunc(c.Sets, func(s ValueSet) bool { return len(s.At) == 0 })
}

// Index is the number of a combination of places, the last varying fastest.
func Index(place, sizes []int) int {
	at := 0
	for i, n := range sizes {
		at = at*n + place[i]
	}
	return at
}
