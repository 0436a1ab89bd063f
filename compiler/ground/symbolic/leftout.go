package symbolic

import (
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
)

// A set `{e for x in S}` leaves out the values that are undefined. Written out, `{e1, e2}`, it would be undefined for
// what is none of its defined values, so that `y not in {e1, e2}` is not true. That cells off the board are left out is
// the usual way to write the cells around a cell. Anything else that is left out gets a warning.

// warnLeftOut warns of the first value that a set leaves out. f is the frame of the set.
func (ev *Evaluator) warnLeftOut(e model.Expr, f semantics.Frame) {
	set, ok := e.(*model.SetComp)
	if !ok || ev.settled[set.Elem] || model.Contains(set.Elem, steps) {
		return
	}
	truth := func(e model.Expr) model.Base { return model.Base{Sp: e.Span(), Ty: model.BooleanType} }
	undefined := model.Expr(&model.Not{Base: truth(set.Elem), X: &model.Func{
		Base: truth(set.Elem), Fn: model.Defined, Args: []model.Expr{set.Elem},
	}})
	if set.Where != nil {
		undefined = &model.Binary{Base: truth(set.Elem), Op: model.And, L: set.Where, R: undefined}
	}
	var names []string
	values := &model.TupleOfExprs{Base: model.Base{Sp: set.Span(), Ty: &model.Type{Kind: model.TupleKind}}}
	for _, v := range set.Vars {
		if v.Target.Elems == nil {
			t := v.Set.Type().Elem()
			names = append(names, v.Target.Name)
			values.Elems = append(values.Elems, &model.Local{
				Base: model.Base{Sp: set.Span(), Ty: t}, Name: v.Target.Name, Slot: v.Target.Slot,
			})
			values.Ty.Elems = append(values.Ty.Elems, t)
		}
	}
	left, ok := ev.Sem.Set(&model.SetComp{
		Base: model.Base{Sp: set.Span(), Ty: model.SetOf(values.Ty)}, Elem: values, Vars: set.Vars, Where: undefined,
	}, f)
	if !ok || left.Len() == 0 {
		return
	}
	ev.settled[set.Elem] = true
	for i := range names {
		names[i] += " = " + ev.m.Format(values.Ty.Elems[i], left.Elems[0].C.Tuple[i])
	}
	ev.Diags.Warnf(set.Elem.Span(), codeLeftOut, "this is undefined for %s, and the set leaves it out",
		strings.Join(names, ", ")).Help = "write which values are meant: `for … in … where …`"
}

// steps reports whether an expression is a cell that may lie off the board.
func steps(e model.Expr) bool {
	if t := e.Type(); t == nil || t.Kind != model.CellKind {
		return false
	}
	switch e.(type) {
	case *model.Local, *model.Lit, *model.Read:
		return false
	default:
		return true
	}
}
