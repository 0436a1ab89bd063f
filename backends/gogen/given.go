package gogen

import (
	"iter"
	"slices"

	"github.com/pzc-lang/pzc/backends/gogen/statespace"
	"github.com/pzc-lang/pzc/compiler/model"
)

// A program can read parameters when it runs. Parameters that determine only the initial state stay parameters of the
// model. In a puzzle without moves other parameters can be read, too. Package later makes these parameters, and the
// constants that depend on them, state variables of the model (model.Array.Later). So no part of gogen treats their
// values as known. In Go they are data, not fields of State.

// Given is a parameter, and why it cannot be given when the program runs; "": it can.
type Given struct {
	Array *model.Array
	Why   string
}

// GivenLater tells for each parameter of a model whether a program can read it. It can if the parameter determines only
// the initial state, or is a state variable.
func GivenLater(m *model.Model) (all []Given) {
	uses := usesOf(m)
	for _, a := range m.Arrays {
		if statespace.IsLater(a, model.Param) {
			all = append(all, Given{Array: a})
		}
		if a.Role != model.Param {
			continue
		}
		x := Given{Array: a, Why: uses[a]}
		if x.Why == "" && !m.Plain(a) {
			x.Why = "it is no number, name or cell, or no list of such"
		}
		all = append(all, x)
	}
	return all
}

// OpenArrays are the state variables whose initial values depend, directly or through other initial values, on
// parameters that a program reads. Each comes before the variables that depend on it, unless the dependence is
// circular.
func OpenArrays(m *model.Model) (open []*model.Array) {
	depends := map[*model.Array]bool{}
	for _, x := range GivenLater(m) {
		if depends[x.Array] = x.Why == ""; x.Why == "" && x.Array.Later != nil {
			open = append(open, x.Array)
		}
	}
	for more := true; more; {
		more = false
		for _, a := range m.StateArrays() {
			if a.Value != nil && !depends[a] && statespace.ReadsAny(a.Value, depends) {
				open, more, depends[a] = append(open, a), true, true
			}
		}
	}
	return ordered(open)
}

// ordered sorts arrays: each comes after the arrays that it reads.
func ordered(open []*model.Array) (out []*model.Array) {
	open = slices.Clone(open)
	for len(open) > 0 {
		next := max(0, slices.IndexFunc(open, func(a *model.Array) bool {
			return !slices.ContainsFunc(open, func(b *model.Array) bool {
				return a != b &&
					statespace.ReadsAny(a.Value, map[*model.Array]bool{b: true})
			})
		}))
		out = append(out, open[next])
		open = slices.Delete(open, next, next+1)
	}
	return out
}

// usesOf says what else than the initial state depends on a parameter, for each parameter where something does.
func usesOf(m *model.Model) map[*model.Array]string {
	uses := map[*model.Array]string{}
	note := func(what string, es ...model.Expr) {
		for _, e := range es {
			for a := range model.ArraysRead(e) {
				if a != nil && a.Role == model.Param && uses[a] == "" {
					uses[a] = what
				}
			}
		}
	}
	noteAll := func(what string, es iter.Seq[model.Expr]) {
		for e := range es {
			note(what, e)
		}
	}
	for _, g := range m.Grids {
		note("the size of "+g.Name+" depends on it", g.Sizes()...)
	}
	for _, t := range m.Types {
		note("the type "+t.Name+" depends on it", t.Set)
	}
	for _, a := range m.Arrays {
		note("the type of "+a.Name+" depends on it", a.Domain)
		for _, i := range a.Index {
			note("the size of "+a.Name+" depends on it", i.Set)
		}
		if a.Value != nil && a.Role != model.State {
			note(a.Name+" depends on it", a.Value)
		}
	}
	for _, mv := range m.Moves {
		noteAll("the move "+mv.Name+" depends on it", mv.Exprs())
	}
	for _, h := range m.Heuristics {
		note("the heuristic "+h.Name+" depends on it", h.Value)
	}
	for _, r := range m.Relaxations {
		for _, v := range slices.Concat(r.Params, r.States) {
			note("the relaxation "+r.Name+" depends on it", v.Value)
		}
	}
	for i := range m.Goals {
		noteAll("the goal depends on it", m.Goals[i].Exprs())
	}
	const condition = "a condition of the model depends on it"
	for _, f := range slices.Concat(m.Always, m.Deads) {
		noteAll(condition, f.Exprs())
	}
	for _, s := range m.Symmetries {
		noteAll(condition, s.Exprs())
	}
	for _, p := range m.Prunes {
		for _, step := range p.Steps {
			for _, a := range step.Args {
				note(condition, a.Value)
			}
		}
		note(condition, p.Where)
	}
	for _, v := range m.Views {
		note("a view depends on it", v.Exprs()...)
	}
	return uses
}

// readArrays returns the parameters that a program reads when it runs, and the constants that depend on them.
func readArrays(m *model.Model) map[*model.Array]bool {
	arrays := map[*model.Array]bool{}
	for _, x := range GivenLater(m) {
		if x.Why == "" {
			arrays[x.Array] = true
		}
	}
	for _, a := range m.Arrays {
		if statespace.IsLater(a, model.Const) {
			arrays[a] = true
		}
	}
	return arrays
}
