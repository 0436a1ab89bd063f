// Package pddl reads planning tasks, in the Planning Domain Definition Language (McDermott et al. 1998; PDDL 2.2:
// Edelkamp and Hoffmann 2004), and writes them as models of pzc.
//
// Read makes a Task of two texts, a domain and a problem: STRIPS with types, equality, negation, quantifiers,
// conditional effects, action costs and derived predicates. Everything else is refused by name. What is read goes by
// what is used; `:requirements` are not needed.
//
// Write makes the text of a model of a Task, and the place in the PDDL texts that each part of this text stands for.
// Several problems of one domain become instances of one model (see instances.go).
// The model has one enum of all objects; types and unary static predicates are sets of objects, and other static
// predicates are sets of tuples. Predicates of which at most one atom holds at a time become one variable (see
// groups.go).
package pddl

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Task is a domain with a problem, or with several. Objects, facts and values of functions are those of all problems.
type Task struct {
	Domain    string
	Doc       string    // the comment above the domain
	Span      diag.Span // of a problem's name, for findings about the whole
	Instances []*instance

	Types      []*Type // `object` first
	Objects    []*Object
	Predicates []*Predicate
	Functions  []*function
	Actions    []*Action

	Init   []Fact
	Metric bool // the cost of a plan is the sum of its increases; else its number of actions
	// Open is set for Write to keep preconditions that no state decides, and actions that can never be applied: each
	// precondition can be left out of the model.
	Open bool
}

// instance is a problem. A domain alone has one without a name.
type instance struct {
	Name    string
	Span    diag.Span // of its name
	Goal    *Cond
	objects map[string]*Object
	metric  diag.Span
	weights map[*function]int64 // of the costs in the metric
}

// Type is a type of objects. `object` has no parents.
type Type struct {
	Name    string
	Span    diag.Span
	Parents []*Type
}

// is reports whether all objects of a type are of another type.
func (t *Type) is(other *Type) bool {
	return t == other || slices.ContainsFunc(t.Parents, func(p *Type) bool { return p.is(other) })
}

// Object is an object of a problem. Each problem has its own objects for the constants of the domain.
type Object struct {
	Name  string
	Of    *instance
	Span  diag.Span
	Types []*Type // it is of each of them
}

// Is reports whether the object is of one of some types.
func (o *Object) Is(types []*Type) bool {
	return slices.ContainsFunc(types, func(t *Type) bool {
		return slices.ContainsFunc(o.Types, func(own *Type) bool { return own.is(t) })
	})
}

// Var is a variable: of an action, a quantifier, or a declaration of a predicate or function.
type Var struct {
	Name  string // with its question mark
	Span  diag.Span
	Types []*Type // its values are of one of them
}

// Term is a variable or an object.
type Term struct {
	Span   diag.Span
	Var    *Var // nil for an object
	Object *Object
}

func (t Term) same(u Term) bool { return t.Var == u.Var && t.Object == u.Object }

// Predicate is a predicate with the rules that derive it, if it is derived.
type Predicate struct {
	Name   string
	Span   diag.Span
	Params []*Var
	Rules  []*rule
	Fluent bool // an effect writes it
}

// derived reports whether rules decide the predicate.
func (p *Predicate) derived() bool { return len(p.Rules) > 0 }

// rule says when a derived predicate holds.
type rule struct {
	Params []*Var
	Body   *Cond
	Span   diag.Span
}

// function is a numeric function. It is static, or a cost, which actions increase and nothing reads.
type function struct {
	Name   string
	Span   diag.Span
	Params []*Var
	Values []value // as the initial state gives them
	Cost   bool
	read   bool
}

// value is the value of a function for some objects.
type value struct {
	Of    *instance
	Args  []*Object
	Value int64
}

// Atom is a predicate with terms.
type Atom struct {
	Pred *Predicate
	Args []Term
	Span diag.Span
}

// same reports whether two atoms are written the same.
func (a *Atom) same(b *Atom) bool {
	return a.Pred == b.Pred && slices.EqualFunc(a.Args, b.Args, Term.same)
}

// Fact is an atom that holds initially.
type Fact struct {
	Of   *instance
	Pred *Predicate
	Args []*Object
	Span diag.Span
}

// op is the kind of a condition.
type op uint8

// The kinds of conditions.
const (
	And op = iota // of Args; true without any
	Or            // of Args; false without any
	Not           // of Args[0]
	Imply
	Forall // Vars, Args[0]
	Exists
	Holds   // Atom
	Equal   // Terms
	compare // Sign, Numbers
)

// Cond is a condition.
type Cond struct {
	Op      op
	Span    diag.Span
	Args    []*Cond
	Vars    []*Var
	Atom    *Atom
	Terms   [2]Term
	Sign    string
	Numbers [2]*Number
}

// Number is a number that does not depend on the state.
type Number struct {
	Span  diag.Span
	Op    string // "+", "-", "*"; "" for a function or a literal
	Args  []*Number
	Func  *function // nil for a literal
	Terms []Term
	Value int64
}

// Action is an action schema.
type Action struct {
	Name    string
	Span    diag.Span // of its name
	Doc     string
	Params  []*Var
	Pre     *Cond
	Effects []*effect
	Costs   []*increase
}

// effect adds an atom to the state or deletes it, for all values of Vars for which When holds (nil: always).
type effect struct {
	Span   diag.Span
	Vars   []*Var
	When   *Cond
	Delete bool
	Atom   *Atom
}

// increase adds an amount to a cost, for all values of Vars for which When holds. After Read, it adds to the metric.
type increase struct {
	Span   diag.Span
	Func   *function
	Vars   []*Var
	When   *Cond
	Amount *Number
}

// conjuncts returns the conditions that must all hold.
func conjuncts(c *Cond) []*Cond {
	if c == nil {
		return nil
	}
	if c.Op != And {
		return []*Cond{c}
	}
	var all []*Cond
	for _, a := range c.Args {
		all = append(all, conjuncts(a)...)
	}
	return all
}

// walk calls visit for a condition and all conditions in it.
func (c *Cond) walk(visit func(*Cond)) {
	if c == nil {
		return
	}
	visit(c)
	for _, a := range c.Args {
		a.walk(visit)
	}
}

// walk calls visit for a number and all numbers in it.
func (n *Number) walk(visit func(*Number)) {
	if n == nil {
		return
	}
	visit(n)
	for _, a := range n.Args {
		a.walk(visit)
	}
}

// has reports whether a condition or one of the conditions in it is of some kind.
func (c *Cond) has(kind func(*Cond) bool) bool {
	found := false
	c.walk(func(k *Cond) { found = found || kind(k) })
	return found
}

// mentions reports whether a condition depends on a variable.
func (c *Cond) mentions(v *Var) (found bool) {
	c.text(func(t Term) string { found = found || t.Var == v; return "" })
	return found
}

// conditions calls visit for all conditions of the task, and the conditions in them.
func (t *Task) conditions(visit func(*Cond)) {
	for _, p := range t.Predicates {
		for _, r := range p.Rules {
			r.Body.walk(visit)
		}
	}
	for _, a := range t.Actions {
		a.Pre.walk(visit)
		for _, e := range a.Effects {
			e.When.walk(visit)
		}
		for _, c := range a.Costs {
			c.When.walk(visit)
		}
	}
	for _, in := range t.Instances {
		in.Goal.walk(visit)
	}
}

// text writes a condition as PDDL does.
func (c *Cond) text(term func(Term) string) string {
	words := []string{map[op]string{
		And: "and", Or: "or", Not: "not", Imply: "imply", Forall: "forall", Exists: "exists", Equal: "=", compare: c.Sign,
	}[c.Op]}
	switch c.Op {
	case Holds:
		words[0] = c.Atom.Pred.Name
		for _, t := range c.Atom.Args {
			words = append(words, term(t))
		}
	case Equal:
		words = append(words, term(c.Terms[0]), term(c.Terms[1]))
	case compare:
		words = append(words, c.Numbers[0].text(term), c.Numbers[1].text(term))
	case Forall, Exists:
		words = append(words, "("+strings.Join(lists.Map(c.Vars, func(v *Var) string { return v.Name }), " ")+")")
	default:
	}
	for _, a := range c.Args {
		words = append(words, a.text(term))
	}
	return "(" + strings.Join(words, " ") + ")"
}

func (n *Number) text(term func(Term) string) string {
	if n.Op == "" && n.Func == nil {
		return strconv.FormatInt(n.Value, 10)
	}
	words := []string{n.Op}
	if n.Func != nil {
		words[0] = n.Func.Name
	}
	for _, t := range n.Terms {
		words = append(words, term(t))
	}
	for _, a := range n.Args {
		words = append(words, a.text(term))
	}
	return "(" + strings.Join(words, " ") + ")"
}

// text writes a term as PDDL does.
func (t Term) text() string {
	if t.Object != nil {
		return t.Object.Name
	}
	return t.Var.Name
}

// text writes a function as it is declared: (far ?a ?b).
func (f *function) text() string {
	return (&Number{Func: f, Terms: lists.Map(f.Params, func(v *Var) Term { return Term{Var: v} })}).text(Term.text)
}

// recursion is a derived predicate that says to which objects one comes from some objects, over links:
//
//	(reach ?c) := (or (at ?c) (exists (?b) (and (reach ?b) (next ?b ?c) (not (wet ?c)))))
//
// Arguments that are the same in both atoms of the predicate stay, as ?x does in
//
//	(path ?x ?y) := (or (link ?x ?y) (exists (?z) (and (path ?x ?z) (link ?z ?y))))
type recursion struct {
	starts, steps []alternative
	moving        []int // the arguments that differ
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
				if t.Var != a.params[i] && !slices.Contains(r.moving, i) {
					r.moving = append(r.moving, i)
				}
			}
		}
	}
	return r, len(r.moving) > 0
}

// alternatives divides a condition such that each part reads at most one atom of a derived predicate. ok is false if
// such an atom stands below `not` or `forall`, or beside another one.
func (p *Predicate) alternatives(c *Cond) (all []alternative, ok bool) {
	reads := func(c *Cond) bool { return c.has(func(k *Cond) bool { return k.Op == Holds && k.Atom.Pred == p }) }
	switch {
	case !reads(c):
		return []alternative{{conds: []*Cond{c}}}, true
	case c.Op == Holds:
		return []alternative{{from: c.Atom}}, true
	case c.Op == Not || c.Op == Imply || c.Op == Forall || c.Op == And && len(lists.Filter(c.Args, reads)) > 1:
		return nil, false
	}
	for _, part := range c.Args {
		if c.Op == And && !reads(part) {
			continue
		}
		more, ok := p.alternatives(part)
		if !ok {
			return nil, false
		}
		for _, a := range more {
			a.vars = slices.Concat(c.Vars, a.vars)
			if c.Op == And {
				a.conds = slices.Concat(lists.Filter(c.Args, func(k *Cond) bool { return !reads(k) }), a.conds)
			}
			all = append(all, a)
		}
	}
	return all, true
}
