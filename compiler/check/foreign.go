package check

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
)

// foreignFunction adds advice about a function of another language. In the table, A and B stand for its arguments; a
// text that needs others begins with what it is.
func (s *scope) foreignFunction(d *diag.Diagnostic, e *dsl.Call) {
	name := strings.ToLower(e.Fun.Name)
	if k, ok := foreignFolds()[name]; ok {
		s.foreignFold(d, e, k)
		return
	}
	write := map[string]string{
		"row": "A.row", "col": "A.col", "column": "A.col", "len": "size(A)", "length": "size(A)", "card": "size(A)",
		"cardinality": "size(A)", "mod": "(A % B)", "modulo": "(A % B)", "rem": "(A % B)", "div": "(A / B)",
		"dist": "manhattan(A, B)", "distance": "manhattan(A, B)", "adj": "adjacent(A, B)", "neighbour": "adjacent(A, B)",
		"neighbours": "adjacent(A, B)", "neighbor": "adjacent(A, B)", "neighbors": "adjacent(A, B)",
		"neighbouring": "adjacent(A, B)", "contains": "(B in A)", "member": "(A in B)", "element": "(A in B)",
		"xor": "(A != B)", "even": "(A % 2 == 0)", "odd": "(A % 2 == 1)", "ord": "index(A)", "square": "(A * A)",
		"int": "(if A then 1 else 0)", "bool2int": "(if A then 1 else 0)", "range": "0..A - 1",
	}[name]
	switch {
	case name == "range" && len(e.Args) == 2:
		write = "A..B - 1"
	case name == "pow" || name == "power":
		d.Help = "a power is a product: `x * x`"
	case slices.Contains([]string{"atmost", "at_most", "atleast", "at_least", "exactly"}, name):
		d.Help = "compare a count: `(count x in S: …) <= k`"
	}
	if write == "" || len(e.Args) != 1+strings.Count(write, "B") {
		return
	}
	args := make([]string, 2)
	for i, a := range e.Args {
		args[i] = s.checker.text(a.Span())
		switch a := a.(type) {
		case *dsl.Name:
			if write == "size(A)" && s.isArray(a.Name) {
				args[i] = s.checker.text(s.names[a.Name].array.Index[0].Set.Span())
			}
		case *dsl.Binary, *dsl.Unary, *dsl.If, *dsl.Binder, *dsl.LetIn:
			args[i] = "(" + args[i] + ")"
		default:
		}
	}
	d.Write(e.Span(), strings.NewReplacer("A", args[0], "B", args[1]).Replace(write), "")
	d.Fix.Guess = true
}

// foreignFolds returns the binders for which other languages have functions.
func foreignFolds() map[string]string {
	all := map[string]string{
		"all_different": "distinct", "alldifferent": "distinct", "alldiff": "distinct", "all_distinct": "distinct",
		"all": "forall", "some": "exists", "exist": "exists",
	}
	for _, kind := range []string{"forall", "exists", "count", "sum", "product", "distinct", "the", "min", "max"} {
		all[kind] = kind
	}
	return all
}

// foreignFold adds advice about a function that goes over all elements of an array, as in `sum(x)`.
func (s *scope) foreignFold(d *diag.Diagnostic, e *dsl.Call, kind string) {
	d.Msg = "`" + e.Fun.Name + "` is no function: `" + kind + "` goes over the values of a set"
	d.Help = "write `(" + kind + " x in S: …)`"
	if len(e.Args) != 1 {
		if slices.Contains([]string{"count", "sum", "product", "distinct"}, kind) {
			d.Help += "; a list stands in brackets: `" + kind + " [a, b]`"
		}
		return
	}
	name, ok := e.Args[0].(*dsl.Name)
	if !ok || !s.isArray(name.Name) {
		return
	}
	var vars, index []string
	for i, x := range s.names[name.Name].array.Index {
		v := string(rune('i' + i))
		vars, index = append(vars, v+" in "+s.checker.text(x.Set.Span())), append(index, v)
	}
	d.Write(e.Span(), "("+kind+" "+strings.Join(vars, ", ")+": "+name.Name+"["+strings.Join(index, ", ")+"])", "")
}
