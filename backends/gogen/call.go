package gogen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
)

// variant is a Go function that stands for a def. A condition may need two: one for where it is true, one for where it is false.
type variant struct {
	def   *model.Def
	false bool
}

// result is what is known of what a def gives.
type result struct {
	dom     domain
	maybe   bool // it may be undefined
	decided bool // of a condition: it is always true or false
}

// arguments translates the arguments of a call. A number that may be undefined or outside the type of its parameter is passed as `none`,
// and the def is written so that it expects that.
func (sc *scope) arguments(e *model.Call) (args []code.Expr, strict []code.Cond) {
	g := sc.g
	for i, a := range e.Args {
		p := &e.Def.Params[i]
		switch {
		case a.Type().Kind == model.Boolean:
			if !sc.decided(a) {
				giveUp(a.Span(), "an argument that may be undecided")
			}
			args = append(args, sc.cond(a, true).Expr())
			continue
		case !a.Type().Scalar():
			parts, need := sc.parts(a)
			if len(need) > 0 {
				giveUp(a.Span(), "a tuple that may be undefined as an argument")
			}
			args = append(args, exprs(parts)...)
			continue
		}
		v := sc.value(a)
		if p.Set != nil {
			v.need = append(v.need, sc.outside(p.Set, v)...)
			if len(v.need) > 0 && !v.onlyDefined() {
				v.total = false
			}
		}
		if len(v.need) > 0 {
			g.expectNone(e.Def, i)
			v = sc.total(v, p.Name)
			if v.Simple() && g.strictIn(e.Def, i) {
				strict = append(strict, defined(v.Expr))
			}
		}
		args = append(args, v.Expr)
	}
	return args, strict
}

// outside are the conditions under which a value is in the type of a parameter, as far as they are not known to hold.
func (sc *scope) outside(set model.Expr, v value) []code.Cond { return sc.member(set, v).Conjuncts() }

// expectNone notes that a parameter may be `none`.
func (g *generator) expectNone(d *model.Def, i int) {
	if g.mask[d]&(1<<i) == 0 {
		g.mask[d] |= 1 << i
		g.changed = true
	}
}

// callOf is the Go call.
func (sc *scope) callOf(e *model.Call, v variant, args []code.Expr) code.Expr {
	name := sc.g.function(v)
	if sc.g.readsState(e.Def.Body) {
		return sc.state.Call(name, args...)
	}
	return code.Call(name, args...)
}

// call is a def that gives a number.
func (sc *scope) call(e *model.Call) value {
	args, _ := sc.arguments(e)
	r := sc.g.resultOf(e.Def)
	v := valueOf(sc.callOf(e, variant{def: e.Def}, args), r.dom)
	if r.maybe {
		if f, ok := sc.factOf(e); ok && f.defined {
			return v
		}
		v = sc.hoist(v, e.Def.Name)
		v.need, v.total = sc.open([]code.Cond{defined(v.Expr)}), true
	}
	return v
}

// callCond is a def that is a condition.
func (sc *scope) callCond(e *model.Call, want bool) code.Cond {
	args, strict := sc.arguments(e)
	v := variant{def: e.Def}
	turn := !want
	if !want && !sc.g.resultOf(e.Def).decided {
		v.false, turn = true, false
	}
	t := code.Holds(sc.callOf(e, v, args))
	if turn {
		return code.Not(t)
	}
	return t.Implying(strict...)
}

func (sc *scope) callDecided(e *model.Call) bool {
	p := sc.probe()
	p.arguments(e)
	return sc.g.resultOf(e.Def).decided
}

// function is the name of the Go function of a def; it will be written.
func (g *generator) function(v variant) string {
	if !g.wanted[v] {
		g.wanted[v] = true
		g.changed = true
	}
	if v.false {
		return "not" + code.Upper(g.defName[v.def])
	}
	return g.defName[v.def]
}

// body is the scope of a def: each parameter has all values of its type.
func (g *generator) body(d *model.Def, v variant) *scope {
	sc := g.scope(d.Slots, "s")
	for i := range d.Params {
		p := &d.Params[i]
		l := &sc.slots[p.Slot]
		name := sc.names.Take(code.Own(p.Name))
		l.bound, l.expr = true, code.Name(name)
		if p.Set == nil {
			giveUp(d.Span, "a parameter without a type")
		}
		if t := p.Set.Type().Elem(); t != nil && t.Kind == model.TupleKind {
			for k := range t.Elems {
				l.fields = append(l.fields, code.Name(fmt.Sprintf("%s%d", name, k)))
			}
			continue
		} else if t == nil || !t.Scalar() {
			giveUp(d.Span, "a set, map or text as a parameter")
		}
		sc.bindStatic(&model.Target{Slot: p.Slot}, p.Set)
		l.maybe = g.mask[d]&(1<<i) != 0
	}
	for i := range d.Params {
		l := &sc.slots[d.Params[i].Slot]
		if l.maybe && neverTrue(d.Body, !v.false, d.Params[i].Slot) {
			l.maybe = false
			sc.assume(defined(l.expr))
		}
	}
	return sc
}

// strictIn tells whether a def gives nothing where its i-th argument is undefined.
func (g *generator) strictIn(d *model.Def, i int) bool {
	return neverTrue(d.Body, true, d.Params[i].Slot)
}

// resultOf asks what a def gives.
func (g *generator) resultOf(d *model.Def) result {
	if r, ok := g.results[d]; ok {
		return r
	}
	sc := g.body(d, variant{def: d})
	var r result
	if d.Body.Type().Kind == model.Boolean {
		r.decided = g.mask[d] == 0 && sc.decided(d.Body)
		r.dom = span(0, 1)
	} else if d.Body.Type().Scalar() {
		v := sc.value(d.Body)
		v.need = append(v.need, g.resultNeed(sc, d, v)...)
		r.dom, r.maybe = v.dom, len(v.need) > 0 || g.mask[d] != 0
	}
	g.results[d] = r
	return r
}

// resultNeed says that what a def gives is in its declared type.
func (g *generator) resultNeed(sc *scope, d *model.Def, v value) []code.Cond {
	if d.Result == nil {
		return nil
	}
	return sc.outside(d.Result, v)
}

// writeFunction writes the Go function of a def.
func (g *generator) writeFunction(v variant) string {
	d := v.def
	sc := g.body(d, v)
	name := g.function(v)
	var params []string
	for i := range d.Params {
		p := &d.Params[i]
		l := sc.slots[p.Slot]
		if l.fields != nil {
			for _, f := range l.fields {
				params = append(params, f.String()+" int")
			}
			continue
		}
		params = append(params, l.expr.String()+" "+g.setType(p.Set))
	}
	receiver := ""
	if g.readsState(d.Body) {
		receiver = "(s *State) "
	}
	nothing := none
	if d.Body.Type().Kind == model.Boolean {
		nothing = code.False.Expr()
	}
	for i := range d.Params {
		l := sc.slots[d.Params[i].Slot]
		if g.mask[d]&(1<<i) != 0 && !l.maybe {
			sc.b.If(code.Compare(l.expr, "==", none))
			sc.b.Return(nothing)
			sc.b.End()
		}
	}
	doc := d.Doc
	if doc == "" {
		doc = g.source(d.Body.Span())
		if v.false {
			doc = "where this is false, and not just undefined: " + doc
		}
	}
	head := code.Comment(g.docOf(name, doc)+g.where(d.Span)) + "func " + receiver + name + "(" + joinParams(params) + ") "
	switch d.Body.Type().Kind {
	case model.Boolean:
		sc.returnCond(d.Body, !v.false)
		head += "bool"
	case model.TextKind:
		sc.b.Return(sc.text(d.Body))
		head += "string"
	default:
		sc.returnValue(d.Body, func(v value) []code.Cond { return g.resultNeed(sc, d, v) })
		head += g.resultType(d)
	}
	return head + " {\n" + sc.b.String() + "}\n"
}

func (g *generator) resultType(d *model.Def) string {
	if d.Result != nil {
		return g.setType(d.Result)
	}
	return g.goType(d.Body.Type())
}

// joinParams writes parameters of one type that follow one another together.
func joinParams(params []string) string {
	var out []string
	for i, p := range params {
		name, kind, _ := strings.Cut(p, " ")
		if i+1 < len(params) {
			if _, next, _ := strings.Cut(params[i+1], " "); next == kind {
				out = append(out, name)
				continue
			}
		}
		out = append(out, p)
	}
	return strings.Join(out, ", ")
}

// neverTrue tells whether a condition is never true (if want; else never false) where the local in slot is undefined, and whether another
// expression is then undefined.
func neverTrue(e model.Expr, want bool, slot int) bool {
	some := func(want bool, es ...model.Expr) bool {
		return slices.ContainsFunc(es, func(x model.Expr) bool { return x != nil && neverTrue(x, want, slot) })
	}
	switch e := e.(type) {
	case *model.Local:
		return e.Slot == slot
	case *model.Not:
		return neverTrue(e.X, !want, slot)
	case *model.Binary:
		switch {
		case e.Op == model.And && want:
			return some(true, e.L, e.R)
		case e.Op == model.Or && !want:
			return some(false, e.L, e.R)
		case e.Op == model.And || e.Op == model.Or:
			return neverTrue(e.L, want, slot) && neverTrue(e.R, want, slot)
		case e.Op == model.Implies && want:
			return neverTrue(e.L, false, slot) && neverTrue(e.R, true, slot)
		case e.Op == model.Implies:
			return neverTrue(e.L, true, slot) || neverTrue(e.R, false, slot)
		case e.L.Type().Kind == model.Boolean:
			return false
		}
		return some(true, e.L, e.R)
	case *model.Read:
		for _, x := range e.Index {
			if x.Type().Kind != model.Boolean && neverTrue(x, true, slot) {
				return true
			}
		}
		return false
	case *model.In:
		lit, ok := e.Set.(*model.SetLit)
		return !(ok && len(lit.Elems) == 0) && neverTrue(e.X, true, slot)
	case *model.MapAt:
		return neverTrue(e.Cell, true, slot)
	case *model.Shift:
		return some(true, e.Cell, e.By)
	case *model.ToCell:
		return neverTrue(e.X, true, slot)
	case *model.Coord:
		return neverTrue(e.X, true, slot)
	case *model.ToOffset:
		return neverTrue(e.X, true, slot)
	case *model.Reaches:
		return some(true, e.A, e.B)
	case *model.Neg:
		return neverTrue(e.X, true, slot)
	default:
		return false
	}
}
