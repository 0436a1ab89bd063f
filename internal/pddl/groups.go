package pddl

import (
	"cmp"
	"slices"

	"github.com/pzc-lang/pzc/internal/lists"
)

// variable is a state variable of the model. It stands for a predicate, as an array of Booleans, or for a group of
// predicates of which at most one atom holds for each value of the parameters.
type variable struct {
	name   string // in the model
	params []*set // of the array's indices
	parts  []*member
	none   string     // the value for "no atom holds"; "" if one always holds
	pred   *Predicate // of a Boolean variable
	proof  candidate  // the invariant, which may have more predicates
}

// member is a predicate of a group.
type member struct {
	part
	values *set   // of the counted argument; nil without one
	value  string // the value that stands for the atom; "" with a counted argument
}

// group chooses the variables of the model. Each fluent predicate belongs to one of them. Of all invariants the one
// that saves the most Boolean elements comes first.
func (w *writer) group() {
	invariants := w.invariants()
	done := map[*Predicate]bool{}
	for {
		var best *variable
		most := 0
		for _, c := range invariants {
			v := w.variableOf(c, done)
			if v == nil {
				continue
			}
			saved := -w.elements(v.params)
			for _, m := range v.parts {
				saved += w.elements(w.places[m.pred])
			}
			if saved > most {
				best, most = v, saved
			}
		}
		if best == nil {
			break
		}
		for _, m := range best.parts {
			done[m.pred] = true
		}
		w.variables = append(w.variables, best)
	}
	for _, p := range w.t.Predicates {
		if p.Fluent && !done[p] {
			w.variables = append(w.variables, &variable{pred: p, params: slices.Clone(w.places[p])})
		}
	}
	for _, v := range w.variables { // only now, because it names sets
		for k, s := range v.params {
			if len(s.objects) > 0 {
				p, name := v.param(k)
				v.params[k] = w.index(p.Name+"_"+name, s.objects)
			}
		}
	}
	order := func(v *variable) int {
		p, _ := v.first()
		return slices.Index(w.t.Predicates, p)
	}
	slices.SortStableFunc(w.variables, func(a, b *variable) int { return cmp.Compare(order(a), order(b)) })
}

// variableOf returns the variable for those predicates of an invariant that have none yet. The values of the counted
// arguments of different predicates must differ, so that a value tells which atom holds; predicates that share values
// with another one are left out. It returns nil if nothing is left that needs a variable of more than two values.
func (w *writer) variableOf(c candidate, done map[*Predicate]bool) *variable {
	v := &variable{proof: c}
	parts := slices.Clone(c.parts)
	slices.SortStableFunc(parts, func(a, b part) int {
		return cmp.Compare(slices.Index(w.t.Predicates, a.pred), slices.Index(w.t.Predicates, b.pred))
	})
	for _, p := range parts {
		if done[p.pred] || slices.ContainsFunc(w.places[p.pred], (*set).empty) {
			continue
		}
		m := &member{part: p}
		if p.counted >= 0 {
			m.values = w.places[p.pred][p.counted]
			if slices.ContainsFunc(v.parts, func(o *member) bool { return o.values != nil && o.values.meets(m.values) }) {
				continue
			}
		}
		v.parts = append(v.parts, m)
	}
	if len(v.parts) == 0 || len(v.parts) == 1 && v.parts[0].counted < 0 {
		return nil
	}
	for k := range c.parts[0].order {
		first := c.parts[0].pred
		what := first.Name + "_" + first.Params[c.parts[0].order[k]].Name[1:]
		v.params = append(v.params, w.exact(what, w.those(func(o *Object) bool {
			return slices.ContainsFunc(v.parts, func(m *member) bool { return w.places[m.pred][m.order[k]].has[o] })
		})))
	}
	return v
}

// first returns the first predicate of a variable, and the arguments of it that are the indices of the variable.
func (v *variable) first() (p *Predicate, index []int) {
	if v.pred == nil {
		return v.parts[0].pred, v.parts[0].order
	}
	for i := range v.pred.Params {
		index = append(index, i)
	}
	return v.pred, index
}

// keyOf returns the arguments of an atom that are the indices of its variable.
func (v *variable) keyOf(a *Atom) []Term {
	if m := v.member(a.Pred); m != nil {
		return m.keyOf(a)
	}
	return a.Args
}

// param returns the first predicate of a variable, and the name of its parameter for an index.
func (v *variable) param(k int) (*Predicate, string) {
	p, index := v.first()
	return p, p.Params[index[k]].Name[1:]
}

// mayBeNone reports whether no atom of a group may hold: initially for some value of the parameters, or after an action
// that deletes an atom without adding another one.
func (w *writer) mayBeNone(v *variable) bool {
	held := 0
	for _, m := range v.parts {
		held += len(w.initOf[m.pred])
	}
	if held < w.elements(v.params) {
		return true
	}
	for _, a := range w.t.Actions {
		for _, d := range a.Effects {
			m := v.member(d.Atom.Pred)
			if m == nil || !d.Delete {
				continue
			}
			replaced := slices.ContainsFunc(a.Effects, func(e *effect) bool {
				n := v.member(e.Atom.Pred)
				return !e.Delete && n != nil && e.When == nil && len(e.Vars) == 0 &&
					slices.EqualFunc(n.keyOf(e.Atom), m.keyOf(d.Atom), Term.same)
			})
			if !replaced {
				return true
			}
		}
	}
	return false
}

// member returns the member of a group for a predicate, nil without one.
func (v *variable) member(p *Predicate) *member {
	return lists.First(v.parts, func(m *member) bool { return m.pred == p })
}
