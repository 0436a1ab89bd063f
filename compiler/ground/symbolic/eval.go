package symbolic

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Eval computes an expression in the state that SetState has set.
func (ev *Evaluator) Eval(e model.Expr, f Frame) Value {
	if ev.base == nil || !isAtom(e) {
		return ev.node(e, f)
	}
	v := ev.node(e, f)
	v.D = ev.Pool.Not(v.X)
	return v
}

func (ev *Evaluator) node(e model.Expr, f Frame) Value {
	if ev.Halted() {
		return undef(e.Type())
	}
	switch e := e.(type) {
	case *model.Local:
		b := &f[e.Slot]
		ev.repeatDoubts(b.doubts)
		return b.v
	case *model.Lit:
		return ev.Lift(e.Ty, e.Value)
	case *model.Read:
		return ev.read(e, f)
	case *model.Call:
		return ev.apply(e, ev.Arguments(e, f))
	case *model.Binary:
		return ev.binary(e, f)
	case *model.Not:
		return not(ev.Eval(e.X, f))
	case *model.If:
		return ev.branches(e, f, func(x model.Expr) Value { return ev.Eval(x, f) })
	case *model.Fold:
		return ev.fold(e, f)
	case *model.In:
		return ev.in(ev.asValue(e.X, f), e.X.Type(), e.Set, f)
	case *model.MapAt:
		return ev.mapAt(e, f)
	case *model.Func:
		return ev.function(e, f)
	case *model.Find:
		return ev.find(e, f)
	case *model.Steps:
		return ev.steps(e, f)
	case *model.Reaches:
		return ev.reaches(e, f)
	case *model.Links:
		return ev.drawn(e, f)
	case *model.Size:
		return ev.size(e, f)
	case *model.Nth:
		return ev.nth(e, f)
	case *model.TupleOfExprs:
		return ev.whole(e.Ty, ev.tuple(e, f))
	case *model.Component:
		return Component(ev.Eval(e.X, f), e.I)
	case *model.Neg:
		return ev.negate(e.Ty, ev.Eval(e.X, f))
	case *model.Opposite:
		x := ev.Eval(e.X, f)
		return Value{X: ev.Pool.Select(x.X, ev.Pool.Const(model.Down), ev.Pool.Const(model.Left), ev.Pool.Const(model.Up),
			ev.Pool.Const(model.Right)), D: x.D}
	case *model.Scale:
		n, x := ev.Eval(e.N, f), ev.Eval(e.X, f)
		return ev.offset(ev.arith(model.Mul, n, Component(x, 0), e), ev.arith(model.Mul, n, Component(x, 1), e))
	case *model.Shift:
		return ev.shift(e, f)
	case *model.Between:
		return ev.between(e, f)
	case *model.ToOffset:
		return ev.toOffset(ev.Eval(e.X, f))
	case *model.ToCell:
		x := ev.Eval(e.X, f)
		return ev.cellAt(e.Ty.Grid, Component(x, 0), Component(x, 1))
	case *model.Coord:
		return ev.coord(e, f)
	case *model.Extent:
		return ev.extent(e, f)
	case *model.HeuristicRef, *model.RelaxationRef, *model.PatternCost, *model.AdditiveCost, *model.ProjectCost:
		return ev.o.Estimate(e)
	case *model.NamedSet, *model.FullSet, *model.GridSet, *model.Range, *model.SetLit, *model.SetComp, *model.Product,
		*model.Union, *model.Subsets:
		return ev.setValue(e, f)
	case *model.Text, *model.AnyValue, *model.List, *model.AnyChar, *model.AnySet, *model.AnyList, *model.ListValue,
		*model.AnyMap:
		return undef(e.Type())
	}
	return undef(e.Type())
}

// branches computes the branches of an `if` that can be taken. An undecided condition is not true.
func (ev *Evaluator) branches(e *model.If, f Frame, branch func(model.Expr) Value) Value {
	cond := ev.Eval(e.Cond, f)
	ev.Settle(e.Cond, cond, f)
	c := cond.X
	a, b := undef(e.Ty), undef(e.Ty)
	if c != task.False {
		a = ev.Under(c, func() Value { return branch(e.Then) })
	}
	if c != task.True {
		b = ev.underNot(c, func() Value { return branch(e.Else) })
	}
	return ev.choose(e.Ty, c, a, b)
}

// tuple returns a tuple. Each part may be undefined by itself.
func (ev *Evaluator) tuple(e *model.TupleOfExprs, f Frame) Value {
	return tupleOf(task.True, len(e.Elems), func(i int) Value { return ev.asValue(e.Elems[i], f) })
}

// Let binds the names of a `let`. Doubts about a value are recorded when its name is used.
func (ev *Evaluator) Let(e *model.Let, f Frame) {
	var v Value
	doubts := ev.aside(func() {
		if e.Target.Elems != nil {
			v = ev.letParts(e.Value, f)
			return
		}
		v = ev.whole(e.Value.Type(), ev.Eval(e.Value, f))
		if isCondition(e.Value) {
			ev.Settle(e.Value, v, f)
			ev.partly(e.Value)
		}
	})
	ev.bind(f, e.Target, e.Value.Type(), v)
	for slot := range e.Target.Slots() {
		f[slot].doubts = doubts
	}
}

// letParts returns the value of a `let` with a tuple of names. Each part of a tuple that is written out may be
// undefined by itself.
func (ev *Evaluator) letParts(e model.Expr, f Frame) Value {
	switch e := e.(type) {
	case *model.TupleOfExprs:
		return tupleOf(task.True, len(e.Elems), func(i int) Value { return ev.letParts(e.Elems[i], f) })
	case *model.If:
		if e.Ty.Kind != model.TupleKind {
			break
		}
		return ev.branches(e, f, func(x model.Expr) Value { return ev.letParts(x, f) })
	default:
	}
	return ev.Eval(e, f)
}

func (ev *Evaluator) binary(e *model.Binary, f Frame) Value {
	switch e.Op {
	case model.And:
		l := ev.Eval(e.L, f)
		if l.D == task.True {
			return no
		}
		return ev.and(l, ev.underNot(l.D, func() Value { return ev.Eval(e.R, f) }))
	case model.Or:
		l := ev.Eval(e.L, f)
		if l.X == task.True {
			return yes
		}
		return ev.or(l, ev.underNot(l.X, func() Value { return ev.Eval(e.R, f) }))
	case model.Implies:
		l := ev.Eval(e.L, f)
		if l.D == task.True {
			return yes
		}
		return ev.or(not(l), ev.underNot(l.D, func() Value { return ev.Eval(e.R, f) }))
	case model.Add, model.Sub, model.Mul, model.Div, model.Mod,
		model.Eq, model.Ne, model.Lt, model.Le, model.Gt, model.Ge:
	}
	l, r := ev.Eval(e.L, f), ev.Eval(e.R, f)
	t := e.L.Type()
	switch e.Op {
	case model.Eq:
		return ev.equal(t, l, r)
	case model.Ne:
		return not(ev.equal(t, l, r))
	case model.Lt, model.Le:
		return ev.decidedIf(ev.Pool.And(ev.Defined(t, l), ev.Defined(t, r)), ev.less(t, l, r, e.Op == model.Le))
	case model.Gt, model.Ge:
		return ev.decidedIf(ev.Pool.And(ev.Defined(t, l), ev.Defined(t, r)), ev.less(t, r, l, e.Op == model.Ge))
	default:
	}
	if e.Ty.Kind == model.TupleKind {
		return ev.offset(
			ev.arith(e.Op, Component(l, 0), Component(r, 0), e), ev.arith(e.Op, Component(l, 1), Component(r, 1), e),
		)
	}
	return ev.arith(e.Op, l, r, e)
}

// equal compares two values. The result is undecided if one of them is undefined.
func (ev *Evaluator) equal(t *model.Type, a, b Value) Value {
	p := ev.Pool
	if t.Kind == model.Boolean {
		if p.Not(a.X) == a.D && p.Not(b.X) == b.D {
			return ev.truth(p.Eq(a.X, b.X))
		}
		return Value{
			X: p.Or(p.And(a.X, b.X), p.And(a.D, b.D)),
			D: p.Or(p.And(a.X, b.D), p.And(a.D, b.X)),
		}
	}
	return ev.decidedIf(p.And(ev.Defined(t, a), ev.Defined(t, b)), ev.same(t, a, b))
}

// arith computes with numbers and reports results that may leave the range of numbers.
func (ev *Evaluator) arith(op model.Op, a, b Value, at model.Expr) Value {
	p := ev.Pool
	out := Value{D: p.And(a.D, b.D)}
	switch op {
	case model.Add:
		out.X = p.Add(a.X, b.X)
	case model.Sub:
		out.X = p.Sub(a.X, b.X)
	case model.Mul:
		out.X = p.Mul(a.X, b.X)
	case model.Div, model.Mod:
		out.D = p.And(out.D, p.Not(p.Eq(b.X, p.Const(0))))
		if op == model.Div {
			out.X = p.Div(a.X, b.X)
		} else {
			out.X = p.Mod(a.X, b.X)
		}
	default:
		return Undecided
	}
	if out.D == task.False {
		return Undecided
	}
	ev.checkRange(out.X, at)
	return out
}

func (ev *Evaluator) negate(t *model.Type, x Value) Value {
	if t.Kind == model.TupleKind {
		return ev.offset(ev.negate(model.NumberType, Component(x, 0)), ev.negate(model.NumberType, Component(x, 1)))
	}
	return Value{X: ev.Pool.Neg(x.X), D: x.D}
}

// offset returns a pair of numbers.
func (ev *Evaluator) offset(r, k Value) Value {
	return ev.whole(model.OffsetType, tupleOf(task.True, 2, func(i int) Value { return [2]Value{r, k}[i] }))
}

// NumberLimit bounds the numbers of the language: ±2^62.
const NumberLimit = 1 << 62

func (ev *Evaluator) checkRange(e task.Expr, at model.Expr) {
	if n := ev.Pool.Node(e); n.Lo < -NumberLimit || n.Hi > NumberLimit {
		ev.ErrorOnce(at.Span(), codeNumberRange, "this number may leave the range of numbers, -2^62 to 2^62", "")
	}
}

// Arguments returns the frame in which the body of a def is computed.
func (ev *Evaluator) Arguments(e *model.Call, f Frame) Frame {
	args := make(Frame, e.Def.Slots)
	for i, a := range e.Args {
		prm := &e.Def.Params[i]
		t := a.Type()
		v := ev.whole(t, ev.Eval(a, f))
		if isCondition(a) {
			ev.Settle(a, v, f)
			ev.partly(a)
		}
		if prm.Set != nil {
			v = ev.insideOf(t, v, prm.Set, args, a)
		}
		args[prm.Slot].v = v
	}
	return args
}

// apply returns a def with its arguments. Calls with equal arguments are computed once.
func (ev *Evaluator) apply(e *model.Call, args Frame) Value {
	def := e.Def
	fact := ev.defFact(def)
	key := appendInt(ev.key[:0], fact.number)
	for i := range def.Params {
		key = ev.appendSym(key, args[def.Params[i].Slot].v)
	}
	ev.key = key
	kept := ev.staticMemo
	if fact.readsState {
		kept = ev.kept()
	}
	return ev.once(kept, func() Value {
		ev.depth++
		defer func() { ev.depth-- }()
		v, static := ev.defByReference(def, args)
		if !static {
			v = ev.whole(def.Body.Type(), ev.Eval(def.Body, args))
		}
		if def.Result != nil {
			v = ev.insideOf(def.Body.Type(), v, def.Result, args, def.Body)
		}
		return v
	})
}

// kept returns the results that are kept in this state.
func (ev *Evaluator) kept() map[string]binding {
	if ev.memo.values == nil {
		ev.memo.values = map[string]binding{}
	}
	return ev.memo.values
}

// once returns the result that is kept under ev.key, or computes it outside the conditions of the place where it is
// used. Doubts about the result are recorded at each use.
func (ev *Evaluator) once(kept map[string]binding, compute func() Value) Value {
	ev.key = ev.appendMode(ev.key)
	if r, ok := kept[string(ev.key)]; ok {
		ev.repeatDoubts(r.doubts)
		return r.v
	}
	k := string(ev.key)
	var r binding
	r.doubts = ev.aside(func() { r.v = compute() })
	if len(kept) >= memoLimit {
		clear(kept)
	}
	kept[k] = r
	ev.repeatDoubts(r.doubts)
	return r.v
}

// appendMode appends which doubts are recorded.
func (ev *Evaluator) appendMode(key []byte) []byte {
	switch {
	case ev.watching && ev.comparing:
		return append(key, 3)
	case ev.watching:
		return append(key, 2)
	case ev.comparing:
		return append(key, 1)
	}
	return key
}

// aside runs a computation outside the conditions of the place, and returns its doubts.
func (ev *Evaluator) aside(compute func()) []Doubt {
	outer, path := ev.doubts, ev.path
	ev.doubts, ev.path = nil, nil
	compute()
	doubts := ev.doubts
	ev.doubts, ev.path = outer, path
	return doubts
}

const memoLimit = 1 << 21

// insideOf makes a value undefined if it is outside a declared type.
func (ev *Evaluator) insideOf(t *model.Type, v Value, set model.Expr, f Frame, at model.Expr) Value {
	in := ev.Contains(set, t, v, f)
	if in.X == task.True {
		return v
	}
	if t.Kind == model.Number {
		ev.Doubt(Doubt{
			Kind: OutsideType, Span: at.Span(), OK: ev.Pool.Implies(ev.Defined(t, v), in.X), Value: v.X, What: set,
			Expr: ev.outside(at),
		})
	}
	return ev.restrict(t, v, in.X)
}

// outside returns the expression if it belongs to a move, and nil if it belongs to a def, because the local names of a
// def have no meaning outside.
func (ev *Evaluator) outside(e model.Expr) model.Expr {
	if ev.depth > 0 {
		return nil
	}
	return e
}
