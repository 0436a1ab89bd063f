package check

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
)

// lost checks `lost e`. It becomes an `always` that fails where e is true, and holds where e is false or undefined.
func (c *checker) lost(d *dsl.LostDecl) {
	s := c.newScope(nil)
	kept := neverTrue(s.cond(d.Cond))
	c.program.Always = append(c.program.Always, model.Formula{
		Cond: model.Cond{Expr: kept, Reason: s.reason(d.Else, kept)}, Slots: s.slots, Lost: true,
	})
}

// neverTrue returns an expression that is true if e is false or undefined, and false otherwise. It is applied to the
// parts of e where possible, so that a reason may name the variables of an `exists`.
func neverTrue(e model.Expr) model.Expr {
	base := model.Base{Sp: e.Span(), Ty: model.BooleanType}
	switch e := e.(type) {
	case *model.Binary:
		if e.Op == model.Or {
			return &model.Binary{Base: base, Op: model.And, L: neverTrue(e.L), R: neverTrue(e.R)}
		}
	case *model.Fold:
		if e.Kind == model.Exists {
			out := *e
			out.Kind, out.Body = model.ForAll, neverTrue(e.Body)
			return &out
		}
	default:
	}
	truth := func(b bool) model.Expr { return &model.Lit{Base: base, Value: model.Bool(b)} }
	return &model.If{Base: base, Cond: e, Then: truth(false), Else: truth(true)}
}

// losses checks that a puzzle that can be lost has moves.
func (c *checker) losses() {
	if len(c.program.Moves) > 0 {
		return
	}
	for _, f := range c.program.Always {
		if f.Lost {
			c.diags.Errorf(f.Expr.Span(), codeLost,
				"a puzzle without moves cannot be lost").Help = "write a `goal` that says what must hold instead"
		}
	}
}
