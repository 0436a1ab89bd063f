package pddl

import (
	"fmt"
	"slices"
)

// closure is a derived predicate that says that a path of one or more links leads from one object to another.
type closure struct {
	step     *Cond  // that a link leads from one object to the next one
	from, to *Var   // these two objects, in step
	mid      []*Var // the objects between the ends of a path are of the types of each of these
}

// closureOf returns the links of a derived predicate that is recursive in the form of a path:
//
//	(p ?x ?y) := (or (link ?x ?y) (exists (?z) (and (link ?x ?z) (p ?z ?y))))
//
// The recursive atom may come first, as (p ?x ?z) and (link ?z ?y), and the two cases may be two rules. ok is false for
// other forms.
func closureOf(p *Predicate) (c closure, ok bool) {
	if len(p.Params) != 2 {
		return c, false
	}
	var cases []*Cond
	var params [][]*Var
	for _, r := range p.Rules {
		all := []*Cond{r.Body}
		if r.Body.Op == Or {
			all = r.Body.Args
		}
		for _, a := range all {
			cases, params = append(cases, a), append(params, r.Params)
		}
	}
	if len(cases) != 2 {
		return c, false
	}
	recursive := func(k *Cond) bool { return k.has(func(k *Cond) bool { return k.Op == Holds && k.Atom.Pred == p }) }
	base, step := 0, 1
	if recursive(cases[0]) {
		base, step = 1, 0
	}
	if recursive(cases[base]) || cases[step].Op != Exists || len(cases[step].Vars) != 1 {
		return c, false
	}
	z, x, y := cases[step].Vars[0], params[step][0], params[step][1]
	var links []*Cond
	var again *Atom
	for _, k := range conjuncts(cases[step].Args[0]) {
		switch {
		case k.Op == Holds && k.Atom.Pred == p && again == nil:
			again = k.Atom
		case recursive(k):
			return c, false
		default:
			links = append(links, k)
		}
	}
	if again == nil {
		return c, false
	}
	var from, to *Var // of the links in the recursive case
	var end *Var      // of the base case, where z stands in the recursive atom
	b := params[base]
	switch {
	case again.Args[0].Var == z && again.Args[1].Var == y:
		from, to, end = x, z, b[0]
	case again.Args[0].Var == x && again.Args[1].Var == z:
		from, to, end = z, y, b[1]
	default:
		return c, false
	}
	if !slices.Equal(b[0].Types, x.Types) || !slices.Equal(b[1].Types, y.Types) {
		return c, false
	}
	if cases[base].has(func(k *Cond) bool { return k.Op == Forall || k.Op == Exists }) { // not needed in a link
		return c, false
	}
	renamed := renaming(map[*Var]*Var{b[0]: from, b[1]: to}).cond(&Cond{Op: And, Args: conjuncts(cases[base])})
	term := func(t Term) string { return fmt.Sprintf("%p %p", t.Var, t.Object) }
	if renamed.text(term) != (&Cond{Op: And, Args: links}).text(term) {
		return c, false
	}
	return closure{step: cases[base], from: b[0], to: b[1], mid: []*Var{z, end}}, true
}
