package pddl

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/internal/lists"
)

// Invariant synthesis: find sets of atoms of which at most one holds at a time (Helmert 2009, "Concise finite-domain
// representations for PDDL planning tasks", section 5).
//
// A candidate is a list of parts, as {at ?b _, carry ?b _}: for each value of ?b, at most one atom of the form
// at(b, …) or carry(b, …) holds. A candidate is an invariant if no action makes the number of these atoms grow:
//
//   - no action adds two different atoms for one value of ?b, and
//   - an action that adds one deletes another one that must hold before.
//
// If an action adds an atom and deletes none of the candidate, the candidate is tried again with an atom that the
// action does delete. Finally, candidates are dropped of which two atoms for one value hold initially.

// part is a predicate of a candidate.
type part struct {
	pred    *Predicate
	order   []int // the argument that is the k-th parameter of the candidate
	counted int   // the argument that may have any value; -1: none
}

// candidate is a list of parts with the same number of parameters.
type candidate struct{ parts []part }

func (c candidate) part(p *Predicate) *part {
	for i := range c.parts {
		if c.parts[i].pred == p {
			return &c.parts[i]
		}
	}
	return nil
}

// key names a candidate, whatever the order of its parts.
func (c candidate) key() string {
	all := lists.Map(c.parts, func(p part) string { return fmt.Sprint(p.pred.Name, p.order, p.counted) })
	slices.Sort(all)
	return strings.Join(all, ";")
}

// maxCandidates bounds the work; the benchmarks of the planning competitions need at most some hundreds.
const maxCandidates = 3000

// invariants returns the candidates that are invariants, in the order in which they were found.
func (w *writer) invariants() []candidate {
	var queue, found []candidate
	seen := map[string]bool{}
	push := func(c candidate) {
		if k := c.key(); !seen[k] && len(seen) < maxCandidates {
			seen[k] = true
			queue = append(queue, c)
		}
	}
	for _, p := range w.t.Predicates {
		if !p.Fluent {
			continue
		}
		all := make([]int, len(p.Params))
		for i := range all {
			all[i] = i
		}
		push(candidate{[]part{{p, all, -1}}})
		for i := len(all) - 1; i >= 0; i-- { // of equals, the first found is taken: at[ball] rather than at[room]
			push(candidate{[]part{{p, slices.Delete(slices.Clone(all), i, i+1), i}}})
		}
	}
	for len(queue) > 0 {
		c := queue[0]
		queue = queue[1:]
		switch balanced, more := w.balance(c); {
		case !balanced:
			for _, p := range more {
				push(candidate{append(slices.Clone(c.parts), p)})
			}
		case w.holdsInitially(c):
			found = append(found, c)
		}
	}
	return found
}

// balance reports whether no action makes the number of atoms of a candidate grow. If one does, it returns parts whose
// atoms this action deletes.
func (w *writer) balance(c candidate) (ok bool, more []part) {
	for _, a := range w.t.Actions {
		facts := w.facts(a)
		adds := lists.Filter(a.Effects, func(e *effect) bool { return !e.Delete && c.part(e.Atom.Pred) != nil })
		for i, e := range adds {
			for _, f := range adds[:i+1] {
				if facts.addsTwo(c, e, f, f == e) {
					return false, nil
				}
			}
		}
		for _, e := range adds {
			if !facts.balances(c, e) {
				return false, facts.partners(c, e)
			}
		}
	}
	return true, nil
}

// keyOf returns the arguments of an atom that are parameters of a candidate.
func (p *part) keyOf(a *Atom) []Term {
	return lists.Map(p.order, func(i int) Term { return a.Args[i] })
}

// addsTwo reports whether two effects, or one effect for two values of its variables, may add two atoms for the same
// parameters.
func (f *actionFacts) addsTwo(c candidate, e, g *effect, one bool) bool {
	p, q := c.part(e.Atom.Pred), c.part(g.Atom.Pred)
	k, l := p.keyOf(e.Atom), q.keyOf(g.Atom)
	if one {
		// The atom for another value of the variables: it is for the same parameters unless these fix all variables.
		for _, v := range e.Vars {
			fixed := slices.ContainsFunc(k, func(t Term) bool { return t.Var == v })
			used := slices.ContainsFunc(e.Atom.Args, func(t Term) bool { return t.Var == v })
			if used && !fixed {
				return true
			}
		}
		return false
	}
	if e.Atom.same(g.Atom) && len(e.Vars)+len(g.Vars) == 0 {
		return false
	}
	for i := range k {
		if f.differ(k[i], l[i], c) {
			return false
		}
	}
	return !f.excludes(e.When, g.When)
}

// balances reports whether an action that adds an atom deletes one for the same parameters that holds before.
func (f *actionFacts) balances(c candidate, e *effect) bool {
	if f.requires(e.Atom, e.When) { // it holds already
		return true
	}
	key := c.part(e.Atom.Pred).keyOf(e.Atom)
	for _, d := range f.action.Effects {
		if d = d.along(e); !d.Delete || c.part(d.Atom.Pred) == nil || !f.certain(d, e) {
			continue
		}
		if slices.EqualFunc(key, c.part(d.Atom.Pred).keyOf(d.Atom), Term.same) {
			return true
		}
	}
	return false
}

// certain reports whether a deletion takes away an atom that holds whenever another effect happens.
func (f *actionFacts) certain(d, when *effect) bool {
	for _, t := range d.Atom.Args {
		if t.Var != nil && slices.Contains(d.Vars, t.Var) {
			return false
		}
	}
	for _, c := range conjuncts(d.When) {
		if c.Op != Holds || !f.requires(c.Atom, when.When) {
			return false
		}
	}
	return f.requires(d.Atom, when.When) || f.requires(d.Atom, d.When) && d.When != nil
}

// requires reports whether an atom must hold for an action, or for an effect of it under a condition.
func (f *actionFacts) requires(a *Atom, when *Cond) bool {
	has := func(b *Atom) bool { return a.same(b) }
	if slices.ContainsFunc(f.pos, has) {
		return true
	}
	return slices.ContainsFunc(conjuncts(when), func(c *Cond) bool { return c.Op == Holds && has(c.Atom) })
}

// excludes reports whether two conditions of effects cannot both hold: one demands an atom, the other denies it.
func (f *actionFacts) excludes(a, b *Cond) bool {
	denies := func(a, b *Cond) bool {
		for _, c := range conjuncts(a) {
			for _, d := range conjuncts(b) {
				if c.Op == Holds && d.Op == Not && d.Args[0].Op == Holds && c.Atom.same(d.Args[0].Atom) {
					return true
				}
			}
		}
		return false
	}
	return denies(a, b) || denies(b, a)
}

// partners returns the parts whose atoms an action certainly deletes where it adds one, for the same parameters.
func (f *actionFacts) partners(c candidate, e *effect) []part {
	var all []part
	key := c.part(e.Atom.Pred).keyOf(e.Atom)
	for _, d := range f.action.Effects {
		if d = d.along(e); !d.Delete || c.part(d.Atom.Pred) != nil || !f.certain(d, e) || len(d.Atom.Args) > len(key)+1 {
			continue
		}
		used := make([]bool, len(d.Atom.Args))
		var order []int
		var match func()
		match = func() {
			if len(order) < len(key) {
				for i, t := range d.Atom.Args {
					if !used[i] && t.same(key[len(order)]) {
						used[i] = true
						order = append(order, i)
						match()
						order = order[:len(order)-1]
						used[i] = false
					}
				}
				return
			}
			all = append(all, part{d.Atom.Pred, slices.Clone(order), slices.Index(used, false)})
		}
		if len(key) <= len(d.Atom.Args) {
			match()
		}
	}
	return all
}

// holdsInitially reports whether at most one atom of a candidate holds initially, for each value of its parameters.
func (w *writer) holdsInitially(c candidate) bool {
	seen := map[fact]bool{}
	for _, p := range c.parts {
		for _, f := range w.initOf[p.pred] {
			key := fact{f.Of, strings.Join(lists.Map(p.order, func(i int) string { return f.Args[i].Name }), " ")}
			if seen[key] {
				return false
			}
			seen[key] = true
		}
	}
	return true
}

func names(objects []*Object) []string {
	return lists.Map(objects, func(o *Object) string { return o.Name })
}

// actionFacts is what an action demands.
type actionFacts struct {
	w        *writer
	action   *Action
	pos, neg []*Atom   // atoms that must hold, or must not
	unequal  [][2]Term // terms that must differ
}

func (w *writer) facts(a *Action) *actionFacts {
	if f := w.actionFacts[a]; f != nil {
		return f
	}
	f := &actionFacts{w: w, action: a}
	for _, c := range conjuncts(a.Pre) {
		switch {
		case c.Op == Holds:
			f.pos = append(f.pos, c.Atom)
		case c.Op == Not && c.Args[0].Op == Holds:
			f.neg = append(f.neg, c.Args[0].Atom)
		case c.Op == Not && c.Args[0].Op == Equal:
			f.unequal = append(f.unequal, c.Args[0].Terms)
		}
	}
	w.actionFacts[a] = f
	return f
}

// differ reports whether two terms of an action never are the same object. With a candidate, at most one atom of which
// holds in each state, atoms that the action demands may exclude it.
func (f *actionFacts) differ(t, u Term, c candidate) bool {
	if t.same(u) {
		return false
	}
	if t.Object != nil && u.Object != nil {
		return true
	}
	if !f.w.objectsOf(t).meets(f.w.objectsOf(u)) {
		return true
	}
	if f.demandsUnequal(t, u) {
		return true
	}
	as := func(x Term) Term { // t and u as one
		if x.same(u) {
			return t
		}
		return x
	}
	equal := func(a, b *Atom) bool {
		return a.Pred == b.Pred && slices.EqualFunc(a.Args, b.Args, func(x, y Term) bool { return as(x).same(as(y)) })
	}
	for _, a := range f.pos {
		for _, b := range f.neg {
			if equal(a, b) {
				return true
			}
		}
		if f.w.irreflexive(a, t, u) {
			return true
		}
		for _, b := range f.pos {
			p, q := c.part(a.Pred), c.part(b.Pred)
			if p == nil || q == nil || a == b || equal(a, b) {
				continue
			}
			k, l := p.keyOf(a), q.keyOf(b)
			sameKey := slices.EqualFunc(k, l, func(x, y Term) bool { return as(x).same(as(y)) })
			if sameKey && (a.Pred != b.Pred || p.counted >= 0 &&
				as(a.Args[p.counted]).Object != nil && as(b.Args[p.counted]).Object != nil) {
				return true
			}
		}
	}
	return false
}

// demandsUnequal reports whether a precondition says that two terms differ.
func (f *actionFacts) demandsUnequal(t, u Term) bool {
	return slices.ContainsFunc(f.unequal, func(p [2]Term) bool {
		return p[0].same(t) && p[1].same(u) || p[0].same(u) && p[1].same(t)
	})
}

// irreflexive reports whether a static atom with two terms holds for no object in both places.
func (w *writer) irreflexive(a *Atom, t, u Term) bool {
	if a.Pred.Fluent || a.Pred.derived() {
		return false
	}
	i := slices.IndexFunc(a.Args, t.same)
	j := slices.IndexFunc(a.Args, u.same)
	if i < 0 || j < 0 {
		return false
	}
	key := [2]int{i, j}
	if w.apartIn[a.Pred] == nil {
		w.apartIn[a.Pred] = map[[2]int]bool{}
	}
	apart, known := w.apartIn[a.Pred][key]
	if !known {
		apart = !slices.ContainsFunc(w.initOf[a.Pred], func(f Fact) bool { return f.Args[i] == f.Args[j] })
		w.apartIn[a.Pred][key] = apart
	}
	return apart
}
