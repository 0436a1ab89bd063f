package pddl

import (
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/internal/lists"
)

// text writes a condition as PDDL does.
func (c *Cond) text(term func(Term) string) string {
	words := []string{map[Op]string{
		And: "and", Or: "or", Not: "not", Imply: "imply", Forall: "forall", Exists: "exists", Equal: "=", Compare: c.Sign,
	}[c.Op]}
	switch c.Op {
	case Holds:
		words[0] = c.Atom.Pred.Name
		for _, t := range c.Atom.Args {
			words = append(words, term(t))
		}
	case Equal:
		words = append(words, term(c.Terms[0]), term(c.Terms[1]))
	case Compare:
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

func (x *Number) text(term func(Term) string) string {
	if x.Op == "" && x.Func == nil {
		return strconv.FormatInt(x.Value, 10)
	}
	words := []string{x.Op}
	if x.Func != nil {
		words[0] = x.Func.Name
	}
	for _, t := range x.Terms {
		words = append(words, term(t))
	}
	for _, a := range x.Args {
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
func (f *Function) text() string {
	return (&Number{Func: f, Terms: lists.Map(f.Params, func(v *Var) Term { return Term{Var: v} })}).text(Term.text)
}
