package ground

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/ground/lint"
	"github.com/pzc-lang/pzc/compiler/ground/symbolic"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/task"
)

// Where the two readings of a condition differ (package symbolic, readings.go) is looked for in all parts of a model,
// but not in simpler puzzles, which repeat what the model says.

// comparing computes something that is not a move, and notes where readings differ. what names it: "`init`".
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

// needs are conditions without which a move is not made in any reading: what it writes exists, and the places of it.
// Example: `move go(d: Dir) when not wall[at + d] { at := at + d }` is not made where there is no cell at + d, however
// `not wall[at + d]` is read. bound tells which parameters have values in f.
func (g *grounder) needs(mv *model.Move, f symbolic.Frame, bound func(slot int) bool) (all []task.Expr) {
	known := map[int]bool{}
	for i := range mv.Params {
		known[mv.Params[i].Slot] = bound(mv.Params[i].Slot)
	}
	firm := func(e model.Expr) bool {
		return symbolic.Firm(e) &&
			!slices.ContainsFunc(model.FreeLocals(e), func(l *model.Local) bool { return !known[l.Slot] })
	}
	f = slices.Clone(f)
	g.Quietly(func() symbolic.Value {
		for _, e := range mv.Body {
			switch e := e.(type) {
			case *model.Let:
				if firm(e.Value) {
					g.Let(e, f)
					for slot := range e.Target.Slots() {
						known[slot] = true
					}
				}
			case *model.Assign:
				all = append(all, g.exist(e, f, firm)...)
			default:
			}
		}
		return symbolic.Undecided
	})
	return all
}

// exist says that the places and the values of an assignment exist, as far as their expressions are firm.
func (g *grounder) exist(e *model.Assign, f symbolic.Frame, firm func(model.Expr) bool) (all []task.Expr) {
	for i := range e.Targets {
		t := &e.Targets[i]
		if !slices.ContainsFunc(t.Index, func(e model.Expr) bool { return !firm(e) }) {
			all = append(all, g.Section(g.m.Data[t.Array.ID], t.Index, f).Inside)
		}
		if firm(e.Values[i]) {
			_, defined := g.Code(t.Array.Type, g.Eval(e.Values[i], f))
			all = append(all, defined)
		}
	}
	return all
}

// requires reports whether there is a `require` among the effects of a move.
func requires(mv *model.Move) bool {
	for e := range model.AllEffects(slices.Concat(mv.Body, mv.Then)) {
		if _, is := e.(*model.Require); is {
			return true
		}
	}
	return false
}
