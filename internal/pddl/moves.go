package pddl

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
)

// move writes an action. Conditions that do not read the state restrict the arguments; each other one is a `when` of
// its own, so that pzc can say which one fails.
func (w *writer) move(i int, a *Action) {
	if why := w.nevers[a]; why != "" {
		w.out.f("// %s is left out: %s.\n\n", a.Name, why)
		w.diags.Warnf(a.Span, codeUnused, "`%s` can never be applied: %s", a.Name, why)
		return
	}
	table := newNames(w.globals)
	params := w.section(func() {
		for i, v := range a.Params {
			w.locals[v] = table.name(v.Name)
			w.out.f("%s%s: ", []string{"(", ", "}[min(i, 1)], w.locals[v])
			by := diag.Span{}
			if c := w.narrowed[v]; c != nil {
				by = c.Span
			}
			w.out.marked(by, func() { w.out.WriteString(w.named(w.varSets[v])) })
		}
	})
	var static, dynamic []*expr
	for _, c := range conjuncts(a.Pre) {
		e := w.cond(c, table)
		if e == no { // the task is open
			dynamic = append(dynamic, operand(c.Span, "false"))
			continue
		}
		if c.Op == Holds && c.Atom.Pred.Fluent {
			static = append(static, w.inside(c.Atom).at(c.Span))
			e = w.element(c.Atom).at(c.Span)
		}
		switch {
		case e == yes:
		case w.static(c) && !(w.t.Open && c.has(func(k *Cond) bool { return k.Op == Holds })):
			static = append(static, e)
		default:
			dynamic = append(dynamic, e)
		}
	}
	w.apart, w.written = nil, map[string]bool{}
	effects := w.section(func() { w.effects(a, table) })
	static = append(static, w.apart...)
	doc(w.out, a.Doc)
	w.out.marked(a.Span, func() {
		w.out.f("move %s", w.moves[i])
		if w.out.add(params); len(a.Params) > 0 {
			w.out.WriteString(")")
		}
		if where := join("and", static...); where != yes {
			w.out.WriteString("\n  where ")
			w.out.expr(where, 0)
		}
		for _, e := range dynamic {
			w.out.WriteString("\n  when ")
			w.out.expr(e, 0)
		}
		if cost := w.cost(a, table); cost != "1" {
			w.out.f("\n  cost %s", cost)
		}
		w.out.WriteString(" {\n")
		w.out.add(effects)
		w.out.WriteString("}\n\n")
	})
}

// never says why an action has no instances, "" if it may have some.
func (w *writer) never(a *Action) string {
	table := newNames(w.globals)
	for _, v := range a.Params {
		w.locals[v] = table.name(v.Name)
		switch {
		case w.typeSet(v.Types).empty():
			return "there is no object for " + v.Name
		case w.varSets[v].empty():
			return w.narrowed[v].text(Term.text) + " never holds"
		}
	}
	for _, c := range conjuncts(a.Pre) {
		if w.t.Open || w.cond(c, table) != no {
			continue
		}
		for _, v := range a.Params {
			if d := w.narrowed[v]; d != nil && c.mentions(v) &&
				(c.Op != Holds || len(w.initOf[c.Atom.Pred]) > 0) {
				return d.text(Term.text) + " and " + c.text(Term.text) + " never hold together"
			}
		}
		return c.text(Term.text) + " never holds"
	}
	return ""
}

// static reports whether a condition does not depend on the state.
func (w *writer) static(c *Cond) bool {
	return !c.has(func(c *Cond) bool { return c.Op == Holds && (c.Atom.Pred.Fluent || c.Atom.Pred.derived()) })
}

// cost writes the cost of an action: without a metric each costs 1.
func (w *writer) cost(a *Action, table *nameTable) string {
	if !w.t.Metric {
		return "1"
	}
	if len(a.Costs) == 0 {
		return "0"
	}
	var all []string
	for _, c := range a.Costs {
		inner := newNames(table)
		if w.noValues(c.Vars) {
			continue
		}
		sets := w.declare(c.Vars, inner)
		amount := w.number(c.Amount)
		if c.When != nil {
			condition := w.section(func() { w.out.expr(w.cond(c.When, inner), 0) }).String()
			amount = "(if " + condition + " then " + amount + " else 0)"
		}
		if len(c.Vars) > 0 {
			amount = "(sum " + sets + ": " + amount + ")"
		}
		all = append(all, amount)
	}
	if len(all) == 0 {
		return "0"
	}
	return strings.Join(all, " + ")
}

// effects writes the effects of an action. All additions come first, then the deletions that no addition of the same
// atom overrules: in PDDL, deletions happen before additions.
func (w *writer) effects(a *Action, table *nameTable) {
	for _, deletes := range []bool{false, true} {
		for i, e := range a.Effects {
			again := slices.ContainsFunc(a.Effects[:i], func(f *effect) bool {
				plain := f.When == nil && e.When == nil && len(f.Vars)+len(e.Vars) == 0
				return plain && f.Delete == e.Delete && f.Atom.same(e.Atom)
			})
			if e.Delete == deletes && !again {
				w.effect(a, e, table)
				w.keepApart(a, a.Effects[:i], e)
			}
		}
	}
}

// keepApart writes into the `where` of a move that the terms differ by which two additions write different elements of
// one group. That they differ follows from the conditions of the action, and pzc need not find it out.
func (w *writer) keepApart(a *Action, before []*effect, e *effect) {
	v := w.of[e.Atom.Pred]
	for _, f := range before {
		if f.Delete || e.Delete || v.pred != nil || w.of[f.Atom.Pred] != v || len(e.Vars)+len(f.Vars) > 0 {
			continue
		}
		k, l := v.keyOf(e.Atom), v.keyOf(f.Atom)
		for i := range k {
			if w.differ(a, k[i], l[i], v) {
				break
			}
		}
	}
}

// differ reports whether two terms of an action never are the same object. If that follows from conditions on the
// state, the move's `where` says it as well.
func (w *writer) differ(a *Action, t, u Term, v *variable) bool {
	f := w.facts(a)
	if !f.differ(t, u, v.proof) {
		return false
	}
	isParam := func(t Term) bool { return t.Object != nil || slices.Contains(a.Params, t.Var) }
	e := negate(w.equal(t, u))
	known := f.demandsUnequal(t, u) || slices.ContainsFunc(f.pos, func(x *Atom) bool { return w.irreflexive(x, t, u) })
	said := slices.ContainsFunc(w.apart, func(o *expr) bool { return o.text == e.text })
	if e != yes && !known && !said && isParam(t) && isParam(u) {
		w.apart = append(w.apart, e)
	}
	return true
}

// effect writes one effect, with its loops and its condition.
func (w *writer) effect(a *Action, e *effect, table *nameTable) {
	if w.noValues(e.Vars) {
		return
	}
	inner := newNames(table)
	sets := w.declare(e.Vars, inner)
	conditions := []*expr{w.inside(e.Atom)}
	if e.When != nil {
		conditions = append(conditions, w.cond(e.When, inner).at(e.When.Span))
	}
	v := w.of[e.Atom.Pred]
	m := v.member(e.Atom.Pred)
	value := "true"
	switch {
	case !e.Delete && m != nil:
		value = w.valueOf(m, e.Atom)
	case e.Delete:
		conditions = append(conditions, w.notAdded(a, e, inner))
		if value = "false"; m != nil {
			if value = v.none; value == "" {
				return // an addition writes another value
			}
			if !w.facts(a).requires(e.Atom, e.When) {
				conditions = append(conditions, w.element(e.Atom))
			}
		}
	}
	condition := join("and", conditions...)
	if condition == no {
		return
	}
	if write := w.place(v, e.Atom) + " := " + value; condition == yes && len(e.Vars) == 0 {
		if w.written[write] { // two atoms of a group are deleted, both of which cannot hold
			return
		}
		w.written[write] = true
	}
	w.out.marked(e.Span, func() {
		w.out.WriteString("  ")
		closing := ""
		if len(e.Vars) > 0 {
			w.out.f("for %s", sets)
			if condition != yes {
				w.out.WriteString(" where ")
				w.out.expr(condition, 0)
				condition = yes
			}
			w.out.WriteString(" { ")
			closing = " }"
		}
		if condition != yes {
			w.out.WriteString("if ")
			w.out.expr(condition, 0)
			w.out.WriteString(" { ")
			closing += " }"
		}
		w.out.f("%s := %s%s\n", w.place(v, e.Atom), value, closing)
	})
}

// notAdded writes that no addition of an action writes the element that a deletion writes. For a group these are the
// additions of all its atoms for the same parameters: at most one of them holds afterwards.
func (w *writer) notAdded(a *Action, d *effect, table *nameTable) *expr {
	v := w.of[d.Atom.Pred]
	var guards []*expr
	for _, e := range a.Effects {
		if e.Delete || w.of[e.Atom.Pred] != v || w.facts(a).excludes(e.When, d.When) ||
			w.noValues(e.Vars) {
			continue
		}
		inner := newNames(table)
		sets := w.declare(e.Vars, inner)
		same := []*expr{w.inside(e.Atom)}
		for i, t := range v.keyOf(d.Atom) {
			u := v.keyOf(e.Atom)[i]
			if w.differ(a, t, u, v) {
				same = append(same, no)
			}
			same = append(same, w.equal(t, u))
		}
		if e.When != nil {
			same = append(same, w.cond(e.When, inner))
		}
		added := join("and", same...)
		if len(e.Vars) > 0 {
			added = binder("exists", sets, added)
		}
		guards = append(guards, negate(added))
	}
	return join("and", guards...)
}
