package pddl

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

// derived writes the derived predicates, as definitions for the types of their declarations. A rule may be for fewer
// objects. Without objects of these types there is nothing to define.
func (w *writer) derived() {
	for _, p := range w.t.Predicates {
		if !p.derived() || w.noValues(p.Params) {
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
				body = w.oneOf(p, lists.Map(p.Rules, func(r *rule) alternative {
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

// reached returns that one comes to objects from objects of the starts, and writes what a link is.
func (w *writer) reached(p *Predicate, r recursion, table *nameTable) *expr {
	link, moving := w.globals.name(p.Name+"_link"), lists.Map(r.moving, func(i int) *Var { return p.Params[i] })
	rename := func(name string) (old []string) { // of the arguments that differ
		for _, v := range moving {
			old = append(old, w.locals[v])
			w.locals[v] = table.name(name)
		}
		return old
	}
	here := func() []string { return lists.Map(moving, func(v *Var) string { return w.locals[v] }) }
	own := rename("from")
	begin, sets := here(), lists.Map(moving, func(v *Var) string { return w.locals[v] + " in " + w.named(w.varSets[v]) })
	from := lists.Map(moving, func(v *Var) *Var {
		copied := *v
		w.varSets[&copied], w.locals[&copied] = w.varSets[v], w.locals[v]
		return &copied
	})
	rename("to")
	used := map[string]bool{} // the other parameters that links depend on
	var cases []*expr
	for _, a := range r.steps {
		guard := yes
		for k, i := range r.moving {
			t := a.from.Args[i]
			if !slices.Contains(a.vars, t.Var) {
				a.conds = append(slices.Clone(a.conds), &Cond{Op: Equal, Terms: [2]Term{{Var: from[k]}, t}})
				continue
			}
			a.vars = lists.Filter(a.vars, func(v *Var) bool { return v != t.Var })
			w.locals[t.Var], guard = w.locals[from[k]], join("and", guard, w.member(Term{Var: from[k]}, w.varSets[t.Var]))
		}
		for i, v := range a.params {
			if !slices.Contains(r.moving, i) && (!w.varSets[p.Params[i]].within(w.varSets[v]) ||
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
	kind, x, y, open := w.named(w.varSets[moving[0]]), begin[0], here()[0], ""
	if len(moving) > 1 { // links join tuples
		kind, x, y = w.globals.name(capital(p.Name)+"Node"), table.name("a"), table.name("b")
		w.out.f("type %s = {%s for %s}\n", kind, tuple(begin), strings.Join(sets, ", "))
		open = "let " + tuple(begin) + " = " + x + ": let " + tuple(here()) + " = " + y + ": "
	}
	w.out.f("def %s%s = %s", link, brackets(append(params, x+": "+kind, y+": "+kind)), open)
	w.out.expr(join("or", cases...), 0)
	w.out.WriteString("\n")
	if len(args) > 0 {
		link += "(" + strings.Join(args, ", ") + ", _, _)"
	}
	rename("z")
	at := tuple(here())
	starts := w.oneOf(p, r.starts, table)
	for k, v := range moving {
		w.locals[v] = own[k]
	}
	return binder("exists", at+" in "+kind,
		join("and", starts, operand(diag.Span{}, "reaches(%s, %s, %s)", link, at, tuple(own))))
}
