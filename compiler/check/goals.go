package check

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
)

// objective checks `minimize` or `maximize`. It adds the goal that the value is defined.
func (c *checker) objective(d *dsl.ObjectiveDecl) {
	s := c.newScope(nil)
	o := &model.Objective{Span: d.Span(), Maximize: d.Sense == dsl.Maximize, Value: s.raw(d.Value, model.NumberType)}
	if t := o.Value.Type(); !hasWrong(t) && t.Kind == model.Boolean {
		c.diags.Errorf(d.Value.Span(), codeKind, "this is a Boolean, `%s` wants a number", d.Sense).Help =
			"count what is true, as in `" + string(d.Sense) + " count x in S: …`; a condition that must hold is a `goal`"
	} else {
		o.Value = s.expect(o.Value, model.NumberType, "")
	}
	o.Slots = s.slots
	if first := c.program.Objective; first != nil {
		c.diags.Errorf(d.Span(), codeObjective, "a second objective: only one can decide which solution is best").
			See(first.Span, "the first objective").
			Help = "join both in one expression, such as `100*a + b` where a comes before b"
		return
	}
	c.program.Objective = o
	base := model.Base{Sp: o.Span, Ty: model.BooleanType}
	defined := &model.Func{Base: base, Fn: model.Defined, Args: []model.Expr{o.Value}}
	c.program.Goals = append(c.program.Goals, model.Formula{Cond: model.Cond{Expr: defined}, Slots: o.Slots})
}

// objectives checks that objective, moves and expectations are compatible.
func (c *checker) objectives() {
	p := c.program
	o := p.Objective
	if o != nil && len(p.Moves) > 0 {
		c.diags.Errorf(o.Span, codeObjective, "`%s` is for puzzles without moves, and this one has moves: plans of "+
			"least cost are looked for", o.Word()).
			See(p.Moves[0].Span, "the first move").Help = "say what a move costs, `move m cost e { … }`"
		return
	}
	for _, x := range p.AllExpects() {
		switch {
		case x.Kind == model.ExpectBest && o == nil:
			c.diags.Errorf(x.Span, codeExpect, "`expect best` wants an objective, and the model has none").Help = "write " +
				"`minimize e` or `maximize e`; of plans the least cost is expected, `expect cost 3`"
		case x.Kind == model.ExpectCost && o != nil:
			c.diags.Errorf(x.Span, codeExpect, "`expect cost` is about plans, and this puzzle has no moves").Help =
				"write `expect best` and the best value of `" + o.Word() + "`"
		}
	}
}

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
