package statespace

import (
	"cmp"
	"slices"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
)

// Value translates an expression of a single value. A condition becomes a Go bool.
func (sc *Scope) Value(e model.Expr) Value {
	if e.Type().Kind == model.Boolean {
		return sc.booleanValue(e)
	}
	f, static := sc.factOf(e)
	if static {
		if f.undefined {
			v := Value{Expr: none, total: true, Dom: domainOf(nil)}
			if !f.defined {
				v.Need = []code.Cond{code.False}
			}
			return v
		}
		if f.constant && !sc.Writer.named(e) {
			return valueOf(sc.Writer.asGo(e.Type(), f.value), f.dom)
		}
	}
	var v Value
	sc.or(e, func() { v = sc.plainValue(e) }, func() { v = sc.groundValue(e) })
	if static {
		v.Dom = f.dom
		if f.defined {
			v.Need = nil
		}
	}
	v.Need = sc.open(v.Need)
	return v
}

// groundValue is a number as grounding has it.
func (sc *Scope) groundValue(e model.Expr) Value {
	x, dom, sure := sc.ground(e, value)
	v := valueOf(x, dom)
	if !sure {
		v = sc.hoist(v, "v")
		v.Need, v.total = []code.Cond{defined(v.Expr)}, true
	}
	return v
}

// named tells whether a constant expression consists of numbers and names only, and so reads well as it is.
func (w *Writer) named(e model.Expr) bool {
	switch e := e.(type) {
	case *model.Lit, *model.Local:
		return true
	case *model.Read:
		return len(e.Index) == 0
	case *model.Binary:
		return (e.Op == model.Add || e.Op == model.Sub) && w.named(e.L) && w.named(e.R)
	default:
		return false
	}
}

func (sc *Scope) plainValue(e model.Expr) Value {
	switch e := e.(type) {
	case *model.Lit:
		return valueOf(sc.Writer.asGo(e.Ty, e.Value), span(e.Value.N, e.Value.N))
	case *model.Local:
		return sc.local(e)
	case *model.Read:
		return sc.read(e)
	case *model.Call:
		return sc.call(e)
	case *model.Neg:
		x := sc.Value(e.X)
		return Value{Expr: code.Negative(x.Expr), Need: x.Need, Dom: span(-x.Dom.Hi, -x.Dom.Lo)}
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
	case *model.Shift, *model.ToCell, *model.Coord:
		return sc.cell(e)
	case *model.HeuristicRef:
		GiveUp(e.Span(), "%s", cmp.Or(sc.Writer.Missing[e.Heuristic], "another heuristic"))
	case *model.RelaxationRef, *model.PatternCost, *model.AdditiveCost, *model.ProjectCost:
		GiveUp(e.Span(), "the cost of a simpler puzzle")
	default:
		GiveUp(e.Span(), "this expression")
	}
	return Value{}
}

func (sc *Scope) local(e *model.Local) Value {
	if e.Slot >= len(sc.Slots) || !sc.Slots[e.Slot].Bound || !e.Ty.Scalar() {
		GiveUp(e.Sp, "`%s` here", e.Name)
	}
	l := sc.Slots[e.Slot]
	v := valueOf(l.Expr, l.Dom)
	if l.maybe {
		v.Need, v.total = []code.Cond{defined(l.Expr)}, true
	}
	return v
}

var operators = map[model.Op]string{
	model.Add: "+", model.Sub: "-", model.Mul: "*", model.Eq: "==", model.Ne: "!=", model.Lt: "<", model.Le: "<=",
	model.Gt: ">", model.Ge: ">=",
}

// sign returns an operator as Go writes it.
func sign(e *model.Binary) string {
	s, known := operators[e.Op]
	if !known {
		GiveUp(e.Sp, "the operator `%s`", e.Op)
	}
	return s
}

func (sc *Scope) arithmetic(e *model.Binary) Value {
	l, r := sc.Value(e.L), sc.Value(e.R)
	v := Value{Need: append(slices.Clone(l.Need), r.Need...)}
	switch e.Op {
	case model.Add:
		v.Expr, v.Dom = code.Arithmetic(l.Expr, "+", r.Expr), span(l.Dom.Lo+r.Dom.Lo, l.Dom.Hi+r.Dom.Hi)
	case model.Sub:
		v.Expr, v.Dom = code.Arithmetic(l.Expr, "-", r.Expr), span(l.Dom.Lo-r.Dom.Hi, l.Dom.Hi-r.Dom.Lo)
	case model.Mul:
		if l.Is(1) || r.Is(1) {
			x := times(l, r)
			x.Need = v.Need
			return x
		}
		v.Expr, v.Dom = code.Arithmetic(l.Expr, "*", r.Expr), product(l.Dom, r.Dom)
	case model.Div, model.Mod:
		v.Need = append(v.Need, sc.nonzero(r)...)
		if l.Dom.Lo >= 0 && r.Dom.Lo >= 0 && r.Dom.Hi > 0 { // Go refuses a division by the constant 0
			v.Expr = code.Arithmetic(l.Expr, map[model.Op]string{model.Div: "/", model.Mod: "%"}[e.Op], r.Expr)
		} else {
			v.Expr = code.Call(map[model.Op]string{model.Div: "search.Div", model.Mod: "search.Mod"}[e.Op], l.Expr, r.Expr)
		}
		big := max(l.Dom.Hi, -l.Dom.Lo)
		if e.Op == model.Mod {
			v.Dom = span(0, max(r.Dom.Hi, -r.Dom.Lo)-1)
		} else if v.Dom = span(-big, big); l.Dom.Lo >= 0 && r.Dom.Lo >= 0 {
			v.Dom = span(0, big)
		}
	default:
		GiveUp(e.Sp, "the operator `%s`", e.Op)
	}
	v.Dom.Lo, v.Dom.Hi = max(v.Dom.Lo, unbounded.Lo), min(v.Dom.Hi, unbounded.Hi)
	return v
}

func (sc *Scope) nonzero(r Value) []code.Cond {
	if r.Dom.Lo > 0 || r.Dom.Hi < 0 || r.Dom.vals != nil && !slices.Contains(r.Dom.vals, 0) {
		return nil
	}
	return []code.Cond{code.Compare(r.Expr, "!=", code.Int(0))}
}

func product(a, b Domain) Domain {
	const safe = 1 << 30
	if max(a.Hi, -a.Lo, b.Hi, -b.Lo) > safe {
		return unbounded
	}
	p := []int64{a.Lo * b.Lo, a.Lo * b.Hi, a.Hi * b.Lo, a.Hi * b.Hi}
	return span(slices.Min(p), slices.Max(p))
}

// choice is `if p then a else b` as a variable that is set in two branches.
func (sc *Scope) choice(e *model.If) Value {
	cond := sc.cond(e.Cond, true)
	switch {
	case cond.IsTrue():
		return sc.Value(e.Then)
	case cond.IsFalse():
		return sc.Value(e.Else)
	}
	probe := sc.probe()
	a, b := probe.Value(e.Then), probe.Value(e.Else)
	name := sc.Names.Take("v")
	out := valueOf(code.Name(name), a.Dom.union(b.Dom))
	if maybe := len(a.Need)+len(b.Need) > 0; maybe {
		out.Need, out.total = []code.Cond{defined(out.Expr)}, true
	}
	branch := func(t *Scope, x model.Expr) code.Expr { return t.total(t.Value(x), "v").Expr }
	set := func(x model.Expr) func(t *Scope) {
		return func(t *Scope) { t.Block.Assign(out.Expr, branch(t, x)) }
	}
	x, ok := sc.inPlace(func(t *Scope) code.Expr { return branch(t, e.Else) })
	if ok && e.Ty.Kind != model.Character { // a character would be a rune
		sc.Block.Define(name, x)
		sc.branches(cond, set(e.Then), func(*Scope) {})
	} else {
		sc.Block.Var(sc.Writer.goType(e.Ty), name)
		sc.branches(cond, set(e.Then), set(e.Else))
	}
	return out
}

// branches writes if cond { … } else { … }.
func (sc *Scope) branches(cond code.Cond, then, otherwise func(t *Scope)) {
	sc.Block.If(cond)
	t := sc.Sub()
	t.assume(cond)
	then(t)
	sc.Block.Else()
	t = sc.Sub()
	t.assume(code.Not(cond))
	otherwise(t)
	sc.Block.End()
}

func (sc *Scope) mapAt(e *model.MapAt) Value {
	read, ok := e.Map.(*model.Read)
	if !ok || read.Array.Role == model.State {
		GiveUp(e.Sp, "a map that is computed")
	}
	d := sc.Writer.Model.Data[read.Array.ID]
	if len(d.Values) != 1 {
		GiveUp(e.Sp, "an array of maps")
	}
	cell := sc.Value(e.Cell)
	v := Value{Expr: code.Name(sc.Writer.Name(read.Array)).At(asIndex(cell)), Need: cell.Need}
	var vals []int64
	for _, r := range d.Values[0].C.Map.Cells {
		if r != model.NoWord {
			vals = append(vals, int64(r))
		}
	}
	if len(vals) < len(d.Values[0].C.Map.Cells) {
		v.Need = append(slices.Clone(v.Need), defined(v.Expr))
		v.total = len(v.Need) == 1
	}
	v.Dom = domainOf(vals)
	return v
}

func (sc *Scope) function(e *model.Func) Value {
	args := make([]Value, len(e.Args))
	var need []code.Cond
	for i, a := range e.Args {
		if a.Type().Kind == model.Boolean {
			GiveUp(e.Sp, "this function of a condition")
		}
		args[i] = sc.Value(a)
		need = append(need, args[i].Need...)
	}
	x := args[0]
	switch e.Fn {
	case model.Abs:
		lo, hi := int64(0), max(x.Dom.Hi, -x.Dom.Lo)
		return Value{Expr: code.Call("abs", x.Expr), Need: need, Dom: span(lo, hi)}
	case model.Min, model.Max:
		if !e.Ty.Scalar() {
			GiveUp(e.Sp, "the order of tuples")
		}
		return sc.extreme(e, args, need)
	case model.IndexOf:
		x.Need = need
		return x
	case model.Manhattan:
		g := e.Args[0].Type().Grid
		dims := sc.Writer.Model.Dims[g.ID]
		return Value{
			Expr: sc.Writer.onGrid(g, "Distance", x.Expr, args[1].Expr), Need: need,
			Dom: span(0, dims.Rows+dims.Cols),
		}
	default:
		GiveUp(e.Sp, "this function")
	}
	return Value{}
}

func (sc *Scope) extreme(e *model.Func, args []Value, need []code.Cond) Value {
	word, dom := "min", args[0].Dom
	if e.Fn == model.Max {
		word = "max"
	}
	all := make([]code.Expr, len(args))
	for i, a := range args {
		switch all[i] = a.Expr; {
		case i == 0:
		case e.Fn == model.Min:
			dom = span(min(dom.Lo, a.Dom.Lo), min(dom.Hi, a.Dom.Hi))
		default:
			dom = span(max(dom.Lo, a.Dom.Lo), max(dom.Hi, a.Dom.Hi))
		}
	}
	return Value{Expr: code.Call(word, all...), Need: need, Dom: dom}
}

// find is the place of a value in an array of the state in which it always occurs once.
func (sc *Scope) find(e *model.Find) Value {
	a, d := e.Array, sc.Writer.Model.Data[e.Array.ID]
	dims := sc.Writer.Dims(a)
	if a.Role != model.State || !sc.isDefined(e) || dims[0].Lo != 0 || dims[0].Length != int64(d.Size) {
		GiveUp(e.Sp, "find in such an array")
	}
	all := code.Format("%s[:]...", sc.State.Field(sc.Writer.Name(a)))
	return valueOf(code.Call("search.Find", sc.Value(e.X).Expr, all), SetDomain(d.Index[0]))
}
