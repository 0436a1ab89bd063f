package pddl

import (
	"slices"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Read reads a domain with its problems. Without a problem it reads the domain alone; the task then has no goal. The
// task is nil if the list has errors.
func Read(domain Text, problems ...Text) (*Task, diag.List) {
	r := &reader{
		t: &Task{}, types: map[string]*Type{}, named: map[string]diag.Span{},
		predicates: map[string]*Predicate{}, functions: map[string]*function{},
	}
	r.object = r.newType("object", diag.Span{})
	parts := r.define(domain, "domain")
	of := make([][]*node, max(len(problems), 1)) // the parts of each problem
	for i := range of {
		r.t.Instances = append(r.t.Instances, &instance{Goal: &Cond{Op: And}})
		if len(problems) > 0 && !r.diags.HasErrors() {
			of[i] = r.define(problems[i], "problem")
		}
	}
	r.domain(parts, of)
	for i, in := range r.t.Instances {
		if len(problems) > 0 && !r.diags.HasErrors() {
			r.problem(in, of[i])
		}
	}
	if !r.diags.HasErrors() {
		r.oneModel()
	}
	if !r.diags.HasErrors() {
		r.check(len(problems) > 0)
	}
	if r.diags.HasErrors() {
		return nil, r.diags.Sorted()
	}
	return r.t, r.diags.Sorted()
}

// problem reads the parts of a problem. They may stand in any order.
func (r *reader) problem(in *instance, parts []*node) {
	r.in, r.objects, r.given = in, in.objects, map[string]given{}
	for _, n := range parts {
		if n.head() == ":domain" && len(n.list) == 2 && n.list[1].atom != r.t.Domain {
			d := r.diags.Warnf(n.list[1].span, codeUnknown,
				"this problem is for the domain `%s`, and the domain that was read is `%s`", n.list[1].atom, r.t.Domain)
			if len(r.t.Instances) > 1 {
				d.Severity, d.Help = diag.Error, "problems of one model have one domain"
			}
		}
	}
	goal := false
	for _, n := range parts {
		switch n.head() {
		case ":objects", ":domain", ":length": // the length is advice of PDDL 1.2 to planners
		case ":requirements":
			r.requirements(n)
		case ":init":
			for _, f := range n.list[1:] {
				r.fact(f)
			}
		case ":goal":
			if goal = true; r.wants(n, 1, "(:goal (and (p a) (q b)))") {
				in.Goal = r.cond(n.list[1])
			}
		case ":metric":
			r.metric(n)
		default:
			r.otherPart(n, "problem")
		}
	}
	if !goal && len(parts) > 0 && !r.diags.HasErrors() {
		r.diags.Errorf(parts[0].span, codeSyntax, "the problem has no goal").Help = "write `(:goal (and (p a) (q b)))`"
	}
}

func (r *reader) metric(n *node) {
	switch {
	case len(n.list) != 3:
		r.diags.Errorf(n.span, codeSyntax, "a metric is written as `(:metric minimize (total-cost))`")
	case n.list[1].atom == "maximize":
		r.refuse(n.list[1], "`maximize`")
	case n.list[1].atom != "minimize":
		d := r.diags.Errorf(n.list[1].span, codeSyntax, "a metric begins with `minimize`")
		d.Help = "write `(:metric minimize (total-cost))`"
	case n.list[2].first().atom == "total-time" && r.functions["total-time"] == nil:
		// Without durations the time of a plan is its number of actions, as without a metric.
	default:
		r.in.metric, r.in.weights = n.span, map[*function]int64{}
		r.weigh(n.list[2], 1)
	}
}

// weigh reads a metric: a function, a number times a function, or a sum of these. A constant decides nothing.
func (r *reader) weigh(n *node, times int64) {
	name := n.first().atom
	switch {
	case isDigits(n.atom):
	case name == "-" && len(n.list) == 3 && isDigits(n.list[2].atom):
		r.weigh(n.list[1], times)
	case name == "+" && len(n.list) > 1:
		for _, part := range n.list[1:] {
			r.weigh(part, times)
		}
	case name == "*" && times == 1 && len(n.list) == 3 && isDigits(n.list[1].atom):
		r.weigh(n.list[2], r.number(n.list[1]).Value)
	case r.functions[name] == nil && name != totalCost || times < 0:
		r.refuse(n, "a metric that is no sum of declared functions")
	default:
		f, _ := r.function(n)
		switch {
		case f == nil: // reported
		case len(f.Params) > 0:
			r.refuse(n, "a metric with objects")
		default:
			r.in.weights[f] += times
		}
	}
}

// fact reads a fact of the initial state.
func (r *reader) fact(n *node) {
	switch {
	case n.head() == "not":
		if r.wants(n, 1, "(not (p a))") {
			if a := r.atom(n.list[1]); a != nil {
				r.once((&Cond{Op: Holds, Atom: a}).text(Term.text), "false", n)
			}
		}
		return
	case n.head() == "=":
		r.value(n)
		return
	case n.head() == "at" && len(n.list) == 3 && isDigits(n.list[1].atom) && n.list[2].list != nil:
		r.refuse(n, "a fact that begins to hold later")
		return
	}
	a := r.atom(n)
	if a == nil {
		return
	}
	if a.Pred.derived() {
		r.diags.Errorf(n.span, codeUnsupported,
			"the predicate `%s` is derived, so the initial state cannot give it", a.Pred.Name)
		return
	}
	r.once((&Cond{Op: Holds, Atom: a}).text(Term.text), "true", n)
	f := Fact{Of: r.in, Pred: a.Pred, Span: n.span}
	for _, t := range a.Args {
		f.Args = append(f.Args, t.Object)
	}
	r.t.Init = append(r.t.Init, f)
}

// value reads `(= (f a b) 3)`.
func (r *reader) value(n *node) {
	if !r.wants(n, 2, "(= (f a) 1)") {
		return
	}
	f, args := r.function(n.list[1])
	v := r.number(n.list[2])
	switch {
	case f == nil:
		return
	case n.list[2].list != nil:
		r.diags.Errorf(n.list[2].span, codeSyntax, "the initial value of a function is a number")
		return
	}
	if r.once((&Number{Func: f, Terms: args}).text(Term.text), v.text(Term.text), n); f.Cost {
		return
	}
	value := value{Of: r.in, Value: v.Value}
	for _, t := range args {
		value.Args = append(value.Args, t.Object)
	}
	f.Values = append(f.Values, value)
}

// once reports an atom or function to which the initial state gives two values.
func (r *reader) once(of, value string, n *node) {
	first, again := r.given[of]
	if !again {
		r.given[of] = given{value, n.span}
		return
	}
	if first.value != value {
		d := r.diags.Errorf(n.span, codeTwice, "`%s` is %s here, and %s in line %d",
			of, value, first.value, first.at.Start.Line)
		d.Help = "remove one of the two"
		d.Related = append(d.Related, diag.Related{Span: first.at, Msg: "the other value"})
	}
}

// check reports what nothing uses, and what cannot become true.
func (r *reader) check(whole bool) {
	read := map[*Predicate]bool{}
	r.t.conditions(func(c *Cond) {
		if c.Op == Holds {
			read[c.Atom.Pred] = true
		}
	})
	initially := lists.Set(lists.Map(r.t.Init, func(f Fact) *Predicate { return f.Pred }))
	for _, p := range r.t.Predicates {
		added := slices.ContainsFunc(r.t.Actions, func(a *Action) bool {
			return slices.ContainsFunc(a.Effects, func(e *effect) bool { return !e.Delete && e.Atom.Pred == p })
		})
		switch {
		case !read[p] && !p.Fluent && !whole:
			r.diags.Warnf(p.Span, codeUnused, "`%s` is never used", p.Name)
		case whole && read[p] && !p.derived() && !added && !initially[p]:
			r.diags.Warnf(p.Span, codeUnused, "`%s` is never true: no action adds it, and it does not hold initially", p.Name)
		}
	}
	if !whole {
		for _, a := range r.t.Actions {
			r.lint(a)
		}
	}
}

// lint reports what is probably a mistake in an action: a parameter that is not used, an atom that is deleted and added
// at once, a precondition that contradicts itself.
func (r *reader) lint(a *Action) {
	used := map[*Var]bool{}
	uses := func(ts []Term) {
		for _, t := range ts {
			used[t.Var] = true
		}
	}
	counts := func(n *Number) { uses(n.Terms) }
	visit := func(c *Cond) {
		if c.Op == Holds {
			uses(c.Atom.Args)
		}
		uses(c.Terms[:])
		for _, n := range c.Numbers {
			n.walk(counts)
		}
	}
	a.Pre.walk(visit)
	for _, e := range a.Effects {
		e.When.walk(visit)
		uses(e.Atom.Args)
		for _, f := range a.Effects {
			if plain := e.When == nil && f.When == nil; plain && e.Delete && !f.Delete && e.Atom.same(f.Atom) {
				r.diags.Warnf(e.Span, codeUnused, "`%s` also adds this atom, so it is not deleted", a.Name)
			}
		}
	}
	for _, c := range a.Costs {
		c.When.walk(visit)
		c.Amount.walk(counts)
	}
	for _, v := range a.Params {
		if !used[v] {
			r.diags.Warnf(v.Span, codeUnused, "`%s` of `%s` is never used", v.Name, a.Name)
		}
	}
	all := conjuncts(a.Pre)
	for _, c := range all {
		if c.Op == Not && c.Args[0].Op == Holds && slices.ContainsFunc(all, func(d *Cond) bool {
			return d.Op == Holds && d.Atom.same(c.Args[0].Atom)
		}) {
			r.diags.Warnf(c.Span, codeUnused, "`%s` can never be applied: it also demands that this atom holds", a.Name)
		}
	}
}
