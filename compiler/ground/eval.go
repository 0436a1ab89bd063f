package ground

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/task"
)

// eval computes an expression in the grounder's state.
func (ev *evaluator) eval(e model.Expr, f frame) value {
	if ev.base == nil || !isAtom(e) {
		return ev.node(e, f)
	}
	v := ev.node(e, f)
	v.d = ev.Pool.Not(v.x)
	return v
}

func (ev *evaluator) node(e model.Expr, f frame) value {
	if ev.Halted() {
		return undef(e.Type())
	}
	switch e := e.(type) {
	case *model.Local:
		b := &f[e.Slot]
		ev.repeatDoubts(b.doubts)
		return b.v
	case *model.Lit:
		return ev.lift(e.Ty, e.Value)
	case *model.Read:
		return ev.read(e, f)
	case *model.Call:
		return ev.call(e, f)
	case *model.Binary:
		return ev.binary(e, f)
	case *model.Not:
		return not(ev.eval(e.X, f))
	case *model.If:
		return ev.branches(e, f, func(x model.Expr) value { return ev.eval(x, f) })
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
	case *model.Size:
		return ev.size(e, f)
	case *model.Nth:
		return ev.nth(e, f)
	case *model.TupleOfExprs:
		return ev.whole(e.Ty, ev.tuple(e, f))
	case *model.Component:
		return component(ev.eval(e.X, f), e.I)
	case *model.Neg:
		return ev.negate(e.Ty, ev.eval(e.X, f))
	case *model.Opposite:
		x := ev.eval(e.X, f)
		return value{x: ev.Pool.Select(x.x, ev.Pool.Const(model.Down), ev.Pool.Const(model.Left), ev.Pool.Const(model.Up),
			ev.Pool.Const(model.Right)), d: x.d}
	case *model.Scale:
		n, x := ev.eval(e.N, f), ev.eval(e.X, f)
		return ev.offset(ev.arith(model.Mul, n, component(x, 0), e), ev.arith(model.Mul, n, component(x, 1), e))
	case *model.Shift:
		return ev.shift(e, f)
	case *model.Between:
		return ev.between(e, f)
	case *model.ToOffset:
		return ev.toOffset(ev.eval(e.X, f))
	case *model.ToCell:
		x := ev.eval(e.X, f)
		return ev.cellAt(e.Ty.Grid, component(x, 0), component(x, 1))
	case *model.Coord:
		return ev.coord(e, f)
	case *model.Extent:
		return ev.extent(e, f)
	case *model.HeuristicRef, *model.RelaxationRef, *model.PatternCost, *model.AdditiveCost, *model.ProjectCost:
		return ev.o.estimate(e)
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
func (ev *evaluator) branches(e *model.If, f frame, branch func(model.Expr) value) value {
	cond := ev.eval(e.Cond, f)
	ev.settle(e.Cond, cond, f)
	c := cond.x
	a, b := undef(e.Ty), undef(e.Ty)
	if c != task.False {
		a = ev.under(c, func() value { return branch(e.Then) })
	}
	if c != task.True {
		b = ev.underNot(c, func() value { return branch(e.Else) })
	}
	return ev.choose(e.Ty, c, a, b)
}

// tuple returns a tuple. Each part may be undefined by itself.
func (ev *evaluator) tuple(e *model.TupleOfExprs, f frame) value {
	return tupleOf(task.True, len(e.Elems), func(i int) value { return ev.asValue(e.Elems[i], f) })
}

// let binds the names of a `let`. Doubts about a value are recorded when its name is used.
func (ev *evaluator) let(e *model.Let, f frame) {
	outer, path := ev.doubts, ev.path
	ev.doubts, ev.path = nil, nil
	var v value
	if e.Target.Elems != nil {
		v = ev.letParts(e.Value, f)
	} else {
		v = ev.whole(e.Value.Type(), ev.eval(e.Value, f))
		if isCondition(e.Value) {
			ev.settle(e.Value, v, f)
		}
	}
	doubts := ev.doubts
	ev.doubts, ev.path = outer, path
	ev.bind(f, e.Target, e.Value.Type(), v)
	for slot := range e.Target.Slots() {
		f[slot].doubts = doubts
	}
}

// letParts returns the value of a `let` with a tuple of names. Each part of a tuple that is written out may be
// undefined by itself.
func (ev *evaluator) letParts(e model.Expr, f frame) value {
	switch e := e.(type) {
	case *model.TupleOfExprs:
		return tupleOf(task.True, len(e.Elems), func(i int) value { return ev.letParts(e.Elems[i], f) })
	case *model.If:
		if e.Ty.Kind != model.TupleKind {
			break
		}
		return ev.branches(e, f, func(x model.Expr) value { return ev.letParts(x, f) })
	default:
	}
	return ev.eval(e, f)
}

func (ev *evaluator) binary(e *model.Binary, f frame) value {
	switch e.Op {
	case model.And:
		l := ev.eval(e.L, f)
		if l.d == task.True {
			return no
		}
		return ev.and(l, ev.underNot(l.d, func() value { return ev.eval(e.R, f) }))
	case model.Or:
		l := ev.eval(e.L, f)
		if l.x == task.True {
			return yes
		}
		return ev.or(l, ev.underNot(l.x, func() value { return ev.eval(e.R, f) }))
	case model.Implies:
		l := ev.eval(e.L, f)
		if l.d == task.True {
			return yes
		}
		return ev.or(not(l), ev.underNot(l.d, func() value { return ev.eval(e.R, f) }))
	case model.Add, model.Sub, model.Mul, model.Div, model.Mod,
		model.Eq, model.Ne, model.Lt, model.Le, model.Gt, model.Ge:
	}
	l, r := ev.eval(e.L, f), ev.eval(e.R, f)
	t := e.L.Type()
	switch e.Op {
	case model.Eq:
		return ev.equal(t, l, r)
	case model.Ne:
		return not(ev.equal(t, l, r))
	case model.Lt, model.Le:
		return ev.decidedIf(ev.Pool.And(ev.defined(t, l), ev.defined(t, r)), ev.less(t, l, r, e.Op == model.Le))
	case model.Gt, model.Ge:
		return ev.decidedIf(ev.Pool.And(ev.defined(t, l), ev.defined(t, r)), ev.less(t, r, l, e.Op == model.Ge))
	default:
	}
	if e.Ty.Kind == model.TupleKind {
		return ev.offset(
			ev.arith(e.Op, component(l, 0), component(r, 0), e), ev.arith(e.Op, component(l, 1), component(r, 1), e),
		)
	}
	return ev.arith(e.Op, l, r, e)
}

// equal compares two values. The result is undecided if one of them is undefined.
func (ev *evaluator) equal(t *model.Type, a, b value) value {
	p := ev.Pool
	if t.Kind == model.Boolean {
		if p.Not(a.x) == a.d && p.Not(b.x) == b.d {
			return ev.truth(p.Eq(a.x, b.x))
		}
		return value{
			x: p.Or(p.And(a.x, b.x), p.And(a.d, b.d)),
			d: p.Or(p.And(a.x, b.d), p.And(a.d, b.x)),
		}
	}
	return ev.decidedIf(p.And(ev.defined(t, a), ev.defined(t, b)), ev.same(t, a, b))
}

// arith computes with numbers and reports results that may leave the range of numbers.
func (ev *evaluator) arith(op model.Op, a, b value, at model.Expr) value {
	p := ev.Pool
	out := value{d: p.And(a.d, b.d)}
	switch op {
	case model.Add:
		out.x = p.Add(a.x, b.x)
	case model.Sub:
		out.x = p.Sub(a.x, b.x)
	case model.Mul:
		out.x = p.Mul(a.x, b.x)
	case model.Div, model.Mod:
		out.d = p.And(out.d, p.Not(p.Eq(b.x, p.Const(0))))
		if op == model.Div {
			out.x = p.Div(a.x, b.x)
		} else {
			out.x = p.Mod(a.x, b.x)
		}
	default:
		return undecided
	}
	if out.d == task.False {
		return undecided
	}
	ev.checkRange(out.x, at)
	return out
}

func (ev *evaluator) negate(t *model.Type, x value) value {
	if t.Kind == model.TupleKind {
		return ev.offset(ev.negate(model.NumberType, component(x, 0)), ev.negate(model.NumberType, component(x, 1)))
	}
	return value{x: ev.Pool.Neg(x.x), d: x.d}
}

// offset returns a pair of numbers.
func (ev *evaluator) offset(r, k value) value {
	return ev.whole(model.OffsetType, tupleOf(task.True, 2, func(i int) value { return [2]value{r, k}[i] }))
}

// numberLimit bounds the numbers of the language: ±2^62.
const numberLimit = 1 << 62

func (ev *evaluator) checkRange(e task.Expr, at model.Expr) {
	if n := ev.Pool.Node(e); n.Lo < -numberLimit || n.Hi > numberLimit {
		ev.ErrorOnce(at.Span(), codeNumberRange, "this number may leave the range of numbers, -2^62 to 2^62", "")
	}
}

// call returns a def with its arguments; calls with equal arguments are computed once.
func (ev *evaluator) call(e *model.Call, f frame) value { return ev.apply(e, ev.arguments(e, f)) }

// arguments returns the frame in which the body of a def is computed.
func (ev *evaluator) arguments(e *model.Call, f frame) frame {
	args := make(frame, e.Def.Slots)
	for i, a := range e.Args {
		prm := &e.Def.Params[i]
		t := a.Type()
		v := ev.whole(t, ev.eval(a, f))
		if isCondition(a) {
			ev.settle(a, v, f)
		}
		if prm.Set != nil {
			v = ev.insideOf(t, v, prm.Set, args, a)
		}
		args[prm.Slot].v = v
	}
	return args
}

// apply computes the body of a def, or returns the kept result.
func (ev *evaluator) apply(e *model.Call, args frame) value {
	def := e.Def
	fact := ev.defFact(def)
	key := appendInt(ev.key[:0], fact.number)
	for i := range def.Params {
		key = ev.appendSym(key, args[def.Params[i].Slot].v)
	}
	memo := ev.memo
	if !fact.readsState {
		memo = ev.staticMemo
	}
	switch {
	case ev.watching && ev.comparing:
		key = append(key, 3)
	case ev.watching:
		key = append(key, 2)
	case ev.comparing:
		key = append(key, 1)
	}
	ev.key = key
	if r, ok := memo[string(key)]; ok {
		ev.repeatDoubts(r.doubts)
		return r.v
	}
	k := string(key)
	ev.depth++
	outer, path := ev.doubts, ev.path
	ev.doubts, ev.path = nil, nil
	v, static := ev.defByReference(def, args)
	if !static {
		v = ev.whole(def.Body.Type(), ev.eval(def.Body, args))
	}
	if def.Result != nil {
		v = ev.insideOf(def.Body.Type(), v, def.Result, args, def.Body)
	}
	r := binding{v, ev.doubts}
	ev.doubts, ev.path = outer, path
	ev.depth--
	if len(memo) >= memoLimit {
		clear(memo)
	}
	memo[k] = r
	ev.repeatDoubts(r.doubts)
	return v
}

const memoLimit = 1 << 21

// insideOf makes a value undefined if it is outside a declared type.
func (ev *evaluator) insideOf(t *model.Type, v value, set model.Expr, f frame, at model.Expr) value {
	in := ev.contains(set, t, v, f)
	if in.x == task.True {
		return v
	}
	if t.Kind == model.Number {
		ev.doubt(doubt{
			kind: outsideType, span: at.Span(), ok: ev.Pool.Implies(ev.defined(t, v), in.x), value: v.x, what: set,
			expr: ev.outside(at),
		})
	}
	return ev.restrict(t, v, in.x)
}

// outside returns the expression if it belongs to a move, and nil if it belongs to a def, because the local names of a
// def have no meaning outside.
func (ev *evaluator) outside(e model.Expr) model.Expr {
	if ev.depth > 0 {
		return nil
	}
	return e
}
