package ground

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/ground/lint"
	"github.com/pzc-lang/pzc/compiler/ground/symbolic"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
)

// This file compares the two readings of conditions (symbolic/settle.go) in all parts of a model. Simpler puzzles are
// not compared, because they repeat conditions of the model.

// comparing runs a computation outside moves and records where readings differ. what names the computation: "`init`".
func (g *grounder) comparing(what string, compute func()) {
	if g.o.NoWarnings || g.image != nil {
		compute()
		return
	}
	was := g.Compare(true)
	compute()
	g.Compare(was)
	if !was {
		m := &lint.Draft{What: what}
		m.Keep(g.Evaluator, lint.InEffects)
		g.lint.Note(m)
	}
}

// compareStatic compares the readings of types and constants. They are computed already; it computes only those again
// that negate a condition, constants first in the other reading alone.
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
			d := g.m.Data[a.ID]
			for k := range d.Size {
				e, f := g.initial(a, k)
				if e != nil && !g.Halted() && !g.IsTwoValued(e, f, d.Values[k], d.Defined[k]) {
					g.SettleValue(e, g.Eval(e, f), f)
				}
			}
		})
	}
}

// needs returns conditions without which a move is not applicable in any reading: the written values and places are
// defined. Example: `move go(d: Dir) when not wall[at + d] { at := at + d }` is not made where there is no cell at + d,
// however `not wall[at + d]` is read. bound tells which parameters have values in f.
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

// exist returns the condition that the places and values of an assignment are defined, for expressions that have the
// same value in both readings.
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
