package statespace

import (
	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/lists"
)

// variant is a Go function for a def. A condition may need two: one tells whether it is true, one whether it is false.
type variant struct {
	def   *model.Def
	false bool
}

// result is what is known about the result of a def.
type result struct {
	dom     Domain
	maybe   bool // it may be undefined
	decided bool // of a condition: it is always true or false
}

// arguments translates the arguments of a call. A number that may be undefined or outside the type of its parameter is
// passed as `none`, and the function of the def accepts `none`.
func (sc *Scope) arguments(e *model.Call) (args []code.Expr) {
	g := sc.Writer
	if err := g.unwritable[e.Def]; err != nil {
		panic(err)
	}
	for i, a := range e.Args {
		p := &e.Def.Params[i]
		if !a.Type().Scalar() || a.Type().Kind == model.Boolean {
			GiveUp(a.Span(), "an argument that is no number")
		}
		v := sc.Value(a)
		v.Need = append(v.Need, sc.member(p.Set, v).Conjuncts()...)
		if len(v.Need) > 0 && !v.onlyDefined() {
			v.total = false
		}
		if len(v.Need) > 0 {
			g.expectNone(e.Def, i)
			v = sc.total(v, p.Name)
		}
		args = append(args, v.Expr)
	}
	return args
}

// expectNone notes that a parameter may be `none`.
func (w *Writer) expectNone(d *model.Def, i int) {
	if w.mask[d]&(1<<i) == 0 {
		w.mask[d] |= 1 << i
		w.Changed = true
	}
}

// callOf is the Go call.
func (sc *Scope) callOf(e *model.Call, v variant, args []code.Expr) code.Expr {
	name := sc.Writer.function(v)
	if sc.Writer.ReadsState(e.Def.Body) {
		return sc.State.Call(name, args...)
	}
	return code.Call(name, args...)
}

// call is the call of a def that is a number.
func (sc *Scope) call(e *model.Call) Value {
	args := sc.arguments(e)
	r := sc.Writer.resultOf(e.Def)
	v := valueOf(sc.callOf(e, variant{def: e.Def}, args), r.dom)
	if r.maybe {
		if f, ok := sc.factOf(e); ok && f.defined {
			return v
		}
		v = sc.hoist(v, e.Def.Name)
		v.Need, v.total = sc.open([]code.Cond{defined(v.Expr)}), true
	}
	return v
}

// callCond is the call of a def that is a condition.
func (sc *Scope) callCond(e *model.Call, want bool) code.Cond {
	args, v := sc.arguments(e), variant{def: e.Def}
	turn := !want
	if !want && !sc.Writer.resultOf(e.Def).decided {
		v.false, turn = true, false
	}
	return wanted(code.Holds(sc.callOf(e, v, args)), !turn)
}

// function is the name of the Go function of a def.
func (w *Writer) function(v variant) string {
	if v.false {
		return "not" + code.Upper(w.defName[v.def])
	}
	return w.defName[v.def]
}

// body is the scope of a def: each parameter has all values of its type.
func (w *Writer) body(d *model.Def) *Scope {
	sc := w.Scope(d.Slots, "s")
	for i := range d.Params {
		p := &d.Params[i]
		l := &sc.Slots[p.Slot]
		name := sc.Names.Take(code.Own(p.Name))
		l.Bound, l.Expr = true, code.Name(name)
		if t := p.Set.Type().Elem(); t == nil || !t.Scalar() {
			GiveUp(d.Span, "a parameter that is no single value")
		}
		sc.bindStatic(p.Slot, p.Set)
		l.maybe = w.mask[d]&(1<<i) != 0
	}
	return sc
}

// resultOf is what is known about the result of a def.
func (w *Writer) resultOf(d *model.Def) result {
	if r, ok := w.results[d]; ok {
		return r
	}
	sc := w.body(d)
	var r result
	if d.Body.Type().Kind == model.Boolean {
		r.decided = w.mask[d] == 0 && sc.isDefined(d.Body)
		r.dom = span(0, 1)
	} else if d.Body.Type().Scalar() {
		v := sc.Value(d.Body)
		v.Need = append(v.Need, w.resultNeed(sc, d, v)...)
		r.dom, r.maybe = v.Dom, len(v.Need) > 0 || w.mask[d] != 0
	}
	w.results[d] = r
	return r
}

// resultNeed is the condition that the result of a def is in its declared type.
func (w *Writer) resultNeed(sc *Scope, d *model.Def, v Value) []code.Cond {
	if d.Result == nil {
		return nil
	}
	return sc.member(d.Result, v).Conjuncts()
}

// writeFunction writes the Go function of a def.
func (w *Writer) writeFunction(b *code.Block, v variant) {
	d := v.def
	sc := w.body(d)
	name := w.function(v)
	params := lists.Map(d.Params, func(p model.Variable) code.Param {
		return code.Param{Name: sc.Slots[p.Slot].Expr.String(), Type: w.setType(p.Set)}
	})
	receiver := ""
	if w.ReadsState(d.Body) {
		receiver = "(s *State) "
	}
	doc := d.Doc
	if doc == "" {
		doc = w.Source(d.Body.Span())
		if v.false {
			doc = "where this is false, and not just undefined: " + doc
		}
	}
	kind := w.resultType(d)
	switch d.Body.Type().Kind {
	case model.Boolean:
		sc.ReturnCond(d.Body, !v.false)
	case model.TextKind:
		sc.Block.Return(sc.text(d.Body))
	default:
		sc.returnValue(d.Body, func(v Value) []code.Cond { return w.resultNeed(sc, d, v) })
	}
	w.Describe(b, name, doc, d.Span)
	b.Func(sc.Block, "func %s%s(%s) %s", receiver, name, code.Params(params), kind)
}

func (w *Writer) resultType(d *model.Def) code.Expr {
	if kind := d.Body.Type().Kind; d.Result != nil && kind != model.Boolean && kind != model.TextKind {
		return w.setType(d.Result)
	}
	return w.goType(d.Body.Type())
}
