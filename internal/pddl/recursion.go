package pddl

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

// recursion is a derived predicate that says to which objects one comes from some objects, over links:
//
//	(reach ?c) := (or (at ?c) (exists (?b) (and (reach ?b) (next ?b ?c) (not (wet ?c)))))
//
// One argument differs between the atom that is derived and the atom of the predicate from which it is derived. The
// other ones are the same, as ?x is in
//
//	(path ?x ?y) := (or (link ?x ?y) (exists (?z) (and (path ?x ?z) (link ?z ?y))))
type recursion struct {
	starts, steps []alternative
	moving        int // the argument that differs
}

// alternative is a condition under which an atom of a derived predicate holds.
type alternative struct {
	params []*Var // the arguments of the atom
	vars   []*Var // there are values of these for which conds hold
	conds  []*Cond
	from   *Atom // one of the same predicate, which must hold as well; nil without one
}

// recursionOf returns how a derived predicate depends on itself. ok is false if it does not, or does in another form.
func recursionOf(p *Predicate) (r recursion, ok bool) {
	r.moving = -1
	for _, rule := range p.Rules {
		all, ok := p.alternatives(rule.Body)
		if !ok {
			return r, false
		}
		for _, a := range all {
			a.params = rule.Params
			if a.from == nil {
				r.starts = append(r.starts, a)
				continue
			}
			r.steps = append(r.steps, a)
			for i, t := range a.from.Args {
				switch {
				case t.Var == a.params[i]:
				case r.moving >= 0 && r.moving != i:
					return r, false
				default:
					r.moving = i
				}
			}
		}
	}
	return r, r.moving >= 0
}

// alternatives divides a condition such that each part reads at most one atom of a derived predicate. ok is false if
// such an atom stands below `not` or `forall`, or beside another one.
func (p *Predicate) alternatives(c *Cond) (all []alternative, ok bool) {
	if !c.has(func(k *Cond) bool { return k.Op == Holds && k.Atom.Pred == p }) {
		return []alternative{{conds: []*Cond{c}}}, true
	}
	switch c.Op {
	case Holds:
		return []alternative{{from: c.Atom}}, true
	case Or, Exists:
		for _, part := range c.Args {
			more, ok := p.alternatives(part)
			if !ok {
				return nil, false
			}
			for _, a := range more {
				a.vars = slices.Concat(c.Vars, a.vars)
				all = append(all, a)
			}
		}
		return all, true
	case And:
		all = []alternative{{}}
		for _, part := range c.Args {
			more, ok := p.alternatives(part)
			if !ok {
				return nil, false
			}
			var both []alternative
			for _, a := range all {
				for _, b := range more {
					if a.from != nil && b.from != nil {
						return nil, false
					}
					both = append(both, alternative{
						vars: slices.Concat(a.vars, b.vars), conds: slices.Concat(a.conds, b.conds),
						from: cmp.Or(a.from, b.from),
					})
				}
			}
			all = both
		}
		return all, true
	default:
		return nil, false
	}
}

// derived writes the derived predicates, as definitions for the types of their declarations. A rule may be for fewer
// objects. Without objects of these types there is nothing to define.
func (w *writer) derived() {
	for _, p := range w.t.Predicates {
		if !p.Derived() || w.noValues(p.Params) {
			continue
		}
		w.out.marked(p.Rules[0].Span, func() {
			table := newNames(w.globals)
			var params []string
			for i, v := range p.Params {
				w.locals[v] = table.name(p.Rules[0].Params[i].Name)
				params = append(params, w.locals[v]+": "+w.named(w.varSets[v]))
			}
			var body *expr
			if r, ok := recursionOf(p); ok {
				body = w.reached(p, r, table)
			} else {
				body = w.oneOf(p, lists.Map(p.Rules, func(r *Rule) alternative {
					return alternative{params: r.Params, conds: []*Cond{r.Body}}
				}), table)
			}
			w.out.f("def %s%s = ", w.defs[p], brackets(params))
			w.out.expr(body, 0)
		})
		w.out.WriteString("\n")
	}
}

// oneOf writes that one of some alternatives holds, for arguments with the names of the parameters of a predicate.
func (w *writer) oneOf(p *Predicate, all []alternative, table *nameTable) *expr {
	var cases []*expr
	for _, a := range all {
		var parts []*expr
		for i, v := range a.params {
			w.locals[v] = w.locals[p.Params[i]]
			parts = append(parts, w.member(Term{Var: p.Params[i]}, w.varSets[v]))
		}
		if join("and", parts...) != no { // otherwise there may be no name for an element of the state
			c := &Cond{Op: And, Args: a.conds}
			if len(a.vars) > 0 {
				c = &Cond{Op: Exists, Vars: a.vars, Args: []*Cond{c}}
			} else if len(a.conds) == 1 {
				c = a.conds[0]
			}
			parts = append(parts, w.cond(c, table))
		}
		cases = append(cases, join("and", parts...))
	}
	return join("or", cases...)
}

// reached returns that one comes to an object from an object of the starts, and writes what a link is.
func (w *writer) reached(p *Predicate, r recursion, table *nameTable) *expr {
	moving := p.Params[r.moving]
	kind, own, link := w.named(w.varSets[moving]), w.locals[moving], w.globals.name(p.Name+"_link")
	from := &Var{Name: "?from", Types: moving.Types}
	w.bind([]*Var{from})
	w.locals[from], w.locals[moving] = table.name("from"), table.name("to")
	used := map[string]bool{} // the other parameters that links depend on
	var cases []*expr
	for _, a := range r.steps {
		guard, t := yes, a.from.Args[r.moving]
		if slices.Contains(a.vars, t.Var) {
			a.vars = lists.Filter(a.vars, func(v *Var) bool { return v != t.Var })
			w.locals[t.Var], guard = w.locals[from], w.member(Term{Var: from}, w.varSets[t.Var])
		} else {
			a.conds = append(slices.Clone(a.conds), &Cond{Op: Equal, Terms: [2]Term{{Var: from}, t}})
		}
		for i, v := range a.params {
			if v != a.params[r.moving] && (!w.varSets[p.Params[i]].within(w.varSets[v]) ||
				slices.ContainsFunc(a.conds, func(c *Cond) bool { return c.mentions(v) })) {
				used[w.locals[p.Params[i]]] = true
			}
		}
		cases = append(cases, join("and", guard, w.oneOf(p, []alternative{a}, table)))
	}
	var params, args []string
	for _, v := range p.Params {
		if name := w.locals[v]; used[name] {
			params, args = append(params, name+": "+w.named(w.varSets[v])), append(args, name)
		}
	}
	params = append(params, w.locals[from]+": "+kind, w.locals[moving]+": "+kind)
	w.out.f("def %s%s = ", link, brackets(params))
	w.out.expr(join("or", cases...), 0)
	w.out.WriteString("\n")
	if len(args) > 0 {
		link += "(" + strings.Join(args, ", ") + ", _, _)"
	}
	start := table.name("z")
	w.locals[moving] = start
	begins := w.oneOf(p, r.starts, table)
	w.locals[moving] = own
	return binder("exists", start+" in "+kind,
		join("and", begins, operand(diag.Span{}, "reaches(%s, %s, %s)", link, start, own)))
}
