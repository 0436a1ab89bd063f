package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
)

// A list can only be the value of an array, and an array cannot be used as a whole. Where other languages allow that,
// the messages below offer expressions for each element.

// strayList reports a list that is not the value of an array. read is the index with which the list is read, if there
// is one, and otherwise "…".
func (s *scope) strayList(e *dsl.List, read string) model.Expr {
	s.forget(e.Elems)
	help := fmt.Sprintf("declare `const xs[%s]: %s = %s` and write `xs[%s]`", listIndex(e), s.listType(e),
		s.written(e.Span(), "[…]"), read)
	if read == "…" {
		help += "; a set is written in braces, `{…}`"
	}
	s.diags.Errorf(e.Span(), codeList, "a list is the whole value of an array").Help = help
	return wrongAt(e.Span())
}

// listIndex is the type of the index of an array whose values a list gives.
func listIndex(e *dsl.List) string { return fmt.Sprintf("0..%d", max(len(e.Elems)-1, 0)) }

// listType is the type of the values of a list; "T" if it is not known.
func (s *scope) listType(e *dsl.List) string {
	types := map[string]bool{}
	lo, hi := int64(0), int64(0)
	for i, x := range e.Elems {
		switch x := x.(type) {
		case *dsl.Num:
			if lo, hi = min(lo, x.Value), max(hi, x.Value); i == 0 {
				lo, hi = x.Value, x.Value
			}
			types["number"] = true
		case *dsl.Bool:
			types["bool"] = true
		case *dsl.Char:
			types["char"] = true
		case *dsl.Name:
			if sym := s.names[x.Name]; sym != nil && sym.enum != nil {
				types[sym.enum.Name] = true
				continue
			}
			return "T"
		default:
			return "T"
		}
	}
	if len(types) != 1 {
		return "T"
	}
	if types["number"] {
		return fmt.Sprintf("%d..%d", lo, hi)
	}
	for t := range types {
		return t
	}
	return "T"
}

// wholeArrays reports a comparison of whole arrays or lists. It returns false for other comparisons.
func (s *scope) wholeArrays(e *dsl.Binary, op model.Op) bool {
	l, r := s.wholeArray(e.L), s.wholeArray(e.R)
	listL, isListL := e.L.(*dsl.List)
	listR, isListR := e.R.(*dsl.List)
	if op != model.Eq && op != model.Ne {
		return false
	}
	switch {
	case l != nil && r != nil:
		d := s.diags.Errorf(e.L.Span(), codeIndex, "`%s` is an array, its elements are compared one by one", l.Name)
		d.Help = "write `" + s.eachElement(l, r.Name, e.Op) + "`"
	case l != nil && isListR:
		s.comparedList(listR, l, e.Op)
	case r != nil && isListL:
		s.comparedList(listL, r, e.Op)
	default:
		return false
	}
	return true
}

// comparedList reports a comparison of a list with an array.
func (s *scope) comparedList(e *dsl.List, a *model.Array, op string) {
	s.forget(e.Elems)
	name := "wanted"
	for s.names[name] != nil {
		name += "_"
	}
	var index []string
	for _, i := range a.Index {
		index = append(index, s.written(i.Set.Span(), "T"))
	}
	d := s.diags.Errorf(e.Span(), codeList, "a list is the whole value of an array")
	d.Help = fmt.Sprintf("declare `const %s[%s]: %s = %s` and write `%s`", name, strings.Join(index, ", "),
		s.written(a.Domain.Span(), "T"), s.written(e.Span(), "[…]"), s.eachElement(a, name, op))
}

// wholeArray is the array that an expression names without indices; nil for other expressions.
func (s *scope) wholeArray(e dsl.Expr) *model.Array {
	n, ok := e.(*dsl.Name)
	if !ok || !s.isArray(n.Name) {
		return nil
	}
	s.need(s.names[n.Name], n.Span())
	return s.names[n.Name].array
}

// eachElement writes the comparison of an array with another one, element by element.
func (s *scope) eachElement(a *model.Array, other, op string) string {
	binds, at := s.overIndices(a, other)
	word := "forall"
	if op == "!=" {
		word = "exists"
	}
	return word + " " + binds + ": " + a.Name + at + " " + op + " " + other + at
}

// eachWritten writes a loop over all elements of an array.
func (s *scope) eachWritten(a *model.Array) string {
	binds, at := s.overIndices(a, "")
	return "for " + binds + " { " + a.Name + at + " := … }"
}

// overIndices writes binders over the indices of an array, and the indices with which an element is read.
func (s *scope) overIndices(a *model.Array, other string) (binds, at string) {
	var vars, sets []string
	for _, i := range a.Index {
		name := s.freeName(append(vars, a.Name, other))
		vars = append(vars, name)
		sets = append(sets, name+" in "+s.written(i.Set.Span(), "T"))
	}
	return strings.Join(sets, ", "), "[" + strings.Join(vars, ", ") + "]"
}

// freeName is a name for a variable that is not taken.
func (s *scope) freeName(taken []string) string {
	for _, name := range []string{"x", "y", "z", "u", "v", "w", "i", "j", "k"} {
		if _, isLocal := s.lookup(name); !isLocal && s.names[name] == nil && !slices.Contains(taken, name) {
			return name
		}
	}
	return "x_"
}
