package pddl

import (
	"maps"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
)

// Text is a PDDL text with the name under which findings point into it.
type Text struct{ Name, Text string }

// defines calls use with each `(define (kind NAME) …)` of the text.
func (t Text) defines(use func(n *node, kind string)) {
	var none diag.List
	for _, n := range parse(t.Name, t.Text, &none) {
		if n.head() == "define" && len(n.list) > 1 {
			use(n, n.list[1].head())
		}
	}
}

// Kind tells what the text is.
func (t Text) Kind() (k Kind) {
	t.defines(func(_ *node, kind string) {
		switch kind {
		case "domain":
			k |= Domain
		case "problem":
			k |= Problem
		}
	})
	return k
}

// NameOf returns the name of the first `domain` or `problem` in the text, "" if there is none.
func (t Text) NameOf(kind string) (name string) {
	t.defines(func(n *node, k string) {
		if k == kind && name == "" && len(n.list[1].list) > 1 {
			name = n.list[1].list[1].atom
		}
	})
	return name
}

// Wanted returns the name of the domain that the first problem in the text is about, "" if it gives none.
func (t Text) Wanted() (name string) {
	t.defines(func(n *node, kind string) {
		for _, part := range n.list[2:] {
			if kind == "problem" && name == "" && part.head() == ":domain" && len(part.list) > 1 {
				name = part.list[1].atom
			}
		}
	})
	return name
}

// Part is a domain, a problem, a declaration, or a goal.
type Part struct {
	Name, Section string // Section is `domain`, `problem`, or the word of the section that holds it, such as `:predicates`
	Span, Named   diag.Span
}

// Outline lists the parts of a text in its order.
func (t Text) Outline() (all []Part) {
	t.defines(func(define *node, kind string) {
		if head := define.list[1].list; len(head) > 1 {
			all = append(all, Part{head[1].atom, kind, define.span, define.list[1].span})
		}
		for _, n := range define.list[2:] {
			switch section := n.head(); section {
			case ":types", ":constants", ":objects", ":predicates", ":functions":
				for i, one := range n.list[1:] {
					if named := one.first(); named.atom != "" && named.atom != "-" && n.list[i].atom != "-" {
						all = append(all, Part{named.atom, section, one.span, named.span})
					}
				}
			case ":action", ":derived":
				if len(n.list) > 1 {
					named := n.list[1].first()
					all = append(all, Part{named.atom, section, n.span, named.span})
				}
			case ":goal":
				all = append(all, Part{"goal", section, n.span, n.list[0].span})
			}
		}
	})
	return all
}

// first returns an atom itself, or the first element of a list.
func (n *node) first() *node {
	if len(n.list) > 0 {
		return n.list[0]
	}
	return n
}

// Kind is what a PDDL text is. A text may hold a domain and a problem.
type Kind uint8

// The kinds of PDDL texts.
const (
	Neither Kind = iota
	Domain
	Problem
	Both
)

// reader makes a task of expressions.
type reader struct {
	t          *Task
	object     *Type
	types      map[string]*Type
	in         *instance // the problem that is read
	objects    map[string]*Object
	named      map[string]diag.Span // the objects that the domain names
	predicates map[string]*Predicate
	functions  map[string]*function
	typeOrder  []*Type
	scope      []*Var           // the variables that are visible, inner ones last
	given      map[string]given // what the initial state of a problem says, by atom or function
	diags      diag.List
}

// given is a value in an initial state, with the place that gives it.
type given struct {
	value string
	at    diag.Span
}

// refuse reports a construct that is not read.
func (r *reader) refuse(n *node, what string) {
	r.diags.Errorf(n.span, codeUnsupported, "%s: pzc does not read this", what).Help = unsupported
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
			r.diags.Errorf(n.span, codeSyntax, "a PDDL text is one `(define …)`; this stands beside it")
			return nil
		}
	}
	for _, n := range all {
		if len(n.list) > 1 && n.list[1].head() == kind {
			if len(n.list[1].list) != 2 {
				r.diags.Errorf(n.list[1].span, codeSyntax, "the %s has no name", kind).Help =
					"write `(" + kind + " NAME)`"
				return nil
			}
			if name := n.list[1].list[1].atom; kind == "domain" {
				r.t.Domain, r.t.Doc = name, n.doc
			} else {
				in := r.t.Instances[len(r.t.Instances)-1]
				in.Name, in.Span = name, n.list[1].span
			}
			r.t.Span = n.list[1].span
			return n.list[2:]
		}
	}
	at := diag.Pos{Filename: t.Name, Line: 1, Column: 1}
	r.diags.Errorf(diag.Span{Start: at, End: at}, codeSyntax,
		"this is no %s of PDDL: `(define (%[1]s …) …)` is missing", kind)
	return nil
}

// domain reads the parts of a domain. They may stand in any order. The objects of the problems are declared before the
// actions, because some domains name them.
func (r *reader) domain(parts []*node, problems [][]*node) {
	for _, n := range parts {
		switch word := n.head(); {
		case word == ":requirements":
			r.requirements(n)
		case word != ":axiom" && !slices.Contains(domainParts, word):
			r.otherPart(n, "domain")
		}
	}
	read := func(words ...string) {
		for _, n := range parts {
			if slices.Contains(words, n.head()) {
				r.domainPart(n.head(), n)
			}
		}
	}
	read(":types")
	r.typeCycles()
	r.objects = map[string]*Object{}
	read(":constants")
	constants := r.t.Objects
	r.t.Objects = nil
	for i := len(problems) - 1; i >= 0; i-- { // the domain is read with the objects of the first one
		r.declare(r.t.Instances[i], constants, problems[i])
	}
	read(":predicates", ":functions")
	read(":derived", ":axiom")
	r.rulesComplete()
	read(":action")
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
		r.diags.Errorf(n.span, codeSyntax,
			"this is no part of a %s; each begins with a bracket and a word such as `:action`", where)
	case slices.Contains(unread, word):
		r.refuse(n.list[0], "`"+word+"`")
	default:
		names := append(domainParts, problemParts...)
		d := r.diags.Errorf(n.list[0].span, codeSyntax, "`%s` is no part of a %s", word, where)
		if slices.Contains(names, word) {
			d.Help = "it belongs to the other file"
		}
		hint(d, word, names)
	}
}

var (
	domainParts  = []string{":requirements", ":types", ":constants", ":predicates", ":functions", ":derived", ":action"}
	problemParts = []string{":domain", ":objects", ":init", ":goal", ":metric", ":requirements", ":length"}
	unread       = []string{
		":durative-action", ":constraints", ":task", ":method", ":htn", ":event", ":process", ":class", ":bounds",
	}
)

// cannot holds the requirements whose constructs are not read. A domain may name them and not use them.
var cannot = map[string]bool{
	":durative-actions": true, ":duration-inequalities": true, ":continuous-effects": true,
	":timed-initial-literals": true, ":preferences": true, ":constraints": true, ":hierarchy": true,
	":object-fluents": true, ":time": true,
	":multi-agent": true, ":probabilistic-effects": true,
}

var requirements = strings.Fields(`:strips :typing :negative-preconditions :disjunctive-preconditions :equality
	:existential-preconditions :universal-preconditions :quantified-preconditions :conditional-effects :fluents
	:numeric-fluents :adl :action-costs :derived-predicates :domain-axioms :universal-effects`)

// requirements warns of what cannot be met. Requirements are not read otherwise, because they are often wrong.
func (r *reader) requirements(n *node) {
	for _, q := range n.list[1:] {
		switch {
		case cannot[q.atom]:
			r.diags.Warnf(q.span, codeRequirement, "pzc does not read what `%s` allows; the rest of the text is read", q.atom)
		case !slices.Contains(requirements, q.atom):
			hint(r.diags.Warnf(q.span, codeRequirement, "`%s` is no requirement of PDDL", q.atom), q.atom, requirements)
		}
	}
}

func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
