package symbolic

import (
	"encoding/binary"
	"maps"
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
)

// A condition often says which values of a name can satisfy it when other names have values: `b == next[a, d]`,
// `(a, b) in S`, `a.row == b.row`, `chebyshev(a, b) <= 1`. Then only these candidates are tried. The other values make
// the condition certainly false. (A join with an index, as databases and planners do it: Helmert 2009, section 6.)
//
// Candidates are places in the set of the name. A value for which the condition is undefined is a candidate while doubts
// are recorded, and if it matters that the condition is not false. While doubts are recorded, only those parts of a
// conjunction are used before which no doubt may be recorded.

// candidates lists the candidates in ascending order. ok is false if all values have to be tried.
type candidates func(f Frame) (places []int32, ok bool)

// Join finds the candidates for a name.
type Join struct {
	set   *model.Set
	parts []candidates
}

// Values lists the values in the set for which the conditions may hold, maybe with others.
func (j *Join) Values(set *model.Set, f Frame) []model.Value {
	if j == nil || j.set != set {
		return set.Elems
	}
	places, ok := fewest(j.parts, f)
	if !ok || len(places) == set.Len() {
		return set.Elems
	}
	values := make([]model.Value, len(places))
	for i, k := range places {
		values[i] = set.Elems[k]
	}
	return values
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
	needed              model.Expr
	watching, comparing bool
}

// joinsOf returns the joins of a binder or a relation, made once.
func (ev *Evaluator) joinsOf(of any, needed model.Expr, build func() []*Join) []*Join {
	key := joinsKey{of, needed, ev.watching, ev.comparing}
	joins, ok := ev.joins[key]
	if !ok {
		if joins = build(); !slices.ContainsFunc(joins, func(j *Join) bool { return j != nil }) {
			joins = nil
		}
		ev.joins[key] = joins
	}
	return joins
}

// binderJoins returns the join for each variable of a binder, or nil if there are none.
func (ev *Evaluator) binderJoins(vars []model.Bind, where, needed model.Expr) []*Join {
	if where == nil && needed == nil {
		return nil
	}
	return ev.joinsOf(&vars[0], needed, func() []*Join {
		conds := slices.DeleteFunc([]model.Expr{where, needed}, func(e model.Expr) bool { return e == nil })
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
	b := joining{ev: ev, slot: slot, set: listed, open: open, strict: strict || ev.watching || ev.comparing}
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
	strict bool // undefined values are candidates
}

// has reports whether an expression reads one of some slots.
func (b *joining) has(e model.Expr, slots map[int]bool) bool {
	return slices.ContainsFunc(b.ev.LocalsOf(e), func(l *model.Local) bool { return slots[l.Slot] })
}

func (b *joining) isName(e model.Expr) bool {
	l, ok := e.(*model.Local)
	return ok && l.Slot == b.slot
}

// alone reports whether an expression reads only the name.
func (b *joining) alone(e model.Expr) bool {
	ls := b.ev.LocalsOf(e)
	return len(ls) > 0 && !slices.ContainsFunc(ls, func(l *model.Local) bool { return l.Slot != b.slot })
}

// all returns candidates of a conjunction.
func (b *joining) all(conds []model.Expr) (parts []candidates) {
	for len(conds) > 0 {
		c := conds[0]
		conds = conds[1:]
		if e, ok := c.(*model.Binary); ok && e.Op == model.And {
			conds = append([]model.Expr{e.L, e.R}, conds...)
			continue
		}
		if part := b.of(c); part != nil {
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
	static := !b.ev.ReadsState(cond)
	switch {
	case static && !b.has(cond, b.open):
		return b.unless(cond)
	case static && b.alone(cond):
		return b.filter(cond)
	}
	switch e := cond.(type) {
	case *model.Binary:
		switch e.Op {
		case model.And:
			if parts := b.all([]model.Expr{e}); len(parts) > 0 {
				return func(f Frame) ([]int32, bool) { return fewest(parts, f) }
			}
		case model.Or:
			return b.either(e)
		case model.Eq:
			if part := b.equation(e.L, e.R); part != nil {
				return part
			}
			if part := b.equation(e.R, e.L); part != nil {
				return part
			}
			return b.near(e)
		case model.Le, model.Lt:
			return b.near(e)
		default:
		}
	case *model.Func:
		return b.near(e)
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

// unless returns no candidates where a condition that does not read the name is false.
func (b *joining) unless(cond model.Expr) candidates {
	return func(f Frame) ([]int32, bool) {
		v, ok := b.ev.constant(cond, f)
		return nil, ok && v.N == 0
	}
}

// filter returns the values that a condition on the name alone admits.
func (b *joining) filter(cond model.Expr) candidates {
	var places []int32
	b.each(cond, func(k int32, v model.Value, ok bool) {
		if ok && v.N != 0 || !ok && b.strict {
			places = append(places, k)
		}
	})
	return func(Frame) ([]int32, bool) { return places, true }
}

// each computes an expression that reads the name alone for all values.
func (b *joining) each(e model.Expr, use func(k int32, v model.Value, ok bool)) {
	sf := make(semantics.Frame, max(model.SlotsFor(e), b.slot+1))
	for k, v := range b.set.Elems {
		sf[b.slot] = semantics.Slot{Value: v, OK: true}
		x, ok := b.ev.Sem.Eval(e, sf, nil)
		use(int32(k), x, ok)
	}
}

// either unites the candidates of two conditions.
func (b *joining) either(e *model.Binary) candidates {
	l, r := b.of(e.L), b.of(e.R)
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

// equation returns the values for which x, which reads the name, equals a value.
func (b *joining) equation(x, value model.Expr) candidates {
	if !b.has(x, map[int]bool{b.slot: true}) || b.has(value, b.open) || b.ev.ReadsState(x) || b.ev.ReadsState(value) {
		return nil
	}
	switch e := x.(type) {
	case *model.Binary:
		less, more := model.Sub, model.Add
		switch {
		case e.Ty.Kind != model.Number || e.Op != model.Add && e.Op != model.Sub || b.alone(e):
		case e.Op == model.Sub && !b.has(e.R, b.open):
			return b.equation(e.L, &model.Binary{Base: e.Base, Op: more, L: value, R: e.R})
		case e.Op == model.Sub:
			return b.equation(e.R, &model.Binary{Base: e.Base, Op: less, L: e.L, R: value})
		case !b.has(e.R, b.open):
			return b.equation(e.L, &model.Binary{Base: e.Base, Op: less, L: value, R: e.R})
		default:
			return b.equation(e.R, &model.Binary{Base: e.Base, Op: less, L: value, R: e.L})
		}
	case *model.Read:
		if !b.alone(e) {
			return b.entry(e, value)
		}
	default:
	}
	if !b.alone(x) {
		return nil
	}
	find := func(v model.Value) []int32 { return b.place(v) }
	if !b.isName(x) {
		undefined := false
		at := map[string][]int32{}
		b.each(x, func(k int32, v model.Value, ok bool) {
			undefined = undefined || !ok
			if key, fits := appendValue(nil, v); fits && ok {
				at[string(key)] = append(at[string(key)], k)
			} else {
				undefined = undefined || ok
			}
		})
		if undefined && b.strict {
			return nil
		}
		find = func(v model.Value) []int32 {
			key, _ := appendValue(b.ev.key[:0], v)
			b.ev.key = key
			return at[string(key)]
		}
	}
	return func(f Frame) ([]int32, bool) {
		v, ok := b.ev.constant(value, f)
		if !ok {
			return nil, false
		}
		return find(v), true
	}
}

// place lists the place of a value in the set, if it is there.
func (b *joining) place(v model.Value) []int32 {
	if k := b.set.Index(v); k >= 0 {
		return []int32{int32(k)}
	}
	return nil
}

// appendValue appends an encoding of a value. ok is false for sets, maps and texts.
func appendValue(key []byte, v model.Value) (out []byte, ok bool) {
	if v.C == nil {
		return binary.LittleEndian.AppendUint64(key, uint64(v.N)), true
	}
	ok = v.C.Tuple != nil
	for _, x := range v.C.Tuple {
		if ok {
			key, ok = appendValue(key, x)
		}
	}
	return key, ok
}

// member returns the values that occur in a constant set of tuples together with the values of other names.
func (b *joining) member(e *model.In) candidates {
	tuple, ok := e.X.(*model.TupleOfExprs)
	if _, lit := e.Set.(*model.SetLit); !ok || lit || len(b.ev.LocalsOf(e.Set)) > 0 || b.ev.ReadsState(e.Set) {
		return nil
	}
	set, _, ok := b.ev.Listing(e.Set, nil)
	if !ok {
		return nil
	}
	return b.table(tuple.Elems, nil, func(row func(...model.Value)) {
		for _, v := range set.Elems {
			row(v.C.Tuple...)
		}
	})
}

// entry returns the values with which the indices select an entry that equals a value, or is true.
func (b *joining) entry(e *model.Read, value model.Expr) candidates {
	d := b.ev.m.Data[e.Array.ID]
	if e.Array.Role == model.State || d.Size > maxLinks || b.strict && slices.Contains(d.Defined, false) {
		return nil
	}
	if b.ev.watching && b.ev.doubtful(e) {
		return nil
	}
	var inside []*model.Set // where an index is outside, the entry is undefined
	if b.strict {
		inside = d.Index
	}
	columns := e.Index
	if value != nil {
		columns = append(slices.Clip(columns), value)
	}
	return b.table(columns, inside, func(row func(...model.Value)) {
		at := make([]model.Value, len(columns))
		for k, v := range d.Values {
			if !d.Defined[k] || value == nil && v.N == 0 {
				continue
			}
			for i, rest := len(d.Index)-1, k; i >= 0; i-- {
				n := d.Index[i].Len()
				at[i] = d.Index[i].Elems[rest%n]
				rest /= n
			}
			if value != nil {
				at[len(d.Index)] = v
			}
			row(at...)
		}
	})
}

// table returns the values of the name that are in a row of a table together with the values of other columns. A column
// with a name that has no value yet may hold anything. inside holds sets that the first columns must not leave.
func (b *joining) table(columns []model.Expr, inside []*model.Set, rows func(row func(...model.Value))) candidates {
	at := slices.IndexFunc(columns, b.isName)
	if at < 0 {
		return nil
	}
	var given []int
	for i, e := range columns {
		switch {
		case !b.has(e, b.open) && !b.ev.ReadsState(e):
			given = append(given, i)
		case i < len(inside) && (i != at || !contains(inside[i], b.set)):
			return nil
		}
	}
	found := map[string][]int32{}
	fits := true
	rows(func(row ...model.Value) {
		var key []byte
		for _, i := range given {
			var ok bool
			key, ok = appendValue(key, row[i])
			fits = fits && ok
		}
		if k := b.set.Index(row[at]); k >= 0 {
			found[string(key)] = append(found[string(key)], int32(k))
		}
	})
	if !fits {
		return nil
	}
	for key, places := range found {
		found[key] = ascending(places)
	}
	return func(f Frame) ([]int32, bool) {
		var key []byte
		for _, i := range given {
			v, ok := b.ev.constant(columns[i], f)
			if !ok || i < len(inside) && !inside[i].Contains(v) {
				return nil, false
			}
			key, _ = appendValue(key, v)
		}
		return found[string(key)], true
	}
}

// near returns the cells within a distance of another cell: a bound on the distance, or `adjacent`.
func (b *joining) near(e model.Expr) candidates {
	var most model.Expr
	if cmp, ok := e.(*model.Binary); ok {
		e, most = cmp.L, cmp.R
	}
	fn, ok := e.(*model.Func)
	if !ok || most == nil && fn.Fn != model.Adjacent || most != nil && fn.Fn != model.Manhattan && fn.Fn != model.Chebyshev {
		return nil
	}
	centre, x := fn.Args[0], fn.Args[1]
	if b.isName(centre) {
		centre, x = x, centre
	}
	if !b.isName(x) || b.has(centre, b.open) || b.ev.ReadsState(centre) || most != nil && b.has(most, b.open) {
		return nil
	}
	dims := b.ev.m.Dims[x.Type().Grid.ID]
	return func(f Frame) (places []int32, ok bool) {
		c, ok := b.ev.constant(centre, f)
		reach := model.Int(1)
		if ok && most != nil {
			reach, ok = b.ev.constant(most, f)
		}
		if !ok || reach.N >= max(dims.Rows, dims.Cols) {
			return nil, false
		}
		row, col := c.N/dims.Cols, c.N%dims.Cols
		for r := max(row-reach.N, 0); r <= min(row+reach.N, dims.Rows-1); r++ {
			for k := max(col-reach.N, 0); k <= min(col+reach.N, dims.Cols-1); k++ {
				places = append(places, b.place(model.Int(r*dims.Cols+k))...)
			}
		}
		return places, true
	}
}

// contains reports whether a set contains all elements of another set.
func contains(s, of *model.Set) bool {
	return s == of || !slices.ContainsFunc(of.Elems, func(v model.Value) bool { return !s.Contains(v) })
}

// exists unites the candidates for all values of a quantifier's names.
func (b *joining) exists(e *model.Fold) candidates {
	if e.Kind != model.Exists || slices.ContainsFunc(e.Vars, func(v model.Bind) bool {
		return b.has(v.Set, b.open) || b.ev.ReadsState(v.Set)
	}) {
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

// call returns the candidates in the body of a def, one of whose arguments is the name.
func (b *joining) call(e *model.Call) candidates {
	arg := slices.IndexFunc(e.Args, b.isName)
	if arg < 0 {
		return nil
	}
	types := make([]*model.Set, len(e.Args)) // arguments outside make the call undefined
	for i := range e.Def.Params {
		set := e.Def.Params[i].Set
		if !b.strict || set == nil {
			continue
		}
		if len(b.ev.LocalsOf(set)) > 0 || b.ev.ReadsState(set) {
			return nil
		}
		types[i], _, _ = b.ev.Listing(set, nil)
		if types[i] == nil || i == arg && !contains(types[i], b.set) {
			return nil
		}
	}
	inner := &joining{ev: b.ev, slot: e.Def.Params[arg].Slot, set: b.set, strict: b.strict, open: map[int]bool{}}
	for i, a := range e.Args {
		if b.has(a, b.open) || b.ev.ReadsState(a) {
			inner.open[e.Def.Params[i].Slot] = true
		}
	}
	body := inner.of(e.Def.Body)
	if body == nil {
		return nil
	}
	return func(f Frame) ([]int32, bool) {
		args := make(Frame, e.Def.Slots)
		for i, a := range e.Args {
			if slot := e.Def.Params[i].Slot; !inner.open[slot] {
				v, ok := b.ev.constant(a, f)
				if !ok || types[i] != nil && !types[i].Contains(v) {
					return nil, false
				}
				args.Set(slot, b.ev.Lift(a.Type(), v))
			}
		}
		return body(args)
	}
}
