package statespace

import (
	"slices"

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
		f = lists.Set(lists.Map(model.FreeLocals(e), func(l *model.Local) int { return l.Slot }))
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

// bindStatic binds a slot to the elements that a set has in each frame. If they cannot be listed, the slot has bounds.
func (sc *Scope) bindStatic(slot int, set model.Expr) {
	if slot < 0 {
		return
	}
	l := &sc.Slots[slot]
	l.Truth = set.Type().Elem().Kind == model.Boolean
	frames, ok := sc.listed(slot, set)
	if l.Static = ok; ok {
		sc.Frames = frames
		l.Dom = sc.values(slot)
	} else {
		l.Dom = sc.setBounds(set)
	}
}

// listed returns the frames with a slot bound to the elements of a set; false if they cannot be listed.
func (sc *Scope) listed(slot int, set model.Expr) (frames []semantics.Frame, ok bool) {
	if !sc.isStatic(set) {
		return nil, false
	}
	for _, f := range sc.Frames {
		s, ok := sc.Writer.evalSet(set, f)
		if !ok || len(frames)+s.Len() > MaxFrames {
			return nil, false
		}
		for _, v := range s.Elems {
			h := slices.Clone(f)
			h[slot] = semantics.Slot{Value: v, OK: true}
			frames = append(frames, h)
		}
	}
	return frames, true
}

// values is the domain of a slot whose values are in the frames.
func (sc *Scope) values(slot int) Domain {
	return domainOf(lists.Map(sc.Frames, func(f semantics.Frame) int64 { return f[slot].Value.N }))
}

// setBounds is the domain of a variable of a set that is not listed for each frame.
func (sc *Scope) setBounds(set model.Expr) Domain {
	if r, ok := set.(*model.Range); ok {
		p := sc.probe()
		return span(p.Value(r.Lo).Dom.Lo, p.Value(r.Hi).Dom.Hi)
	}
	if s, ok := sc.closedSet(set); ok && set.Type().Elem() != nil && set.Type().Elem().Scalar() {
		return SetDomain(s)
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
			l.Dom = sc.values(i)
		}
	}
}
