package pddl

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/internal/lists"
)

// cond writes a condition as an expression. table has the names that are visible.
func (w *writer) cond(c *Cond, table *nameTable) *expr {
	var parts []*expr
	if c.Op != Forall && c.Op != Exists {
		for _, a := range c.Args {
			parts = append(parts, w.cond(a, table))
		}
	}
	e := yes
	switch c.Op {
	case And:
		e = join("and", parts...)
	case Or:
		e = join("or", parts...)
	case Not:
		e = negate(parts[0])
	case Imply:
		e = implies(parts[0], parts[1])
	case Forall, Exists:
		e = w.quantified(c, table)
	case Holds:
		e = w.holds(c.Atom)
	case Equal:
		e = w.equal(c.Terms[0], c.Terms[1])
	case compare:
		e = w.compare(c)
	}
	return e.at(c.Span)
}

// quantified writes `forall x in S: …`. A set without objects decides the condition.
func (w *writer) quantified(c *Cond, table *nameTable) *expr {
	word, empty := "forall", yes
	if c.Op == Exists {
		word, empty = "exists", no
	}
	if w.noValues(c.Vars) {
		return empty
	}
	inner := newNames(table)
	sets := w.declare(c.Vars, inner)
	body := w.cond(c.Args[0], inner)
	if len(c.Vars) == 0 {
		return body
	}
	return binder(word, sets, body)
}

// declare names variables, and writes them with their sets: `x in S, y in T`.
func (w *writer) declare(vars []*Var, table *nameTable) string {
	var sets []string
	for _, v := range vars {
		w.locals[v] = table.name(v.Name)
		sets = append(sets, w.locals[v]+" in "+w.named(w.varSets[v]))
	}
	return strings.Join(sets, ", ")
}

func (w *writer) term(t Term) string {
	if t.Object != nil {
		w.constants[w.objects[t.Object]] = true
		return w.objects[t.Object]
	}
	return w.locals[t.Var]
}

func (w *writer) terms(ts []Term) string {
	return strings.Join(lists.Map(ts, w.term), ", ")
}

// equal writes that two terms are the same object.
func (w *writer) equal(t, u Term) *expr {
	switch {
	case t.same(u):
		return yes
	case !w.objectsOf(t).meets(w.objectsOf(u)):
		return no
	case t.Object != nil: // the variable comes first
		t, u = u, t
	}
	return equation(w.term(t), w.term(u))
}

func equation(left, right string) *expr {
	return &expr{text: left + " == " + right, not: left + " != " + right}
}

// holds writes that an atom holds.
func (w *writer) holds(a *Atom) *expr {
	p := a.Pred
	switch {
	case p.derived():
		return w.call(a)
	case w.unary[p] != nil:
		return w.member(a.Args[0], w.unary[p])
	case p.Fluent:
		return join("and", w.inside(a), w.element(a))
	case len(w.initOf[p]) == 0:
		return no
	case len(p.Params) == 0 && w.tuples[p] == "":
		return yes
	case len(p.Params) == 0:
		return operand(a.Span, "%s", w.tuples[p])
	}
	return operand(a.Span, "(%s) in %s", w.terms(a.Args), w.tuples[p])
}

// call writes an atom of a derived predicate.
func (w *writer) call(a *Atom) *expr {
	if w.noValues(a.Pred.Params) {
		return no
	}
	guards := make([]*expr, 0, len(a.Args)+1)
	for i, t := range a.Args {
		guards = append(guards, w.member(t, w.varSets[a.Pred.Params[i]]))
	}
	call := w.defs[a.Pred]
	if len(a.Args) > 0 {
		call += "(" + w.terms(a.Args) + ")"
	}
	return join("and", append(guards, operand(a.Span, "%s", call))...)
}

// member writes that a term is in a set.
func (w *writer) member(t Term, s *set) *expr {
	own := w.objectsOf(t)
	switch {
	case own.within(s):
		return yes
	case !own.meets(s):
		return no
	}
	return &expr{text: w.term(t) + " in " + w.named(s)}
}

// inside writes that a state variable has an element for an atom.
func (w *writer) inside(a *Atom) *expr {
	v := w.of[a.Pred]
	var guards []*expr
	for i, t := range a.Args {
		if len(w.places[a.Pred][i].objects) == 0 {
			return no
		}
		s := w.places[a.Pred][i]
		if v.pred != nil {
			s = v.params[i]
		} else if m := v.member(a.Pred); m != nil {
			if k := slices.Index(m.order, i); k >= 0 {
				s = v.params[k]
			} else if !w.objectsOf(t).meets(w.otherValues(v, m)) {
				continue // the comparison alone tells
			}
		}
		guards = append(guards, w.member(t, s))
	}
	return join("and", guards...)
}

// otherValues returns the objects that are values of a group by another member.
func (w *writer) otherValues(v *variable, m *member) *set {
	var all []*Object
	for _, o := range v.parts {
		if o != m && o.values != nil {
			all = append(all, o.values.objects...)
		}
	}
	return newSet("", all)
}

// element writes an atom of a state variable that has an element for it.
func (w *writer) element(a *Atom) *expr {
	v := w.of[a.Pred]
	m := v.member(a.Pred)
	if m == nil {
		return operand(a.Span, "%s", w.place(v, a))
	}
	if m.counted >= 0 && !w.objectsOf(a.Args[m.counted]).meets(m.values) {
		return no
	}
	return equation(w.place(v, a), w.valueOf(m, a)).at(a.Span)
}

// place writes the element of a state variable that an atom is about.
func (w *writer) place(v *variable, a *Atom) string {
	args := v.keyOf(a)
	if len(args) == 0 {
		return v.name
	}
	return v.name + "[" + w.terms(args) + "]"
}

// valueOf writes the value of a group that stands for an atom.
func (w *writer) valueOf(m *member, a *Atom) string {
	if m.counted < 0 {
		return m.value
	}
	return w.term(a.Args[m.counted])
}

// compare writes a comparison of numbers.
func (w *writer) compare(c *Cond) *expr {
	sign := c.Sign
	if sign == "=" {
		sign = "=="
	}
	return &expr{text: w.number(c.Numbers[0]) + " " + sign + " " + w.number(c.Numbers[1])}
}

// number writes a number. A function is undefined where it has no value.
func (w *writer) number(n *Number) string {
	switch {
	case n.Op == "-" && len(n.Args) == 1:
		return "-" + w.number(n.Args[0])
	case n.Op != "":
		return "(" + strings.Join(lists.Map(n.Args, w.number), " "+n.Op+" ") + ")"
	case n.Func == nil:
		return strconv.FormatInt(n.Value, 10)
	case len(n.Terms) == 0 || len(n.Func.Values) == 0:
		return w.functions[n.Func]
	case len(n.Terms) == 1:
		return w.functions[n.Func] + "[" + w.terms(n.Terms) + "]"
	}
	return w.functions[n.Func] + "[(" + w.terms(n.Terms) + ")]"
}
