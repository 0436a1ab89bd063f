package layers

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
)

// Condition is a conjunction, split by the variables that its parts read.
type Condition struct {
	Sets []ValueSet  // on one variable each, in the order of the variables
	Rels []Relation  // some parts of Rest as tables
	Rest []task.Expr // the parts that read more than one variable
}

// ValueSet is a condition on one variable: the set of places that it allows.
type ValueSet struct {
	V    int
	Has  []bool
	At   []int    // the places that are allowed, ascending
	bits []uint64 // the facts that are allowed, in the words of the variable
}

// newSet returns the set of the places for which ok is true.
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

// Relation is a condition on a few variables: a table of the combinations of places that it allows, in the order of
// Index.
type Relation struct {
	Scope []int
	ok    []bool
	// of two variables: by place of the first, the facts of the second that it allows, in the words of the second
	beside []uint64
}

// Intersection returns the relation that allows what both relations allow. They must have the same variables.
func (p *Shape) Intersection(r, o Relation) Relation {
	ok := slices.Clone(r.ok)
	for i := range ok {
		ok[i] = ok[i] && o.ok[i]
	}
	return p.NewRelation(r.Scope, ok)
}

// NewRelation returns the relation with the given table.
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

// Restrict adds a condition on one variable: the places for which ok is true.
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

// Excludes reports whether the condition is false whenever the variable has the place, because of the condition on this
// variable alone.
func (c *Condition) Excludes(v, place int) bool {
	i, found := slices.BinarySearchFunc(c.Sets, v, func(s ValueSet, v int) int { return s.V - v })
	return found && !c.Sets[i].Has[place]
}

// Impossible reports whether the condition is seen to hold in no state.
func (c *Condition) Impossible() bool {
	if slices.Contains(c.Rest, task.False) {
		return true
	}
	return slices.ContainsFunc(c.Sets, func(s ValueSet) bool { return len(s.At) == 0 })
}

// Index returns the number of a combination of places. The last place varies fastest.
func Index(place, sizes []int) int {
	at := 0
	for i, n := range sizes {
		at = at*n + place[i]
	}
	return at
}
