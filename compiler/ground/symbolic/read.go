package symbolic

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Section is the part of an array that the static indices select, and the element of this part that the other indices
// select.
type Section struct {
	Among  []int     // the numbers of its elements
	Place  task.Expr // the place of the element in Among
	Inside task.Expr // whether all indices are defined and inside
}

// read returns a parameter, constant or state variable, or an element of one.
func (ev *Evaluator) read(e *model.Read, f Frame) Value {
	d := ev.m.Data[e.Array.ID]
	at := ev.Section(d, e.Index, f)
	if at.Inside == task.False || d.Size == 0 {
		return undef(e.Ty)
	}
	return ev.restrict(e.Ty, ev.element(e.Array, d, at), at.Inside)
}

// element returns the value of an array at a place that is inside it.
func (ev *Evaluator) element(a *model.Array, d *model.ArrayData, at Section) Value {
	k, static := ev.Pool.Value(at.Place)
	if static && (k < 0 || int(k) >= len(at.Among)) {
		return undef(a.Type)
	}
	if a.Role == model.State {
		if static {
			return ev.fromCode(a.Type, ev.state(d.Offset+at.Among[k]))
		}
		elems := lists.Map(at.Among, func(n int) task.Expr { return ev.state(d.Offset + n) })
		return ev.fromCode(a.Type, ev.Pool.Select(at.Place, elems...))
	}
	if static {
		if n := at.Among[k]; d.Defined[n] {
			return ev.Lift(a.Type, d.Values[n])
		}
		return undef(a.Type)
	}
	key := tableKey{a, at.Place, at.Among[0], at.Among[len(at.Among)-1]}
	return ev.table(key, a.Type, len(at.Among), func(k int) (model.Value, bool) {
		return d.Values[at.Among[k]], d.Defined[at.Among[k]]
	})
}

// table returns the element of a table at the place of its key. elem returns an element, and whether it is defined.
func (ev *Evaluator) table(key tableKey, t *model.Type, n int, elem func(k int) (model.Value, bool)) Value {
	if v, ok := ev.tables[key]; ok {
		return v
	}
	vals, defined, defs := make([]Value, n), make([]bool, n), make([]task.Expr, n)
	last := undef(t)
	for k := range n { // an undefined element gets the value of its neighbour, so that tables stay small
		v, ok := elem(k)
		if defined[k] = ok; ok {
			last = ev.Lift(t, v)
		}
		vals[k], defs[k] = last, ev.Pool.Bool(ok)
	}
	v := ev.restrict(t, ev.pick(t, key.place, backfill(vals, defined)), ev.Pool.Select(key.place, defs...))
	ev.tables[key] = v
	return v
}

// backfill gives the undefined elements at the front the first defined value.
func backfill(vals []Value, defined []bool) []Value {
	for i, ok := range defined {
		if ok {
			for j := range i {
				vals[j] = vals[i]
			}
			break
		}
	}
	return vals
}

// tableKey identifies a table by its index and its elements: those of a map, or those of an array, where the first and
// the last element identify the part of it.
type tableKey struct {
	of          any // *model.Array or *model.Map
	place       task.Expr
	first, last int
}

// Section returns the section that the indices select.
func (ev *Evaluator) Section(d *model.ArrayData, index []model.Expr, f Frame) Section {
	p := ev.Pool
	out := Section{Among: []int{0}, Place: p.Const(0), Inside: task.True}
	for i, e := range index {
		t, n := e.Type(), d.Index[i].Len()
		v := ev.asValue(e, f)
		k, in := ev.indexIn(d.Index[i], t, v)
		def := ev.Defined(t, v)
		if t.Kind == model.Number && in != task.True && def != task.False {
			ev.Doubt(Doubt{
				Kind: OutsideIndex, Span: e.Span(), OK: p.Implies(def, in), Value: v.X, Set: d.Index[i],
				Expr: ev.outside(e),
			})
		}
		out.Inside = p.And(out.Inside, def, in)
		if c, static := p.Value(k); static && 0 <= c && int(c) < n {
			for j := range out.Among {
				out.Among[j] = out.Among[j]*n + int(c)
			}
			continue
		}
		out.Place = p.Add(p.Mul(out.Place, p.Const(int64(n))), k)
		out.Among = spread(out.Among, n)
	}
	return out
}

// spread replaces each row by its n elements.
func spread(rows []int, n int) []int {
	out := make([]int, 0, len(rows)*n)
	for _, r := range rows {
		for k := range n {
			out = append(out, r*n+k)
		}
	}
	return out
}

// indexIn returns the index of a value in the order of a set, and the condition that the set contains the value. The
// value must be defined.
func (ev *Evaluator) indexIn(s *model.Set, t *model.Type, v Value) (place, in task.Expr) {
	p := ev.Pool
	n := s.Len()
	if n == 0 {
		return p.Const(0), task.False
	}
	if val, ok, known := ev.Static(t, v); known {
		if !ok {
			return p.Const(0), task.False
		}
		k := s.Index(val)
		return p.Const(int64(max(k, 0))), p.Bool(k >= 0)
	}
	if t.Kind == model.TupleKind {
		return ev.tupleIndexIn(s, t, v)
	}
	first, last := s.Elems[0].N, s.Elems[n-1].N
	bounds := p.And(p.Le(p.Const(first), v.X), p.Le(v.X, p.Const(last)))
	if last-first == int64(n-1) {
		return p.Add(v.X, p.Const(-first)), bounds
	}
	if last-first < maxTable {
		key := setKey{s, v.X}
		if r, ok := ev.indexes[key]; ok {
			return r[0], p.And(bounds, r[1])
		}
		places, holds := make([]task.Expr, last-first+1), make([]task.Expr, last-first+1)
		at := 0
		for c := range places {
			if at+1 < n && s.Elems[at+1].N <= first+int64(c) {
				at++
			}
			places[c] = p.Const(int64(at))
			holds[c] = p.Bool(s.Elems[at].N == first+int64(c))
		}
		offset := p.Add(v.X, p.Const(-first))
		r := [2]task.Expr{p.Select(offset, places...), p.Select(offset, holds...)}
		ev.indexes[key] = r
		return r[0], p.And(bounds, r[1])
	}
	return ev.tupleIndexIn(s, t, v)
}

type setKey struct {
	set *model.Set
	x   task.Expr
}

// maxTable bounds tables over a range of numbers.
const maxTable = 1 << 16

// tupleIndexIn compares with each element of the set.
func (ev *Evaluator) tupleIndexIn(s *model.Set, t *model.Type, v Value) (place, in task.Expr) {
	p := ev.Pool
	if place, in, ok := ev.boxIndex(s, t, v); ok {
		return place, in
	}
	place = p.Const(0)
	conds := make([]task.Expr, s.Len())
	for i := s.Len() - 1; i >= 0; i-- {
		conds[i] = ev.same(t, v, ev.Lift(t, s.Elems[i]))
		place = p.Ite(conds[i], p.Const(int64(i)), place)
	}
	return place, p.Or(conds...)
}

// boxIndex is indexIn for a set of tuples that is the product of its sides.
func (ev *Evaluator) boxIndex(s *model.Set, t *model.Type, v Value) (place, in task.Expr, ok bool) {
	if t.Kind != model.TupleKind {
		return 0, 0, false
	}
	sides, ok := ev.boxes[s]
	if !ok {
		sides = sidesOf(s, t)
		ev.boxes[s] = sides
	}
	if sides == nil {
		return 0, 0, false
	}
	p := ev.Pool
	place, in = p.Const(0), task.True
	for i, side := range sides {
		k, inside := ev.indexIn(side, t.Elems[i], Component(v, i))
		in = p.And(in, inside)
		place = p.Add(p.Mul(place, p.Const(int64(side.Len()))), k)
	}
	return place, in, true
}

// sidesOf returns the sides of a set of tuples that is a product, and nil for other sets.
func sidesOf(s *model.Set, t *model.Type) []*model.Set {
	size := 1
	sides := make([]*model.Set, len(t.Elems))
	for i, e := range t.Elems {
		vs := make([]model.Value, s.Len())
		for k, v := range s.Elems {
			vs[k] = v.C.Tuple[i]
		}
		sides[i] = model.NewSet(e, vs)
		size *= sides[i].Len()
		if size > s.Len() {
			return nil
		}
	}
	if size != s.Len() {
		return nil
	}
	return sides
}

// find returns the only index whose element equals a value.
func (ev *Evaluator) find(e *model.Find, f Frame) Value {
	p := ev.Pool
	d := ev.m.Data[e.Array.ID]
	t := e.X.Type()
	x := ev.whole(t, ev.asValue(e.X, f))
	def := ev.Defined(t, x)
	if def == task.False || d.Size == 0 {
		return undef(e.Ty)
	}
	var place, one task.Expr
	if e.Array.Role == model.State {
		elems := make([]task.Expr, d.Size)
		for i := range elems {
			elems[i] = ev.state(d.Offset + i)
		}
		code, _ := ev.Code(t, x)
		place, one = ev.findPlace(code, elems)
	} else {
		place, one = ev.findConstant(d, t, x)
	}
	one = p.And(def, one)
	if one == task.False {
		return undef(e.Ty)
	}
	return ev.restrict(e.Ty, ev.indexAt(d, e.Ty, place), one)
}

// findPlace returns the index of the only element that equals v, and the condition that there is exactly one.
func (ev *Evaluator) findPlace(v task.Expr, elems []task.Expr) (place, one task.Expr) {
	p := ev.Pool
	switch a, all := ev.distinctVars(elems); {
	case a != nil && all && ev.withinDomain(v, a):
		return p.FindKnown(task.FindSure, v, elems...), task.True
	case a != nil:
		place = p.FindKnown(task.FindOne, v, elems...)
		return place, p.Le(p.Const(0), place)
	}
	eqs := lists.Map(elems, func(e task.Expr) task.Expr { return p.Eq(e, v) })
	return p.Find(v, elems...), p.Eq(p.Add(eqs...), p.Const(1))
}

// distinctVars returns the `distinct` array whose elements are these variables, or nil. all reports whether the array
// has as many elements as its type has values.
func (ev *Evaluator) distinctVars(elems []task.Expr) (a *model.Array, all bool) {
	seen := make(map[task.Expr]bool, len(elems))
	for _, e := range elems {
		n := ev.Pool.Node(e)
		if n.Op != task.OpVar || seen[e] {
			return nil, false
		}
		seen[e] = true
		of, _ := ev.m.ArrayAt(ev.o.PlaceOf(int(n.N)))
		if of == nil || !of.Distinct || a != nil && a != of {
			return nil, false
		}
		a = of
	}
	return a, a != nil && len(elems) == ev.m.Data[a.ID].Domain.Len()
}

// withinDomain reports whether v is always a value of the array's type.
func (ev *Evaluator) withinDomain(v task.Expr, a *model.Array) bool {
	return ev.Member(ev.m.Data[a.ID].Domain, v) == task.True
}

// findConstant computes find in a parameter or constant. Undefined elements do not match.
func (ev *Evaluator) findConstant(d *model.ArrayData, t *model.Type, x Value) (place, one task.Expr) {
	p := ev.Pool
	var conds []task.Expr
	var places []int64
	for k, v := range d.Values {
		if !d.Defined[k] {
			continue
		}
		if c := ev.same(t, x, ev.Lift(t, v)); c != task.False {
			conds = append(conds, c)
			places = append(places, int64(k))
		}
	}
	if len(conds) == 0 {
		return p.Const(0), task.False
	}
	k, one := ev.onlyPlace(conds)
	return p.Select(k, lists.Map(places, p.Const)...), one
}

// indexAt returns the index of an element, a tuple if there are several.
func (ev *Evaluator) indexAt(d *model.ArrayData, t *model.Type, place task.Expr) Value {
	p := ev.Pool
	if len(d.Index) == 1 {
		return ev.elementAt(d.Index[0], t, place)
	}
	places := make([]task.Expr, len(d.Index))
	rest := place
	for i := len(d.Index) - 1; i >= 0; i-- {
		n := p.Const(int64(d.Index[i].Len()))
		places[i] = p.Mod(rest, n)
		rest = p.Div(rest, n)
	}
	return tupleOf(task.True, len(d.Index), func(i int) Value {
		return ev.elementAt(d.Index[i], t.Elems[i], places[i])
	})
}

// elementAt returns the element of a set at an index, which must be inside.
func (ev *Evaluator) elementAt(s *model.Set, t *model.Type, place task.Expr) Value {
	p := ev.Pool
	if n := s.Len(); n > 0 && t.Scalar() && t.Kind != model.Boolean && s.Elems[n-1].N-s.Elems[0].N == int64(n-1) {
		return Value{X: p.Add(place, p.Const(s.Elems[0].N)), D: task.True}
	}
	vals := make([]Value, s.Len())
	for i, v := range s.Elems {
		vals[i] = ev.Lift(t, v)
	}
	if k, ok := p.Value(place); ok && k >= 0 && int(k) < len(vals) {
		return vals[k]
	}
	return ev.pick(t, place, vals)
}
