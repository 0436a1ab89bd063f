package ground

import (
	"github.com/pzc-lang/pzc/compiler/ground/lint"
	"github.com/pzc-lang/pzc/compiler/ground/symbolic"
	"github.com/pzc-lang/pzc/compiler/model"
)

// Where the two readings of a condition differ (package symbolic, readings.go) is looked for in all parts of a model,
// but not in simpler puzzles, which repeat what the model says.

// comparing computes something that is no move, and notes where readings differ. what names it: "`init`".
func (g *grounder) comparing(what string, compute func()) {
	if g.o.NoWarnings || g.image != nil {
		compute()
		return
	}
	was := g.Compare(true)
	compute()
	g.Compare(was)
	if !was {
		m := &lint.Move{What: what}
		m.Keep(g.Evaluator, lint.Effects)
		g.lint.Note(m)
	}
}

// compareStatic compares the readings of types and constants. They have been computed; only those that deny a condition
// are computed again.
func (g *grounder) compareStatic() {
	for _, t := range g.m.Types {
		if t.Set != nil && g.Denies(t.Set) {
			g.comparing("the type `"+t.Name+"`", func() { g.Listing(t.Set, make(symbolic.Frame, t.Slots)) })
		}
	}
	for _, a := range g.m.Arrays {
		if a.Role != model.Const || a.Value == nil || !g.Denies(a.Value) {
			continue
		}
		g.comparing("the constant `"+a.Name+"`", func() {
			for k := range g.m.Data[a.ID].Size {
				if e, f := g.initial(a, k); e != nil && !g.Halted() {
					g.SettleValue(e, g.Eval(e, f), f)
				}
			}
		})
	}
}
