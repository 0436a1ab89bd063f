package ground

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/task"
)

// value is a symbolic value: the value of an expression of the model in all states at once.
//
// A scalar is a code and the condition that it is defined. A Boolean is a pair of conditions, certainly true and
// certainly false; if neither holds, it is undecided. So strong Kleene logic is and/or on the pairs. A tuple is a list
// of its parts. Sets, maps and texts are static values.
type value struct {
	x, d  task.Expr // scalar: code, defined; Boolean: certainly true, certainly false; others: only D
	tuple *parts
	held  *model.Composite
}

// parts are behind a pointer, because a value is copied all the time and should fit into registers.
type parts struct {
	all  []value
	pair [2]value // the room for all, if they are so few
}

// tupleOf returns a tuple of n parts.
func tupleOf(d task.Expr, n int, part func(i int) value) value {
	p := new(parts)
	if n <= len(p.pair) {
		p.all = p.pair[:n]
	} else {
		p.all = make([]value, n)
	}
	for i := range p.all {
		p.all[i] = part(i)
	}
	return value{d: d, tuple: p}
}

// parts returns the parts of a tuple, and nothing for other values.
func (v value) parts() []value {
	if v.tuple == nil {
		return nil
	}
	return v.tuple.all
}

// undecided is a single value that is undefined in all states.
var undecided = value{x: task.False, d: task.False}

var (
	yes = value{x: task.True, d: task.False}
	no  = value{x: task.False, d: task.True}
)

// undef returns the undefined value of a type.
func undef(t *model.Type) value {
	if t != nil && t.Kind == model.TupleKind {
		return tupleOf(task.False, len(t.Elems), func(i int) value { return undef(t.Elems[i]) })
	}
	return undecided
}

// lift makes a value symbolic.
func (ev *evaluator) lift(t *model.Type, v model.Value) value {
	switch {
	case t.Kind == model.Boolean:
		if v.N != 0 {
			return yes
		}
		return no
	case t.Scalar():
		return value{x: ev.Pool.Const(v.N), d: task.True}
	case t.Kind == model.TupleKind:
		return tupleOf(task.True, len(t.Elems), func(i int) value { return ev.lift(t.Elems[i], v.C.Tuple[i]) })
	}
	return value{d: task.True, held: v.C}
}

// fromCode returns a state element as a value.
func (ev *evaluator) fromCode(t *model.Type, e task.Expr) value {
	if t.Kind == model.Boolean {
		return value{x: e, d: ev.Pool.Not(e)}
	}
	return value{x: e, d: task.True}
}

// code returns a scalar as a number, and the condition that it is defined.
func (ev *evaluator) code(t *model.Type, v value) (x, defined task.Expr) {
	if t.Kind == model.Boolean {
		return v.x, ev.decided(v)
	}
	return v.x, v.d
}

// decided returns the condition that a Boolean is true or false.
func (ev *evaluator) decided(v value) task.Expr {
	pair := [2]task.Expr{v.x, v.d}
	d, ok := ev.decisions[pair]
	if !ok {
		if d = task.True; !ev.opposite(v.x, v.d) {
			d = ev.Pool.Or(v.x, v.d)
		}
		ev.decisions[pair] = d
	}
	return d
}

// opposite reports whether x or y is known to hold in all states, by comparing members if one is a conjunction and the
// other a disjunction. The two conditions of a Boolean are built side by side, so their members are in the same order.
func (ev *evaluator) opposite(x, y task.Expr) bool {
	a, b := ev.Pool.Node(x), ev.Pool.Node(y)
	if a.Op == task.OpOr && b.Op == task.OpAnd {
		a, b = b, a
	}
	if a.Op != task.OpAnd || b.Op != task.OpOr {
		return ev.Pool.Or(x, y) == task.True
	}
	as, bs := a.Args, b.Args
	for i := range as {
		if len(as) != len(bs) || !ev.opposite(as[i], bs[i]) {
			return false
		}
	}
	return true
}

// defined returns the condition that a value of any type is defined, for a tuple with all its parts.
func (ev *evaluator) defined(t *model.Type, v value) task.Expr {
	switch {
	case t.Kind == model.Boolean:
		return ev.decided(v)
	case v.tuple != nil:
		ds := make([]task.Expr, len(v.parts()))
		for i, part := range v.parts() {
			ds[i] = ev.defined(t.Elems[i], part)
		}
		return ev.Pool.And(ds...)
	}
	return v.d
}

// restrict makes a value undefined in states in which cond does not hold.
func (ev *evaluator) restrict(t *model.Type, v value, cond task.Expr) value {
	switch {
	case cond == task.True:
		return v
	case t.Kind == model.Boolean:
		return value{x: ev.Pool.And(cond, v.x), d: ev.Pool.And(cond, v.d)}
	case v.tuple != nil:
		return tupleOf(cond, len(v.parts()), func(i int) value { return ev.restrict(t.Elems[i], component(v, i), cond) })
	}
	v.d = ev.Pool.And(cond, v.d)
	return v
}

// whole makes all parts of a tuple undefined in states in which one of them is.
func (ev *evaluator) whole(t *model.Type, v value) value {
	if t.Kind != model.TupleKind {
		return v
	}
	return ev.restrict(t, v, ev.defined(t, v))
}

// static returns a value that does not depend on the state. known is false if it does, and ok is false if it is
// undefined.
func (ev *evaluator) static(t *model.Type, v value) (val model.Value, ok, known bool) {
	switch {
	case t.Kind == model.Boolean:
		return model.Bool(v.x == task.True), v.x == task.True || v.d == task.True,
			(v.x == task.True || v.x == task.False) && (v.d == task.True || v.d == task.False)
	case t.Scalar():
		if v.d == task.False {
			return model.Value{}, false, true
		}
		n, isConst := ev.Pool.Value(v.x)
		return model.Int(n), true, isConst && v.d == task.True
	case t.Kind == model.TupleKind:
		if len(v.parts()) != len(t.Elems) {
			return model.Value{}, false, true
		}
		vs := make([]model.Value, len(t.Elems))
		for i, p := range v.parts() {
			part, ok, known := ev.static(t.Elems[i], p)
			if !known || !ok {
				return model.Value{}, ok, known
			}
			vs[i] = part
		}
		return model.TupleOf(vs...), true, true
	}
	return model.Value{C: v.held}, v.held != nil && v.d == task.True, true
}

// truth returns the Boolean of a condition that is always decided.
func (ev *evaluator) truth(c task.Expr) value { return value{x: c, d: ev.Pool.Not(c)} }

// decidedIf returns the Boolean of a condition. It is decided if defined holds.
func (ev *evaluator) decidedIf(defined, c task.Expr) value {
	if defined == task.True {
		return ev.truth(c)
	}
	return value{x: ev.Pool.And(defined, c), d: ev.Pool.And(defined, ev.Pool.Not(c))}
}

func not(v value) value { return value{x: v.d, d: v.x} }

func (ev *evaluator) and(a, b value) value {
	return value{x: ev.Pool.And(a.x, b.x), d: ev.Pool.Or(a.d, b.d)}
}

func (ev *evaluator) or(a, b value) value {
	return value{x: ev.Pool.Or(a.x, b.x), d: ev.Pool.And(a.d, b.d)}
}

// choose returns a if c holds, else b.
func (ev *evaluator) choose(t *model.Type, c task.Expr, a, b value) value {
	p := ev.Pool
	switch {
	case c == task.True:
		return a
	case c == task.False:
		return b
	case t.Kind == model.TupleKind:
		return tupleOf(task.True, len(t.Elems), func(i int) value {
			return ev.choose(t.Elems[i], c, component(a, i), component(b, i))
		})
	case t.Kind == model.Boolean:
		return value{x: p.Ite(c, a.x, b.x), d: p.Ite(c, a.d, b.d)}
	}
	out := value{x: a.x, d: p.Ite(c, a.d, b.d), held: a.held}
	switch {
	case b.d == task.False: // the value of b does not matter
	case a.d == task.False:
		out.x, out.held = b.x, b.held
	default:
		out.x = p.Ite(c, a.x, b.x)
	}
	return out
}

// component is component i of a tuple.
func component(v value, i int) value {
	if parts := v.parts(); i < len(parts) {
		return parts[i]
	}
	return undecided
}

// same returns the condition that two defined values of a type are equal.
func (ev *evaluator) same(t *model.Type, a, b value) task.Expr {
	switch {
	case t.Scalar():
		return ev.Pool.Eq(a.x, b.x)
	case t.Kind == model.TupleKind:
		es := make([]task.Expr, len(t.Elems))
		for i, e := range t.Elems {
			es[i] = ev.same(e, component(a, i), component(b, i))
		}
		return ev.Pool.And(es...)
	}
	return ev.Pool.Bool(a.held != nil && b.held != nil && model.Compare(model.Value{C: a.held},
		model.Value{C: b.held}) == 0)
}

// less returns the condition a < b, or a <= b if equal is set. Both must be defined.
func (ev *evaluator) less(t *model.Type, a, b value, equal bool) task.Expr {
	p := ev.Pool
	if t.Kind != model.TupleKind {
		if equal {
			return p.Le(a.x, b.x)
		}
		return p.Lt(a.x, b.x)
	}
	out := p.Bool(equal)
	for i := len(t.Elems) - 1; i >= 0; i-- {
		x, y := component(a, i), component(b, i)
		out = p.Or(ev.less(t.Elems[i], x, y, false), p.And(ev.same(t.Elems[i], x, y), out))
	}
	return out
}

// appendSym appends an encoding of a value. Different values have different encodings.
func (ev *evaluator) appendSym(b []byte, v value) []byte {
	b = appendInt(appendInt(b, int(v.x)), int(v.d))
	if v.held != nil {
		id, ok := ev.heldIDs[v.held]
		if !ok {
			id = len(ev.heldIDs) + 1
			ev.heldIDs[v.held] = id
		}
		b = appendInt(b, id)
	}
	for _, p := range v.parts() {
		b = ev.appendSym(b, p)
	}
	return b
}

func appendInt(b []byte, n int) []byte {
	return append(b, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
}
