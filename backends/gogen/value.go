package gogen

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
)

// value translates an expression that is no condition, text or tuple; conditions become Go Booleans all the same.
func (sc *scope) value(e model.Expr) value {
	if e.Type().Kind == model.Boolean {
		return sc.booleanValue(e)
	}
	f, static := sc.factOf(e)
	if static {
		if f.undefined {
			v := value{Expr: none, total: true, dom: domainOf(nil)}
			if !f.defined {
				v.need = []code.Cond{code.False}
			}
			return v
		}
		if v, ok := sc.folded(e, f); ok {
			return v
		}
	}
	v := sc.plainValue(e)
	if static {
		v.dom = f.dom
		if f.defined {
			v.need = nil
		}
	}
	v.need = sc.open(v.need)
	return sc.bounded(v)
}

// folded writes what is known already: a constant, or a table where Go would need a loop.
func (sc *scope) folded(e model.Expr, f fact) (value, bool) {
	switch e.(type) { //nolint:gochecksumtype // all others are tabulated
	case *model.Lit, *model.Local, *model.Read, *model.Binary, *model.Neg, *model.MapAt, *model.Coord, *model.Shift, *model.ToCell, *model.Opposite:
		if f.constant && !sc.g.named(e) {
			return valueOf(sc.g.literal(e.Type(), f.value), f.dom), true
		}
		return value{}, false
	case *model.Call:
		if f.constant {
			return valueOf(sc.g.literal(e.Type(), f.value), f.dom), true
		}
		return value{}, false
	}
	if f.constant {
		return valueOf(sc.g.literal(e.Type(), f.value), f.dom), true
	}
	return sc.table(e, f)
}

// named tells whether a constant expression is one that reads well: numbers and names only.
func (g *generator) named(e model.Expr) bool {
	switch e := e.(type) {
	case *model.Lit:
		return true
	case *model.Read:
		return len(e.Index) == 0
	case *model.Binary:
		return e.Op <= model.Sub && g.named(e.L) && g.named(e.R)
	case *model.Local:
		return true
	default:
		return false
	}
}

func (sc *scope) plainValue(e model.Expr) value {
	switch e := e.(type) {
	case *model.Lit:
		return valueOf(sc.g.literal(e.Ty, e.Value), span(e.Value.N, e.Value.N))
	case *model.Local:
		return sc.local(e)
	case *model.Read:
		return sc.read(e)
	case *model.Call:
		return sc.call(e)
	case *model.Neg:
		x := sc.value(e.X)
		return value{Expr: code.Negative(x.Expr), need: x.need, dom: span(-x.dom.hi, -x.dom.lo)}
	case *model.Binary:
		return sc.arithmetic(e)
	case *model.If:
		return sc.choice(e)
	case *model.Fold:
		return sc.foldValue(e)
	case *model.MapAt:
		return sc.mapAt(e)
	case *model.Func:
		return sc.function(e)
	case *model.Find:
		return sc.find(e)
	case *model.Steps:
		return sc.steps(e)
	case *model.Shift, *model.ToCell, *model.Coord, *model.Opposite, *model.Extent:
		return sc.cell(e)
	case *model.Nth:
		return sc.nth(e)
	case *model.HeuristicRef:
		return valueOf(sc.state.Call(sc.g.heuristicName(e.Heuristic, e.Sp)), span(0, unbounded.hi))
	case *model.RelaxationRef, *model.PatternCost, *model.AdditiveCost, *model.ProjectCost:
		return sc.simplerCost(e)
	default:
		giveUp(e.Span(), "this expression")
	}
	return value{}
}

func (sc *scope) local(e *model.Local) value {
	if e.Slot >= len(sc.slots) || !sc.slots[e.Slot].bound {
		giveUp(e.Sp, "`%s` here", e.Name)
	}
	l := sc.slots[e.Slot]
	v := valueOf(l.expr, l.dom)
	if l.maybe {
		v.need, v.total = []code.Cond{defined(l.expr)}, true
	}
	return v
}

var operators = map[model.Op]string{
	model.Add: "+", model.Sub: "-", model.Mul: "*", model.Eq: "==", model.Ne: "!=", model.Lt: "<", model.Le: "<=", model.Gt: ">", model.Ge: ">=",
}

func (sc *scope) arithmetic(e *model.Binary) value {
	l, r := sc.value(e.L), sc.value(e.R)
	v := value{need: append(slices.Clone(l.need), r.need...)}
	switch e.Op {
	case model.Add:
		v.Expr, v.dom = code.Arithmetic(l.Expr, "+", r.Expr), span(l.dom.lo+r.dom.lo, l.dom.hi+r.dom.hi)
	case model.Sub:
		v.Expr, v.dom = code.Arithmetic(l.Expr, "-", r.Expr), span(l.dom.lo-r.dom.hi, l.dom.hi-r.dom.lo)
	case model.Mul:
		if l.Is(1) || r.Is(1) {
			x := times(l, r)
			x.need = v.need
			return x
		}
		v.Expr, v.dom = code.Arithmetic(l.Expr, "*", r.Expr), product(l.dom, r.dom)
	case model.Div, model.Mod:
		v.need = append(v.need, sc.nonzero(r)...)
		if l.dom.lo >= 0 && r.dom.lo >= 0 && r.dom.hi > 0 { // a constant 0 the compiler would refuse
			v.Expr = code.Arithmetic(l.Expr, map[model.Op]string{model.Div: "/", model.Mod: "%"}[e.Op], r.Expr)
		} else {
			v.Expr = code.Call(sc.g.need(map[model.Op]string{model.Div: "div", model.Mod: "mod"}[e.Op]), l.Expr, r.Expr)
		}
		big := max(l.dom.hi, -l.dom.lo)
		if e.Op == model.Mod {
			v.dom = span(0, max(r.dom.hi, -r.dom.lo)-1)
		} else if v.dom = span(-big, big); l.dom.lo >= 0 && r.dom.lo >= 0 {
			v.dom = span(0, big)
		}
	default:
		giveUp(e.Sp, "this operator")
	}
	v.dom.lo, v.dom.hi = max(v.dom.lo, unbounded.lo), min(v.dom.hi, unbounded.hi)
	return v
}

func (sc *scope) nonzero(r value) []code.Cond {
	if r.dom.lo > 0 || r.dom.hi < 0 || r.dom.vals != nil && !slices.Contains(r.dom.vals, 0) {
		return nil
	}
	return []code.Cond{code.Compare(r.Expr, "!=", code.Int(0))}
}

func product(a, b domain) domain {
	const safe = 1 << 30
	if max(a.hi, -a.lo, b.hi, -b.lo) > safe {
		return unbounded
	}
	p := []int64{a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi}
	return span(slices.Min(p), slices.Max(p))
}

// choice is `if p then a else b` as a variable that is set in two branches.
func (sc *scope) choice(e *model.If) value {
	cond := sc.cond(e.Cond, true)
	switch {
	case cond.IsTrue():
		return sc.value(e.Then)
	case cond.IsFalse():
		return sc.value(e.Else)
	}
	probe := sc.probe()
	a, b := probe.value(e.Then), probe.value(e.Else)
	name := sc.names.Take("v")
	out := valueOf(code.Name(name), a.dom.union(b.dom))
	if maybe := len(a.need)+len(b.need) > 0; maybe {
		out.need, out.total = []code.Cond{defined(out.Expr)}, true
	}
	branch := func(x model.Expr) func(t *scope) code.Expr {
		return func(t *scope) code.Expr { return t.total(t.value(x), "v").Expr }
	}
	if x, ok := sc.inPlace(branch(e.Else)); ok {
		sc.b.Define(name, x)
		sc.b.If(cond)
		t := sc.sub()
		t.assume(cond)
		t.b.Assign(out.Expr, branch(e.Then)(t))
		sc.b.End()
		return out
	}
	sc.b.Var(sc.g.goType(e.Ty), name)
	sc.branches(cond, func(t *scope, first bool) {
		x := e.Else
		if first {
			x = e.Then
		}
		t.b.Assign(out.Expr, branch(x)(t))
	})
	return out
}

// branches writes if cond { … } else { … }.
func (sc *scope) branches(cond code.Cond, write func(t *scope, first bool)) {
	sc.b.If(cond)
	t := sc.sub()
	t.assume(cond)
	write(t, true)
	sc.b.Else()
	t = sc.sub()
	t.assume(code.Not(cond))
	write(t, false)
	sc.b.End()
}

func (sc *scope) mapAt(e *model.MapAt) value {
	read, ok := e.Map.(*model.Read)
	if !ok || read.Array.Role == model.State {
		giveUp(e.Sp, "a map that is computed")
	}
	d := sc.g.m.Data[read.Array.ID]
	if len(d.Values) != 1 {
		giveUp(e.Sp, "an array of maps")
	}
	cell := sc.value(e.Cell)
	var vals []int64
	for _, r := range d.Values[0].C.Map.Cells {
		vals = append(vals, int64(r))
	}
	return value{Expr: code.Name(sc.g.data(read.Array)).At(asIndex(cell)), need: cell.need, dom: domainOf(vals)}
}

func (sc *scope) nth(e *model.Nth) value {
	s, ok := sc.closedSet(e.Set)
	if !ok || !e.Ty.Scalar() || e.Ty.Kind == model.Boolean || s.Len() == 0 {
		giveUp(e.Sp, "nth of such a set")
	}
	i := sc.value(e.I)
	v := value{need: append(slices.Clone(i.need), inBounds(i, 0, int64(s.Len()-1))...), dom: setDomain(s)}
	switch {
	case gapless(s) && s.Elems[0].N == 0:
		v.Expr = i.Expr
	case gapless(s):
		v.Expr = code.Arithmetic(i.Expr, "+", code.Int(s.Elems[0].N))
	default:
		v.Expr = code.Name(sc.g.setTable(e.Set, s)).At(asIndex(i))
	}
	return v
}

// inBounds says that lo ≤ i ≤ hi, as far as that is not known.
func inBounds(i value, lo, hi int64) []code.Cond {
	var out []code.Cond
	if i.dom.lo < lo || len(i.need) > 0 && i.total && i.dom.lo < lo {
		out = append(out, code.Compare(i.Expr, ">=", code.Int(lo)))
	}
	if i.dom.hi > hi {
		out = append(out, code.Compare(i.Expr, "<=", code.Int(hi)))
	}
	return out
}

func (sc *scope) function(e *model.Func) value {
	args := make([]value, len(e.Args))
	var need []code.Cond
	for i, a := range e.Args {
		if e.Fn == model.IndexOf && a.Type().Kind == model.Boolean {
			b := sc.value(a)
			return value{Expr: code.Call(sc.g.need("boolIndex"), b.Expr), need: b.need, dom: span(0, 1)}
		}
		args[i] = sc.value(a)
		need = append(need, args[i].need...)
	}
	x := args[0]
	switch e.Fn {
	case model.Abs:
		lo, hi := int64(0), max(x.dom.hi, -x.dom.lo)
		return value{Expr: code.Call(sc.g.need("abs"), x.Expr), need: need, dom: span(lo, hi)}
	case model.Min, model.Max:
		if !e.Ty.Scalar() {
			giveUp(e.Sp, "the order of tuples")
		}
		return sc.extreme(e, args, need)
	case model.IndexOf:
		x.need = need
		return x
	case model.Digit:
		zero := code.Literal("'0'")
		need = append(need, code.Compare(x.Expr, ">=", zero), code.Compare(x.Expr, "<=", code.Literal("'9'")))
		return value{Expr: code.Arithmetic(x.Expr, "-", zero), need: need, dom: span(0, 9)}
	case model.Manhattan, model.Chebyshev:
		g := e.Args[0].Type().Grid
		helper := map[model.Fn]string{model.Manhattan: "Distance", model.Chebyshev: "Chebyshev"}[e.Fn]
		dims := sc.g.m.Dims[g.ID]
		return value{Expr: sc.g.onGrid(g, helper, x.Expr, args[1].Expr), need: need, dom: span(0, dims.Rows+dims.Cols)}
	default:
		giveUp(e.Sp, "this function")
	}
	return value{}
}

func (sc *scope) extreme(e *model.Func, args []value, need []code.Cond) value {
	word, dom := "min", args[0].dom
	if e.Fn == model.Max {
		word = "max"
	}
	all := make([]code.Expr, len(args))
	for i, a := range args {
		switch all[i] = a.Expr; {
		case i == 0:
		case e.Fn == model.Min:
			dom = span(min(dom.lo, a.dom.lo), min(dom.hi, a.dom.hi))
		default:
			dom = span(max(dom.lo, a.dom.lo), max(dom.hi, a.dom.hi))
		}
	}
	return value{Expr: code.Call(word, all...), need: need, dom: dom}
}

// find is the place of a value in an array.
func (sc *scope) find(e *model.Find) value {
	a := e.Array
	d := sc.g.m.Data[a.ID]
	if len(d.Index) != 1 || !d.Index[0].Type.Scalar() || a.Type.Kind == model.Boolean || d.Index[0].Type.Kind == model.Boolean {
		giveUp(e.Sp, "find in such an array")
	}
	x := sc.value(e.X)
	v := value{dom: setDomain(d.Index[0])}
	if inState(a) {
		v.Expr = sc.state.Call(sc.g.finder(a), sc.total(x, "v").Expr)
		if sc.g.permutation(a) && x.dom.within(d.Domain) {
			v.need = x.need
			return v
		}
	} else {
		v.Expr = code.Call(sc.g.finder(a), sc.total(x, "v").Expr)
	}
	v = sc.hoist(v, "place")
	v.need, v.total = []code.Cond{defined(v.Expr)}, true
	return v
}

// steps is a distance, looked up in a table for all pairs.
func (sc *scope) steps(e *model.Steps) value {
	a, b := sc.value(e.A), sc.value(e.B)
	name, dom, complete := sc.g.distances(e)
	v := value{Expr: code.Name(name).At(asIndex(a)).At(asIndex(b)), need: append(slices.Clone(a.need), b.need...), dom: dom}
	if !complete {
		v.need = append(v.need, defined(v.Expr))
		v.total = len(v.need) == 1
	}
	return v
}
