package statespace

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
)

// The right sides and indices are read in the state s, and the results are written to next. If two effects write
// different values to one element, the move cannot be made. A move where grounding does not exclude this is written as
// grounding has it, and so is one in several phases.

// writeEffects writes effects.
func writeEffects(sc *Scope, effects []model.Effect, fail Exit) {
	for _, e := range effects {
		switch e := e.(type) {
		case *model.Assign:
			writeAssign(sc, e, fail)
		case *model.Let, *model.Require:
			GiveUp(e.Span(), "this effect")
		case *model.IfEffect:
			writeIf(sc, e, fail)
		case *model.ForEffect:
			if s, ok := sc.closedSet(e.Vars[0].Set); ok && s.Len() == 0 {
				continue
			}
			if e.Where != nil {
				if where, known := sc.constant(e.Where); known && where.N == 0 {
					continue
				}
			}
			sc.loop(e.Vars, e.Where, func(t *Scope) { writeEffects(t, e.Body, fail) })
		}
	}
}

func writeIf(sc *Scope, e *model.IfEffect, fail Exit) {
	c := sc.cond(e.Cond, true)
	switch {
	case c.IsTrue():
		writeEffects(sc, e.Then, fail)
	case c.IsFalse():
		writeEffects(sc, e.Else, fail)
	default:
		sc.branches(c, func(t *Scope) { writeEffects(t, e.Then, fail) }, func(t *Scope) { writeEffects(t, e.Else, fail) })
	}
}

// writeAssign writes `a[i], b := x, y`.
func writeAssign(sc *Scope, e *model.Assign, fail Exit) {
	places, values := written(sc, e, "next", fail)
	sc.Block.AssignAll(places, values)
}

// written returns the elements of a state that an assignment writes, and their values. It writes exits for the
// values and elements that are undefined.
func written(sc *Scope, e *model.Assign, state string, fail Exit) (places, values []code.Expr) {
	for i := range e.Targets {
		t := &e.Targets[i]
		place, need := sc.element(t.Array, code.Name(state).Field(sc.Writer.Name(t.Array)), t.Index)
		v := sc.Value(e.Values[i])
		need = append(need, v.Need...)
		if t.Array.Type.Kind != model.Boolean {
			need = append(need, sc.among(t.Array.Domain, sc.Writer.Model.Data[t.Array.ID].Domain, v).Conjuncts()...)
		}
		if t.Array.Entry != nil {
			GiveUp(t.Array.Entry.Span(), "a type for each entry")
		}
		for _, n := range sc.open(need) {
			sc.demand(n, fail)
		}
		places, values = append(places, place), append(values, v.Expr)
	}
	return places, values
}

// keepsDistinct tells whether a family exchanges the elements of distinct arrays or leaves them alone. So these stay
// distinct, and the program needs no test for it.
func (f *family) keepsDistinct(g *Space) bool {
	return !slices.ContainsFunc(g.Model.StateArrays(), func(a *model.Array) bool {
		return a.Distinct && g.Model.Data[a.ID].Size > 1 && !f.permutes(g, a)
	})
}

// permutes tells whether all moves of a family leave an array alone or exchange its elements.
func (f *family) permutes(g *Space, a *model.Array) bool {
	i := slices.IndexFunc(g.Task.Arrays, func(x task.Array) bool { return x.Name == a.Name })
	moves := g.Task.Moves[f.First : f.First+len(f.Moves)]
	leaves := func(mv task.Move) bool { return !g.over.Permutes(&mv, g.Task.Arrays[i].Elems) }
	return i >= 0 && !slices.ContainsFunc(moves, leaves)
}
