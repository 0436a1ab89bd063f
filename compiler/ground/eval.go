package ground

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/task"
)

// binding is what a slot of a frame holds.
type binding struct {
	v sym
	// doubts of a let: they count where the name is used, not where it is bound.
	doubts []doubt
}

type frame []binding

// eval computes an expression in the grounder's state.
func (g *grounder) eval(e model.Expr, f frame) sym {
	if g.halted() {
		return undef(e.Type())
	}
	switch e := e.(type) {
	case *model.Local:
		b := &f[e.Slot]
		g.repeatDoubts(b.doubts)
		return b.v
	case *model.Lit:
		return g.lift(e.Ty, e.Value)
	case *model.Read:
		return g.read(e, f)
	case *model.Call:
		return g.call(e, f)
	case *model.Binary:
		return g.binary(e, f)
	case *model.Not:
		return not(g.eval(e.X, f))
	case *model.If:
		return g.branches(e, f, func(x model.Expr) sym { return g.eval(x, f) })
	case *model.Fold:
		return g.fold(e, f)
	case *model.In:
		return g.in(g.eval(e.X, f), e.X.Type(), e.Set, f)
	case *model.MapAt:
		return g.mapAt(e, f)
	case *model.Func:
		return g.function(e, f)
	case *model.Find:
		return g.find(e, f)
	case *model.Steps:
		return g.steps(e, f)
	case *model.Reaches:
		return g.reaches(e, f)
	case *model.Size:
		return g.size(e, f)
	case *model.Nth:
		return g.nth(e, f)
	case *model.TupleOfExprs:
		return g.whole(e.Ty, g.tuple(e, f))
	case *model.Neg:
		return g.negate(e.Ty, g.eval(e.X, f))
	case *model.Opposite:
		x := g.eval(e.X, f)
		return sym{x: g.pool.Select(x.x, g.pool.Const(model.Down), g.pool.Const(model.Left), g.pool.Const(model.Up), g.pool.Const(model.Right)), d: x.d}
	case *model.Scale:
		n, x := g.eval(e.N, f), g.eval(e.X, f)
		return g.offset(g.arith(model.Mul, n, partOf(x, 0), e), g.arith(model.Mul, n, partOf(x, 1), e))
	case *model.Shift:
		return g.shift(e, f)
	case *model.Between:
		return g.between(e, f)
	case *model.ToOffset:
		return g.toOffset(g.eval(e.X, f))
	case *model.ToCell:
		x := g.eval(e.X, f)
		return g.cellAt(e.Ty.Grid, partOf(x, 0), partOf(x, 1))
	case *model.Coord:
		return g.coord(e, f)
	case *model.Extent:
		return g.extent(e, f)
	case *model.HeuristicRef:
		return g.heuristicRef(e)
	case *model.RelaxationRef, *model.PatternCost, *model.AdditiveCost, *model.ProjectCost:
		return g.simpler(e)
	case *model.NamedSet, *model.FullSet, *model.GridSet, *model.Range, *model.SetLit, *model.SetComp, *model.Product:
		return g.setValue(e, f)
	case *model.Text, *model.AnyValue, *model.List, *model.AnyChar, *model.AnySet, *model.AnyMap:
		return undef(e.Type())
	}
	return undef(e.Type())
}

// branches computes those branches of an `if` that can be taken. An undecided condition is not true.
func (g *grounder) branches(e *model.If, f frame, branch func(model.Expr) sym) sym {
	c := g.eval(e.Cond, f).x
	a, b := undef(e.Ty), undef(e.Ty)
	if c != task.False {
		a = g.under(c, func() sym { return branch(e.Then) })
	}
	if c != task.True {
		b = g.underNot(c, func() sym { return branch(e.Else) })
	}
	return g.choose(e.Ty, c, a, b)
}

// tuple is a tuple whose parts are defined each by itself.
func (g *grounder) tuple(e *model.TupleOfExprs, f frame) sym {
	s := sym{d: task.True, parts: make([]sym, len(e.Elems))}
	for i, x := range e.Elems {
		s.parts[i] = g.eval(x, f)
	}
	return s
}

// letParts is the value of a `let` with a tuple of names: the parts of a tuple that is written out may be undefined each by itself.
func (g *grounder) letParts(e model.Expr, f frame) sym {
	switch e := e.(type) {
	case *model.TupleOfExprs:
		s := sym{d: task.True, parts: make([]sym, len(e.Elems))}
		for i, x := range e.Elems {
			s.parts[i] = g.letParts(x, f)
		}
		return s
	case *model.If:
		if e.Ty.Kind != model.TupleKind {
			break
		}
		return g.branches(e, f, func(x model.Expr) sym { return g.letParts(x, f) })
	default:
	}
	return g.eval(e, f)
}

func (g *grounder) binary(e *model.Binary, f frame) sym {
	switch e.Op {
	case model.And:
		l := g.eval(e.L, f)
		if l.d == task.True {
			return no
		}
		return g.and(l, g.underNot(l.d, func() sym { return g.eval(e.R, f) }))
	case model.Or:
		l := g.eval(e.L, f)
		if l.x == task.True {
			return yes
		}
		return g.or(l, g.underNot(l.x, func() sym { return g.eval(e.R, f) }))
	case model.Implies:
		l := g.eval(e.L, f)
		if l.d == task.True {
			return yes
		}
		return g.or(not(l), g.underNot(l.d, func() sym { return g.eval(e.R, f) }))
	default:
	}
	l, r := g.eval(e.L, f), g.eval(e.R, f)
	t := e.L.Type()
	switch e.Op {
	case model.Eq:
		return g.equal(t, l, r)
	case model.Ne:
		return not(g.equal(t, l, r))
	case model.Lt, model.Le:
		return g.decidedIf(g.pool.And(g.defined(t, l), g.defined(t, r)), g.less(t, l, r, e.Op == model.Le))
	case model.Gt, model.Ge:
		return g.decidedIf(g.pool.And(g.defined(t, l), g.defined(t, r)), g.less(t, r, l, e.Op == model.Ge))
	default:
	}
	if e.Ty.Kind == model.TupleKind {
		return g.offset(g.arith(e.Op, partOf(l, 0), partOf(r, 0), e), g.arith(e.Op, partOf(l, 1), partOf(r, 1), e))
	}
	return g.arith(e.Op, l, r, e)
}

// equal compares two values: undecided if one of them is undefined.
func (g *grounder) equal(t *model.Type, a, b sym) sym {
	p := g.pool
	if t.Kind == model.Boolean {
		if p.Not(a.x) == a.d && p.Not(b.x) == b.d {
			return g.truth(p.Eq(a.x, b.x))
		}
		return sym{
			x: p.Or(p.And(a.x, b.x), p.And(a.d, b.d)),
			d: p.Or(p.And(a.x, b.d), p.And(a.d, b.x)),
		}
	}
	return g.decidedIf(p.And(g.defined(t, a), g.defined(t, b)), g.same(t, a, b))
}

// arith computes with numbers and reports results that may leave the range of numbers.
func (g *grounder) arith(op model.Op, a, b sym, at model.Expr) sym {
	p := g.pool
	out := sym{d: p.And(a.d, b.d)}
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
	g.checkRange(out.x, at)
	return out
}

func (g *grounder) negate(t *model.Type, x sym) sym {
	if t.Kind == model.TupleKind {
		return g.offset(g.negate(model.NumberType, partOf(x, 0)), g.negate(model.NumberType, partOf(x, 1)))
	}
	return sym{x: g.pool.Neg(x.x), d: x.d}
}

// offset is a pair of numbers.
func (g *grounder) offset(r, k sym) sym {
	return g.whole(model.OffsetType, sym{d: task.True, parts: []sym{r, k}})
}

// numberLimit bounds the numbers of the language: ±2^62.
const numberLimit = 1 << 62

func (g *grounder) checkRange(e task.Expr, at model.Expr) {
	if n := g.pool.Node(e); n.Lo < -numberLimit || n.Hi > numberLimit {
		g.errorOnce(at.Span(), codeNumberRange, "this number may leave the range of numbers, -2^62 to 2^62", "")
	}
}

// call is a def with its arguments; calls with equal arguments are computed once.
func (g *grounder) call(e *model.Call, f frame) sym { return g.apply(e, g.arguments(e, f)) }

// arguments is the frame in which the body of a def is computed.
func (g *grounder) arguments(e *model.Call, f frame) frame {
	args := make(frame, e.Def.Slots)
	for i, a := range e.Args {
		prm := &e.Def.Params[i]
		t := a.Type()
		v := g.whole(t, g.eval(a, f))
		if prm.Set != nil {
			v = g.insideOf(t, v, prm.Set, args, a)
		}
		args[prm.Slot].v = v
	}
	return args
}

// apply computes the body of a def, or finds what it was computed to be.
func (g *grounder) apply(e *model.Call, args frame) sym {
	def := e.Def
	fact := g.defFact(def)
	key := appendInt(g.key[:0], fact.id)
	for i := range def.Params {
		key = g.appendSym(key, args[def.Params[i].Slot].v)
	}
	memo := g.memo
	if !fact.readsState {
		memo = g.staticMemo
	}
	if g.watching {
		key = append(key, 1)
	}
	g.key = key
	if r, ok := memo[string(key)]; ok {
		g.repeatDoubts(r.doubts)
		return r.v
	}
	k := string(key)
	g.depth++
	outer, path := g.doubts, g.path
	g.doubts, g.path = nil, nil
	v := g.whole(def.Body.Type(), g.eval(def.Body, args))
	if def.Result != nil {
		v = g.insideOf(def.Body.Type(), v, def.Result, args, def.Body)
	}
	r := binding{v, g.doubts}
	g.doubts, g.path = outer, path
	g.depth--
	if len(memo) >= memoLimit {
		clear(memo)
	}
	memo[k] = r
	g.repeatDoubts(r.doubts)
	return v
}

const memoLimit = 1 << 21

// insideOf makes a value undefined where it is outside a declared type.
func (g *grounder) insideOf(t *model.Type, v sym, set model.Expr, f frame, at model.Expr) sym {
	in := g.contains(set, t, v, f)
	if in.x == task.True {
		return v
	}
	if t.Kind == model.Number {
		g.doubt(doubt{kind: outsideDoubt, span: at.Span(), ok: g.pool.Implies(g.defined(t, v), in.x), value: v.x, typ: t, what: set, expr: g.outside(at)})
	}
	return g.restrict(t, v, in.x)
}

// outside is an expression that stands in a move itself, nil inside a def: its names mean nothing outside.
func (g *grounder) outside(e model.Expr) model.Expr {
	if g.depth > 0 {
		return nil
	}
	return e
}

// heuristicRef is the value of another heuristic: 0 where it is undefined or negative.
func (g *grounder) heuristicRef(e *model.HeuristicRef) sym {
	return sym{x: g.estimate(e.Heuristic), d: task.True}
}

// estimate is a heuristic's value as a number that is never negative.
func (g *grounder) estimate(h *model.Heuristic) task.Expr {
	if x, ok := g.estimates[h]; ok {
		return x
	}
	v := g.eval(h.Value, make(frame, h.Slots))
	zero := g.pool.Const(0)
	x := g.pool.Max(zero, g.pool.Ite(v.d, v.x, zero))
	if g.missing == "" {
		g.estimates[h] = x
	}
	return x
}
