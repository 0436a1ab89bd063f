package ground

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/task"
)

// section is what the static indices leave of an array, and the element of it that the others name.
type section struct {
	among  []int     // the numbers of its elements
	place  task.Expr // of the element in among
	inside task.Expr // whether all indices are defined and inside
}

// read is a parameter, constant or state variable, or an element of one.
func (g *grounder) read(e *model.Read, f frame) sym {
	d := g.m.Data[e.Array.ID]
	at := g.section(d, e.Index, f)
	if at.inside == task.False || d.Size == 0 {
		return undef(e.Ty)
	}
	return g.restrict(e.Ty, g.element(e.Array, d, at), at.inside)
}

// element is the value of an array at a place that is inside it.
func (g *grounder) element(a *model.Array, d *model.ArrayData, at section) sym {
	k, static := g.pool.Value(at.place)
	if static && (k < 0 || int(k) >= len(at.among)) {
		return undef(a.Type)
	}
	if a.Role == model.State {
		if static {
			return g.fromCode(a.Type, g.stateAt(d.Offset+at.among[k]))
		}
		elems := make([]task.Expr, len(at.among))
		for i, n := range at.among {
			elems[i] = g.stateAt(d.Offset + n)
		}
		return g.fromCode(a.Type, g.pool.Select(at.place, elems...))
	}
	if static {
		if n := at.among[k]; d.Defined[n] {
			return g.lift(a.Type, d.Values[n])
		}
		return undef(a.Type)
	}
	key := tableKey{a, at.place, at.among[0], at.among[len(at.among)-1]}
	if v, ok := g.tables[key]; ok {
		return v
	}
	vals, defined, defs := make([]sym, len(at.among)), make([]bool, len(at.among)), make([]task.Expr, len(at.among))
	last := undef(a.Type)
	for i, n := range at.among { // an undefined element looks like its neighbour, so that tables stay small
		if defined[i] = d.Defined[n]; defined[i] {
			last = g.lift(a.Type, d.Values[n])
		}
		vals[i], defs[i] = last, g.pool.Bool(defined[i])
	}
	v := g.restrict(a.Type, g.pick(a.Type, at.place, backfill(vals, defined)), g.pool.Select(at.place, defs...))
	g.tables[key] = v
	return v
}

// backfill gives the undefined elements at the front the first defined value.
func backfill(vals []sym, defined []bool) []sym {
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

// tableKey names a table by its index and its elements: the first and the last tell which part of the array it is.
type tableKey struct {
	array       *model.Array
	place       task.Expr
	first, last int
}

// section is where the indices lead.
func (g *grounder) section(d *model.ArrayData, index []model.Expr, f frame) section {
	p := g.pool
	out := section{among: []int{0}, place: p.Const(0), inside: task.True}
	for i, e := range index {
		t, n := e.Type(), d.Index[i].Len()
		v := g.eval(e, f)
		k, in := g.indexIn(d.Index[i], t, v)
		def := g.defined(t, v)
		if t.Kind == model.Number && in != task.True && def != task.False {
			g.doubt(doubt{kind: indexDoubt, span: e.Span(), ok: p.Implies(def, in), value: v.x, typ: t, set: d.Index[i], expr: g.outside(e)})
		}
		out.inside = p.And(out.inside, def, in)
		if c, static := p.Value(k); static && 0 <= c && int(c) < n {
			for j := range out.among {
				out.among[j] = out.among[j]*n + int(c)
			}
			continue
		}
		out.place = p.Add(p.Mul(out.place, p.Const(int64(n))), k)
		out.among = spread(out.among, n)
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

// indexIn is the place of a value in a set's order, and whether the set holds it; the value is taken to be defined.
func (g *grounder) indexIn(s *model.Set, t *model.Type, v sym) (place, in task.Expr) {
	p := g.pool
	n := s.Len()
	if n == 0 {
		return p.Const(0), task.False
	}
	if val, ok, known := g.static(t, v); known {
		if !ok {
			return p.Const(0), task.False
		}
		k := s.Index(val)
		return p.Const(int64(max(k, 0))), p.Bool(k >= 0)
	}
	if t.Kind == model.TupleKind {
		return g.tupleIndexIn(s, t, v)
	}
	first, last := s.Elems[0].N, s.Elems[n-1].N
	bounds := p.And(p.Le(p.Const(first), v.x), p.Le(v.x, p.Const(last)))
	if last-first == int64(n-1) {
		return p.Add(v.x, p.Const(-first)), bounds
	}
	if last-first < maxTable {
		key := setKey{s, v.x}
		if r, ok := g.indexes[key]; ok {
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
		offset := p.Add(v.x, p.Const(-first))
		r := [2]task.Expr{p.Select(offset, places...), p.Select(offset, holds...)}
		g.indexes[key] = r
		return r[0], p.And(bounds, r[1])
	}
	return g.tupleIndexIn(s, t, v)
}

type setKey struct {
	set *model.Set
	x   task.Expr
}

// maxTable bounds tables over a range of numbers.
const maxTable = 1 << 16

// tupleIndexIn compares with each element of the set.
func (g *grounder) tupleIndexIn(s *model.Set, t *model.Type, v sym) (place, in task.Expr) {
	p := g.pool
	if place, in, ok := g.boxIndex(s, t, v); ok {
		return place, in
	}
	place = p.Const(0)
	conds := make([]task.Expr, s.Len())
	for i := s.Len() - 1; i >= 0; i-- {
		conds[i] = g.same(t, v, g.lift(t, s.Elems[i]))
		place = p.Ite(conds[i], p.Const(int64(i)), place)
	}
	return place, p.Or(conds...)
}

// boxIndex treats a set of tuples that is the product of its sides.
func (g *grounder) boxIndex(s *model.Set, t *model.Type, v sym) (place, in task.Expr, ok bool) {
	if t.Kind != model.TupleKind {
		return 0, 0, false
	}
	sides, ok := g.boxes[s]
	if !ok {
		sides = sidesOf(s, t)
		g.boxes[s] = sides
	}
	if sides == nil {
		return 0, 0, false
	}
	p := g.pool
	place, in = p.Const(0), task.True
	for i, side := range sides {
		k, inside := g.indexIn(side, t.Elems[i], partOf(v, i))
		in = p.And(in, inside)
		place = p.Add(p.Mul(place, p.Const(int64(side.Len()))), k)
	}
	return place, in, true
}

// sidesOf is the sides of a set of tuples that is a product, nil if it is none.
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

// find is the only index whose element equals a value.
func (g *grounder) find(e *model.Find, f frame) sym {
	p := g.pool
	d := g.m.Data[e.Array.ID]
	t := e.X.Type()
	x := g.whole(t, g.eval(e.X, f))
	def := g.defined(t, x)
	if def == task.False || d.Size == 0 {
		return undef(e.Ty)
	}
	var place, one task.Expr
	if e.Array.Role == model.State {
		elems := make([]task.Expr, d.Size)
		for i := range elems {
			elems[i] = g.stateAt(d.Offset + i)
		}
		code, _ := g.code(t, x)
		place, one = g.findPlace(code, elems)
	} else {
		place, one = g.findConstant(e.Array, d, t, x)
	}
	one = p.And(def, one)
	if one == task.False {
		return undef(e.Ty)
	}
	return g.restrict(e.Ty, g.indexAt(d, e.Ty, place), one)
}

// findPlace is the place of the only element that equals v, and whether there is exactly one.
func (g *grounder) findPlace(v task.Expr, elems []task.Expr) (place, one task.Expr) {
	p := g.pool
	switch a, all := g.distinctVars(elems); {
	case a != nil && all && g.withinDomain(v, a):
		return p.FindKnown(task.FindSure, v, elems...), task.True
	case a != nil:
		place = p.FindKnown(task.FindOne, v, elems...)
		return place, p.Le(p.Const(0), place)
	}
	eqs := make([]task.Expr, len(elems))
	for i, e := range elems {
		eqs[i] = p.Eq(e, v)
	}
	return p.Find(v, elems...), p.Eq(p.Add(eqs...), p.Const(1))
}

// distinctVars is the `distinct` array of which the elements are different variables, nil if there is none; all tells
// whether they are as many as its type has values.
func (g *grounder) distinctVars(elems []task.Expr) (a *model.Array, all bool) {
	seen := make(map[task.Expr]bool, len(elems))
	for _, e := range elems {
		n := g.pool.Node(e)
		if n.Op != task.OpVar || seen[e] {
			return nil, false
		}
		seen[e] = true
		of, _ := g.m.ArrayAt(g.placeOfVar(int(n.N)))
		if of == nil || !of.Distinct || a != nil && a != of {
			return nil, false
		}
		a = of
	}
	return a, a != nil && len(elems) == g.m.Data[a.ID].Domain.Len()
}

// placeOfVar is the place of the state that a variable stands for.
func (g *grounder) placeOfVar(v int) int {
	if g.varAt == nil {
		return v
	}
	return g.varAt[v]
}

// withinDomain tells whether v is always a value of the array's type.
func (g *grounder) withinDomain(v task.Expr, a *model.Array) bool {
	return g.member(g.m.Data[a.ID].Domain, v) == task.True
}

// findConstant is find in a parameter or constant; its undefined elements do not match.
func (g *grounder) findConstant(a *model.Array, d *model.ArrayData, t *model.Type, x sym) (place, one task.Expr) {
	p := g.pool
	var conds []task.Expr
	var places []int64
	for k, v := range d.Values {
		if !d.Defined[k] {
			continue
		}
		if c := g.same(t, x, g.lift(t, v)); c != task.False {
			conds = append(conds, c)
			places = append(places, int64(k))
		}
	}
	if len(conds) == 0 {
		return p.Const(0), task.False
	}
	k, one := g.onlyPlace(conds)
	consts := make([]task.Expr, len(places))
	for i, n := range places {
		consts[i] = p.Const(n)
	}
	return p.Select(k, consts...), one
}

// indexAt is the index of an element, a tuple if there are several.
func (g *grounder) indexAt(d *model.ArrayData, t *model.Type, place task.Expr) sym {
	p := g.pool
	if len(d.Index) == 1 {
		return g.elementAt(d.Index[0], t, place)
	}
	out := sym{d: task.True, parts: make([]sym, len(d.Index))}
	rest := place
	for i := len(d.Index) - 1; i >= 0; i-- {
		n := p.Const(int64(d.Index[i].Len()))
		out.parts[i] = g.elementAt(d.Index[i], t.Elems[i], p.Mod(rest, n))
		rest = p.Div(rest, n)
	}
	return out
}

// elementAt is the element of a set with a place that is inside.
func (g *grounder) elementAt(s *model.Set, t *model.Type, place task.Expr) sym {
	p := g.pool
	if n := s.Len(); n > 0 && t.Scalar() && t.Kind != model.Boolean && s.Elems[n-1].N-s.Elems[0].N == int64(n-1) {
		return sym{x: p.Add(place, p.Const(s.Elems[0].N)), d: task.True}
	}
	vals := make([]sym, s.Len())
	for i, v := range s.Elems {
		vals[i] = g.lift(t, v)
	}
	if k, ok := p.Value(place); ok && k >= 0 && int(k) < len(vals) {
		return vals[k]
	}
	return g.pick(t, place, vals)
}
