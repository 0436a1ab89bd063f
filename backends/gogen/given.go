package gogen

import (
	"iter"
	"slices"

	"github.com/pzc-lang/pzc/backends/gogen/statespace"
	"github.com/pzc-lang/pzc/compiler/model"
)

// A program can read parameters when it runs. Parameters that determine only the initial state stay parameters of the
// model. The others, and the constants that depend on them, become state variables of the model (model.Array.Later), so
// that no part of gogen treats their values as known. In Go they are data, not fields of State.

// RunTimeData says which parameters a program reads when it runs.
type RunTimeData struct {
	Names []string
	// With lists, by the name of a parameter, other parameters that must be given with it.
	With map[string][]string
	// LeftOut says why heuristics were removed from the model, by name.
	LeftOut map[string]string
}

// Given is a parameter, and why it cannot be given when the program runs; "": it can.
type Given struct {
	Array *model.Array
	Why   string
}

// GivenLater tells for each parameter of a model whether it determines only the initial state.
func GivenLater(m *model.Model) (all []Given) {
	uses := usesOf(m)
	for _, a := range m.Arrays {
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

// DecidingMore are the named parameters that determine more than the initial state. Package later makes them state
// variables.
func DecidingMore(m *model.Model, names []string) (arrays []*model.Array) {
	for _, x := range GivenLater(m) {
		if x.Why != "" && slices.Contains(names, x.Array.Name) {
			arrays = append(arrays, x.Array)
		}
	}
	return arrays
}

// OpenArrays are the state variables whose initial values depend, directly or through other initial values, on
// parameters that a program reads. Each comes before the variables that depend on it, unless the dependence is
// circular.
func OpenArrays(m *model.Model, names []string) (open []*model.Array) {
	depends := map[*model.Array]bool{}
	for _, x := range given(m, names) {
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

// given lists all parameters of a model, for a program that reads those with the given names.
func given(m *model.Model, names []string) (all []Given) {
	all = GivenLater(m)
	for i := range all {
		if x := &all[i]; x.Why == "" && !slices.Contains(names, x.Array.Name) {
			x.Why = "it was not named as one that is given when the program runs"
		}
	}
	for _, a := range m.Arrays {
		if statespace.IsLater(a, model.Param) {
			all = append(all, Given{Array: a})
		}
	}
	slices.SortFunc(all, func(x, y Given) int { return x.Array.ID - y.Array.ID })
	return all
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

// arrays are the parameters that a program reads when it runs, and the constants that depend on them.
func arrays(m *model.Model, data *RunTimeData) map[*model.Array]bool {
	if data == nil {
		return nil
	}
	arrays := map[*model.Array]bool{}
	for _, x := range given(m, data.Names) {
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
