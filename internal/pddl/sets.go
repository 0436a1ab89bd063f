package pddl

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/internal/lists"
)

// maxElements is the greatest number of elements of a state variable.
const maxElements = 4_000_000

// set is a set of objects that has a name in the model: a type, or the objects of a unary static predicate.
type set struct {
	name    string    // in the model
	what    string    // in the PDDL text
	objects []*Object // in the order of the task
	has     map[*Object]bool
	used    bool // the model names it
	sizes   map[*instance]int
}

func newSet(what string, objects []*Object) *set {
	s := &set{what: what, objects: objects, has: map[*Object]bool{}, sizes: map[*instance]int{}}
	for _, o := range objects {
		s.has[o] = true
		s.sizes[o.Of]++
	}
	return s
}

func (s *set) empty() bool { return len(s.objects) == 0 }

// within reports whether all objects of s are objects of u.
func (s *set) within(u *set) bool {
	return s == u || !slices.ContainsFunc(s.objects, func(o *Object) bool { return !u.has[o] })
}

// meets reports whether two sets have an object in common.
func (s *set) meets(u *set) bool {
	return slices.ContainsFunc(s.objects, func(o *Object) bool { return u.has[o] })
}

// elements returns the number of combinations of objects of some sets, in all problems together. It is at most
// maxElements + 1.
func (w *writer) elements(sets []*set) int {
	all := 0
	for _, in := range w.t.Instances {
		n := 1
		for _, s := range sets {
			n = min(n*s.sizes[in], maxElements+1)
		}
		all = min(all+n, maxElements+1)
	}
	return all
}

// those returns the objects for which a function returns true, in the order of the task.
func (w *writer) those(has func(*Object) bool) []*Object {
	return lists.Filter(w.t.Objects, has)
}

// makeSets makes the sets of types and of unary static predicates.
func (w *writer) makeSets() {
	for _, t := range w.t.Types {
		w.typeSet([]*Type{t})
	}
	for _, p := range w.t.Predicates {
		if len(p.Params) != 1 || p.Fluent || p.derived() {
			continue
		}
		holds := lists.Set(lists.Map(w.initOf[p], func(f Fact) *Object { return f.Args[0] }))
		w.unary[p] = newSet(p.Name, w.those(func(o *Object) bool { return holds[o] }))
		w.sets = append(w.sets, w.unary[p])
	}
}

// typeSet returns the set of the objects of some types.
func (w *writer) typeSet(types []*Type) *set {
	what := strings.Join(lists.Map(types, func(t *Type) string { return t.Name }), "_or_")
	if s := w.types[what]; s != nil {
		return s
	}
	s := newSet(what, w.those(func(o *Object) bool { return o.Is(types) }))
	w.types[what] = s
	w.sets = append(w.sets, s)
	return s
}

// smallest returns the smallest set that has all of some objects.
func (w *writer) smallest(objects []*Object) *set {
	all := newSet("", objects)
	best := w.typeSet(w.t.Types[:1])
	for _, s := range w.sets {
		if len(s.objects) < len(best.objects) && all.within(s) {
			best = s
		}
	}
	return best
}

// bind gives variables the sets of their types.
func (w *writer) bind(vars []*Var) {
	for _, v := range vars {
		w.varSets[v] = w.typeSet(v.Types)
	}
}

// noValues reports whether one of some variables has no value, because there is no object of its type.
func (w *writer) noValues(vars []*Var) bool {
	return slices.ContainsFunc(vars, func(v *Var) bool { return w.varSets[v].empty() })
}

// bindParams gives the parameters of an action the smallest sets that its unary static conditions allow. These sets
// stand for the conditions.
func (w *writer) bindParams(a *Action) {
	w.bind(a.Params)
	for _, c := range conjuncts(a.Pre) {
		if w.t.Open || c.Op != Holds || w.unary[c.Atom.Pred] == nil || c.Atom.Args[0].Var == nil {
			continue
		}
		v, s := c.Atom.Args[0].Var, w.unary[c.Atom.Pred]
		if now := w.varSets[v]; now != nil && s.within(now) && len(s.objects) < len(now.objects) {
			w.varSets[v], w.narrowed[v] = s, c
		}
	}
}

// objectsOf returns the objects that a term may be.
func (w *writer) objectsOf(t Term) *set {
	if t.Object != nil {
		return w.single(t.Object)
	}
	return w.varSets[t.Var]
}

func (w *writer) single(o *Object) *set {
	s := w.singles[o]
	if s == nil {
		s = newSet(o.Name, w.those(func(x *Object) bool { return x.Name == o.Name }))
		w.singles[o] = s
	}
	return s
}

// positions returns, for each argument of a fluent predicate, the set of the objects for which the predicate can ever
// hold.
func (w *writer) positions(p *Predicate) []*set {
	out := make([]*set, len(p.Params))
	for i := range p.Params {
		seen := lists.Set(lists.Map(w.initOf[p], func(f Fact) *Object { return f.Args[i] }))
		for _, a := range w.t.Actions {
			for _, e := range a.Effects {
				if !e.Delete && e.Atom.Pred == p {
					for _, o := range w.objectsOf(e.Atom.Args[i]).objects {
						seen[o] = true
					}
				}
			}
		}
		out[i] = w.exact(p.Name+"_"+p.Params[i].Name[1:], w.those(func(o *Object) bool { return seen[o] }))
	}
	return out
}

// exact returns the set of some objects: one that has a name, if there is one.
func (w *writer) exact(what string, objects []*Object) *set {
	if len(objects) == 0 {
		return newSet(what, nil)
	}
	s := w.smallest(objects)
	if len(s.objects) > len(objects) {
		s = newSet(what, objects)
	}
	return s
}

// index returns the set of the objects by which an array is indexed: a set with a name that has some objects. If only
// the set of all objects has them, a new one is named.
func (w *writer) index(what string, objects []*Object) *set {
	s := w.smallest(objects)
	if s == w.typeSet(w.t.Types[:1]) && len(objects) < len(s.objects) && len(objects) > 0 {
		s = newSet(what, objects)
		w.sets = append(w.sets, s)
	}
	return s
}
