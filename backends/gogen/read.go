package gogen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/semantics"
	"github.com/pzc-lang/pzc/task"
)

// dim is how Go numbers one index of an array: the value less lo, below length. With holes, not all of these are used.
type dim struct {
	lo     int64
	length int64
	holes  bool
	set    *model.Set
	source model.Expr
}

// dims are the indices of an array in Go. Values stand for themselves where that wastes little: an index 1..9 has a place 0 too.
func (g *generator) dims(a *model.Array) []dim {
	d := g.m.Data[a.ID]
	out := make([]dim, len(d.Index))
	for i, s := range d.Index {
		out[i] = g.dimOf(a.Index[i].Set, s)
	}
	return out
}

func (g *generator) dimOf(source model.Expr, s *model.Set) dim {
	d := dim{set: s, source: source}
	if s.Len() == 0 {
		return d
	}
	if !s.Type.Scalar() {
		d.length = int64(s.Len()) // tuples are numbered
		return d
	}
	first, last, n := s.Elems[0].N, s.Elems[s.Len()-1].N, int64(s.Len())
	room := max(4*n, 256)
	switch {
	case first >= 0 && last < room && s.Type.Kind != model.Character:
		d.length = last + 1
	case last-first < room:
		d.lo, d.length = first, last-first+1
	default:
		giveUp(source.Span(), "an index with so wide gaps")
	}
	d.holes = !gapless(s)
	return d
}

// at is the Go index of a value.
func (d dim) at(g *generator, x code.Expr) code.Expr {
	switch {
	case d.set.Type.Kind == model.Boolean:
		return code.Call(g.need("boolIndex"), x)
	case d.lo == 0:
		return x
	case d.set.Type.Kind == model.Character:
		return code.Arithmetic(x, "-", code.Literal(strconv.QuoteRune(rune(d.lo))))
	case d.lo < 0:
		return code.Arithmetic(x, "+", code.Int(-d.lo))
	default:
		return code.Arithmetic(x, "-", code.Int(d.lo))
	}
}

// element is an element of an array, and what must hold for its index to be defined and in the array.
func (sc *scope) element(a *model.Array, array code.Expr, by []model.Expr) (x code.Expr, need []code.Cond) {
	x = array
	for i, d := range sc.g.dims(a) {
		if !d.set.Type.Scalar() {
			place, more := sc.tuplePlace(d, by[i])
			x, need = x.At(place), append(need, more...)
			continue
		}
		v := sc.value(by[i])
		v.Expr = asIndex(v)
		need = append(need, v.need...)
		if by[i].Type().Kind != model.Boolean {
			need = append(need, sc.inside(v, d)...)
		}
		if code.And(need...).IsFalse() { // never read, but Go looks at constant indices
			x = x.At(code.Int(0))
			continue
		}
		x = x.At(d.at(sc.g, v.Expr))
	}
	return x, need
}

// tuplePlace is the number of a tuple in the set of an index.
func (sc *scope) tuplePlace(d dim, e model.Expr) (place code.Expr, need []code.Cond) {
	parts, need := sc.parts(e)
	v := sc.hoist(valueOf(code.Call(sc.g.placeOf(d), exprs(parts)...), span(0, d.length-1)), "place")
	if f, ok := sc.factOf(e); len(need) == 0 && ok && f.defined && sc.always(d.set, e) {
		return v.Expr, nil
	}
	if slices.ContainsFunc(parts, func(p value) bool { return len(p.need) > 0 && !p.total }) {
		giveUp(e.Span(), "a tuple that may be undefined as an index")
	}
	return v.Expr, sc.open([]code.Cond{defined(v.Expr)})
}

// always tells whether a static expression has values of a set only.
func (sc *scope) always(s *model.Set, e model.Expr) bool {
	return !slices.ContainsFunc(sc.frames, func(f semantics.Frame) bool {
		v, ok := sc.g.ev.Eval(e, sc.g.room(f, e), nil)
		return !ok || !s.Contains(v)
	})
}

// asIndex is a number as an index: an undefined constant is never one, but Go would refuse it.
func asIndex(v value) code.Expr {
	if v.isNone() {
		return code.Int(0)
	}
	return v.Expr
}

// inside says that a value is an index of the array.
func (sc *scope) inside(v value, d dim) []code.Cond {
	switch {
	case d.set.Len() == 0:
		return []code.Cond{code.False}
	case v.dom.within(d.set):
		return nil
	case d.holes:
		return []code.Cond{code.Holds(code.Call(sc.g.memberOf(d.source, d.set), v.Expr))}
	default:
		return sc.limits(v, d.set)
	}
}

// read is an array's element, of the state or of the data.
func (sc *scope) read(e *model.Read) value {
	a := e.Array
	d := sc.g.m.Data[a.ID]
	if inState(a) {
		x, need := sc.element(a, sc.state.Field(sc.g.field(a)), e.Index)
		return value{Expr: x, need: need, dom: setDomain(d.Domain)}
	}
	if !a.Type.Scalar() {
		giveUp(e.Sp, "`%s`, which is no single value,", a.Name)
	}
	x, need := sc.element(a, code.Name(sc.g.data(a)), e.Index)
	v := value{Expr: x, need: need}
	if sc.g.given[a] {
		v.dom = setDomain(d.Domain)
		return v
	}
	var vals []int64
	for i, val := range d.Values {
		if d.Defined[i] {
			vals = append(vals, val.N)
		}
	}
	v.dom = domainOf(vals)
	if slices.Contains(d.Defined, false) {
		if a.Type.Kind == model.Boolean {
			giveUp(e.Sp, "a constant that is undefined in places and no number")
		}
		v.need = append(v.need, defined(x))
		v.total = len(v.need) == 1
	}
	return v
}

// finder is the name of the function that finds a value in an array.
func (g *generator) finder(a *model.Array) string {
	if !slices.Contains(g.finders, a) {
		g.finders = append(g.finders, a)
	}
	return g.finderName[a]
}

// permutation tells whether it was proved that each value occurs exactly once, wherever that is asked.
func (g *generator) permutation(a *model.Array) bool {
	if g.unsettled(a) {
		return false
	}
	for _, x := range g.t.Arrays {
		if x.Name == a.Name {
			return x.Permutation
		}
	}
	return false
}

// distinct tells whether it was proved that no value occurs twice, wherever that is asked.
func (g *generator) distinct(a *model.Array) bool {
	return inState(a) && !g.unsettled(a) && slices.ContainsFunc(g.t.Arrays, func(x task.Array) bool { return x.Name == a.Name && x.Distinct })
}

// writeFinder writes such a function.
func (g *generator) writeFinder(a *model.Array) string {
	b := &code.Block{}
	d := g.dims(a)[0]
	name, v, i, found := g.finder(a), code.Name("v"), code.Name("i"), code.Name("found")
	head, array := "func "+name, code.Name(g.dataName[a])
	if inState(a) {
		head, array = "func (s *State) "+name, code.Name("s").Field(g.field(a))
	} else {
		g.data(a)
	}
	distinct := g.distinct(a)
	if !distinct {
		b.Define("found", none)
	}
	if d.lo != 0 || d.length != int64(d.set.Len()) {
		b.Loop("_", "i", code.Name(g.setTable(d.source, d.set)))
	} else {
		b.Loop("i", "_", array)
	}
	b.If(code.Compare(array.At(d.at(g, i)), "==", v))
	if distinct {
		g.need("none")
		b.Return(i)
	} else {
		b.If(code.Compare(found, "!=", none))
		b.Return(none)
		b.End()
		b.Assign(found, i)
	}
	b.End()
	b.End()
	if distinct {
		b.Return(none)
	} else {
		b.Return(found)
	}
	return code.Comment(name+" is the only place of "+code.Own(a.Name)+" that holds v, none without one.") +
		head + "(v " + g.goType(a.Type) + ") int {\n" + b.String() + "}\n"
}

// table is a static expression for all values of its locals, as data.
func (sc *scope) table(e model.Expr, f fact) (value, bool) {
	if !e.Type().Scalar() || e.Type().Kind == model.Boolean {
		return value{}, false
	}
	var slots []int
	for s := range sc.g.freeSlots(e) {
		slots = append(slots, s)
	}
	slices.Sort(slots)
	size := int64(1)
	var by []code.Expr
	for _, s := range slots {
		l := sc.slots[s]
		if l.fields != nil || l.truth || l.dom.vals == nil || l.dom.lo < 0 || l.dom.hi > 255 || !l.expr.Simple() {
			return value{}, false
		}
		if size *= l.dom.hi + 1; size > 4096 {
			return value{}, false
		}
		by = append(by, l.expr)
	}
	key := fmt.Sprintf("%p/%v", e, slots)
	name, ok := sc.g.tables[key]
	if !ok {
		name = fmt.Sprintf("table%d", len(sc.g.tables)+1)
		sc.g.tables[key] = name
		sc.g.writeTable(name, e, sc, slots)
	}
	v := valueOf(code.Name(name), f.dom)
	for _, i := range by {
		v.Expr = v.At(i)
	}
	if !f.defined {
		v.need, v.total = []code.Cond{defined(v.Expr)}, true
	}
	return v, true
}

// writeTable writes the data of such a table.
func (g *generator) writeTable(name string, e model.Expr, sc *scope, slots []int) {
	lengths := make([]int64, len(slots))
	kind := ""
	for i, s := range slots {
		lengths[i] = sc.slots[s].dom.hi + 1
		kind += fmt.Sprintf("[%d]", lengths[i])
	}
	values := map[string]string{}
	for _, f := range sc.frames {
		at := ""
		for _, s := range slots {
			at += fmt.Sprintf("/%d", f[s].Value.N)
		}
		if v, ok := g.ev.Eval(e, g.room(f, e), nil); ok {
			values[at] = g.literal(e.Type(), v).String()
		} else {
			values[at] = "none"
		}
	}
	var nest func(i int, at string) string
	nest = func(i int, at string) string {
		if i == len(lengths) {
			if v, ok := values[at]; ok {
				return v
			}
			return "0"
		}
		out := "{"
		for k := range lengths[i] {
			if k > 0 {
				out += ", "
			}
			out += nest(i+1, fmt.Sprintf("%s/%d", at, k))
		}
		return out + "}"
	}
	g.tableText[name] = code.Comment(name+" is "+g.source(e.Span())) + "var " + name + " = " + kind + g.goType(e.Type()) + nest(0, "") + "\n"
	g.tableOrder = append(g.tableOrder, name)
}

// distances is the name of a table with the lengths of the shortest paths in a relation; complete if there is one between any two.
func (g *generator) distances(e *model.Steps) (name string, dom domain, complete bool) {
	elem := e.A.Type()
	if elem.Kind != model.CellKind || e.Rel.Body == nil || len(g.freeSlots(e.Rel.Body))+len(e.Rel.Holes) > 2*len(e.Rel.Holes) {
		giveUp(e.Sp, "steps of this kind")
	}
	d := g.m.Dims[elem.Grid.ID]
	n := d.Rows * d.Cols
	if n > 256 {
		giveUp(e.Sp, "steps on so large a board")
	}
	complete = true
	var vals []int64
	rows := make([]string, n)
	for a := range n {
		cells := make([]string, n)
		for b := range n {
			pair := *e
			pair.A = &model.Lit{Base: model.Base{Ty: elem}, Value: model.Int(a)}
			pair.B = &model.Lit{Base: model.Base{Ty: elem}, Value: model.Int(b)}
			v, ok := g.ev.Eval(&pair, g.room(nil, &pair), nil)
			if cells[b] = fmt.Sprint(v.N); !ok {
				cells[b], complete = "none", false
			} else {
				vals = append(vals, v.N)
			}
		}
		rows[a] = "{" + strings.Join(cells, ", ") + "},"
	}
	key := fmt.Sprintf("steps %p", e.Rel)
	name, ok := g.tables[key]
	if !ok {
		name = fmt.Sprintf("table%d", len(g.tables)+1)
		g.tables[key] = name
		g.tableText[name] = code.Comment(name+" holds the lengths of shortest paths: "+g.source(e.Sp)) + fmt.Sprintf("var %s = [%d][%d]int{\n%s\n}\n", name, n, n, strings.Join(rows, "\n"))
		g.tableOrder = append(g.tableOrder, name)
	}
	return name, domainOf(vals), complete
}
