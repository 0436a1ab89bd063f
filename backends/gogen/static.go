package gogen

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/semantics"
)

// maxFrames bounds the combinations of values that are looked at one by one.
const maxFrames = 20_000

// fact is what is known of an expression that reads no state: it was computed for all values of its locals.
type fact struct {
	constant  bool        // it has one value everywhere
	value     model.Value // that value
	defined   bool        // everywhere
	undefined bool        // everywhere; both where the program never comes, as there are no frames
	dom       domain      // if it is held in a number
}

// isStatic tells whether an expression can be computed for all frames.
func (sc *scope) isStatic(e model.Expr) bool {
	if sc.g.readsState(e) {
		return false
	}
	for slot := range sc.g.freeSlots(e) {
		if slot >= len(sc.slots) || !sc.slots[slot].static || sc.slots[slot].maybe {
			return false
		}
	}
	return true
}

func (g *generator) readsState(e model.Expr) bool {
	r, ok := g.reads[e]
	if !ok {
		r = g.stateReads.By(e) || g.given != nil && readsAny(e, g.given)
		g.reads[e] = r
	}
	return r
}

func (g *generator) freeSlots(e model.Expr) map[int]bool {
	f, ok := g.free[e]
	if !ok {
		f = map[int]bool{}
		for _, l := range model.FreeLocals(e) {
			f[l.Slot] = true
		}
		g.free[e] = f
	}
	return f
}

// factOf computes an expression for all frames; false if it is not static.
func (sc *scope) factOf(e model.Expr) (fact, bool) {
	if !sc.isStatic(e) {
		return fact{}, false
	}
	frames := sc.frames
	if len(frames) > 1 && len(sc.g.freeSlots(e)) == 0 {
		frames = frames[:1]
	}
	f := fact{constant: true, defined: true, undefined: true}
	scalar := e.Type() != nil && e.Type().Scalar()
	var vals []int64
	for _, frame := range frames {
		v, ok := sc.g.ev.Eval(e, sc.g.room(frame, e), nil)
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

// room is a frame large enough for an expression: those of slots that it binds itself may lie beyond.
func (g *generator) room(frame semantics.Frame, e model.Expr) semantics.Frame {
	n, ok := g.slots[e]
	if !ok {
		n = model.SlotsFor(e)
		g.slots[e] = n
	}
	if n <= len(frame) {
		return frame
	}
	return append(append(make(semantics.Frame, 0, n), frame...), make(semantics.Frame, n-len(frame))...)
}

// bindStatic binds slots to the values that a set has for each frame, and keeps the frames for which where is not refuted.
func (sc *scope) bindStatic(target *model.Target, set model.Expr) {
	static := sc.isStatic(set)
	frames := []semantics.Frame{}
	dom := map[int]domain{}
	if static {
		for _, f := range sc.frames {
			s, ok := sc.g.ev.Set(set, sc.g.room(f, set))
			if !ok { // it cannot be listed
				static = false
				break
			}
			for _, v := range s.Elems {
				h := append(semantics.Frame(nil), f...)
				bindTarget(h, target, v)
				if frames = append(frames, h); len(frames) > maxFrames {
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
			vals := make([]int64, len(frames))
			for i, f := range frames {
				vals[i] = f[slot].Value.N
			}
			dom[slot] = domainOf(vals)
		}
		l := &sc.slots[slot]
		l.static = static
		l.truth = target.Elems == nil && set.Type().Elem().Kind == model.Boolean
		if static {
			l.dom = dom[slot]
		} else {
			l.dom = sc.setBounds(target, set)
		}
	}
	if static {
		sc.frames = frames
	}
}

// setBounds is what is known of a variable of a set that is not listed for each frame.
func (sc *scope) setBounds(target *model.Target, set model.Expr) domain {
	if target.Elems == nil {
		if r, ok := set.(*model.Range); ok {
			p := sc.probe()
			return span(p.value(r.Lo).dom.lo, p.value(r.Hi).dom.hi)
		}
		if s, ok := sc.closedSet(set); ok && set.Type().Elem() != nil && set.Type().Elem().Scalar() {
			return setDomain(s)
		}
	}
	return unbounded
}

// closedSet lists a set that reads neither state nor locals.
func (sc *scope) closedSet(set model.Expr) (*model.Set, bool) {
	if sc.g.readsState(set) || len(sc.g.freeSlots(set)) > 0 {
		return nil, false
	}
	return sc.g.ev.Set(set, make(semantics.Frame, model.SlotsFor(set)))
}

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
func (sc *scope) keep(cond model.Expr) {
	if cond == nil || !sc.isStatic(cond) {
		if b, ok := cond.(*model.Binary); ok && b.Op == model.And {
			sc.keep(b.L)
			sc.keep(b.R)
		}
		return
	}
	kept := []semantics.Frame{}
	for _, f := range sc.frames {
		if v, ok := sc.g.ev.Eval(cond, sc.g.room(f, cond), nil); ok && v.N != 0 {
			kept = append(kept, f)
		}
	}
	sc.frames = kept
	for i := range sc.slots {
		if l := &sc.slots[i]; l.static && l.fields == nil {
			vals := make([]int64, len(kept))
			for k, f := range kept {
				vals[k] = f[i].Value.N
			}
			l.dom = domainOf(vals)
		}
	}
}
