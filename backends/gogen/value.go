package gogen

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/pzc-lang/pzc/compiler/model"
)

// value translates an expression that is no condition, text or tuple; conditions become Go Booleans all the same.
func (sc *scope) value(e model.Expr) code {
	if e.Type().Kind == model.Boolean {
		return sc.booleanValue(e)
	}
	f, static := sc.factOf(e)
	if static {
		if f.undefined {
			c := code{text: "none", prec: precOperand, total: true, dom: domainOf(nil)}
			if !f.defined {
				c.need = []truth{no}
			}
			return c
		}
		if c, ok := sc.folded(e, f); ok {
			return c
		}
	}
	c := sc.plainValue(e)
	if static {
		c.dom = f.dom
		if f.defined {
			c.need = nil
		}
	}
	c.need = sc.open(c.need)
	return sc.bounded(c)
}

// folded writes what is known already: a constant, or a table where Go would need a loop.
func (sc *scope) folded(e model.Expr, f fact) (code, bool) {
	switch e.(type) { //nolint:gochecksumtype // all others are tabulated
	case *model.Lit, *model.Local, *model.Read, *model.Binary, *model.Neg, *model.MapAt, *model.Coord, *model.Shift, *model.ToCell, *model.Opposite:
		if f.constant && !sc.g.named(e) {
			return operand(sc.g.literal(e.Type(), f.value), f.dom).signed(), true
		}
		return code{}, false
	case *model.Call:
		if f.constant {
			return operand(sc.g.literal(e.Type(), f.value), f.dom).signed(), true
		}
		return code{}, false
	}
	if f.constant {
		return operand(sc.g.literal(e.Type(), f.value), f.dom).signed(), true
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

// signed puts brackets around negative numbers where an operand is wanted.
func (c code) signed() code {
	if len(c.text) > 0 && c.text[0] == '-' {
		c.prec = precMul
	}
	return c
}

func (sc *scope) plainValue(e model.Expr) code {
	switch e := e.(type) {
	case *model.Lit:
		return operand(sc.g.literal(e.Ty, e.Value), span(e.Value.N, e.Value.N)).signed()
	case *model.Local:
		return sc.local(e)
	case *model.Read:
		return sc.read(e)
	case *model.Call:
		return sc.call(e)
	case *model.Neg:
		x := sc.value(e.X)
		return code{text: "-" + x.in(precOperand), prec: precMul, need: x.need, dom: span(-x.dom.hi, -x.dom.lo)}
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
		return operand(sc.state+"."+sc.g.heuristicName(e.Heuristic, e.Sp)+"()", span(0, unbounded.hi))
	case *model.RelaxationRef, *model.PatternCost, *model.AdditiveCost, *model.ProjectCost:
		return sc.simplerCost(e)
	default:
		giveUp(e.Span(), "this expression")
	}
	return code{}
}

func (sc *scope) local(e *model.Local) code {
	if e.Slot >= len(sc.slots) || sc.slots[e.Slot].text == "" {
		giveUp(e.Sp, "`%s` here", e.Name)
	}
	l := sc.slots[e.Slot]
	c := operand(l.text, l.dom)
	if l.maybe {
		c.need, c.total = []truth{defined(l.text)}, true
	}
	return c
}

var operators = map[model.Op]string{
	model.Add: "+", model.Sub: "-", model.Mul: "*", model.Eq: "==", model.Ne: "!=", model.Lt: "<", model.Le: "<=", model.Gt: ">", model.Ge: ">=",
}

func (sc *scope) arithmetic(e *model.Binary) code {
	l, r := sc.value(e.L), sc.value(e.R)
	c := code{need: append(slices.Clone(l.need), r.need...)}
	switch e.Op {
	case model.Add:
		c.text, c.prec, c.dom = l.in(precAdd)+" + "+r.in(precMul), precAdd, span(l.dom.lo+r.dom.lo, l.dom.hi+r.dom.hi)
	case model.Sub:
		c.text, c.prec, c.dom = l.in(precAdd)+" - "+r.in(precMul), precAdd, span(l.dom.lo-r.dom.hi, l.dom.hi-r.dom.lo)
	case model.Mul:
		if l.text == "1" || r.text == "1" {
			x := times(l, r)
			x.need = c.need
			return x
		}
		c.text, c.prec, c.dom = l.in(precMul)+"*"+r.in(precOperand), precMul, product(l.dom, r.dom)
	case model.Div, model.Mod:
		c.need = append(c.need, sc.nonzero(r)...)
		if l.dom.lo >= 0 && r.dom.lo >= 0 && r.dom.hi > 0 { // a constant 0 the compiler would refuse
			op := map[model.Op]string{model.Div: "/", model.Mod: "%"}[e.Op]
			c.text, c.prec = l.in(precMul)+op+r.in(precOperand), precMul
		} else {
			c.text, c.prec = sc.g.need(map[model.Op]string{model.Div: "div", model.Mod: "mod"}[e.Op])+"("+l.text+", "+r.text+")", precOperand
		}
		big := max(l.dom.hi, -l.dom.lo)
		if e.Op == model.Mod {
			c.dom = span(0, max(r.dom.hi, -r.dom.lo)-1)
		} else if c.dom = span(-big, big); l.dom.lo >= 0 && r.dom.lo >= 0 {
			c.dom = span(0, big)
		}
	default:
		giveUp(e.Sp, "this operator")
	}
	c.dom.lo, c.dom.hi = max(c.dom.lo, unbounded.lo), min(c.dom.hi, unbounded.hi)
	return c
}

func (sc *scope) nonzero(r code) []truth {
	if r.dom.lo > 0 || r.dom.hi < 0 || r.dom.vals != nil && !slices.Contains(r.dom.vals, 0) {
		return nil
	}
	return []truth{compare(r.in(precAdd), "!=", "0")}
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
func (sc *scope) choice(e *model.If) code {
	cond := sc.cond(e.Cond, true)
	switch cond.kind {
	case always:
		return sc.value(e.Then)
	case never:
		return sc.value(e.Else)
	default:
	}
	probe := sc.probe()
	a, b := probe.value(e.Then), probe.value(e.Else)
	out := code{prec: precOperand, dom: a.dom.union(b.dom)}
	out.text = sc.b.names.take("v")
	if maybe := len(a.need)+len(b.need) > 0; maybe {
		out.need, out.total = []truth{defined(out.text)}, true
	}
	branch := func(x model.Expr) func(t *scope) string {
		return func(t *scope) string { return t.total(t.value(x), "v").text }
	}
	if text, ok := sc.inPlace(branch(e.Else)); ok {
		sc.b.line("%s := %s", out.text, text)
		sc.b.line("if %s {", cond)
		t := sc.sub()
		t.assume(cond)
		t.b.line("%s = %s", out.text, branch(e.Then)(t))
		sc.b.line("}")
		return out
	}
	sc.b.line("var %s %s", out.text, sc.g.goType(e.Ty))
	sc.branches(cond, func(t *scope, first bool) {
		x := e.Else
		if first {
			x = e.Then
		}
		t.b.line("%s = %s", out.text, branch(x)(t))
	})
	return out
}

// branches writes if cond { … } else { … }.
func (sc *scope) branches(cond truth, write func(t *scope, first bool)) {
	sc.b.line("if %s {", cond)
	t := sc.sub()
	t.assume(cond)
	write(t, true)
	sc.b.line("} else {")
	t = sc.sub()
	t.assume(negate(cond))
	write(t, false)
	sc.b.line("}")
}

func (sc *scope) mapAt(e *model.MapAt) code {
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
	return code{text: sc.g.data(read.Array) + "[" + indexText(cell) + "]", prec: precOperand, need: cell.need, dom: domainOf(vals)}
}

func (sc *scope) nth(e *model.Nth) code {
	s, ok := sc.closedSet(e.Set)
	if !ok || !e.Ty.Scalar() || e.Ty.Kind == model.Boolean || s.Len() == 0 {
		giveUp(e.Sp, "nth of such a set")
	}
	i := sc.value(e.I)
	c := code{prec: precOperand, need: append(slices.Clone(i.need), inBounds(i, 0, int64(s.Len()-1))...), dom: setDomain(s)}
	switch {
	case gapless(s) && s.Elems[0].N == 0:
		c.text, c.prec = i.text, i.prec
	case gapless(s):
		c.text, c.prec = fmt.Sprintf("%s + %d", i.in(precAdd), s.Elems[0].N), precAdd
	default:
		c.text = sc.g.setTable(e.Set, s) + "[" + indexText(i) + "]"
	}
	return c
}

// inBounds says that lo ≤ i ≤ hi, as far as that is not known.
func inBounds(i code, lo, hi int64) []truth {
	var out []truth
	if i.dom.lo < lo || len(i.need) > 0 && i.total && i.dom.lo < lo {
		out = append(out, compare(i.in(precAdd), ">=", strconv.FormatInt(lo, 10)))
	}
	if i.dom.hi > hi {
		out = append(out, compare(i.in(precAdd), "<=", strconv.FormatInt(hi, 10)))
	}
	return out
}

func (sc *scope) function(e *model.Func) code {
	args := make([]code, len(e.Args))
	var need []truth
	for i, a := range e.Args {
		if e.Fn == model.IndexOf && a.Type().Kind == model.Boolean {
			b := sc.value(a)
			return code{text: sc.g.need("boolIndex") + "(" + b.text + ")", prec: precOperand, need: b.need, dom: span(0, 1)}
		}
		args[i] = sc.value(a)
		need = append(need, args[i].need...)
	}
	x := args[0]
	switch e.Fn {
	case model.Abs:
		lo, hi := int64(0), max(x.dom.hi, -x.dom.lo)
		return code{text: sc.g.need("abs") + "(" + x.text + ")", prec: precOperand, need: need, dom: span(lo, hi)}
	case model.Min, model.Max:
		if !e.Ty.Scalar() {
			giveUp(e.Sp, "the order of tuples")
		}
		return sc.extreme(e, args, need)
	case model.IndexOf:
		x.need = need
		return x
	case model.Digit:
		need = append(need, compare(x.in(precAdd), ">=", "'0'"), compare(x.in(precAdd), "<=", "'9'"))
		return code{text: x.in(precAdd) + " - '0'", prec: precAdd, need: need, dom: span(0, 9)}
	case model.Manhattan, model.Chebyshev:
		g := e.Args[0].Type().Grid
		helper := map[model.Fn]string{model.Manhattan: "Distance", model.Chebyshev: "Chebyshev"}[e.Fn]
		dims := sc.g.m.Dims[g.ID]
		return code{text: sc.g.gridHelper(g, helper) + "(" + x.text + ", " + args[1].text + ")", prec: precOperand, need: need, dom: span(0, dims.Rows+dims.Cols)}
	default:
		giveUp(e.Sp, "this function")
	}
	return code{}
}

func (sc *scope) extreme(e *model.Func, args []code, need []truth) code {
	word, text := "min", ""
	if e.Fn == model.Max {
		word = "max"
	}
	dom := args[0].dom
	for i, a := range args {
		if i > 0 {
			text += ", "
			if e.Fn == model.Min {
				dom = span(min(dom.lo, a.dom.lo), min(dom.hi, a.dom.hi))
			} else {
				dom = span(max(dom.lo, a.dom.lo), max(dom.hi, a.dom.hi))
			}
		}
		text += a.text
	}
	return code{text: word + "(" + text + ")", prec: precOperand, need: need, dom: dom}
}

// find is the place of a value in an array.
func (sc *scope) find(e *model.Find) code {
	a := e.Array
	d := sc.g.m.Data[a.ID]
	if len(d.Index) != 1 || !d.Index[0].Type.Scalar() || a.Type.Kind == model.Boolean || d.Index[0].Type.Kind == model.Boolean {
		giveUp(e.Sp, "find in such an array")
	}
	x := sc.value(e.X)
	c := code{prec: precOperand, dom: setDomain(d.Index[0])}
	if inState(a) {
		c.text = sc.state + "." + sc.g.finder(a) + "(" + sc.total(x, "v").text + ")"
		if sc.g.permutation(a) && x.dom.within(d.Domain) {
			c.need = x.need
			return c
		}
	} else {
		c.text = sc.g.finder(a) + "(" + sc.total(x, "v").text + ")"
	}
	c = sc.hoist(c, "place")
	c.need, c.total = []truth{defined(c.text)}, true
	return c
}

// steps is a distance, looked up in a table for all pairs.
func (sc *scope) steps(e *model.Steps) code {
	a, b := sc.value(e.A), sc.value(e.B)
	name, dom, complete := sc.g.distances(e)
	c := code{text: name + "[" + indexText(a) + "][" + indexText(b) + "]", prec: precOperand, need: append(slices.Clone(a.need), b.need...), dom: dom}
	if !complete {
		c.need = append(c.need, defined(c.text))
		c.total = len(c.need) == 1
	}
	return c
}
