package symbolic

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Value is a symbolic value: the value of an expression of the model in all states at once.
//
// A scalar is a code and the condition that it is defined. A Boolean is a pair of conditions, certainly true and
// certainly false; if neither holds, it is undecided. So strong Kleene logic is and/or on the pairs. A tuple is a list
// of its parts. Sets, maps and texts are static values.
type Value struct {
	X, D  task.Expr // scalar: code, defined; Boolean: certainly true, certainly false; others: only D
	tuple *parts
	held  *model.Composite
}

// parts are behind a pointer, because a value is copied all the time and should fit into registers.
type parts struct {
	all  []Value
	pair [2]Value // the room for all, if they are so few
}

// tupleOf returns a tuple of n parts.
func tupleOf(d task.Expr, n int, part func(i int) Value) Value {
	p := new(parts)
	if n <= len(p.pair) {
		p.all = p.pair[:n]
	} else {
		p.all = make([]Value, n)
	}
	for i := range p.all {
		p.all[i] = part(i)
	}
	return Value{D: d, tuple: p}
}

// parts returns the parts of a tuple, and nothing for other values.
func (v Value) parts() []Value {
	if v.tuple == nil {
		return nil
	}
	return v.tuple.all
}

// Undecided is a single value that is undefined in all states.
var Undecided = Value{X: task.False, D: task.False}

var (
	yes = Value{X: task.True, D: task.False}
	no  = Value{X: task.False, D: task.True}
)

// undef returns the undefined value of a type.
func undef(t *model.Type) Value {
	if t != nil && t.Kind == model.TupleKind {
		return tupleOf(task.False, len(t.Elems), func(i int) Value { return undef(t.Elems[i]) })
	}
	return Undecided
}

// Lift makes a value symbolic.
func (ev *Evaluator) Lift(t *model.Type, v model.Value) Value {
	switch {
	case t.Kind == model.Boolean:
		if v.N != 0 {
			return yes
		}
		return no
	case t.Scalar():
		return Value{X: ev.Pool.Const(v.N), D: task.True}
	case t.Kind == model.TupleKind:
		return tupleOf(task.True, len(t.Elems), func(i int) Value { return ev.Lift(t.Elems[i], v.C.Tuple[i]) })
	}
	return Value{D: task.True, held: v.C}
}

// fromCode returns a state element as a value.
func (ev *Evaluator) fromCode(t *model.Type, e task.Expr) Value {
	if t.Kind == model.Boolean {
		return Value{X: e, D: ev.Pool.Not(e)}
	}
	return Value{X: e, D: task.True}
}

// Code returns a scalar as a number, and the condition that it is defined.
func (ev *Evaluator) Code(t *model.Type, v Value) (x, defined task.Expr) {
	if t.Kind == model.Boolean {
		return v.X, ev.Decided(v)
	}
	return v.X, v.D
}

// Decided returns the condition that a Boolean is true or false.
func (ev *Evaluator) Decided(v Value) task.Expr {
	pair := [2]task.Expr{v.X, v.D}
	d, ok := ev.decisions[pair]
	if !ok {
		if d = task.True; !ev.opposite(v.X, v.D) {
			d = ev.Pool.Or(v.X, v.D)
		}
		ev.decisions[pair] = d
	}
	return d
}

// opposite reports whether x or y is known to hold in all states, by comparing members if one is a conjunction and the
// other a disjunction. The two conditions of a Boolean are built side by side, so their members are in the same order.
func (ev *Evaluator) opposite(x, y task.Expr) bool {
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

// Defined returns the condition that a value of any type is defined, for a tuple with all its parts.
func (ev *Evaluator) Defined(t *model.Type, v Value) task.Expr {
	switch {
	case t.Kind == model.Boolean:
		return ev.Decided(v)
	case v.tuple != nil:
		ds := make([]task.Expr, len(v.parts()))
		for i, part := range v.parts() {
			ds[i] = ev.Defined(t.Elems[i], part)
		}
		return ev.Pool.And(ds...)
	}
	return v.D
}

// restrict makes a value undefined in states in which cond does not hold.
func (ev *Evaluator) restrict(t *model.Type, v Value, cond task.Expr) Value {
	switch {
	case cond == task.True:
		return v
	case t.Kind == model.Boolean:
		return Value{X: ev.Pool.And(cond, v.X), D: ev.Pool.And(cond, v.D)}
	case v.tuple != nil:
		return tupleOf(cond, len(v.parts()), func(i int) Value { return ev.restrict(t.Elems[i], Component(v, i), cond) })
	}
	v.D = ev.Pool.And(cond, v.D)
	return v
}

// whole makes all parts of a tuple undefined in states in which one of them is.
func (ev *Evaluator) whole(t *model.Type, v Value) Value {
	if t.Kind != model.TupleKind {
		return v
	}
	return ev.restrict(t, v, ev.Defined(t, v))
}

// Static returns a value that does not depend on the state. known is false if it does, and ok is false if it is
// undefined.
func (ev *Evaluator) Static(t *model.Type, v Value) (val model.Value, ok, known bool) {
	switch {
	case t.Kind == model.Boolean:
		return model.Bool(v.X == task.True), v.X == task.True || v.D == task.True,
			(v.X == task.True || v.X == task.False) && (v.D == task.True || v.D == task.False)
	case t.Scalar():
		if v.D == task.False {
			return model.Value{}, false, true
		}
		n, isConst := ev.Pool.Value(v.X)
		return model.Int(n), true, isConst && v.D == task.True
	case t.Kind == model.TupleKind:
		if len(v.parts()) != len(t.Elems) {
			return model.Value{}, false, true
		}
		vs := make([]model.Value, len(t.Elems))
		for i, p := range v.parts() {
			part, ok, known := ev.Static(t.Elems[i], p)
			if !known || !ok {
				return model.Value{}, ok, known
			}
			vs[i] = part
		}
		return model.TupleOf(vs...), true, true
	}
	return model.Value{C: v.held}, v.held != nil && v.D == task.True, true
}

// truth returns the Boolean of a condition that is always decided.
func (ev *Evaluator) truth(c task.Expr) Value { return Value{X: c, D: ev.Pool.Not(c)} }

// decidedIf returns the Boolean of a condition. It is decided if defined holds.
func (ev *Evaluator) decidedIf(defined, c task.Expr) Value {
	if defined == task.True {
		return ev.truth(c)
	}
	return Value{X: ev.Pool.And(defined, c), D: ev.Pool.And(defined, ev.Pool.Not(c))}
}

func not(v Value) Value { return Value{X: v.D, D: v.X} }

func (ev *Evaluator) and(a, b Value) Value {
	return Value{X: ev.Pool.And(a.X, b.X), D: ev.Pool.Or(a.D, b.D)}
}

func (ev *Evaluator) or(a, b Value) Value {
	return Value{X: ev.Pool.Or(a.X, b.X), D: ev.Pool.And(a.D, b.D)}
}

// choose returns a if c holds, else b.
func (ev *Evaluator) choose(t *model.Type, c task.Expr, a, b Value) Value {
	p := ev.Pool
	switch {
	case c == task.True:
		return a
	case c == task.False:
		return b
	case t.Kind == model.TupleKind:
		return tupleOf(task.True, len(t.Elems), func(i int) Value {
			return ev.choose(t.Elems[i], c, Component(a, i), Component(b, i))
		})
	case t.Kind == model.Boolean:
		return Value{X: p.Ite(c, a.X, b.X), D: p.Ite(c, a.D, b.D)}
	}
	out := Value{X: a.X, D: p.Ite(c, a.D, b.D), held: a.held}
	switch {
	case b.D == task.False: // the value of b does not matter
	case a.D == task.False:
		out.X, out.held = b.X, b.held
	default:
		out.X = p.Ite(c, a.X, b.X)
	}
	return out
}

// Component is component i of a tuple.
func Component(v Value, i int) Value {
	if parts := v.parts(); i < len(parts) {
		return parts[i]
	}
	return Undecided
}

// same returns the condition that two defined values of a type are equal.
func (ev *Evaluator) same(t *model.Type, a, b Value) task.Expr {
	switch {
	case t.Scalar():
		return ev.Pool.Eq(a.X, b.X)
	case t.Kind == model.TupleKind:
		es := make([]task.Expr, len(t.Elems))
		for i, e := range t.Elems {
			es[i] = ev.same(e, Component(a, i), Component(b, i))
		}
		return ev.Pool.And(es...)
	}
	return ev.Pool.Bool(a.held != nil && b.held != nil && model.Compare(model.Value{C: a.held},
		model.Value{C: b.held}) == 0)
}

// less returns the condition a < b, or a <= b if equal is set. Both must be defined.
func (ev *Evaluator) less(t *model.Type, a, b Value, equal bool) task.Expr {
	p := ev.Pool
	if t.Kind != model.TupleKind {
		if equal {
			return p.Le(a.X, b.X)
		}
		return p.Lt(a.X, b.X)
	}
	out := p.Bool(equal)
	for i := len(t.Elems) - 1; i >= 0; i-- {
		x, y := Component(a, i), Component(b, i)
		out = p.Or(ev.less(t.Elems[i], x, y, false), p.And(ev.same(t.Elems[i], x, y), out))
	}
	return out
}

// appendSym appends an encoding of a value. Different values have different encodings.
func (ev *Evaluator) appendSym(b []byte, v Value) []byte {
	b = appendInt(appendInt(b, int(v.X)), int(v.D))
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
