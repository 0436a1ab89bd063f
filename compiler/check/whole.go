package check

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
)

// This file checks whole arrays. `a == b` is short for `forall x in T: a[x] == b[x]`, and a list in an expression is
// short for a constant array. If neither is possible, the messages propose expressions for each element.

// strayList reports a list where no array is wanted.
func (s *scope) strayList(e *dsl.List) model.Expr {
	s.forget(e.Elems)
	s.diags.Errorf(e.Span(), codeList, "a list stands for an array, and a single value is wanted").Help =
		"read one value of it: `" + s.written(e.Span(), "[…]") + "[…]`; a set is written in braces, `{…}`"
	return wrongAt(e.Span())
}

// wholeArrays compares two arrays, one of which may be a list. It returns nil for other comparisons.
func (s *scope) wholeArrays(e *dsl.Binary, op model.Op) model.Expr {
	a, b := s.wholeArray(e.L), s.wholeArray(e.R)
	listA, isListA := e.L.(*dsl.List)
	listB, isListB := e.R.(*dsl.List)
	switch {
	case op != model.Eq && op != model.Ne || a == nil && b == nil:
		return nil
	case a != nil && isListB:
		b = s.listLike(listB, a)
	case b != nil && isListA:
		a = s.listLike(listA, b)
	case a == nil || b == nil:
		return nil
	}
	if a == nil || b == nil || hasWrong(a.Type) || hasWrong(b.Type) {
		return wrongAt(e.Span())
	}
	if isLists(a) || isLists(b) {
		return s.refuse(spanOfOp(e), codeCompare, "compare their sizes and values: `size(xs[i])`, `xs[i][k]`",
			"lists are not compared")
	}
	if !slices.EqualFunc(a.Index, b.Index, sameIndex) {
		return s.refuse(spanOfOp(e), codeIndex, "compare elements: `"+s.eachElement(a, b.Name, e.Op)+"`",
			"`%s` and `%s` have different indices", a.Name, b.Name)
	}
	out := &model.Fold{Base: model.Base{Sp: e.Span(), Ty: model.BooleanType}, Kind: model.ForAll}
	if op == model.Ne {
		out.Kind = model.Exists
	}
	var index []model.Expr
	var names []string
	for _, i := range a.Index {
		name := s.freeName(names)
		names = append(names, name)
		target := &model.Target{Name: name, Slot: s.newSlot()}
		index = append(index, &model.Local{Base: model.Base{Sp: e.Span(), Ty: elemOf(i.Set)}, Name: name, Slot: target.Slot})
		out.Vars = append(out.Vars, model.Bind{Target: target, Set: i.Set})
	}
	element := func(of dsl.Expr, a *model.Array) model.Expr {
		return &model.Read{Base: model.Base{Sp: of.Span(), Ty: a.Type}, Array: a, Index: index}
	}
	out.Body = s.compared(e, op, element(e.L, a), element(e.R, b))
	return out
}

// sameIndex reports whether two indices have the same values, as far as the text shows that.
func sameIndex(a, b model.IndexVar) bool {
	return same(a.Set.Type(), b.Set.Type()) && (a.Set == b.Set || key(model.Unnamed(a.Set)) == key(model.Unnamed(b.Set)))
}

// listLike makes a constant array from a list in an expression. The array has the indices and the type of another one.
// It returns nil if there was an error.
func (s *scope) listLike(e *dsl.List, a *model.Array) *model.Array {
	inner := s.fixedScope("a list in an expression")
	out := s.declareList(e, slices.Clone(a.Index), a.Domain)
	for i := range out.Index {
		out.Index[i].Slot = -1
	}
	errors := len(s.diags)
	out.Value = inner.arrayOf(e, out, levels(out))
	out.Slots = inner.slots
	if len(s.diags) > errors && s.diags[errors:].HasErrors() {
		return nil
	}
	return out
}

// listArray makes a constant array from a list in an expression, indexed by numbers from 0. It returns nil if there was
// an error.
func (s *scope) listArray(e *dsl.List) *model.Array {
	inner := s.fixedScope("a list in an expression")
	numbers := func(n int) model.IndexVar {
		base := model.Base{Sp: e.Span(), Ty: model.NumberType}
		return model.IndexVar{Slot: -1, Set: &model.Range{
			Base: model.Base{Sp: e.Span(), Ty: model.SetOf(model.NumberType)},
			Lo:   &model.Lit{Base: base}, Hi: &model.Lit{Base: base, Value: model.Int(int64(n) - 1)},
		}}
	}
	index, elems := []model.IndexVar{numbers(len(e.Elems))}, e.Elems
	for {
		var flat []dsl.Expr
		nested := 0
		for _, x := range elems {
			if l, ok := x.(*dsl.List); ok {
				nested++
				flat = append(flat, l.Elems...)
			}
		}
		if nested == 0 || nested < len(elems) {
			break
		}
		index, elems = append(index, numbers(len(flat)/nested)), flat
	}
	lit, ok := inner.setLit(&dsl.SetLit{Node: e.Node, Elems: elems}, nil).(*model.SetLit)
	if !ok || isWrong(lit) || lit.Type().Elem() == nil {
		if ok && len(elems) == 0 {
			s.diags.Errorf(e.Span(), codeList, "a list in an expression has at least one value")
		}
		return nil
	}
	lit.Elems = slices.Clip(lit.Elems)
	out := s.declareList(e, index, s.hoist(lit))
	out.Value = &model.List{Base: model.Base{Sp: e.Span(), Ty: out.Type}, Elems: lit.Elems}
	out.Slots = inner.slots
	return out
}

// declareList declares a constant array without a name.
func (s *scope) declareList(e *dsl.List, index []model.IndexVar, domain model.Expr) *model.Array {
	a := &model.Array{
		ID: len(s.program.Arrays), Name: "list", Unnamed: true, Span: e.Span(), Role: model.Const,
		Index: index, Domain: domain, Type: elemOf(domain),
	}
	s.program.Arrays = append(s.program.Arrays, a)
	return a
}

// wholeArray returns the array that an expression names without indices; nil for other expressions.
func (s *scope) wholeArray(e dsl.Expr) *model.Array {
	n, ok := e.(*dsl.Name)
	if !ok || !s.isArray(n.Name) {
		return nil
	}
	s.need(s.names[n.Name], n.Span())
	return s.names[n.Name].array
}

// eachElement returns the text of the comparison of two arrays, element by element.
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

// freeName returns an unused name for a variable.
func (s *scope) freeName(taken []string) string {
	for _, name := range []string{"x", "y", "z", "u", "v", "w", "i", "j", "k"} {
		if _, isLocal := s.lookup(name); !isLocal && s.names[name] == nil && !slices.Contains(taken, name) {
			return name
		}
	}
	return "x_"
}
