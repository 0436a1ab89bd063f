package ground

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/task"
)

// sym is a symbolic value: what an expression of the model is worth in every state at once.
//
// A scalar is a code with a condition that tells whether it is defined. A Boolean is a pair of conditions, surely true and surely
// false; where neither holds it is undecided, so that strong Kleene logic is and/or on the pairs. A tuple is its parts.
// Sets, maps and texts are static: held as they are.
type sym struct {
	x, d  task.Expr // scalar: code, defined; Boolean: surely true, surely false; others: d alone
	parts []sym     // tuple
	held  *model.Composite
}

var (
	yes       = sym{x: task.True, d: task.False}
	no        = sym{x: task.False, d: task.True}
	undecided = sym{x: task.False, d: task.False}
)

// undef is the undefined value of a type.
func undef(t *model.Type) sym {
	if t != nil && t.Kind == model.TupleKind {
		s := sym{d: task.False, parts: make([]sym, len(t.Elems))}
		for i, e := range t.Elems {
			s.parts[i] = undef(e)
		}
		return s
	}
	return undecided
}

// lift makes a value symbolic.
func (g *grounder) lift(t *model.Type, v model.Value) sym {
	switch {
	case t.Kind == model.Boolean:
		if v.N != 0 {
			return yes
		}
		return no
	case t.Scalar():
		return sym{x: g.pool.Const(v.N), d: task.True}
	case t.Kind == model.TupleKind:
		s := sym{d: task.True, parts: make([]sym, len(t.Elems))}
		for i, e := range t.Elems {
			s.parts[i] = g.lift(e, v.C.Tuple[i])
		}
		return s
	}
	return sym{d: task.True, held: v.C}
}

// fromCode is a state element as a value.
func (g *grounder) fromCode(t *model.Type, e task.Expr) sym {
	if t.Kind == model.Boolean {
		return sym{x: e, d: g.pool.Not(e)}
	}
	return sym{x: e, d: task.True}
}

// code is a scalar as a number with its condition of being defined.
func (g *grounder) code(t *model.Type, v sym) (x, defined task.Expr) {
	if t.Kind == model.Boolean {
		return v.x, g.decided(v)
	}
	return v.x, v.d
}

// decided tells whether a Boolean is true or false.
func (g *grounder) decided(v sym) task.Expr { return g.pool.Or(v.x, v.d) }

// defined tells whether a value of any type is defined; of a tuple, all of it.
func (g *grounder) defined(t *model.Type, v sym) task.Expr {
	switch {
	case t.Kind == model.Boolean:
		return g.decided(v)
	case v.parts != nil:
		ds := make([]task.Expr, len(v.parts))
		for i := range v.parts {
			ds[i] = g.defined(t.Elems[i], v.parts[i])
		}
		return g.pool.And(ds...)
	}
	return v.d
}

// restrict makes a value undefined where cond does not hold.
func (g *grounder) restrict(t *model.Type, v sym, cond task.Expr) sym {
	switch {
	case cond == task.True:
		return v
	case t.Kind == model.Boolean:
		return sym{x: g.pool.And(cond, v.x), d: g.pool.And(cond, v.d)}
	case v.parts != nil:
		out := sym{d: cond, parts: make([]sym, len(v.parts))}
		for i := range v.parts {
			out.parts[i] = g.restrict(t.Elems[i], v.parts[i], cond)
		}
		return out
	}
	v.d = g.pool.And(cond, v.d)
	return v
}

// whole makes a tuple undefined in all its parts where one of them is.
func (g *grounder) whole(t *model.Type, v sym) sym {
	if t.Kind != model.TupleKind {
		return v
	}
	return g.restrict(t, v, g.defined(t, v))
}

// static is a value that does not depend on the state; known is false if it does, ok if it is undefined.
func (g *grounder) static(t *model.Type, v sym) (val model.Value, ok, known bool) {
	switch {
	case t.Kind == model.Boolean:
		return model.Bool(v.x == task.True), v.x == task.True || v.d == task.True,
			(v.x == task.True || v.x == task.False) && (v.d == task.True || v.d == task.False)
	case t.Scalar():
		if v.d == task.False {
			return model.Value{}, false, true
		}
		n, isConst := g.pool.Value(v.x)
		return model.Int(n), true, isConst && v.d == task.True
	case t.Kind == model.TupleKind:
		if len(v.parts) != len(t.Elems) {
			return model.Value{}, false, true
		}
		vs := make([]model.Value, len(v.parts))
		for i := range v.parts {
			part, ok, known := g.static(t.Elems[i], v.parts[i])
			if !known || !ok {
				return model.Value{}, ok, known
			}
			vs[i] = part
		}
		return model.TupleOf(vs...), true, true
	}
	return model.Value{C: v.held}, v.held != nil && v.d == task.True, true
}

// truth is the Boolean of a condition that is always decided.
func (g *grounder) truth(c task.Expr) sym { return sym{x: c, d: g.pool.Not(c)} }

// decidedIf is the Boolean of a condition that is decided where defined holds.
func (g *grounder) decidedIf(defined, c task.Expr) sym {
	if defined == task.True {
		return g.truth(c)
	}
	return sym{x: g.pool.And(defined, c), d: g.pool.And(defined, g.pool.Not(c))}
}

func not(v sym) sym { return sym{x: v.d, d: v.x} }

func (g *grounder) and(a, b sym) sym { return sym{x: g.pool.And(a.x, b.x), d: g.pool.Or(a.d, b.d)} }

func (g *grounder) or(a, b sym) sym { return sym{x: g.pool.Or(a.x, b.x), d: g.pool.And(a.d, b.d)} }

// choose is a if c holds, else b.
func (g *grounder) choose(t *model.Type, c task.Expr, a, b sym) sym {
	p := g.pool
	switch {
	case c == task.True:
		return a
	case c == task.False:
		return b
	case t.Kind == model.TupleKind:
		out := sym{d: task.True, parts: make([]sym, len(t.Elems))}
		for i, e := range t.Elems {
			out.parts[i] = g.choose(e, c, partOf(a, i), partOf(b, i))
		}
		return out
	case t.Kind == model.Boolean:
		return sym{x: p.Ite(c, a.x, b.x), d: p.Ite(c, a.d, b.d)}
	}
	out := sym{x: a.x, d: p.Ite(c, a.d, b.d), held: a.held}
	switch {
	case b.d == task.False: // the value does not matter there
	case a.d == task.False:
		out.x, out.held = b.x, b.held
	default:
		out.x = p.Ite(c, a.x, b.x)
	}
	return out
}

func partOf(v sym, i int) sym {
	if i < len(v.parts) {
		return v.parts[i]
	}
	return undecided
}

// same tells whether two values of a type, both defined, are equal.
func (g *grounder) same(t *model.Type, a, b sym) task.Expr {
	switch {
	case t.Scalar():
		return g.pool.Eq(a.x, b.x)
	case t.Kind == model.TupleKind:
		es := make([]task.Expr, len(t.Elems))
		for i, e := range t.Elems {
			es[i] = g.same(e, partOf(a, i), partOf(b, i))
		}
		return g.pool.And(es...)
	}
	return g.pool.Bool(a.held != nil && b.held != nil && model.Compare(model.Value{C: a.held}, model.Value{C: b.held}) == 0)
}

// less tells whether a < b, or a <= b if equal; both are defined.
func (g *grounder) less(t *model.Type, a, b sym, equal bool) task.Expr {
	p := g.pool
	if t.Kind != model.TupleKind {
		if equal {
			return p.Le(a.x, b.x)
		}
		return p.Lt(a.x, b.x)
	}
	out := p.Bool(equal)
	for i := len(t.Elems) - 1; i >= 0; i-- {
		x, y := partOf(a, i), partOf(b, i)
		out = p.Or(g.less(t.Elems[i], x, y, false), p.And(g.same(t.Elems[i], x, y), out))
	}
	return out
}

// appendSym writes a value so that different ones are written differently.
func (g *grounder) appendSym(b []byte, v sym) []byte {
	b = appendInt(appendInt(b, int(v.x)), int(v.d))
	if v.held != nil {
		id, ok := g.heldIDs[v.held]
		if !ok {
			id = len(g.heldIDs) + 1
			g.heldIDs[v.held] = id
		}
		b = appendInt(b, id)
	}
	for _, p := range v.parts {
		b = g.appendSym(b, p)
	}
	return b
}

func appendInt(b []byte, n int) []byte {
	return append(b, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
}
