package pddl

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/text"
)

// Text is a PDDL text with the name under which findings point into it.
type Text struct{ Name, Text string }

// Kind tells what the text is, without reading all of it.
func (t Text) Kind() Kind {
	var none diag.List
	for _, n := range parse(t.Name, t.Text, &none) {
		if n.head() == "define" && len(n.list) > 1 {
			switch n.list[1].head() {
			case "domain":
				return Domain
			case "problem":
				return Problem
			}
		}
	}
	return Neither
}

// Kind is what a PDDL text is.
type Kind uint8

// The kinds of PDDL texts.
const (
	Neither Kind = iota
	Domain
	Problem
)

// Read reads a domain and a problem. Problem is nil to read the domain alone; the task then has no goal. The task is nil
// if the list has errors.
func Read(domain Text, problem *Text) (*Task, diag.List) {
	r := &reader{
		t: &Task{Goal: &Cond{Op: And}}, types: map[string]*Type{}, objects: map[string]*Object{},
		predicates: map[string]*Predicate{}, functions: map[string]*Function{},
	}
	r.object = r.newType("object", diag.Span{})
	parts := r.define(domain, "domain")
	r.domain(parts)
	if problem != nil && len(r.diags) == 0 {
		r.problem(r.define(*problem, "problem"))
	}
	if !r.diags.HasErrors() {
		r.check(problem != nil)
	}
	if r.diags.HasErrors() {
		return nil, r.diags.Sorted()
	}
	return r.t, r.diags.Sorted()
}

// reader makes a task of expressions.
type reader struct {
	t          *Task
	object     *Type
	types      map[string]*Type
	objects    map[string]*Object
	predicates map[string]*Predicate
	functions  map[string]*Function
	typeOrder  []*Type
	scope      []*Var // the variables that are visible, inner ones last
	name       string // of the problem's domain
	diags      diag.List
}

func (r *reader) errorf(n *node, code, format string, args ...any) *diag.Diagnostic {
	return r.diags.Errorf(n.span, code, format, args...)
}

// refuse reports a construct that is not read.
func (r *reader) refuse(n *node, what string) {
	r.errorf(n, codeUnsupported, "%s: pzc does not read this", what).Help = unsupported
}

const unsupported = "pzc reads STRIPS, types, ADL, derived predicates and action costs; docs/planning.md lists them"

// define returns the parts of `(define (domain name) …)`.
func (r *reader) define(t Text, kind string) []*node {
	all := parse(t.Name, t.Text, &r.diags)
	if r.diags.HasErrors() {
		return nil
	}
	for _, n := range all {
		if n.head() != "define" {
			r.errorf(n, codeSyntax, "a PDDL text is one `(define …)`; this stands beside it")
			return nil
		}
	}
	for _, n := range all {
		if len(n.list) > 1 && n.list[1].head() == kind {
			if len(n.list[1].list) != 2 {
				r.errorf(n.list[1], codeSyntax, "the %s has no name", kind).Help = "write `(" + kind + " NAME)`"
				return nil
			}
			if kind == "domain" {
				r.t.Domain, r.t.Doc = n.list[1].list[1].atom, n.doc
			} else {
				r.t.Problem = n.list[1].list[1].atom
			}
			return n.list[2:]
		}
	}
	at := diag.Pos{Filename: t.Name, Line: 1, Column: 1}
	r.diags.Errorf(diag.Span{Start: at, End: at}, codeSyntax, "this is no %s of PDDL: `(define (%s …) …)` is missing", kind, kind)
	return nil
}

// domain reads the parts of a domain. They may stand in any order.
func (r *reader) domain(parts []*node) {
	const (
		typesFirst = iota
		thenConstants
		thenPredicates
		thenRules
		thenActions
	)
	stage := map[string]int{
		":types": typesFirst, ":constants": thenConstants, ":predicates": thenPredicates, ":functions": thenPredicates,
		":derived": thenRules, ":axiom": thenRules, ":action": thenActions,
	}
	for now := typesFirst; now <= thenActions; now++ {
		for _, n := range parts {
			word := n.head()
			s, known := stage[word]
			switch {
			case now == typesFirst && word == ":requirements":
				r.requirements(n)
			case now == typesFirst && !known:
				r.otherPart(n, "domain")
			case known && s == now:
				r.domainPart(word, n)
			}
		}
		if now == typesFirst {
			r.typeCircles()
		}
		if now == thenRules {
			r.rulesComplete()
		}
	}
	r.t.Types = r.typeOrder
}

func (r *reader) domainPart(word string, n *node) {
	switch word {
	case ":types":
		for _, v := range r.typed(n.list[1:], nil) {
			t := r.newType(v.name.atom, v.name.span)
			for _, p := range v.types {
				if p != t && !slices.Contains(t.Parents, p) {
					t.Parents = append(t.Parents, p)
				}
			}
		}
	case ":constants":
		r.declareObjects(n)
	case ":predicates":
		for _, p := range n.list[1:] {
			r.predicate(p)
		}
	case ":functions":
		r.declareFunctions(n.list[1:])
	case ":derived":
		r.rule(n)
	case ":axiom":
		r.refuse(n.list[0], "`:axiom` of PDDL 1.2 (write `(:derived (p ?x) …)`)")
	case ":action":
		r.action(n)
	}
}

// otherPart reports a part that does not belong to a domain or problem, or is not read.
func (r *reader) otherPart(n *node, where string) {
	word := n.head()
	switch {
	case word == "":
		r.errorf(n, codeSyntax, "this is no part of a %s; each begins with a bracket and a word such as `:action`", where)
	case slices.Contains(unread, word):
		r.refuse(n.list[0], "`"+word+"`")
	default:
		names := append(domainParts, problemParts...)
		d := r.errorf(n.list[0], codeSyntax, "`%s` is no part of a %s", word, where)
		if near := diag.Nearest(word, names); near != "" {
			d.Help = "did you mean `" + near + "`?"
		} else if slices.Contains(names, word) {
			d.Help = "it belongs to the other file"
		}
	}
}

var (
	domainParts  = []string{":requirements", ":types", ":constants", ":predicates", ":functions", ":derived", ":action"}
	problemParts = []string{":domain", ":objects", ":init", ":goal", ":metric", ":requirements"}
	unread       = []string{
		":durative-action", ":constraints", ":task", ":method", ":htn", ":event", ":process", ":length", ":class", ":bounds",
	}
)

// cannot holds the requirements whose constructs are not read. A domain may name them and not use them.
var cannot = map[string]bool{
	":durative-actions": true, ":duration-inequalities": true, ":continuous-effects": true, ":timed-initial-literals": true,
	":preferences": true, ":constraints": true, ":hierarchy": true, ":object-fluents": true, ":time": true,
	":multi-agent": true, ":probabilistic-effects": true,
}

var requirements = []string{
	":strips", ":typing", ":negative-preconditions", ":disjunctive-preconditions", ":equality", ":existential-preconditions",
	":universal-preconditions", ":quantified-preconditions", ":conditional-effects", ":fluents", ":numeric-fluents", ":adl",
	":action-costs", ":derived-predicates", ":domain-axioms", ":universal-effects",
}

// requirements warns of what cannot be met. Requirements are not read otherwise, because they are often wrong.
func (r *reader) requirements(n *node) {
	for _, q := range n.list[1:] {
		switch {
		case cannot[q.atom]:
			r.diags.Warnf(q.span, codeRequirement, "pzc does not read what `%s` allows; the rest of the text is read", q.atom)
		case !slices.Contains(requirements, q.atom):
			d := r.diags.Warnf(q.span, codeRequirement, "`%s` is no requirement of PDDL", q.atom)
			if near := diag.Nearest(q.atom, requirements); near != "" {
				d.Help = "did you mean `" + near + "`?"
			}
		}
	}
}

func (r *reader) newType(name string, at diag.Span) *Type {
	if t := r.types[name]; t != nil {
		return t
	}
	t := &Type{Name: name, Span: at}
	r.types[name] = t
	r.typeOrder = append(r.typeOrder, t)
	return t
}

// typeCircles reports types that are their own subtypes, and gives types without a parent `object`.
func (r *reader) typeCircles() {
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
			r.errorf(n, codeSyntax, "after `-` a type is missing")
		case n.atom == "-":
			if i == from {
				r.errorf(n, codeSyntax, "before `-` a name is missing")
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
			r.errorf(n, codeSyntax, "a name is wanted here, not a list")
			from++
		case strings.HasPrefix(n.atom, "-") && len(n.atom) > 1:
			r.errorf(n, codeSyntax, "`%s` is read as a name", n.atom).Help = "write a blank after `-`: `- " + n.atom[1:] + "`"
			from++
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
			r.errorf(n, codeSyntax, "a type is wanted here: a name, or `(either A B)`")
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

// unknown reports a name that is not declared.
func unknown[V any](r *reader, n *node, what string, declared map[string]V, help string) {
	d := r.errorf(n, codeUnknown, "the %s `%s` is not declared", what, n.atom)
	if d.Help = help; n.atom != "" {
		if near := diag.Nearest(n.atom, keys(declared)); near != "" {
			d.Help = "did you mean `" + near + "`?"
		}
	}
}

func (r *reader) declareObjects(n *node) {
	for _, v := range r.typed(n.list[1:], []*Type{r.object}) {
		name := v.name.atom
		if strings.HasPrefix(name, "?") {
			r.errorf(v.name, codeSyntax, "`%s` is a variable, and an object is wanted here", name).Help = "write `" + name[1:] + "`"
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

// variables reads a list of variables with types.
func (r *reader) variables(list []*node) []*Var {
	var vars []*Var
	for _, v := range r.typed(list, []*Type{r.object}) {
		name := v.name.atom
		if !strings.HasPrefix(name, "?") {
			r.errorf(v.name, codeSyntax, "`%s` is no variable: variables begin with `?`", name).Help = "write `?" + name + "`"
			name = "?" + name
		}
		for _, w := range vars {
			if w.Name == name {
				r.errorf(v.name, codeTwice, "the variable `%s` is declared twice", name)
			}
		}
		vars = append(vars, &Var{name, v.name.span, v.types})
	}
	return vars
}

func (r *reader) predicate(n *node) {
	if n.head() == "" {
		r.errorf(n, codeSyntax, "a predicate is declared as `(name ?x - type)`")
		return
	}
	name := n.list[0]
	if p := r.predicates[name.atom]; p != nil {
		d := r.errorf(name, codeTwice, "the predicate `%s` is declared twice", name.atom)
		d.Related = append(d.Related, diag.Related{Span: p.Span, Msg: "first declared here"})
		return
	}
	if name.atom == "=" { // some domains declare it
		return
	}
	p := &Predicate{Name: name.atom, Span: n.span, Params: r.variables(n.list[1:])}
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
			r.errorf(n, codeSyntax, "a function is declared as `(name ?x - type)`")
		default:
			f := &Function{Name: n.head(), Span: n.span, Params: r.variables(n.list[1:])}
			r.functions[f.Name] = f
			r.t.Functions = append(r.t.Functions, f)
		}
	}
}

// rule reads `(:derived (p ?x - t) condition)`.
func (r *reader) rule(n *node) {
	if len(n.list) != 3 || n.list[1].head() == "" {
		r.errorf(n, codeSyntax, "a derived predicate is written as `(:derived (p ?x - type) condition)`")
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
	rule := &Rule{Params: params, Span: n.list[1].span}
	p.Rules = append(p.Rules, rule)
	r.scope = params
	rule.Body = r.cond(n.list[2])
	r.scope = nil
}

// rulesComplete reports derived predicates that depend on themselves in another form than that of a path.
func (r *reader) rulesComplete() {
	for _, p := range r.t.Predicates {
		seen := map[*Predicate]bool{}
		var reads func(q *Predicate) bool
		reads = func(q *Predicate) bool {
			found := false
			for _, rule := range q.Rules {
				rule.Body.walk(func(c *Cond) {
					if c.Op != Holds || found {
						return
					}
					if c.Atom.Pred == p {
						found = true
					} else if !seen[c.Atom.Pred] {
						seen[c.Atom.Pred] = true
						found = reads(c.Atom.Pred)
					}
				})
			}
			return found
		}
		if reads(p) {
			if _, ok := closureOf(p); !ok {
				d := r.diags.Errorf(p.Rules[0].Span, codeUnsupported,
					"the derived predicate `%s` depends on itself in a way that pzc does not read", p.Name)
				d.Help = "pzc reads paths: (:derived (p ?x ?y) (or (link ?x ?y) (exists (?z) (and (link ?x ?z) (p ?z ?y)))))"
			}
		}
	}
}

func (r *reader) action(n *node) {
	if len(n.list) < 2 || n.list[1].atom == "" || strings.HasPrefix(n.list[1].atom, ":") {
		r.errorf(n.list[0], codeSyntax, "the action has no name").Help = "write `(:action NAME :parameters (…) …)`"
		return
	}
	a := &Action{Name: n.list[1].atom, Span: n.list[1].span, Doc: n.doc, Pre: &Cond{Op: And}}
	for _, b := range r.t.Actions {
		if b.Name == a.Name {
			d := r.errorf(n.list[1], codeTwice, "the action `%s` is declared twice", a.Name)
			d.Related = append(d.Related, diag.Related{Span: b.Span, Msg: "first declared here"})
			return
		}
	}
	parts := map[string]*node{}
	for i := 2; i < len(n.list); i += 2 {
		word := n.list[i]
		switch {
		case i+1 == len(n.list) || word.atom == "":
			r.errorf(word, codeSyntax, "here a word such as `:effect` with its value is wanted, in the action `%s`", a.Name)
		case !slices.Contains([]string{":parameters", ":precondition", ":effect"}, word.atom):
			d := r.errorf(word, codeSyntax, "`%s` is no part of an action", word.atom)
			if near := diag.Nearest(word.atom, []string{":parameters", ":precondition", ":effect"}); near != "" {
				d.Help = "did you mean `" + near + "`?"
			}
		case parts[word.atom] != nil:
			r.errorf(word, codeTwice, "the action `%s` has `%s` twice", a.Name, word.atom)
		default:
			parts[word.atom] = n.list[i+1]
		}
	}
	if p := parts[":parameters"]; p != nil {
		if p.list == nil {
			r.errorf(p, codeSyntax, "the parameters stand in brackets").Help = "write `:parameters (" + p.atom + ")`"
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

// inside reads something in which more variables are visible.
func (r *reader) inside(vars []*Var, read func()) {
	outer := r.scope
	r.scope = append(slices.Clone(outer), vars...)
	read()
	r.scope = outer
}

// wants reports a list that does not have n parts behind its word.
func (r *reader) wants(n *node, parts int, form string) bool {
	if len(n.list) == parts+1 {
		return true
	}
	r.errorf(n, codeSyntax, "`%s` has %s here", n.head(), text.Count(len(n.list)-1, "part")).Help = "write `" + form + "`"
	return false
}

// cond reads a condition.
func (r *reader) cond(n *node) *Cond {
	c := &Cond{Op: And, Span: n.span}
	if n.list == nil {
		d := r.errorf(n, codeSyntax, "a condition is wanted here, and conditions stand in brackets")
		d.Help = "write `(" + n.atom + ")`"
		return c
	}
	switch word := n.head(); word {
	case "":
		if len(n.list) > 0 {
			r.errorf(n, codeSyntax, "a condition begins with a word, such as `and` or a predicate")
		}
	case "and", "or":
		if word == "or" {
			c.Op = Or
		}
		for _, part := range n.list[1:] {
			c.Args = append(c.Args, r.cond(part))
		}
	case "not":
		if r.wants(n, 1, "(not (p ?x))") {
			c.Op, c.Args = Not, []*Cond{r.cond(n.list[1])}
		}
	case "imply":
		if r.wants(n, 2, "(imply (p ?x) (q ?x))") {
			c.Op, c.Args = Imply, []*Cond{r.cond(n.list[1]), r.cond(n.list[2])}
		}
	case "forall", "exists":
		if r.wants(n, 2, "("+word+" (?x - type) (p ?x))") && r.isList(n.list[1]) {
			c.Op, c.Vars = Forall, r.variables(n.list[1].list)
			if word == "exists" {
				c.Op = Exists
			}
			r.inside(c.Vars, func() { c.Args = []*Cond{r.cond(n.list[2])} })
		}
	case "=", "<", ">", "<=", ">=":
		r.compare(c, n)
	case "when":
		r.errorf(n.list[0], codeSyntax, "`when` belongs to an effect").Help = "in a condition write `(imply (p ?x) (q ?x))`"
	case "preference", "at", "over", "always", "sometime", "at-most-once", "sometime-after", "sometime-before", "within":
		if r.predicates[word] == nil {
			r.refuse(n.list[0], "`"+word+"`")
			return c
		}
		fallthrough
	default:
		if a := r.atom(n); a != nil {
			c.Op, c.Atom = Holds, a
		}
	}
	return c
}

func (r *reader) isList(n *node) bool {
	if n.list == nil {
		r.errorf(n, codeSyntax, "the variables stand in brackets").Help = "write `(" + n.atom + ")`"
	}
	return n.list != nil
}

// compare reads an equation of terms or a comparison of numbers.
func (r *reader) compare(c *Cond, n *node) {
	if !r.wants(n, 2, "("+n.head()+" ?x ?y)") {
		return
	}
	left, right := n.list[1], n.list[2]
	isNumber := func(m *node) bool { return m.list != nil || isDigits(m.atom) }
	if n.head() == "=" && !isNumber(left) && !isNumber(right) {
		c.Op = Equal
		for i, side := range []*node{left, right} {
			if t, ok := r.term(side); ok {
				c.Terms[i] = t
			} else {
				c.Op = And
				return
			}
		}
		return
	}
	c.Op, c.Sign = Compare, n.head()
	c.Numbers = [2]*Number{r.number(left), r.number(right)}
}

func isDigits(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
}

// atom reads a predicate with terms; nil if there are errors.
func (r *reader) atom(n *node) *Atom {
	if n.head() == "" {
		r.errorf(n, codeSyntax, "an atom is wanted here, such as `(p ?x)`")
		return nil
	}
	name := n.list[0]
	p := r.predicates[name.atom]
	if p == nil {
		if r.functions[name.atom] != nil {
			r.errorf(name, codeUnknown, "`%s` is a function, and a predicate is wanted here", name.atom)
		} else {
			unknown(r, name, "predicate", r.predicates, "declare it in `(:predicates …)`")
		}
		return nil
	}
	a := &Atom{Pred: p, Span: n.span}
	args, ok := r.terms(n, p.Name, p.Params, p.Span)
	a.Args = args
	if !ok {
		return nil
	}
	return a
}

// terms reads the arguments of a predicate or function.
func (r *reader) terms(n *node, name string, params []*Var, declared diag.Span) ([]Term, bool) {
	if len(n.list)-1 != len(params) {
		r.arguments(n, name, len(params), len(n.list)-1, declared)
		return nil, false
	}
	var args []Term
	ok := true
	for i, arg := range n.list[1:] {
		t, known := r.term(arg)
		args = append(args, t)
		if ok = ok && known; known && !r.fits(t, params[i].Types) {
			ok = false
			d := r.errorf(arg, codeType, "`%s` is %s, and `%s` of `%s` is %s",
				arg.atom, typeText(t.types()), params[i].Name, name, typeText(params[i].Types))
			d.Related = append(d.Related, diag.Related{Span: declared, Msg: "declared here"})
		}
	}
	return args, ok
}

func (t Term) types() []*Type {
	if t.Var != nil {
		return t.Var.Types
	}
	return t.Object.Types
}

// fits reports whether a term can be of one of some types: an object must be, a variable may have a supertype.
func (r *reader) fits(t Term, types []*Type) bool {
	if t.Object != nil {
		return t.Object.Is(types)
	}
	return slices.ContainsFunc(t.Var.Types, func(own *Type) bool {
		return slices.ContainsFunc(types, func(want *Type) bool {
			return own.Is(want) || want.Is(own) ||
				slices.ContainsFunc(r.typeOrder, func(both *Type) bool { return both.Is(own) && both.Is(want) })
		})
	})
}

func typeText(types []*Type) string {
	names := make([]string, len(types))
	for i, t := range types {
		names[i] = t.Name
	}
	return "of type `" + strings.Join(names, "` or `") + "`"
}

func (r *reader) arguments(n *node, name string, want, found int, declared diag.Span) {
	d := r.errorf(n, codeArguments, "`%s` wants %s, and has %d here", name, text.Count(want, "argument"), found)
	d.Related = append(d.Related, diag.Related{Span: declared, Msg: "declared here"})
}

// term reads a variable or an object.
func (r *reader) term(n *node) (Term, bool) {
	t := Term{Span: n.span}
	switch {
	case n.list != nil:
		r.errorf(n, codeSyntax, "a variable or an object is wanted here, not a list")
		return t, false
	case strings.HasPrefix(n.atom, "?"):
		for i := len(r.scope) - 1; i >= 0; i-- {
			if r.scope[i].Name == n.atom {
				t.Var = r.scope[i]
				return t, true
			}
		}
		d := r.errorf(n, codeUnknown, "the variable `%s` is not declared here", n.atom)
		var names []string
		for _, v := range r.scope {
			names = append(names, v.Name)
		}
		if near := diag.Nearest(n.atom, names); near != "" {
			d.Help = "did you mean `" + near + "`?"
		}
		return t, false
	}
	if t.Object = r.objects[n.atom]; t.Object != nil {
		return t, true
	}
	for _, v := range r.scope {
		if v.Name == "?"+n.atom {
			r.errorf(n, codeUnknown, "the object `%s` is not declared, and there is a variable `%s`", n.atom, v.Name).Help =
				"write `" + v.Name + "`"
			return t, false
		}
	}
	unknown(r, n, "object", r.objects, "declare it in `(:objects …)`, or in `(:constants …)` of the domain")
	return t, false
}

// number reads a number that does not depend on the state.
func (r *reader) number(n *node) *Number {
	x := &Number{Span: n.span}
	if n.list == nil {
		v, err := strconv.ParseFloat(n.atom, 64)
		switch {
		case err != nil && r.functions[n.atom] != nil:
			return r.number(&node{span: n.span, list: []*node{n}})
		case err != nil:
			r.errorf(n, codeSyntax, "a number or a function in brackets is wanted here, found `%s`", n.atom)
		case v != float64(int64(v)):
			r.refuse(n, "the number "+n.atom+", which is not whole")
		case v < -maxNumber || v > maxNumber:
			r.refuse(n, "the number "+n.atom+", which is too large")
		}
		x.Value = int64(v)
		return x
	}
	switch word := n.head(); word {
	case "+", "-", "*":
		x.Op = word
		for _, a := range n.list[1:] {
			x.Args = append(x.Args, r.number(a))
		}
		if len(x.Args) == 0 || len(x.Args) == 1 && word != "-" {
			r.errorf(n, codeSyntax, "`%s` wants two numbers", word)
		}
	case "/":
		r.refuse(n.list[0], "a division")
	default:
		f := r.functions[word]
		if f == nil {
			if word == "" {
				r.errorf(n, codeSyntax, "a number or a function is wanted here")
			} else {
				unknown(r, n.list[0], "function", r.functions, "declare it in `(:functions …)`")
			}
			return x
		}
		if word == totalCost {
			r.refuse(n, "`total-cost` as a part of a condition or a number")
		}
		x.Func = f
		x.Terms, _ = r.terms(n, f.Name, f.Params, f.Span)
	}
	return x
}

const (
	totalCost = "total-cost"
	maxNumber = 1 << 40
)

// effect reads an effect, under the variables and the condition of the effects around it.
func (r *reader) effect(a *Action, n *node, vars []*Var, when *Cond) {
	if n.list == nil {
		r.errorf(n, codeSyntax, "an effect is wanted here, and effects stand in brackets").Help = "write `(" + n.atom + ")`"
		return
	}
	e := &Effect{Span: n.span, Vars: vars, When: when}
	switch word := n.head(); word {
	case "":
		if len(n.list) > 0 {
			r.errorf(n, codeSyntax, "an effect begins with a word, such as `and` or a predicate")
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
	}
	if e.Atom = r.atom(n); e.Atom == nil {
		return
	}
	if p := e.Atom.Pred; p.Derived() {
		r.errorf(n, codeUnsupported, "the predicate `%s` is derived, so no action can write it", p.Name)
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
	if target := n.list[1]; target.atom != totalCost && target.head() != totalCost {
		r.refuse(target, "a number other than `total-cost` that changes")
		return
	}
	a.Costs = append(a.Costs, &Increase{n.span, vars, when, r.number(n.list[2])})
}

// problem reads the parts of a problem. They may stand in any order.
func (r *reader) problem(parts []*node) {
	for _, n := range parts {
		switch n.head() {
		case ":objects":
			r.declareObjects(n)
		case ":domain":
			if len(n.list) == 2 && n.list[1].atom != r.t.Domain {
				r.diags.Warnf(n.list[1].span, codeUnknown, "this problem is for the domain `%s`, and the domain that was read is `%s`",
					n.list[1].atom, r.t.Domain)
			}
		}
	}
	goal := false
	for _, n := range parts {
		switch n.head() {
		case ":objects", ":domain":
		case ":requirements":
			r.requirements(n)
		case ":init":
			for _, f := range n.list[1:] {
				r.fact(f)
			}
		case ":goal":
			if goal = true; r.wants(n, 1, "(:goal (and (p a) (q b)))") {
				r.t.Goal = r.cond(n.list[1])
			}
		case ":metric":
			r.metric(n)
		default:
			r.otherPart(n, "problem")
		}
	}
	if !goal && len(parts) > 0 && !r.diags.HasErrors() {
		r.errorf(parts[0], codeSyntax, "the problem has no goal").Help = "write `(:goal (and (p a) (q b)))`"
	}
}

func (r *reader) metric(n *node) {
	switch {
	case len(n.list) != 3:
		r.errorf(n, codeSyntax, "a metric is written as `(:metric minimize (total-cost))`")
	case n.list[1].atom != "minimize":
		r.refuse(n.list[1], "`"+n.list[1].atom+"`")
	case n.list[2].head() != totalCost && n.list[2].atom != totalCost:
		r.refuse(n.list[2], "a metric other than `total-cost`")
	default:
		r.t.Metric = true
	}
}

// fact reads a fact of the initial state.
func (r *reader) fact(n *node) {
	switch {
	case n.head() == "not":
		if r.wants(n, 1, "(not (p a))") {
			r.atom(n.list[1])
		}
		return
	case n.head() == "=":
		r.value(n)
		return
	case n.head() == "at" && len(n.list) == 3 && isDigits(n.list[1].atom):
		r.refuse(n, "a fact that begins to hold later")
		return
	}
	a := r.atom(n)
	if a == nil {
		return
	}
	if a.Pred.Derived() {
		r.errorf(n, codeUnsupported, "the predicate `%s` is derived, so the initial state cannot give it", a.Pred.Name)
		return
	}
	f := Fact{Pred: a.Pred, Span: n.span}
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
	target := n.list[1]
	if target.list == nil {
		target = &node{span: target.span, list: []*node{target}}
	}
	f := r.functions[target.head()]
	if f == nil {
		unknown(r, target.list[0], "function", r.functions, "declare it in `(:functions …)`")
		return
	}
	args, ok := r.terms(target, f.Name, f.Params, f.Span)
	v := r.number(n.list[2])
	if !ok || f.Name == totalCost {
		return
	}
	if n.list[2].list != nil {
		r.errorf(n.list[2], codeSyntax, "the initial value of a function is a number")
		return
	}
	value := Value{Value: v.Value}
	for _, t := range args {
		value.Args = append(value.Args, t.Object)
	}
	f.Values = append(f.Values, value)
}

// check reports what nothing uses, and what cannot become true.
func (r *reader) check(whole bool) {
	read := map[*Predicate]bool{}
	r.t.conditions(func(c *Cond) {
		if c.Op == Holds {
			read[c.Atom.Pred] = true
		}
	})
	initially := map[*Predicate]bool{}
	for _, f := range r.t.Init {
		initially[f.Pred] = true
	}
	for _, p := range r.t.Predicates {
		added := slices.ContainsFunc(r.t.Actions, func(a *Action) bool {
			return slices.ContainsFunc(a.Effects, func(e *Effect) bool { return !e.Delete && e.Atom.Pred == p })
		})
		switch {
		case !read[p] && !whole && p.Fluent:
			r.diags.Warnf(p.Span, codeUnused, "actions write `%s`, and no condition reads it; a goal may", p.Name)
		case !read[p] && !p.Fluent && !whole:
			r.diags.Warnf(p.Span, codeUnused, "`%s` is never used", p.Name)
		case whole && read[p] && !p.Derived() && !added && !initially[p]:
			r.diags.Warnf(p.Span, codeUnused, "`%s` is never true: no action adds it, and it does not hold initially", p.Name)
		}
	}
}

func are(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
