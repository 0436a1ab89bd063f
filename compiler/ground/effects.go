package ground

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/task"
)

// writing gathers what one ground move demands and writes.
type writing struct {
	g     *grounder
	f     frame
	mv    *model.Move
	args  []model.Value
	guard []task.Expr
	whens []task.Expr // guard by clause, and the requires after them: the context of doubts
	found []foundDoubts
	phase map[int][]placeWrite // the writes of the phase, by place
	order []int                // places in the order of their first write
}

// placeWrite sets a place where cond holds.
type placeWrite struct {
	cond, value task.Expr
	span        diag.Span
}

// change is what a phase makes of a place.
type change struct{ cond, value task.Expr }

// ground fills in a move; false if it can never be made.
func (w *writing) ground(gm *task.Move) bool {
	g, p := w.g, w.g.pool
	for i := range w.mv.When {
		c := g.eval(w.mv.When[i].Expr, w.f)
		w.whens = append(w.whens, c.x)
		w.guard = append(w.guard, c.x)
		w.keepDoubts(i)
	}
	if p.And(w.guard...) == task.False {
		return false
	}
	changes, ok := w.phases()
	if !ok || !w.costAndOrder(gm) {
		return false
	}
	return g.finish(w, gm, changes)
}

// phases runs the effects and returns what they make of each place.
func (w *writing) phases() (map[int]change, bool) {
	g, p := w.g, w.g.pool
	first, ok := w.run(w.mv.Body)
	if !ok || len(w.mv.Then) == 0 {
		return first, ok
	}
	old, memo := g.state, g.memo
	g.state, g.memo = slices.Clone(old), map[string]binding{}
	for place, c := range first {
		g.state[place] = p.Ite(c.cond, c.value, old[place])
	}
	second, ok := w.run(w.mv.Then)
	g.state, g.memo = old, memo
	if !ok {
		return nil, false
	}
	for place, c := range second {
		if before, both := first[place]; both {
			c = change{p.Or(before.cond, c.cond), p.Ite(c.cond, c.value, before.value)}
		}
		first[place] = c
	}
	return first, true
}

// run makes one phase.
func (w *writing) run(effects []model.Effect) (map[int]change, bool) {
	g, p := w.g, w.g.pool
	w.phase, w.order = map[int][]placeWrite{}, w.order[:0]
	w.effects(effects, task.True)
	if g.halted() {
		return nil, false
	}
	out := make(map[int]change, len(w.order))
	for _, place := range w.order {
		out[place] = w.settle(place, w.phase[place])
	}
	w.keepDoubts(effectStage)
	return out, p.And(w.guard...) != task.False
}

// demand adds a condition that must hold where pc does.
func (w *writing) demand(pc, cond task.Expr) {
	if c := w.g.pool.Implies(pc, cond); c != task.True {
		w.guard = append(w.guard, c)
	}
}

// effects runs statements under the condition pc.
func (w *writing) effects(effects []model.Effect, pc task.Expr) {
	g, p := w.g, w.g.pool
	for _, e := range effects {
		if g.halted() {
			return
		}
		switch e := e.(type) {
		case *model.Assign:
			g.under(pc, func() sym { w.assign(e, pc); return yes })
		case *model.Let:
			w.let(e)
		case *model.Require:
			c := g.under(pc, func() sym { return g.eval(e.Cond.Expr, w.f) })
			w.demand(pc, c.x)
			w.whens = append(w.whens, p.Implies(pc, c.x))
			w.keepDoubts(len(w.whens) - 1)
		case *model.IfEffect:
			c := g.under(pc, func() sym { return g.eval(e.Cond, w.f) }).x
			if then := p.And(pc, c); then != task.False {
				w.effects(e.Then, then)
			}
			if other := p.And(pc, p.Not(c)); other != task.False {
				w.effects(e.Else, other)
			}
		case *model.ForEffect:
			ok := g.eachBinding(e.Vars, e.Where, w.f, func(kept task.Expr, _ []sym) bool {
				if c := p.And(pc, kept); c != task.False {
					w.effects(e.Body, c)
				}
				return true
			})
			w.demand(pc, p.Bool(ok))
		}
	}
}

// let gives a value a name. Its doubts wait until the name is used.
func (w *writing) let(e *model.Let) {
	g := w.g
	outer, path := g.doubts, g.path
	g.doubts, g.path = nil, nil
	var v sym
	if e.Target.Elems != nil {
		v = g.letParts(e.Value, w.f)
	} else {
		v = g.whole(e.Value.Type(), g.eval(e.Value, w.f))
	}
	doubts := g.doubts
	g.doubts, g.path = outer, path
	g.bind(w.f, e.Target, e.Value.Type(), v)
	for slot := range e.Target.Slots() {
		w.f[slot].doubts = doubts
	}
}

// assign records the writes of an assignment.
func (w *writing) assign(e *model.Assign, pc task.Expr) {
	g, p := w.g, w.g.pool
	for i := range e.Targets {
		t := &e.Targets[i]
		d := g.m.Data[t.Array.ID]
		at := g.section(d, t.Index, w.f)
		w.demand(pc, at.inside)
		v := g.eval(e.Values[i], w.f)
		x, defined := g.code(t.Array.Type, v)
		w.demand(pc, defined)
		if p.And(pc, at.inside, defined) == task.False {
			continue
		}
		in := g.member(d.Domain, x)
		if in != task.True {
			w.demand(pc, in)
			if t.Array.Type.Kind == model.Number {
				g.doubt(doubt{
					kind: writeDoubt, span: e.Values[i].Span(), ok: p.Implies(p.And(at.inside, defined), in),
					value: x, typ: t.Array.Type, set: d.Domain, expr: e.Values[i],
				})
			}
		}
		n := p.Node(at.place)
		for k := max(n.Lo, 0); k <= min(n.Hi, int64(len(at.among))-1); k++ {
			if c := p.And(pc, p.Eq(at.place, p.Const(k))); c != task.False {
				w.put(d.Offset+at.among[k], placeWrite{c, x, t.Sp})
			}
		}
	}
}

func (w *writing) put(place int, pw placeWrite) {
	if _, ok := w.phase[place]; !ok {
		w.order = append(w.order, place)
	}
	w.phase[place] = append(w.phase[place], pw)
}

// settle joins the writes to one place; the guard demands that no two of them differ.
func (w *writing) settle(place int, writes []placeWrite) change {
	g, p := w.g, w.g.pool
	var joined []placeWrite // by value
	for _, x := range writes {
		if k := slices.IndexFunc(joined, func(y placeWrite) bool { return y.value == x.value }); k >= 0 {
			joined[k].cond = p.Or(joined[k].cond, x.cond)
		} else {
			joined = append(joined, x)
		}
	}
	for i, a := range joined {
		for _, b := range joined[:i] {
			clash := p.And(a.cond, b.cond, p.Not(p.Eq(a.value, b.value)))
			if clash == task.False {
				continue
			}
			w.clash(place, a, b, clash)
			w.guard = append(w.guard, p.Not(clash))
		}
		if g.halted() {
			break
		}
	}
	out := change{joined[0].cond, joined[0].value}
	for _, x := range joined[1:] {
		out = change{p.Or(out.cond, x.cond), p.Ite(x.cond, x.value, out.value)}
	}
	return out
}

// maxCost bounds the cost of a move.
const maxCost = 1 << 31

// costAndOrder computes the cost, which must be defined and not negative, and the key of the order.
func (w *writing) costAndOrder(gm *task.Move) bool {
	g, p := w.g, w.g.pool
	gm.Cost, gm.Order = p.Const(1), task.None
	if e := w.mv.Cost; e != nil {
		c := g.eval(e, w.f)
		w.keepDoubts(effectStage)
		zero, most := p.Const(0), p.Const(maxCost)
		if p.Lt(most, c.x) == task.True && c.d == task.True {
			g.errorOnce(e.Span(), codeCostRange, "this cost is greater than 2^31", "")
		}
		if c.d == task.False {
			return false
		}
		w.demand(task.True, p.And(c.d, p.Le(zero, c.x), p.Le(c.x, most)))
		gm.Cost = c.x
		if n := p.Node(c.x); n.Lo < 0 || n.Hi > maxCost {
			gm.Cost = p.Max(zero, p.Min(c.x, most))
		}
	}
	if e := w.mv.Order; e != nil {
		watching := g.watching
		g.watching = false
		v := g.eval(e, w.f)
		g.watching = watching
		x, d := g.code(e.Type(), v)
		gm.Order = x
		if d != task.True { // an undefined key comes last
			gm.Order = p.Ite(d, x, p.Const(numberLimit))
		}
	}
	return p.And(w.guard...) != task.False
}
