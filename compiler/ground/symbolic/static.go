package symbolic

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
)

// An expression that reads no state has one value. If the values of its names are known, the reference evaluator
// computes it. This is ten times as fast as Eval, because it makes no expressions of the task and stops at the first
// value that decides. Example: `line(x, y, d)`, a def that reads the walls of a board, computed for each pair of cells.
// The reference evaluator records no doubts, so Eval computes doubtful expressions while doubts are recorded.

// staticFact holds facts about an expression.
type staticFact struct {
	fits   bool           // it reads no state
	doubts bool           // it may cause a doubt
	locals []*model.Local // the locals that it takes from its frame
	slots  int            // the size of the frame that it needs
}

func (ev *Evaluator) staticFact(e model.Expr) *staticFact {
	if fact, ok := ev.statics[e]; ok {
		return fact
	}
	fact := &staticFact{fits: !ev.ReadsState(e), locals: ev.LocalsOf(e), slots: model.SlotsFor(e)}
	fact.doubts = fact.fits && (ev.doubtful(e) || ev.denials.used(e))
	ev.statics[e] = fact
	return fact
}

// doubtful reports whether an expression, or a def that it calls, contains a node for which Eval may record a doubt: an
// index that is a number, a number with a type, `the`. Other heuristics count as doubtful.
func (ev *Evaluator) doubtful(e model.Expr) bool {
	return model.Contains(e, func(x model.Expr) bool {
		switch x := x.(type) {
		case *model.Read:
			for _, i := range x.Index {
				if i.Type().Kind == model.Number {
					return true
				}
			}
		case *model.Fold:
			return x.Kind == model.The
		case *model.Call:
			return ev.doubtfulDef(x.Def)
		default:
		}
		return false
	})
}

func (ev *Evaluator) doubtfulDef(d *model.Def) bool {
	if doubtful, ok := ev.doubtfulDefs[d]; ok {
		return doubtful
	}
	doubtful := d.Result != nil && d.Body.Type().Kind == model.Number || ev.doubtful(d.Body)
	for i := range d.Params {
		doubtful = doubtful || d.Params[i].Set != nil && d.Params[i].Set.Type().Elem().Kind == model.Number
	}
	ev.doubtfulDefs[d] = doubtful
	return doubtful
}

// byReference returns the value of an expression that reads no state and whose names have known values. If ok is false,
// Eval has to compute the expression.
func (ev *Evaluator) byReference(e model.Expr, f Frame) (v Value, ok bool) {
	sf, ok := ev.knownFrame(e, f, 0)
	if !ok {
		return v, false
	}
	x, defined := ev.Sem.Eval(e, sf, nil)
	return ev.lifted(e.Type(), x, defined), true
}

// defByReference is byReference for the body of a def.
func (ev *Evaluator) defByReference(d *model.Def, f Frame) (v Value, ok bool) {
	sf, ok := ev.knownFrame(d.Body, f, d.Slots)
	if !ok {
		return v, false
	}
	x, defined := ev.Sem.EvalDef(d, sf)
	return ev.lifted(d.Body.Type(), x, defined), true
}

// constant returns the value of an expression that reads no state and whose names have known values. ok is false if it
// has none; known is false if it is not known whether it has one.
func (ev *Evaluator) constant(e model.Expr, f Frame) (v model.Value, ok, known bool) {
	if l, is := e.(*model.Local); is {
		v, ok, known = ev.Static(l.Ty, f[l.Slot].v)
		return v, ok && known, known
	}
	sf, known := ev.valuesIn(e, f, 0)
	if !known {
		return v, false, false
	}
	v, ok = ev.Sem.Eval(e, sf, nil)
	return v, ok, true
}

// knownFrame is the frame in which the reference evaluator can compute an expression, with at least some slots.
func (ev *Evaluator) knownFrame(e model.Expr, f Frame, slots int) (sf semantics.Frame, ok bool) {
	if fact := ev.staticFact(e); fact.doubts && (ev.watching || ev.comparing) {
		return nil, false
	}
	return ev.valuesIn(e, f, slots)
}

// valuesIn returns the known values of the names that an expression reads, if it reads no state.
func (ev *Evaluator) valuesIn(e model.Expr, f Frame, slots int) (sf semantics.Frame, ok bool) {
	fact := ev.staticFact(e)
	if !fact.fits {
		return nil, false
	}
	sf = make(semantics.Frame, max(fact.slots, slots))
	for _, l := range fact.locals {
		b := &f[l.Slot]
		x, defined, known := ev.Static(l.Ty, b.v)
		if !known || len(b.doubts) > 0 {
			return nil, false
		}
		sf[l.Slot] = semantics.Slot{Value: x, OK: defined}
	}
	return sf, true
}

// lifted returns a result of the reference evaluator as a symbolic value.
func (ev *Evaluator) lifted(t *model.Type, x model.Value, defined bool) Value {
	if !defined {
		return undef(t)
	}
	return ev.Lift(t, x)
}
