package semantics

import (
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
)

// fn evaluates a built-in function on values.
func (ev *Evaluator) fn(e *model.Func, f Frame) (model.Value, bool) {
	switch e.Fn {
	case model.Defined:
		outer := ev.unknown
		ev.unknown = false
		two := ev.readTwoValued(false) // in both readings `defined` asks the same of a condition
		_, ok := ev.eval(e.Args[0], f)
		ev.readTwoValued(two)
		unknown := !ok && ev.unknown
		ev.unknown = ev.unknown || outer
		return model.Bool(ok), !unknown
	case model.Min, model.Max:
		return ev.extreme(e, f)
	case model.Adjacent, model.Manhattan, model.Chebyshev:
		return ev.distance(e, f)
	case model.Abs:
		v, ok := ev.eval(e.Args[0], f)
		return model.Int(max(v.N, -v.N)), ok
	case model.Digit:
		v, ok := ev.eval(e.Args[0], f)
		return model.Int(v.N - '0'), ok && v.N >= '0' && v.N <= '9'
	case model.SizeOfList:
		v, ok := ev.eval(e.Args[0], f)
		if !ok {
			return undefined, false
		}
		return model.Int(int64(len(v.C.Tuple))), true
	case model.ValueOfList:
		v, ok := ev.eval(e.Args[0], f)
		k, kok := ev.eval(e.Args[1], f)
		if !ok || !kok || k.N < 0 || k.N >= int64(len(v.C.Tuple)) {
			return undefined, false
		}
		v = v.C.Tuple[k.N]
		return v, !v.IsNone()
	case model.IndexOf: // each value is stored as its index
		v, ok := ev.eval(e.Args[0], f)
		return model.Int(v.N), ok
	}
	return undefined, false
}

func (ev *Evaluator) extreme(e *model.Func, f Frame) (model.Value, bool) {
	best, ok := ev.eval(e.Args[0], f)
	for _, a := range e.Args[1:] {
		if !ok {
			return undefined, false
		}
		var v model.Value
		v, ok = ev.eval(a, f)
		if c := model.Compare(v, best); ok && (e.Fn == model.Min && c < 0 || e.Fn == model.Max && c > 0) {
			best = v
		}
	}
	return best, ok
}

// elementsPerStep is the number of elements that are compared in the time of one step of evaluation.
const elementsPerStep = 8

// find returns the only index whose element is x. It is undefined if there are none or several.
func (ev *Evaluator) find(e *model.Find, f Frame) (model.Value, bool) {
	x, ok := ev.eval(e.X, f)
	if !ok {
		return undefined, false
	}
	d := ev.data(e.Array)
	if !ev.Spend(d.Size / elementsPerStep) {
		return undefined, false
	}
	found := -1
	outer := ev.unknown
	ev.unknown = false
	for k := range d.Size {
		v, ok := ev.element(e.Array, d, k)
		if ev.unknown {
			return undefined, false
		}
		if !ok || model.Compare(v, x) != 0 {
			continue
		}
		if found >= 0 {
			found = -2
			break
		}
		found = k
	}
	ev.unknown = outer
	if found < 0 {
		return undefined, false
	}
	index := d.IndexAt(found)
	if len(index) == 1 {
		return index[0], true
	}
	return model.TupleOf(index...), true
}

// MissingText stands in texts for values that depend on elements that are not known.
const MissingText = "·"

// text returns a string with its expressions filled in. An undefined value becomes a question mark.
func (ev *Evaluator) text(e *model.Text, f Frame) model.Value {
	var b strings.Builder
	for _, p := range e.Parts {
		b.WriteString(p.Text)
		if p.Expr == nil {
			continue
		}
		outer := ev.unknown
		ev.unknown = false
		switch v, ok := ev.eval(p.Expr, f); {
		case ok:
			b.WriteString(ev.m.FormatText(p.Expr.Type(), v))
		case ev.known != nil && ev.unknown:
			b.WriteString(MissingText)
		default:
			b.WriteByte('?')
		}
		ev.unknown = ev.unknown || outer
	}
	return model.TextOf(b.String())
}
