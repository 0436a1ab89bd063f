package check

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
)

// Lists of different length, for the maintainer.
//
// A parameter or constant `clue[r in Row]: list of T` holds lists. An expression never computes with a whole list. It
// reads the number of its values, `size(clue[r])`, or one of its values, `clue[r][k]`. Both are elements of constants
// that listParts adds to the program:
//
//	const clueSize[r in Row]: … = the number of values of clue[r]
//	const clueValue[r in Row, k in 0..the longest - 1]: T = value k of clue[r], undefined beyond its end
//
// Grounding, backends and generated programs see only these two arrays.

// listOf checks the type `list of T`.
func (s *scope) listOf(e *dsl.ListOf) model.Expr {
	elem := s.set(e.Elem)
	t := elemOf(elem)
	if !hasWrong(t) && t.Kind == model.ListKind {
		s.diags.Errorf(e.Elem.Span(), codeKind,
			"the values of a list cannot be lists").Help = "give the array another index: `x[i in I, j in J]: list of …`"
		t = wrong
	}
	return &model.AnyList{Base: model.Base{Sp: e.Span(), Ty: model.SetOf(model.ListOf(t))}, Elem: elem}
}

// listValue checks `[a, b]` where a list is wanted.
func (s *scope) listValue(e *dsl.List, want *model.Type, optional bool) model.Expr {
	out := &model.ListValue{Base: model.Base{Sp: e.Span(), Ty: want}}
	for _, x := range e.Elems {
		out.Elems = append(out.Elems, s.orNone(x, want.Elems[0], optional, ": a value of the list"))
	}
	return out
}

// isLists reports whether the elements of an array are lists.
func isLists(a *model.Array) bool { return !hasWrong(a.Type) && a.Type.Kind == model.ListKind }

// isValueList reports whether a list is a list of values, not a list of lists, and so no level of an array of lists.
func isValueList(e *dsl.List) bool {
	return !slices.ContainsFunc(e.Elems, func(x dsl.Expr) bool { _, ok := x.(*dsl.List); return ok })
}

// listParts adds the parts of an array of lists to the program.
func (c *checker) listParts(a *model.Array) {
	of, ok := model.Unnamed(a.Domain).(*model.AnyList)
	if !ok || hasWrong(a.Type) {
		return
	}
	base := func(t *model.Type) model.Base { return model.Base{Sp: a.Span, Ty: t} }
	part := func(name string, t *model.Type) *model.Array {
		p := &model.Array{
			ID: len(c.program.Arrays), Name: a.Name + name, Doc: a.Doc, Span: a.Span, Role: model.Const, Type: t, Of: a,
		}
		c.program.Arrays = append(c.program.Arrays, p)
		return p
	}
	read := &model.Read{Base: base(a.Type), Array: a}
	var vars []model.Bind
	var index []model.IndexVar
	for slot, v := range a.Index {
		read.Index = append(read.Index, &model.Local{Base: base(elemOf(v.Set)), Name: "_", Slot: slot})
		vars = append(vars, model.Bind{Target: &model.Target{Name: "_", Slot: slot}, Set: v.Set})
		index = append(index, model.IndexVar{Slot: slot, Set: v.Set})
	}
	n := len(a.Index)
	length := &model.Func{Base: base(model.NumberType), Fn: model.SizeOfList, Args: []model.Expr{read}}
	numbers := base(model.SetOf(model.NumberType))
	all := func(elem model.Expr, vars ...model.Bind) model.Expr {
		if len(vars) == 0 {
			return &model.SetLit{Base: numbers, Elems: []model.Expr{elem}}
		}
		return c.hoist(&model.SetComp{Base: numbers, Elem: elem, Vars: vars})
	}
	one := &model.Lit{Base: base(model.NumberType), Value: model.Int(1)}
	zero := &model.Lit{Base: base(model.NumberType)}
	last := &model.If{ // an undefined list has no places
		Base: base(model.NumberType),
		Cond: &model.Func{Base: base(model.BooleanType), Fn: model.Defined, Args: []model.Expr{length}},
		Then: &model.Binary{Base: base(model.NumberType), Op: model.Sub, L: length, R: one},
		Else: &model.Neg{Base: base(model.NumberType), X: one},
	}
	at := &model.Local{Base: base(model.NumberType), Name: "_", Slot: n}
	places := model.Bind{
		Target: &model.Target{Name: "_", Slot: n}, Set: &model.Range{Base: numbers, Lo: zero, Hi: last},
	}

	size, values := part("Size", model.NumberType), part("Value", a.Type.Elems[0])
	size.Index, size.Domain, size.Value, size.Slots = index, all(length, vars...), length, n
	values.Index = append(slices.Clone(index),
		model.IndexVar{Slot: n, Set: all(at, append(slices.Clone(vars), places)...)})
	values.Domain, values.Slots = c.hoist(of.Elem), n+1
	values.Value = &model.Func{Base: base(values.Type), Fn: model.ValueOfList, Args: []model.Expr{read, at}}
	a.Parts = &model.ListParts{Size: size, Values: values}
}

// partOf returns an element of a part of a list: its size, or, with k, one of its values.
func (s *scope) partOf(list model.Expr, at diag.Span, k ...model.Expr) model.Expr {
	read, ok := list.(*model.Read)
	if !ok || read.Array.Parts == nil {
		s.diags.Errorf(list.Span(), codeList, "a list is read by the name of its parameter or constant").Help = "declare " +
			"it: `const xs[i in I]: list of T = …`, and write `size(xs[i])` and `xs[i][k]`"
		return wrongAt(at)
	}
	a := read.Array.Parts.Size
	if len(k) > 0 {
		a = read.Array.Parts.Values
	}
	index := append(slices.Clone(read.Index), k...)
	return &model.Read{Base: model.Base{Sp: at, Ty: a.Type}, Array: a, Index: index}
}
