package symbolic

import (
	"encoding/binary"
	"maps"
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// A condition often says which values of a name can satisfy it when other names have values: `b == next[a, d]`,
// `(a, b) in S`, `a.row == b.row`, `chebyshev(a, b) <= 1`. Then only these candidates are tried. The other values make
// the condition certainly false. (A join with an index, as databases and planners do it: Helmert 2009, section 6.)
//
// A value for which the condition is undefined is a candidate, too, while doubts are recorded and where it matters that
// the condition is not false. While doubts are recorded, only those parts of a conjunction are used before which no
// doubt may be recorded.

// Join finds the candidates for a name.
type Join struct {
	set   *model.Set
	parts []candidates
}

// candidates lists the places, ascending, that candidates have in the set of a name. ok is false if all values have to
// be tried.
type candidates func(f Frame) (places []int32, ok bool)

// Values lists the values in the set for which the conditions may hold, maybe with others.
func (j *Join) Values(set *model.Set, f Frame) []model.Value {
	if j == nil || j.set != set {
		return set.Elems
	}
	places, ok := fewest(j.parts, f)
	if !ok || len(places) == set.Len() {
		return set.Elems
	}
	return lists.Map(places, func(k int32) model.Value { return set.Elems[k] })
}

func fewest(parts []candidates, f Frame) (best []int32, ok bool) {
	for _, part := range parts {
		if places, narrows := part(f); narrows && (!ok || len(places) < len(best)) {
			best, ok = places, true
		}
	}
	return best, ok
}

// joinsKey identifies the joins of a binder or a relation.
type joinsKey struct {
	of                  any
	watching, comparing bool
}

// joinsOf returns the joins of a binder or a relation, made once; nil if there are none.
func (ev *Evaluator) joinsOf(of any, build func() []*Join) []*Join {
	key := joinsKey{of, ev.watching, ev.comparing}
	joins, ok := ev.joins[key]
	if !ok {
		if joins = build(); !slices.ContainsFunc(joins, func(j *Join) bool { return j != nil }) {
			joins = nil
		}
		ev.joins[key] = joins
	}
	return joins
}

// binderJoins returns the join for each variable of a binder by its `where` and by a condition without which a binding
// adds nothing; nil if there are none.
func (ev *Evaluator) binderJoins(vars []model.Bind, where, needed model.Expr) []*Join {
	var conds []model.Expr
	if where != nil {
		conds = append(conds, where)
	}
	if needed != nil && (where == nil || !ev.watching && !ev.comparing) { // else doubts about `where` are recorded
		conds = append(conds, needed)
	}
	if len(conds) == 0 {
		return nil
	}
	return ev.joinsOf(&vars[0], func() []*Join {
		joins := make([]*Join, len(vars))
		open := map[int]bool{}
		for i := len(vars) - 1; i >= 0; i-- {
			for slot := range vars[i].Target.Slots() {
				open[slot] = true
			}
			if t := vars[i].Target; t.Elems == nil && t.Slot >= 0 {
				joins[i] = ev.JoinFor(conds, t.Slot, vars[i].Set, maps.Clone(open), needed != nil)
			}
		}
		return joins
	})
}

// JoinFor returns the join of conditions for the name in a slot, which has values from a set. open holds the slots of
// names that have no values yet, this one among them. If strict is set, all values are found for which the conditions
// are not certainly false.
func (ev *Evaluator) JoinFor(conds []model.Expr, slot int, set model.Expr, open map[int]bool, strict bool) *Join {
	if ev.o.AllValues || len(ev.LocalsOf(set)) > 0 || ev.ReadsState(set) {
		return nil
	}
	listed, _, ok := ev.Listing(set, nil)
	if !ok || listed.Len() <= 2 {
		return nil
	}
	b := joining{ev: ev, slot: slot, set: listed, open: open, always: strict || ev.watching}
	if parts := b.all(conds); len(parts) > 0 {
		return &Join{listed, parts}
	}
	return nil
}

// joining makes candidates for the name in a slot.
type joining struct {
	ev     *Evaluator
	slot   int
	set    *model.Set
	open   map[int]bool
	always bool // undefined values of all conditions are candidates
	strict bool // undefined values of this condition are
}

// given reports whether an expression has a value before the name has one.
func (b *joining) given(e model.Expr) bool {
	return !b.ev.ReadsState(e) &&
		!slices.ContainsFunc(b.ev.LocalsOf(e), func(l *model.Local) bool { return b.open[l.Slot] })
}

func (b *joining) isName(e model.Expr) bool {
	l, ok := e.(*model.Local)
	return ok && l.Slot == b.slot
}

// alone returns the name if an expression reads nothing else.
func (b *joining) alone(e model.Expr) (name *model.Local, ok bool) {
	ls := b.ev.LocalsOf(e)
	if b.ev.ReadsState(e) || len(ls) == 0 || slices.ContainsFunc(ls, func(l *model.Local) bool { return !b.isName(l) }) {
		return nil, false
	}
	return ls[0], true
}

// all returns candidates of a conjunction. While readings are compared, undefined values matter only of conditions that
// deny one: any other condition that is not true is not true in the two-valued reading either.
func (b *joining) all(conds []model.Expr) (parts []candidates) {
	for len(conds) > 0 {
		c := conds[0]
		conds = conds[1:]
		if e, ok := c.(*model.Binary); ok && e.Op == model.And {
			conds = append([]model.Expr{e.L, e.R}, conds...)
			continue
		}
		one := *b
		one.strict = b.always || b.ev.comparing && b.ev.denials.in(c)
		if part := one.of(c); part != nil {
			parts = append(parts, part)
		}
		if b.ev.watching && b.ev.doubtful(c) || b.ev.comparing && b.ev.denials.used(c) {
			break
		}
	}
	return parts
}

// of returns the candidates of a condition, nil if the condition does not narrow the values.
func (b *joining) of(cond model.Expr) candidates {
	if b.given(cond) {
		return func(f Frame) ([]int32, bool) { // none if it is false
			v, ok, known := b.ev.constant(cond, f)
			return nil, known && (ok && v.N == 0 || !ok && !b.strict)
		}
	}
	if name, ok := b.alone(cond); ok {
		return b.table([]model.Expr{name}, nil, func(row func(...model.Value)) bool {
			b.each(cond, func(x, v model.Value, ok bool) {
				if ok && v.N != 0 || !ok && b.strict {
					row(x)
				}
			})
			return true
		})
	}
	switch e := cond.(type) {
	case *model.Binary:
		switch fn, measures := e.L.(*model.Func); {
		case e.Op == model.And:
			if parts := b.all([]model.Expr{e}); len(parts) > 0 {
				return func(f Frame) ([]int32, bool) { return fewest(parts, f) }
			}
		case e.Op == model.Or:
			return union(b.of(e.L), b.of(e.R))
		case measures && (e.Op == model.Eq || e.Op == model.Le || e.Op == model.Lt):
			return b.near(fn, e.R)
		case e.Op == model.Eq && b.given(e.R):
			return b.equation(e.L, e.R)
		case e.Op == model.Eq && b.given(e.L):
			return b.equation(e.R, e.L)
		}
	case *model.Func:
		if e.Fn == model.Adjacent {
			return b.near(e, nil)
		}
	case *model.In:
		return b.member(e)
	case *model.Read:
		return b.entry(e, nil)
	case *model.Fold:
		return b.exists(e)
	case *model.Call:
		return b.call(e)
	default:
	}
	return nil
}

func union(l, r candidates) candidates {
	if l == nil || r == nil {
		return nil
	}
	return func(f Frame) ([]int32, bool) {
		left, ok := l(f)
		if !ok {
			return nil, false
		}
		right, ok := r(f)
		return ascending(slices.Concat(left, right)), ok
	}
}

func ascending(places []int32) []int32 {
	slices.Sort(places)
	return slices.Compact(places)
}

// each computes an expression that reads the name alone for all values.
func (b *joining) each(e model.Expr, use func(x, v model.Value, ok bool)) {
	sf := make(semantics.Frame, max(model.SlotsFor(e), b.slot+1))
	for _, x := range b.set.Elems {
		sf[b.slot] = semantics.Slot{Value: x, OK: true}
		v, ok := b.ev.Sem.Eval(e, sf, nil)
		use(x, v, ok)
	}
}

// equation returns the values for which an expression that reads the name equals a given value.
func (b *joining) equation(x, value model.Expr) candidates {
	if name, ok := b.alone(x); ok {
		return b.table([]model.Expr{name, value}, nil, func(row func(...model.Value)) bool {
			undefined := false
			b.each(x, func(x, v model.Value, ok bool) {
				if undefined = undefined || !ok; ok {
					row(x, v)
				}
			})
			return !undefined || !b.strict
		})
	}
	switch e := x.(type) {
	case *model.Binary: // l + r == value: l == value - r
		inverse := model.Sub
		if e.Op == model.Sub {
			inverse = model.Add
		}
		switch {
		case e.Ty.Kind != model.Number || e.Op != model.Add && e.Op != model.Sub:
		case b.given(e.R):
			return b.equation(e.L, &model.Binary{Base: e.Base, Op: inverse, L: value, R: e.R})
		case b.given(e.L) && e.Op == model.Add:
			return b.equation(e.R, &model.Binary{Base: e.Base, Op: model.Sub, L: value, R: e.L})
		case b.given(e.L):
			return b.equation(e.R, &model.Binary{Base: e.Base, Op: model.Sub, L: e.L, R: value})
		}
	case *model.Read:
		return b.entry(e, value)
	case *model.Between:
		return b.offset(e, value)
	default:
	}
	return nil
}

// offset returns the cell whose offset from another cell, or to it, is a given one.
func (b *joining) offset(e *model.Between, value model.Expr) candidates {
	other, sign := e.B, int64(1)
	if b.isName(e.B) {
		other, sign = e.A, -1
	}
	if !b.isName(e.A) && !b.isName(e.B) || !b.given(other) {
		return nil
	}
	dims := b.ev.m.Dims[e.A.Type().Grid.ID]
	return func(f Frame) ([]int32, bool) {
		from, ok, known := b.ev.constant(other, f)
		by, also, knownToo := b.ev.constant(value, f)
		if !ok || !also {
			return nil, known && knownToo && !b.strict
		}
		row, col := from.N/dims.Cols+sign*by.C.Tuple[0].N, from.N%dims.Cols+sign*by.C.Tuple[1].N
		if row < 0 || row >= dims.Rows || col < 0 || col >= dims.Cols {
			return nil, true
		}
		k := b.set.Index(model.Int(row*dims.Cols + col))
		return []int32{int32(k)}[:min(1, k+1)], true
	}
}

// member returns the values that occur in a constant set of tuples together with the values of other names.
func (b *joining) member(e *model.In) candidates {
	tuple, ok := e.X.(*model.TupleOfExprs)
	if _, lit := e.Set.(*model.SetLit); !ok || lit || len(b.ev.LocalsOf(e.Set)) > 0 || b.ev.ReadsState(e.Set) {
		return nil
	}
	set, _, ok := b.ev.Listing(e.Set, nil)
	return b.table(tuple.Elems, nil, func(row func(...model.Value)) bool {
		for i := 0; ok && i < set.Len(); i++ {
			row(set.Elems[i].C.Tuple...)
		}
		return ok
	})
}

// entry returns the values with which the indices select an entry of a constant that equals a value, or is true.
func (b *joining) entry(e *model.Read, value model.Expr) candidates {
	d := b.ev.m.Data[e.Array.ID]
	if e.Array.Role == model.State || b.strict && slices.Contains(d.Defined, false) || b.ev.watching && b.ev.doubtful(e) {
		return nil
	}
	columns := e.Index
	if value != nil {
		columns = append(slices.Clip(columns), value)
	}
	return b.table(columns, d.Index, func(row func(...model.Value)) bool {
		for k, v := range d.Values {
			switch {
			case !d.Defined[k]:
			case value != nil:
				row(append(d.IndexAt(k), v)...)
			case v.N != 0:
				row(d.IndexAt(k)...)
			}
		}
		return true
	})
}

// near returns the cells within a constant distance of another cell: an equation or a bound of the distance, or
// `adjacent`.
func (b *joining) near(fn *model.Func, most model.Expr) candidates {
	if fn.Fn != model.Adjacent && (fn.Fn != model.Manhattan && fn.Fn != model.Chebyshev || len(b.ev.LocalsOf(most)) > 0) {
		return nil
	}
	reach, ok := model.Int(1), true
	if most != nil {
		reach, ok, _ = b.ev.constant(most, nil)
	}
	dims := b.ev.m.Dims[fn.Args[0].Type().Grid.ID]
	x, centre := fn.Args[0], fn.Args[1]
	if b.isName(centre) {
		x, centre = centre, x
	}
	return b.table([]model.Expr{x, centre}, nil, func(row func(...model.Value)) bool {
		for _, c := range b.set.Elems {
			if r, k := c.N/dims.Cols, c.N%dims.Cols; ok {
				for i := max(r-reach.N, 0); i <= min(r+reach.N, dims.Rows-1); i++ {
					for j := max(k-reach.N, 0); j <= min(k+reach.N, dims.Cols-1); j++ {
						row(c, model.Int(i*dims.Cols+j))
					}
				}
			}
		}
		return ok
	})
}

// table returns the values of the name that are in a row of a table together with the values of other columns. A column
// that has no value yet may hold anything. index holds the sets outside which the first columns are undefined. rows
// calls a function for each row, and returns false if the table cannot be made.
func (b *joining) table(columns []model.Expr, index []*model.Set, rows func(row func(...model.Value)) bool) candidates {
	at := slices.IndexFunc(columns, b.isName)
	if !b.strict {
		index = nil
	}
	var given []int
	for i, e := range columns {
		if b.given(e) {
			given = append(given, i)
		} else if i < len(index) && (i != at || !contains(index[i], b.set)) {
			return nil
		}
	}
	if at < 0 {
		return nil
	}
	found := map[string][]int32{}
	fits := true
	var key []byte
	ok := rows(func(row ...model.Value) {
		key = key[:0]
		for _, i := range given {
			key, fits = appendValue(key, row[i], fits)
		}
		if k := b.set.Index(row[at]); k >= 0 {
			found[string(key)] = append(found[string(key)], int32(k))
		}
	})
	if !ok || !fits {
		return nil
	}
	for key, places := range found {
		found[key] = ascending(places)
	}
	return func(f Frame) ([]int32, bool) {
		key := b.ev.key[:0]
		for _, i := range given {
			v, ok, known := b.ev.constant(columns[i], f)
			if !ok || i < len(index) && !index[i].Contains(v) {
				return nil, known && !b.strict
			}
			key, _ = appendValue(key, v, true)
		}
		b.ev.key = key
		return found[string(key)], true
	}
}

// appendValue appends an encoding of a value. ok becomes false for sets, maps and texts.
func appendValue(key []byte, v model.Value, ok bool) ([]byte, bool) {
	if v.C == nil {
		return binary.LittleEndian.AppendUint64(key, uint64(v.N)), ok
	}
	ok = ok && v.C.Tuple != nil
	for _, x := range v.C.Tuple {
		key, ok = appendValue(key, x, ok)
	}
	return key, ok
}

// contains reports whether a set contains all elements of another set.
func contains(s, of *model.Set) bool {
	return s == of || !slices.ContainsFunc(of.Elems, func(v model.Value) bool { return !s.Contains(v) })
}

// exists unites the candidates for all values of a quantifier's names.
func (b *joining) exists(e *model.Fold) candidates {
	if e.Kind != model.Exists || slices.ContainsFunc(e.Vars, func(v model.Bind) bool { return !b.given(v.Set) }) {
		return nil
	}
	body := b.of(e.Body)
	if body == nil {
		return nil
	}
	return func(f Frame) ([]int32, bool) {
		var places []int32
		narrows := true
		listed := b.ev.EachBinding(e.Vars, nil, nil, f, func(task.Expr, []Value) bool {
			var some []int32
			some, narrows = body(f)
			places = append(places, some...)
			return narrows
		})
		return ascending(places), narrows && listed
	}
}

// call returns the candidates in the body of a def, one of whose arguments is the name. An argument outside its type
// makes the call undefined.
func (b *joining) call(e *model.Call) candidates {
	inner := &joining{ev: b.ev, slot: -1, set: b.set, always: b.always, strict: b.strict, open: map[int]bool{}}
	types := make([]*model.Set, len(e.Args))
	for i := range e.Def.Params {
		p := &e.Def.Params[i]
		if inner.open[p.Slot] = !b.given(e.Args[i]); b.isName(e.Args[i]) {
			inner.slot = p.Slot
		}
		if p.Set == nil || !b.strict {
			continue
		}
		if len(b.ev.LocalsOf(p.Set)) == 0 && !b.ev.ReadsState(p.Set) {
			types[i], _, _ = b.ev.Listing(p.Set, nil)
		}
		if types[i] == nil || inner.open[p.Slot] && !(b.isName(e.Args[i]) && contains(types[i], b.set)) {
			return nil
		}
	}
	body := inner.of(e.Def.Body)
	if inner.slot < 0 || body == nil {
		return nil
	}
	return func(f Frame) ([]int32, bool) {
		args := make(Frame, e.Def.Slots)
		for i, a := range e.Args {
			if slot := e.Def.Params[i].Slot; !inner.open[slot] {
				v, ok, known := b.ev.constant(a, f)
				if !ok || types[i] != nil && !types[i].Contains(v) {
					return nil, known && !b.strict
				}
				args.Set(slot, b.ev.Lift(a.Type(), v))
			}
		}
		return body(args)
	}
}
