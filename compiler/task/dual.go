package task

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/internal/lists"
)

// absent is the place of a value that no element of the array holds.
const absent = -1

// dual is the view of a pattern over an array of pairwise different values. It has one abstract variable for each value
// distinguished: the place of the value. An element that holds none of these values holds some other value, which is
// hidden. That hidden values differ is not kept.
type dual struct {
	*maker
	array         *Array
	distinguished []int64       // the values that are distinguished, ascending
	at            map[int64]int // for each of them: the number of its variable, or -1 if its place never changes
	fixed         map[int64]int64
	place         map[int]int // for each variable of the puzzle that is an element: its index in the array
	own           map[int64]bool
	every         bool // a move counts also if it moves neither own nor tracked values
}

// newDual returns the view. The places of a value are the elements that may hold it.
func newDual(t *Task, name string, a *Array, own, tracked []int64, strict bool) *dual {
	d := &dual{
		array: a, at: map[int64]int{}, fixed: map[int64]int64{}, place: map[int]int{},
		own: lists.Set(own), every: !strict,
	}
	d.distinguished = sorted(append(slices.Clone(own), tracked...))
	hidden := hiddenValues(t)
	for i, e := range a.Elems {
		if n := t.Pool.Node(e); n.Op == OpVar {
			d.place[int(n.N)] = i
			hidden[n.N] = others(hidden[n.N], d.distinguished)
		}
	}
	var vars []Var
	var image []Expr
	for _, x := range d.distinguished {
		v := d.placesOf(t, x)
		if len(v.Values) == 1 {
			d.at[x], d.fixed[x] = -1, v.Values[0]
			continue
		}
		d.at[x] = len(vars)
		vars = append(vars, v)
		known := FindOne
		if a.Permutation {
			known = FindSure
		}
		image = append(image, t.Pool.FindKnown(known, t.Pool.Const(x), a.Elems...))
	}
	d.maker = newMaker(t, name, vars, image, hidden)
	for _, x := range d.distinguished {
		if d.at[x] >= 0 && !d.own[x] {
			d.tracked = append(d.tracked, d.at[x])
		}
	}
	d.view = d
	return d
}

// make builds the abstract task. If each value always has a place, the abstract variables are pairwise different;
// tables over all combinations of places use this fact.
func (d *dual) make(ctx context.Context) (Abstraction, []Expr, error) {
	a, image, err := d.build(ctx)
	if err == nil && d.array.Permutation && len(a.Task.Vars) > 1 {
		r := Array{Name: "places", Distinct: true}
		for v := range a.Task.Vars {
			r.Elems = append(r.Elems, a.Task.Pool.Var(v))
		}
		a.Task.Arrays = []Array{r}
	}
	return a, image, err
}

// others returns the values of an element that are not distinguished. It returns at least one value, so that no domain
// is empty.
func others(values, distinguished []int64) []int64 {
	if out := minus(values, distinguished); len(out) > 0 {
		return out
	}
	return values[:1]
}

// placesOf returns the variable of value x: the places where x may be.
func (d *dual) placesOf(t *Task, x int64) Var {
	out := Var{Name: "find(" + d.array.Name + ", " + valueName(t, d.array, x) + ")"}
	if !d.array.Permutation {
		out.Values, out.Names = []int64{absent}, []string{"nowhere"}
	}
	for i, e := range d.array.Elems {
		n := t.Pool.Node(e)
		switch {
		case n.Op == OpConst && n.N == x:
			return Var{Values: []int64{int64(i)}}
		case n.Op == OpVar && t.Vars[n.N].Place(x) >= 0:
			out.Values = append(out.Values, int64(i))
			out.Names = append(out.Names, indexName(t.Vars[n.N].Name, i))
		}
	}
	if len(out.Values) == 0 {
		out.Values = []int64{absent}
	}
	return out
}

// indexName returns the index that is part of the name of an element.
func indexName(element string, i int) string {
	if _, index, ok := strings.Cut(element, "["); ok {
		return strings.TrimSuffix(index, "]")
	}
	return strconv.Itoa(i)
}

// holds returns the condition that value x, which is distinguished, is at place i.
func (d *dual) holds(i int, x int64) Expr {
	v := d.at[x]
	if v < 0 {
		return d.w.Bool(d.fixed[x] == int64(i))
	}
	return d.w.Eq(d.w.Var(v), d.w.Const(int64(i)))
}

// variable returns the value of an element: the value distinguished that is there, else the hidden variable.
func (d *dual) variable(v int) Expr {
	out := d.hide(v)
	if i, ok := d.place[v]; ok {
		for _, x := range d.distinguished {
			if d.t.Vars[v].Place(x) >= 0 {
				out = d.w.Ite(d.holds(i, x), d.w.Const(x), out)
			}
		}
	}
	return out
}

// special translates conditions on one element alone, and the places of values.
func (d *dual) special(e Expr) (Expr, bool) {
	p := d.t.Pool
	n := p.nodes.at(e)
	if n.Op == OpFind && slices.Equal(n.Args[1:], d.array.Elems) && p.isConst(n.Args[0]) {
		x := p.nodes.at(n.Args[0]).N
		if v, ok := d.at[x]; ok && v >= 0 {
			return d.w.Var(v), true
		}
	}
	if root := p.nodes.root(e); root != None && p.isBool(e) && p.nodes.at(root).Op == OpVar {
		v := int(p.nodes.at(root).N)
		if i, ok := d.place[v]; ok {
			return d.condition(e, root, v, i), true
		}
	}
	return None, false
}

// condition translates a condition on element i alone: a disjunction over the values distinguished that may be there,
// and the hidden value.
func (d *dual) condition(e, root Expr, v, i int) Expr {
	p := d.t.Pool
	var there, notThere []Expr
	for _, x := range d.distinguished {
		if d.t.Vars[v].Place(x) < 0 {
			continue
		}
		if p.evalAt(e, root, x) != 0 {
			there = append(there, d.holds(i, x))
		} else {
			notThere = append(notThere, d.w.Not(d.holds(i, x)))
		}
	}
	rest := d.w.Import(p, e, func(int) Expr { return d.hide(v) }, map[Expr]Expr{})
	if d.crowded(v) { // one of the values distinguished is always there
		rest = False
	}
	return d.w.Or(append(there, d.w.And(append(notThere, rest)...))...)
}

// crowded reports whether all values of an element are distinguished.
func (d *dual) crowded(v int) bool { return isSubset(d.t.Vars[v].Values, d.distinguished) }

// effects translates writes of elements to changes of places. A value moves to the place where it is written. A value
// that is overwritten and written nowhere becomes absent.
func (d *dual) effects(es []Effect) (out []Effect, counts Expr) {
	var writes []write
	for _, e := range es {
		if i, ok := d.place[e.Var]; ok {
			writes = append(writes, write{i, d.translate(e.Cond), e.Value})
		}
	}
	if len(writes) == 0 {
		return nil, False
	}
	var own, tracked []Expr
	for _, x := range d.distinguished {
		v := d.at[x]
		if v < 0 {
			continue
		}
		next := d.goes(x, writes)
		moved := d.w.Not(d.w.Eq(next, d.w.Var(v)))
		if d.own[x] {
			own = append(own, moved)
		} else {
			tracked = append(tracked, moved)
		}
		if moved != False {
			out = append(out, Effect{Var: v, Cond: True, Value: next})
		}
	}
	counts = d.w.Or(own...)
	if d.every {
		counts = d.w.Or(counts, d.w.Not(d.w.Or(tracked...)))
	}
	return out, counts
}

// write is an effect on one element of the array.
type write struct {
	place int
	cond  Expr // translated
	value Expr // not translated
}

// goes returns the place of value x after some writes.
func (d *dual) goes(x int64, writes []write) Expr {
	next := d.w.Var(d.at[x])
	if !d.array.Permutation {
		over := lists.Map(writes, func(w write) Expr { return d.w.And(w.cond, d.holds(w.place, x)) })
		next = d.w.Ite(d.w.Or(over...), d.w.Const(absent), next)
	}
	for _, w := range writes {
		next = d.w.Ite(d.w.And(w.cond, d.is(w.value, x)), d.w.Const(int64(w.place)), next)
	}
	return next
}

// is returns the condition that an expression of the puzzle has the value x.
func (d *dual) is(e Expr, x int64) Expr {
	n := *d.t.Pool.nodes.at(e)
	switch n.Op {
	case OpVar:
		if i, ok := d.place[int(n.N)]; ok {
			return d.holds(i, x)
		}
	case OpIte:
		return d.w.Ite(d.translate(n.Args[0]), d.is(n.Args[1], x), d.is(n.Args[2], x))
	case OpSelect:
		return d.w.Select(d.translate(n.Args[0]), lists.Map(n.Args[1:], func(a Expr) Expr { return d.is(a, x) })...)
	}
	return d.w.Eq(d.translate(e), d.w.Const(x))
}
