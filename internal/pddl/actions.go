package pddl

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
)

var actionParts = []string{":parameters", ":precondition", ":effect"}

func (r *reader) action(n *node) {
	if len(n.list) < 2 || n.list[1].atom == "" || strings.HasPrefix(n.list[1].atom, ":") {
		d := r.diags.Errorf(n.list[0].span, codeSyntax, "the action has no name")
		d.Help = "write `(:action NAME :parameters (…) …)`"
		return
	}
	a := &Action{Name: n.list[1].atom, Span: n.list[1].span, Doc: n.doc, Pre: &Cond{Op: And}}
	for _, b := range r.t.Actions {
		if b.Name == a.Name {
			d := r.diags.Errorf(n.list[1].span, codeTwice, "the action `%s` is declared twice", a.Name)
			d.Related = append(d.Related, diag.Related{Span: b.Span, Msg: "first declared here"})
			return
		}
	}
	parts := map[string]*node{}
	for i := 2; i < len(n.list); i += 2 {
		word := n.list[i]
		switch {
		case i+1 == len(n.list) || word.atom == "":
			r.diags.Errorf(word.span, codeSyntax,
				"here a word such as `:effect` with its value is wanted, in the action `%s`", a.Name)
		case !slices.Contains(actionParts, word.atom):
			d := r.diags.Errorf(word.span, codeSyntax, "`%s` is no part of an action", word.atom)
			d.Help = "the parts are " + strings.Join(actionParts, ", ")
			hint(d, word.atom, actionParts)
		case parts[word.atom] != nil:
			r.diags.Errorf(word.span, codeTwice, "the action `%s` has `%s` twice", a.Name, word.atom)
		default:
			parts[word.atom] = n.list[i+1]
		}
	}
	if p := parts[":parameters"]; p != nil {
		if p.list == nil {
			r.diags.Errorf(p.span, codeSyntax, "the parameters stand in brackets").Help =
				"write `:parameters (" + p.atom + ")`"
			return
		}
		a.Params = r.variables(p.list)
	}
	r.scope = a.Params
	if p := parts[":precondition"]; p != nil {
		a.Pre = r.cond(p)
	}
	if p := parts[":effect"]; p != nil {
		r.effect(a, p, nil, nil)
	} else {
		r.diags.Warnf(a.Span, codeUnused, "the action `%s` has no effect", a.Name)
	}
	r.scope = nil
	r.t.Actions = append(r.t.Actions, a)
}

// effect reads an effect, under the variables and the condition of the effects around it.
func (r *reader) effect(a *Action, n *node, vars []*Var, when *Cond) {
	if n.list == nil {
		r.diags.Errorf(n.span, codeSyntax, "an effect is wanted here, and effects stand in brackets").Help =
			"write `(" + n.atom + ")`"
		return
	}
	e := &effect{Span: n.span, Vars: vars, When: when}
	switch word := n.head(); word {
	case "":
		if len(n.list) > 0 {
			r.several(n, "an effect")
		}
		return
	case "and":
		for _, part := range n.list[1:] {
			r.effect(a, part, vars, when)
		}
		return
	case "forall":
		if r.wants(n, 2, "(forall (?x - type) (p ?x))") && r.isList(n.list[1]) {
			more := r.variables(n.list[1].list)
			r.inside(more, func() { r.effect(a, n.list[2], append(slices.Clone(vars), more...), when) })
		}
		return
	case "when":
		if r.wants(n, 2, "(when (p ?x) (q ?x))") {
			c := r.cond(n.list[1])
			if when != nil {
				c = &Cond{Op: And, Span: n.list[1].span, Args: []*Cond{when, c}}
			}
			r.effect(a, n.list[2], vars, c)
		}
		return
	case "increase":
		r.increase(a, n, vars, when)
		return
	case "decrease", "assign", "scale-up", "scale-down":
		if r.predicates[word] == nil {
			r.refuse(n.list[0], "`"+word+"`, a number that changes,")
			return
		}
	case "or", "imply", "exists", "oneof", "probabilistic":
		if r.predicates[word] == nil {
			r.refuse(n.list[0], "`"+word+"` in an effect")
			return
		}
	case "not":
		if !r.wants(n, 1, "(not (p ?x))") {
			return
		}
		e.Delete, n = true, n.list[1]
		word := n.head()
		if r.predicates[word] == nil && slices.Contains([]string{"and", "not", "when", "forall"}, word) {
			d := r.diags.Errorf(n.span, codeSyntax, "`not` stands before an atom in an effect, not before `%s`", word)
			d.Help = "write `(not (p ?x))` for each atom that is deleted"
			return
		}
	}
	if e.Atom = r.atom(n); e.Atom == nil {
		return
	}
	if p := e.Atom.Pred; p.derived() {
		r.diags.Errorf(n.span, codeUnsupported, "the predicate `%s` is derived, so no action can write it", p.Name)
		return
	}
	e.Atom.Pred.Fluent = true
	a.Effects = append(a.Effects, e.fresh())
}

// increase reads `(increase (total-cost) amount)`.
func (r *reader) increase(a *Action, n *node, vars []*Var, when *Cond) {
	if !r.wants(n, 2, "(increase (total-cost) 1)") {
		return
	}
	if f, _ := r.function(n.list[1]); f != nil {
		f.Cost = true
		a.Costs = append(a.Costs, &increase{n.span, f, vars, when, r.number(n.list[2])})
	}
}

// function reads `(f ?x)` where the function gets a value or is minimized; nil if there are errors. Some domains do not
// declare `total-cost`.
func (r *reader) function(n *node) (f *function, args []Term) {
	if n.list == nil {
		n = &node{span: n.span, list: []*node{n}}
	}
	f = r.functions[n.head()]
	if f == nil && n.head() == totalCost {
		f = &function{Name: n.head(), Span: n.span}
		r.functions[f.Name] = f
	}
	if f == nil {
		unknown(r, n.first(), "function", r.functions, "declare it in `(:functions …)`")
		return nil, nil
	}
	args, ok := r.terms(n, f.Name, f.Params, f.Span)
	if !ok {
		return nil, nil
	}
	return f, args
}
