package statespace

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
)

// parts translates a tuple as its parts. Parts that are tuples themselves cannot be written.
func (sc *Scope) parts(e model.Expr) ([]Value, []code.Cond) {
	switch e := e.(type) {
	case *model.TupleOfExprs:
		var out []Value
		var need []code.Cond
		for _, x := range e.Elems {
			if !x.Type().Scalar() {
				GiveUp(x.Span(), "a tuple in a tuple")
			}
			c := sc.Value(x)
			out, need = append(out, c), append(need, c.Need...)
		}
		return out, need
	case *model.Local:
		l := sc.Slots[e.Slot]
		if l.fields == nil {
			break
		}
		var out []Value
		for _, f := range l.fields {
			out = append(out, valueOf(f, unbounded))
		}
		return out, nil
	default:
	}
	if r, ok := e.(*model.Read); ok {
		return sc.tupleRead(r)
	}
	if e.Type().IsOffset() {
		row, col, need := sc.offset(e)
		return []Value{row, col}, need
	}
	GiveUp(e.Span(), "this tuple")
	return nil, nil
}

// tupleRead is the parts of a constant that is a tuple.
func (sc *Scope) tupleRead(e *model.Read) ([]Value, []code.Cond) {
	d := sc.Writer.Model.Data[e.Array.ID]
	if e.Array.Role == model.State || slices.Contains(d.Defined, false) {
		GiveUp(e.Sp, "`%s` here", e.Array.Name)
	}
	x, need := sc.element(e.Array, code.Name(sc.Writer.Name(e.Array)), e.Index)
	var out []Value
	for i, t := range e.Array.Type.Elems {
		if !t.Scalar() {
			GiveUp(e.Sp, "a tuple in a tuple")
		}
		var vals []int64
		for _, v := range d.Values {
			vals = append(vals, v.C.Tuple[i].N)
		}
		out = append(out, valueOf(x.Field(part(i)), domainOf(vals)))
	}
	return out, need
}

func (sc *Scope) tupleDefined(e model.Expr) bool {
	_, need := sc.probe().parts(e)
	return len(need) == 0
}

// sameTuple compares two tuples part by part.
func (sc *Scope) sameTuple(l, r model.Expr, op model.Op, want bool) code.Cond {
	if op != model.Eq && op != model.Ne {
		return sc.ordered(l, r, op, want)
	}
	a, need := sc.parts(l)
	b, more := sc.parts(r)
	var equal []code.Cond
	for i := range a {
		equal = append(equal, code.Compare(a[i].Expr, "==", b[i].Expr))
	}
	t := code.And(equal...)
	if (op == model.Eq) != want {
		t = code.Not(t)
	}
	return code.And(append(append(sc.open(need), sc.open(more)...), t)...)
}

// ordered compares two tuples by the first part in which they differ.
func (sc *Scope) ordered(l, r model.Expr, op model.Op, want bool) code.Cond {
	for _, t := range l.Type().Elems {
		if t.Kind == model.Boolean {
			GiveUp(l.Span(), "the order of tuples with conditions in them")
		}
	}
	a, need := sc.parts(l)
	b, more := sc.parts(r)
	less := op == model.Lt || op == model.Le
	equal := op == model.Le || op == model.Ge
	if !want { // not less is greater or equal
		less, equal = !less, !equal
	}
	sign := map[bool]string{true: "<", false: ">"}[less]
	last := len(a) - 1
	t := code.Compare(a[last].Expr, sign+map[bool]string{true: "=", false: ""}[equal], b[last].Expr)
	for i := last - 1; i >= 0; i-- {
		x, y := a[i].Expr, b[i].Expr
		t = code.Or(code.Compare(x, sign, y), code.And(code.Compare(x, "==", y), t))
	}
	return code.And(append(append(sc.open(need), sc.open(more)...), t)...)
}

// fewTuples are compared one by one, more by a function.
const fewTuples = 2

// tupleIn is `(x, y) in S`.
func (sc *Scope) tupleIn(e *model.In, want bool) code.Cond {
	s, closed := sc.closedSet(e.Set)
	if lit, ok := e.Set.(*model.SetLit); ok && len(lit.Elems) > 0 && (!closed || len(lit.Elems) <= fewTuples) {
		var parts []code.Cond
		for _, x := range lit.Elems {
			parts = append(parts, sc.sameTuple(e.X, x, model.Eq, want))
		}
		if want {
			return code.Or(parts...)
		}
		return code.And(parts...)
	}
	if !closed {
		GiveUp(e.Sp, "membership in this set")
	}
	parts, need := sc.parts(e.X)
	t := code.Holds(code.Call(sc.Writer.memberOf(e.Set, s), exprs(parts)...))
	if !want {
		t = code.Not(t)
	}
	return code.And(append(sc.open(need), t)...)
}

// exprs are the expressions of values.
func exprs(values []Value) []code.Expr {
	out := make([]code.Expr, len(values))
	for i, v := range values {
		out[i] = v.Expr
	}
	return out
}

// chosenTuple sets variables of the given names in branches. A part with an empty name is not set.
func (sc *Scope) chosenTuple(e *model.If, names []string) []Value {
	out := make([]Value, len(names))
	for i, name := range names {
		out[i] = Value{Expr: code.Name(name), Dom: domainOf(nil), total: true}
	}
	sc.Block.Var(code.Name("int"), slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == "" })...)
	sc.tupleBranch(e, out)
	return out
}

// tupleBranch writes the assignments of one branch of a choice, or its branches if it is a choice itself.
func (sc *Scope) tupleBranch(x model.Expr, out []Value) {
	if f, ok := x.(*model.If); ok {
		switch c := sc.cond(f.Cond, true); {
		case c.IsTrue():
			sc.tupleBranch(f.Then, out)
		case c.IsFalse():
			sc.tupleBranch(f.Else, out)
		default:
			sc.branches(c, func(t *Scope, first bool) {
				if first {
					t.tupleBranch(f.Then, out)
				} else {
					t.tupleBranch(f.Else, out)
				}
			})
		}
		return
	}
	tuple, ok := x.(*model.TupleOfExprs)
	if !ok {
		GiveUp(x.Span(), "this tuple")
	}
	var left, right []code.Expr
	for i, p := range tuple.Elems {
		if out[i].IsName("") {
			continue
		}
		if p.Type().Kind == model.Boolean || !p.Type().Scalar() {
			GiveUp(p.Span(), "this part of a tuple")
		}
		v := sc.total(sc.Value(p), "v")
		out[i].Dom = out[i].Dom.union(v.Dom)
		if len(v.Need) > 0 && len(out[i].Need) == 0 {
			out[i].Need = []code.Cond{defined(out[i].Expr)}
		}
		left, right = append(left, out[i].Expr), append(right, v.Expr)
	}
	sc.Block.AssignAll(left, right)
}
