package pddl

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

func (r *reader) newType(name string, at diag.Span) *Type {
	if t := r.types[name]; t != nil {
		return t
	}
	t := &Type{Name: name, Span: at}
	r.types[name] = t
	r.typeOrder = append(r.typeOrder, t)
	return t
}

// typeCycles reports types that are their own subtypes, and gives types without a parent `object`.
func (r *reader) typeCycles() {
	for _, t := range r.typeOrder {
		seen := map[*Type]bool{}
		var up func(*Type) bool
		up = func(u *Type) bool {
			if u == t && len(seen) > 0 {
				return true
			}
			if seen[u] {
				return false
			}
			seen[u] = true
			return slices.ContainsFunc(u.Parents, up)
		}
		if up(t) {
			r.diags.Errorf(t.Span, codeType, "the type `%s` is a subtype of itself", t.Name)
			t.Parents = nil
		}
		if len(t.Parents) == 0 && t != r.object {
			t.Parents = []*Type{r.object}
		}
	}
}

// typedName is an element of a list `a b - type`.
type typedName struct {
	name  *node
	types []*Type
}

// typed reads a list of names with types. Without a type, an element has the types otherwise.
func (r *reader) typed(list []*node, otherwise []*Type) []typedName {
	declares := otherwise == nil // of :types, where a parent need not be declared
	if declares {
		otherwise = []*Type{r.object}
	}
	var all []typedName
	from := 0
	for i := 0; i < len(list); i++ {
		n := list[i]
		switch {
		case n.atom == "-" && i+1 == len(list):
			r.diags.Errorf(n.span, codeSyntax, "after `-` a type is missing")
		case n.atom == "-":
			if i == from {
				r.diags.Errorf(n.span, codeSyntax, "before `-` a name is missing")
			}
			types := r.typeOf(list[i+1], declares)
			for j := range all {
				if j >= len(all)-(i-from) {
					all[j].types = types
				}
			}
			i++
			from = i + 1
		case n.list != nil:
			r.diags.Errorf(n.span, codeSyntax, "a name is wanted here, not a list")
			from++
		case i > from && strings.HasPrefix(list[i-1].atom, "?") && r.types[n.atom] != nil: // no variable
			r.diags.Errorf(n.span, codeSyntax, "`%s` is a type, and no `-` stands before it", n.atom).Help =
				"write `- " + n.atom + "`"
			list = slices.Insert(slices.Clone(list), i, &node{span: n.span, atom: "-"})
			i--
		case strings.HasPrefix(n.atom, "-"): // names begin with a letter, so this can only be a type
			r.diags.Warnf(n.span, codeSyntax, "a blank is missing after `-`").Help = "write `- " + n.atom[1:] + "`"
			dash, kind := &node{span: n.span, atom: "-"}, &node{span: n.span, atom: n.atom[1:]}
			list = slices.Concat(list[:i], []*node{dash, kind}, list[i+1:])
			i--
		default:
			all = append(all, typedName{n, otherwise})
		}
	}
	return all
}

// typeOf reads a type, or `(either a b)`.
func (r *reader) typeOf(n *node, declares bool) []*Type {
	names := []*node{n}
	if n.list != nil {
		if n.head() != "either" || len(n.list) < 2 {
			r.diags.Errorf(n.span, codeSyntax, "a type is wanted here: a name, or `(either A B)`")
			return []*Type{r.object}
		}
		names = n.list[1:]
	}
	var types []*Type
	for _, name := range names {
		t := r.types[name.atom]
		if t == nil && declares && name.atom != "" {
			t = r.newType(name.atom, name.span)
		}
		if t == nil {
			unknown(r, name, "type", r.types, "declare it in `(:types …)`")
			t = r.object
		}
		types = append(types, t)
	}
	return types
}

// maxHelped bounds the errors for which a similar name is looked for.
const maxHelped = 50

// unknown reports a name that is not declared.
func unknown[V any](r *reader, n *node, what string, declared map[string]V, help string) {
	d := r.diags.Errorf(n.span, codeUnknown, "the %s `%s` is not declared", what, n.atom)
	if d.Help = help; len(r.diags) < maxHelped {
		hint(d, n.atom, keys(declared))
	}
}

func (r *reader) declareObjects(n *node) {
	for _, v := range r.typed(n.list[1:], []*Type{r.object}) {
		name := v.name.atom
		if strings.HasPrefix(name, "?") {
			d := r.diags.Errorf(v.name.span, codeSyntax, "`%s` is a variable, and an object is wanted here", name)
			d.Help = "write `" + name[1:] + "`"
			continue
		}
		if o := r.objects[name]; o != nil { // domains and problems of the competitions repeat constants
			d := r.diags.Warnf(v.name.span, codeTwice, "the object `%s` is declared twice", name)
			d.Related = append(d.Related, diag.Related{Span: o.Span, Msg: "first declared here"})
			o.Types = append(o.Types, v.types...)
			continue
		}
		o := &Object{Name: name, Span: v.name.span, Types: v.types}
		r.objects[name] = o
		r.t.Objects = append(r.t.Objects, o)
	}
}

// declare declares the objects of a problem: those for the constants of the domain, and its own.
func (r *reader) declare(in *instance, constants []*Object, problem []*node) {
	r.objects = map[string]*Object{}
	others := r.t.Objects
	r.t.Objects = nil
	for _, o := range constants {
		own := *o
		own.Types = slices.Clone(o.Types)
		r.objects[o.Name] = &own
		r.t.Objects = append(r.t.Objects, &own)
	}
	for _, n := range problem {
		if n.head() == ":objects" {
			r.declareObjects(n)
		}
	}
	for _, o := range r.t.Objects {
		o.Of = in
	}
	r.t.Objects, in.objects = append(r.t.Objects, others...), r.objects
}

// oneModel reports what problems do not have in common. A metric and the objects that the domain names must be in all.
func (r *reader) oneModel() {
	first := r.t.Instances[0]
	r.t.Metric = first.metric.Start.IsValid()
	r.weighCosts(first)
	for _, in := range r.t.Instances[1:] {
		same := len(in.weights) == len(first.weights)
		for f, times := range first.weights {
			same = same && in.weights[f] == times
		}
		if !same && in.weights != nil && first.weights != nil {
			r.diags.Errorf(in.metric, codeUnsupported, "`%s` and `%s` have different metrics: they are no instances of one "+
				"model", first.Name, in.Name).Help = "give all problems one metric"
		}
		if in.metric.Start.IsValid() != r.t.Metric {
			with, without := first, in
			if !r.t.Metric {
				with, without = in, first
			}
			d := r.diags.Errorf(with.metric, codeUnsupported,
				"`%s` has a metric and `%s` has none: they are no instances of one model", with.Name, without.Name)
			d.Help = "give all problems a metric, or none"
		}
		for _, name := range keys(r.named) {
			if in.objects[name] == nil && first.objects[name] != nil {
				d := r.diags.Errorf(r.named[name], codeUnknown, "the problem `%s` has no object `%s`", in.Name, name)
				d.Help = "declare it in `(:constants …)` of the domain"
			}
		}
	}
}

// weighCosts makes all increases those of the metric. It reports costs that something reads, and negative ones.
func (r *reader) weighCosts(in *instance) {
	for _, a := range r.t.Actions {
		for _, c := range a.Costs {
			if c.Func.read {
				r.refuse(&node{span: c.Span}, "the number `"+c.Func.Name+"`, which changes and is read elsewhere")
			}
			by := in.weights[c.Func]
			if low, _ := c.Amount.bounds(); by > 0 && low < 0 && !a.demandsNoLess(c.Amount) {
				r.refuse(&node{span: c.Span}, "a cost that may be less than 0")
			}
			if by > 1 {
				c.Amount = &Number{Span: c.Span, Op: "*", Args: []*Number{{Value: by}, c.Amount}}
			}
		}
		if in.weights != nil {
			a.Costs = lists.Filter(a.Costs, func(c *increase) bool { return in.weights[c.Func] > 0 })
		}
	}
}

// bounds returns the least and the greatest value that a number may have, by the values of its functions.
func (n *Number) bounds() (low, high int64) {
	if n.Op == "" {
		low, high = n.Value, n.Value
		for i, v := range n.values() {
			if i == 0 {
				low, high = v.Value, v.Value
			}
			low, high = min(low, v.Value), max(high, v.Value)
		}
		return low, high
	}
	low, high = n.Args[0].bounds()
	if len(n.Args) == 1 { // the sign `-`
		return -high, -low
	}
	for _, a := range n.Args[1:] {
		l, h := a.bounds()
		switch n.Op {
		case "+":
			low, high = low+l, high+h
		case "-":
			low, high = low-h, high-l
		default:
			low, high = min(low*l, low*h, high*l, high*h), max(low*l, low*h, high*l, high*h)
		}
	}
	return low, high
}

// values returns the values of the function that a number is; none if it is a literal.
func (n *Number) values() []value {
	if n.Func == nil {
		return nil
	}
	return n.Func.Values
}

// demandsNoLess reports whether a number is a difference that a precondition forbids to be negative.
func (a *Action) demandsNoLess(n *Number) bool {
	term := func(t Term) string { return fmt.Sprintf("%p %p", t.Var, t.Object) }
	return n.Op == "-" && len(n.Args) == 2 && slices.ContainsFunc(conjuncts(a.Pre), func(c *Cond) bool {
		if c.Op != compare {
			return false
		}
		more, less := c.Numbers[0], c.Numbers[1]
		if strings.HasPrefix(c.Sign, "<") {
			more, less = less, more
		}
		return c.Sign != "=" && more.text(term) == n.Args[0].text(term) && less.text(term) == n.Args[1].text(term)
	})
}

// variables reads a list of variables with types.
func (r *reader) variables(list []*node) []*Var {
	vars := r.places(list)
	for i, v := range vars {
		if slices.ContainsFunc(vars[:i], func(w *Var) bool { return w.Name == v.Name }) {
			r.diags.Errorf(v.Span, codeTwice, "the variable `%s` is declared twice", v.Name)
		}
	}
	return vars
}

// places reads the variables of a declared predicate or function. Their names mean nothing, so two may be the same.
func (r *reader) places(list []*node) []*Var {
	var vars []*Var
	for _, v := range r.typed(list, []*Type{r.object}) {
		name := v.name.atom
		if !strings.HasPrefix(name, "?") {
			r.diags.Errorf(v.name.span, codeSyntax, "`%s` is no variable: variables begin with `?`", name).Help =
				"write `?" + name + "`"
			name = "?" + name
		}
		vars = append(vars, &Var{name, v.name.span, v.types})
	}
	return vars
}

func (r *reader) predicate(n *node) {
	if n.head() == "" {
		r.diags.Errorf(n.span, codeSyntax, "a predicate is declared as `(name ?x - type)`")
		return
	}
	name := n.list[0]
	if p := r.predicates[name.atom]; p != nil {
		d := r.diags.Errorf(name.span, codeTwice, "the predicate `%s` is declared twice", name.atom)
		d.Related = append(d.Related, diag.Related{Span: p.Span, Msg: "first declared here"})
		return
	}
	if name.atom == "=" { // some domains declare it
		return
	}
	p := &Predicate{Name: name.atom, Span: n.span, Params: r.places(n.list[1:])}
	r.predicates[p.Name] = p
	r.t.Predicates = append(r.t.Predicates, p)
}

// declareFunctions reads `(f ?x - t) (g) - number`.
func (r *reader) declareFunctions(list []*node) {
	for i := 0; i < len(list); i++ {
		n := list[i]
		switch {
		case n.atom == "-" && i+1 < len(list):
			if i++; list[i].atom != "number" {
				r.refuse(list[i], "a function whose values are objects")
			}
		case n.head() == "":
			r.diags.Errorf(n.span, codeSyntax, "a function is declared as `(name ?x - type)`")
		default:
			f := &function{Name: n.head(), Span: n.span, Params: r.places(n.list[1:])}
			r.functions[f.Name] = f
			r.t.Functions = append(r.t.Functions, f)
		}
	}
}

// rule reads `(:derived (p ?x - t) condition)`.
func (r *reader) rule(n *node) {
	if len(n.list) != 3 || n.list[1].head() == "" {
		r.diags.Errorf(n.span, codeSyntax, "a derived predicate is written as `(:derived (p ?x - type) condition)`")
		return
	}
	p := r.predicates[n.list[1].head()]
	if p == nil {
		unknown(r, n.list[1].list[0], "predicate", r.predicates, "declare it in `(:predicates …)`")
		return
	}
	params := r.variables(n.list[1].list[1:])
	if len(params) != len(p.Params) {
		r.arguments(n.list[1], p.Name, len(p.Params), len(params), p.Span)
		return
	}
	for i, v := range params { // without types, those of the declaration
		if len(v.Types) == 1 && v.Types[0] == r.object {
			v.Types = p.Params[i].Types
		}
	}
	rule := &rule{Params: params, Span: n.list[1].span}
	p.Rules = append(p.Rules, rule)
	r.scope = params
	rule.Body = r.cond(n.list[2])
	r.scope = nil
}

// rulesComplete reports derived predicates that depend on themselves in another form than recursion.
func (r *reader) rulesComplete() {
	for _, p := range r.t.Predicates {
		_, path := recursionOf(p)
		seen := map[*Predicate]bool{}
		var reads func(q *Predicate) bool // whether rules of q depend on p, but for the last step of a path
		reads = func(q *Predicate) bool {
			return slices.ContainsFunc(q.Rules, func(rule *rule) bool {
				return rule.Body.has(func(c *Cond) bool {
					if c.Op != Holds || path && q == p && c.Atom.Pred == p {
						return false
					}
					again := seen[c.Atom.Pred]
					seen[c.Atom.Pred] = true
					return c.Atom.Pred == p || !again && reads(c.Atom.Pred)
				})
			})
		}
		if reads(p) {
			d := r.diags.Errorf(p.Rules[0].Span, codeUnsupported,
				"the derived predicate `%s` depends on itself in a way that pzc does not read", p.Name)
			d.Help = "pzc reads paths: `(:derived (p ?y) (or (at ?y) (exists (?x) (and (p ?x) (link ?x ?y)))))`"
		}
	}
}
