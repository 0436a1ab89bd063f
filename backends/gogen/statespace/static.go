package statespace

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/lists"
)

// MaxFrames bounds the combinations of values that are looked at one by one.
const MaxFrames = 20_000

// fact is what is known about an expression that reads no state, computed for all values of its locals.
type fact struct {
	constant  bool        // it has the same value in all frames
	value     model.Value // that value
	defined   bool        // in all frames
	undefined bool        // in all frames; with no frames (code that is never reached), both defined and undefined are set
	dom       Domain      // its domain, if it is a number in Go
}

// constant returns the value of an expression that does not read the state and has one value for all values of its
// locals; false for any other expression.
func (sc *Scope) constant(e model.Expr) (model.Value, bool) {
	f, ok := sc.factOf(e)
	return f.value, ok && f.constant
}

// isStatic tells whether an expression can be computed for all frames.
func (sc *Scope) isStatic(e model.Expr) bool {
	if sc.Writer.ReadsState(e) {
		return false
	}
	for slot := range sc.Writer.freeSlots(e) {
		if slot >= len(sc.Slots) || !sc.Slots[slot].Static || sc.Slots[slot].maybe {
			return false
		}
	}
	return true
}

// ReadsState tells whether an expression depends on the state.
func (w *Writer) ReadsState(e model.Expr) bool {
	r, ok := w.reads[e]
	if !ok {
		r = w.stateReads.By(e)
		w.reads[e] = r
	}
	return r
}

func (w *Writer) freeSlots(e model.Expr) map[int]bool {
	f, ok := w.free[e]
	if !ok {
		f = map[int]bool{}
		for _, l := range model.FreeLocals(e) {
			f[l.Slot] = true
		}
		w.free[e] = f
	}
	return f
}

// factOf computes an expression for all frames; false if it is not static.
func (sc *Scope) factOf(e model.Expr) (fact, bool) {
	if !sc.isStatic(e) {
		return fact{}, false
	}
	frames := sc.Frames
	if len(frames) > 1 && len(sc.Writer.freeSlots(e)) == 0 {
		frames = frames[:1]
	}
	f := fact{constant: true, defined: true, undefined: true}
	scalar := e.Type() != nil && e.Type().Scalar()
	var vals []int64
	for _, frame := range frames {
		v, ok := sc.Writer.eval(e, frame)
		if !ok {
			f.defined = false
			continue
		}
		if !f.undefined && model.Compare(v, f.value) != 0 {
			f.constant = false
		}
		f.undefined, f.value = false, v
		if scalar {
			vals = append(vals, v.N)
		}
	}
	f.constant = f.constant && f.defined && !f.undefined
	f.dom = domainOf(vals)
	return f, true
}

// eval computes an expression that does not read the state; false if it is undefined.
func (w *Writer) eval(e model.Expr, f semantics.Frame) (model.Value, bool) {
	return w.ev.Eval(e, w.room(f, e), nil)
}

// evalSet lists a set that does not depend on the state; false if it is undefined.
func (w *Writer) evalSet(set model.Expr, f semantics.Frame) (*model.Set, bool) {
	return w.ev.Set(set, w.room(f, set))
}

// room is a frame that is large enough for an expression, which may bind more slots itself.
func (w *Writer) room(frame semantics.Frame, e model.Expr) semantics.Frame {
	n, ok := w.slots[e]
	if !ok {
		n = model.SlotsFor(e)
		w.slots[e] = n
	}
	if n <= len(frame) {
		return frame
	}
	return append(append(make(semantics.Frame, 0, n), frame...), make(semantics.Frame, n-len(frame))...)
}

// bindStatic binds slots to the elements that a set has in each frame. It keeps the frames in which where is not false.
func (sc *Scope) bindStatic(target *model.Target, set model.Expr) {
	static := sc.isStatic(set)
	frames := []semantics.Frame{}
	dom := map[int]Domain{}
	if static {
		for _, f := range sc.Frames {
			s, ok := sc.Writer.evalSet(set, f)
			if !ok { // the set cannot be listed
				static = false
				break
			}
			for _, v := range s.Elems {
				h := append(semantics.Frame(nil), f...)
				bindTarget(h, target, v)
				if frames = append(frames, h); len(frames) > MaxFrames {
					static = false
					break
				}
			}
			if !static {
				break
			}
		}
	}
	for slot := range target.Slots() {
		if static {
			vals := lists.Map(frames, func(f semantics.Frame) int64 { return f[slot].Value.N })
			dom[slot] = domainOf(vals)
		}
		l := &sc.Slots[slot]
		l.Static = static
		l.Truth = target.Elems == nil && set.Type().Elem().Kind == model.Boolean
		if static {
			l.Dom = dom[slot]
		} else {
			l.Dom = sc.setBounds(target, set)
		}
	}
	if static {
		sc.Frames = frames
	}
}

// setBounds is the domain of a variable of a set that is not listed for each frame.
func (sc *Scope) setBounds(target *model.Target, set model.Expr) Domain {
	if target.Elems == nil {
		if r, ok := set.(*model.Range); ok {
			p := sc.probe()
			return span(p.Value(r.Lo).Dom.Lo, p.Value(r.Hi).Dom.Hi)
		}
		if s, ok := sc.closedSet(set); ok && set.Type().Elem() != nil && set.Type().Elem().Scalar() {
			return SetDomain(s)
		}
	}
	return unbounded
}

// closedSet lists a set that reads neither the state nor locals.
func (sc *Scope) closedSet(set model.Expr) (*model.Set, bool) {
	if sc.Writer.ReadsState(set) || len(sc.Writer.freeSlots(set)) > 0 {
		return nil, false
	}
	return sc.Writer.evalSet(set, nil)
}

// bindTarget binds the slots of a target to a value.
func bindTarget(f semantics.Frame, t *model.Target, v model.Value) {
	if t.Elems == nil {
		if t.Slot >= 0 {
			f[t.Slot] = semantics.Slot{Value: v, OK: true}
		}
		return
	}
	for i, e := range t.Elems {
		bindTarget(f, e, v.C.Tuple[i])
	}
}

// keep keeps the frames in which a condition without state is true.
func (sc *Scope) keep(cond model.Expr) {
	if cond == nil || !sc.isStatic(cond) {
		if b, ok := cond.(*model.Binary); ok && b.Op == model.And {
			sc.keep(b.L)
			sc.keep(b.R)
		}
		return
	}
	kept := []semantics.Frame{}
	for _, f := range sc.Frames {
		if v, ok := sc.Writer.eval(cond, f); ok && v.N != 0 {
			kept = append(kept, f)
		}
	}
	sc.Frames = kept
	for i := range sc.Slots {
		if l := &sc.Slots[i]; l.Static {
			vals := lists.Map(kept, func(f semantics.Frame) int64 { return f[i].Value.N })
			l.Dom = domainOf(vals)
		}
	}
}
