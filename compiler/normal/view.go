package normal

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
)

// A view is a choice of sets of facts that become the variables of a task.
type view struct {
	vars   []variable
	shapes []shape
	at     map[int]place // by first fact
}

// variable is a set of facts of which at most one holds. Where none holds it has the value of never.
type variable struct {
	name  string
	facts []int // by place: a fact; never
	codes []int64
	names []string
	old   int // the variable that it is; -1
}

// shape is an array of the new task.
type shape struct {
	name  string
	elems []int // variables of the view; below 0: -1 minus a constant
}

// place locates a fact: the variable, and the number of its value.
type place struct{ v, i int }

// add adds a variable to the view.
func (w *view) add(f *facts, x variable) {
	for i, fact := range x.facts {
		if fact >= 0 {
			if _, known := w.at[f.same[fact]]; !known {
				w.at[f.same[fact]] = place{len(w.vars), i}
			}
		}
	}
	w.vars = append(w.vars, x)
}

// covered reports whether all values of a variable are facts of the view, or all but one, which is then the rest.
func (w *view) covered(f *facts, v int) bool {
	open := 0
	for i := range f.t.Vars[v].Values {
		if _, ok := w.at[f.same[f.base[v]+i]]; !ok && !f.dead[f.base[v]+i] {
			open++
		}
	}
	return open <= 1
}

// keep adds a variable as it is, or only with the values that the view lacks. Then one of them, which the start has
// often, is where no other one is.
func (w *view) keep(f *facts, v int, whole bool) {
	x := &f.t.Vars[v]
	n := variable{name: x.Name, old: v}
	left := false
	for i := range x.Values {
		fact := f.base[v] + i
		if _, has := w.at[f.same[fact]]; has && !whole {
			left = true
		} else if !f.dead[fact] {
			n.facts, n.codes, n.names = append(n.facts, fact), append(n.codes, x.Values[i]), append(n.names, x.Names[i])
		}
	}
	if left {
		often := map[int64]int{} // at the start
		for _, x := range f.t.Init {
			often[x]++
		}
		rest := 0
		for i, code := range n.codes {
			if often[code] > often[n.codes[rest]] {
				rest = i
			}
		}
		n.facts[rest] = never
	}
	w.add(f, n)
}

// keepOthers keeps the variables that the view does not cover, and arrays.
func (w *view) keepOthers(f *facts, whole bool, but func(array int) bool) *view {
	for v := range f.t.Vars {
		if !w.covered(f, v) {
			w.keep(f, v, whole)
		}
	}
	w.shape(f, but)
	return w
}

// fewest is the view that keeps the variables but those that others determine; nil if there are none.
func fewest(f *facts) *view {
	kept := map[int]bool{}
	probe := &view{at: map[int]place{}}
	for _, v := range f.bySize() {
		if !probe.covered(f, v) {
			probe.keep(f, v, true)
			kept[v] = true
		}
	}
	if len(kept) == len(f.t.Vars) {
		return nil
	}
	return f.keeping(func(v int) bool { return kept[v] })
}

// living is the view that keeps the variables and values that occur; nil if all occur.
func living(f *facts) *view {
	if !slices.Contains(f.dead, true) {
		return nil
	}
	return f.keeping(func(v int) bool { return !(&view{}).covered(f, v) })
}

// keeping is the view that keeps some variables; nil if these are none.
func (f *facts) keeping(of func(v int) bool) *view {
	w := &view{at: map[int]place{}}
	for v := range f.t.Vars {
		if of(v) {
			w.keep(f, v, true)
		}
	}
	if len(w.vars) == 0 {
		return nil
	}
	w.shape(f, nil)
	return w
}

// bySize lists the variables, those of large arrays first: they say most.
func (f *facts) bySize() (order []int) {
	size := make([]int, len(f.t.Vars))
	for i := range f.t.Arrays {
		vars := elements(f.t, &f.t.Arrays[i])
		for _, v := range vars {
			size[v] = len(vars)
		}
	}
	for v := range size {
		order = append(order, v)
	}
	slices.SortStableFunc(order, func(a, b int) int { return size[b] - size[a] })
	return order
}

// shape keeps the arrays, but for variables that are not there.
func (w *view) shape(f *facts, but func(array int) bool) {
	number := map[int]int{}
	for i := range w.vars {
		if w.vars[i].old >= 0 {
			number[w.vars[i].old] = i
		}
	}
	for k, a := range f.t.Arrays {
		s := shape{name: a.Name}
		if but != nil && but(k) {
			continue
		}
		for _, e := range a.Elems {
			n := f.t.Pool.Node(e)
			if i, ok := number[int(n.N)]; n.Op == task.OpVar && ok {
				s.elems = append(s.elems, i)
			} else if n.Op == task.OpConst {
				s.elems = append(s.elems, -1-int(n.N))
			} else if (&view{}).covered(f, int(n.N)) { // it never changes
				s.elems = append(s.elems, -1-int(f.t.Init[n.N]))
			}
		}
		if len(s.elems) > 0 {
			w.shapes = append(w.shapes, s)
		}
	}
}

// inverse is the view in which the values of an array are the variables: who stands on a place instead of where each
// one stands. It is nil if two elements may have one value, or if the view has no room for all facts.
func inverse(f *facts, name string) *view {
	k := slices.IndexFunc(f.t.Arrays, func(a task.Array) bool { return a.Name == name })
	if k < 0 {
		return nil
	}
	vars := elements(f.t, &f.t.Arrays[k])
	groups := slices.DeleteFunc(slices.Clone(f.groups), func(g *group) bool { return g.key.array != k })
	if len(groups) < len(valuesOf(f.t, vars)) {
		return nil
	}
	w := &view{at: map[int]place{}}
	w.family(f, f.valued("who_"+name, groups))
	if slices.ContainsFunc(vars, func(v int) bool { return !w.covered(f, v) }) {
		return nil
	}
	return w.keepOthers(f, true, func(array int) bool { return array == k })
}
