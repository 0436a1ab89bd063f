package pddl

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/text"
)

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
	r.diags.Errorf(n.span, codeSyntax, "`%s` has %s here", n.head(), text.Count(len(n.list)-1, "part")).Help =
		"write `" + form + "`"
	return false
}

// cond reads a condition.
func (r *reader) cond(n *node) *Cond {
	c := &Cond{Op: And, Span: n.span}
	if n.list == nil {
		d := r.diags.Errorf(n.span, codeSyntax, "a condition is wanted here, and conditions stand in brackets")
		d.Help = "write `(" + n.atom + ")`"
		return c
	}
	switch word := n.head(); word {
	case "":
		if len(n.list) > 0 {
			r.several(n, "a condition")
		}
		for _, part := range n.list {
			c.Args = append(c.Args, r.cond(part))
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
		d := r.diags.Errorf(n.list[0].span, codeSyntax, "`when` belongs to an effect")
		d.Help = "in a condition write `(imply (p ?x) (q ?x))`"
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

// several reports a list of conditions or effects without `and`.
func (r *reader) several(n *node, what string) {
	d := r.diags.Errorf(n.span, codeSyntax, "%s begins with a word, such as `and` or a predicate", what)
	if word := n.list[0].head(); word != "" {
		d.Help = "write `(and (" + word + " …) …)`"
	}
}

func (r *reader) isList(n *node) bool {
	if n.list == nil {
		r.diags.Errorf(n.span, codeSyntax, "the variables stand in brackets").Help = "write `(" + n.atom + ")`"
	}
	return n.list != nil
}

// compare reads an equation of terms or a comparison of numbers.
func (r *reader) compare(c *Cond, n *node) {
	if !r.wants(n, 2, "("+n.head()+" ?x ?y)") {
		return
	}
	left, right := n.list[1], n.list[2]
	isNumber := func(m *node) bool { return m.list != nil || isDigits(m.atom) && r.objects[m.atom] == nil }
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
	c.Op, c.Sign = compare, n.head()
	c.Numbers = [2]*Number{r.number(left), r.number(right)}
}

func isDigits(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
}

// atom reads a predicate with terms; nil if there are errors.
func (r *reader) atom(n *node) *Atom {
	if n.head() == "" {
		r.diags.Errorf(n.span, codeSyntax, "an atom is wanted here, such as `(p ?x)`")
		return nil
	}
	name := n.list[0]
	p := r.predicates[name.atom]
	if p == nil {
		if r.functions[name.atom] != nil {
			r.diags.Errorf(name.span, codeUnknown, "`%s` is a function, and a predicate is wanted here", name.atom)
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
			d := r.diags.Errorf(arg.span, codeType, "`%s` is %s, and `%s` of `%s` is %s",
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
			return own.is(want) || want.is(own) ||
				slices.ContainsFunc(r.typeOrder, func(both *Type) bool { return both.is(own) && both.is(want) })
		})
	})
}

func typeText(types []*Type) string {
	return "of type `" + strings.Join(lists.Map(types, func(t *Type) string { return t.Name }), "` or `") + "`"
}

func (r *reader) arguments(n *node, name string, want, found int, declared diag.Span) {
	d := r.diags.Errorf(n.span, codeArguments,
		"`%s` wants %s, and has %d here", name, text.Count(want, "argument"), found)
	d.Related = append(d.Related, diag.Related{Span: declared, Msg: "declared here"})
}

// term reads a variable or an object.
func (r *reader) term(n *node) (Term, bool) {
	t := Term{Span: n.span}
	switch {
	case n.list != nil:
		r.diags.Errorf(n.span, codeSyntax, "a variable or an object is wanted here, not a list")
		return t, false
	case strings.HasPrefix(n.atom, "?"):
		for i := len(r.scope) - 1; i >= 0; i-- {
			if r.scope[i].Name == n.atom {
				t.Var = r.scope[i]
				return t, true
			}
		}
		d := r.diags.Errorf(n.span, codeUnknown, "the variable `%s` is not declared here", n.atom)
		hint(d, n.atom, lists.Map(r.scope, func(v *Var) string { return v.Name }))
		return t, false
	}
	if t.Object = r.objects[n.atom]; t.Object != nil {
		if r.in == nil {
			r.named[n.atom] = n.span
		}
		return t, true
	}
	for _, v := range r.scope {
		if v.Name == "?"+n.atom {
			r.diags.Errorf(n.span, codeUnknown,
				"the object `%s` is not declared, and there is a variable `%s`", n.atom, v.Name).Help =
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
			r.diags.Errorf(n.span, codeSyntax, "a number or a function in brackets is wanted here, found `%s`", n.atom)
		case v < -maxNumber || v > maxNumber:
			r.refuse(n, "the number "+n.atom+", which is too large")
		case v != float64(int64(v)):
			r.refuse(n, "the number "+n.atom+", which is not whole")
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
			r.diags.Errorf(n.span, codeSyntax, "`%s` wants two numbers", word)
		}
	case "/":
		r.refuse(n.list[0], "a division")
	default:
		f := r.functions[word]
		if f == nil {
			if word == "" {
				r.diags.Errorf(n.span, codeSyntax, "a number or a function is wanted here")
			} else {
				unknown(r, n.list[0], "function", r.functions, "declare it in `(:functions …)`")
			}
			return x
		}
		f.read = true
		x.Func = f
		x.Terms, _ = r.terms(n, f.Name, f.Params, f.Span)
	}
	return x
}

const (
	totalCost = "total-cost" // what costs are usually named
	maxNumber = 1 << 40
)
