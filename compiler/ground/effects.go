package ground

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/ground/lint"
	"github.com/pzc-lang/pzc/compiler/ground/symbolic"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/diag"
)

// writing collects the conditions and the writes of one ground move. It is used for all instances of a declared move.
type writing struct {
	g      *grounder
	f      symbolic.Frame
	mv     *model.Move
	lint   *lint.Draft
	guard  []task.Expr
	joined int             // the number of guards in all
	all    task.Expr       // the conjunction of the first guards
	at     map[int]int     // by place: the number of its writes in phase
	phase  [][]placeWrite  // the writes of the phase
	order  []int           // places in the order of their first write
	first  map[int]change  // the changes of the first phase
	second map[int]change  // the changes of `then`
	crash  *symbolic.Doubt // two different values that are certainly written to one place; nil: none
}

func (g *grounder) newWriting(mv *model.Move) *writing {
	return &writing{
		g: g, f: make(symbolic.Frame, mv.Slots), mv: mv, lint: &lint.Draft{}, at: map[int]int{}, first: map[int]change{},
		second: map[int]change{},
	}
}

// begin turns to an instance.
func (w *writing) begin(args []model.Value) {
	g, mv := w.g, w.mv
	w.guard, w.joined, w.all, w.crash = w.guard[:0], 0, task.True, nil
	w.lint.Begin(mv, args)
	for i, v := range args {
		w.f.Set(mv.Params[i].Slot, g.Lift(mv.Params[i].Set.Type().Elem(), v))
	}
}

// placeWrite sets a place where cond holds.
type placeWrite struct {
	cond, value task.Expr
	span        diag.Span
}

// change is the new value of a place after a phase, and the condition under which it is written.
type change struct{ cond, value task.Expr }

// ground fills in a move. It returns false if the move is never applicable.
func (w *writing) ground(gm *task.Move) bool {
	g := w.g
	for i := range w.mv.When {
		c, wide := w.condition(w.mv.When[i].Expr)
		w.lint.Guards, w.lint.Wide = append(w.lint.Guards, c.X), append(w.lint.Wide, wide)
		w.guard = append(w.guard, c.X)
		w.lint.Keep(g.Evaluator, i)
	}
	if !slices.Equal(w.lint.Guards, w.lint.Wide) || requires(w.mv) {
		w.lint.Needs = g.needs(w.mv, w.f, func(int) bool { return true })
	}
	if w.conjunction() == task.False {
		return false
	}
	changes, ok := w.phases()
	if !ok || !w.costAndOrder(gm) {
		return false
	}
	return g.finish(w, gm, changes)
}

// phases runs the effects and returns the change of each place.
func (w *writing) phases() (map[int]change, bool) {
	g, p := w.g, w.g.Pool
	first := w.first
	ok := w.run(w.mv.Body, first)
	if !ok || len(w.mv.Then) == 0 {
		return first, ok
	}
	between := slices.Clone(g.state)
	for place, c := range first {
		between[place] = p.Ite(c.cond, c.value, between[place])
	}
	g.InState(func(place int) task.Expr { return between[place] }, func() { ok = w.run(w.mv.Then, w.second) })
	if !ok {
		return nil, false
	}
	for place, c := range w.second {
		if before, both := first[place]; both {
			c = change{p.Or(before.cond, c.cond), p.Ite(c.cond, c.value, before.value)}
		}
		first[place] = c
	}
	return first, true
}

// run makes one phase.
func (w *writing) run(effects []model.Effect, out map[int]change) (ok bool) {
	g := w.g
	w.order = w.order[:0]
	clear(w.at)
	clear(out)
	w.effects(effects, task.True)
	if g.Halted() {
		return false
	}
	for k, place := range w.order {
		out[place] = w.settle(place, w.phase[k])
	}
	w.lint.Keep(g.Evaluator, lint.InEffects)
	return w.conjunction() != task.False
}

// conjunction returns the conjunction of all guards.
func (w *writing) conjunction() task.Expr {
	if w.joined < len(w.guard) {
		w.all = w.g.Pool.And(append(w.guard[w.joined:len(w.guard):len(w.guard)], w.all)...)
		w.joined = len(w.guard)
	}
	return w.all
}

// demand adds a condition that must hold if pc holds.
func (w *writing) demand(pc, cond task.Expr) {
	if c := w.g.Pool.Implies(pc, cond); c != task.True {
		w.guard = append(w.guard, c)
	}
}

// effects runs statements under the condition pc.
func (w *writing) effects(effects []model.Effect, pc task.Expr) {
	g, p := w.g, w.g.Pool
	for _, e := range effects {
		if g.Halted() {
			return
		}
		switch e := e.(type) {
		case *model.Assign:
			g.Under(pc, func() symbolic.Value { w.assign(e, pc); return symbolic.Undecided })
		case *model.Let:
			g.Let(e, w.f)
		case *model.Require:
			wide := task.True
			c := g.Under(pc, func() (c symbolic.Value) { c, wide = w.condition(e.Cond.Expr); return c })
			w.demand(pc, c.X)
			w.lint.Guards = append(w.lint.Guards, p.Implies(pc, c.X))
			if pc != task.True { // the other reading may execute the effect in other states
				wide = task.True
			}
			w.lint.Wide = append(w.lint.Wide, wide)
			w.lint.Keep(g.Evaluator, len(w.lint.Guards)-1)
		case *model.IfEffect:
			c := g.Under(pc, func() (c symbolic.Value) { c, _ = w.condition(e.Cond); return c }).X
			if then := p.And(pc, c); then != task.False {
				w.effects(e.Then, then)
			}
			if other := p.And(pc, p.Not(c)); other != task.False {
				w.effects(e.Else, other)
			}
		case *model.ForEffect:
			ok := g.EachBinding(e.Vars, e.Where, nil, w.f, func(kept task.Expr, _ []symbolic.Value) bool {
				if c := p.And(pc, kept); c != task.False {
					w.effects(e.Body, c)
				}
				return true
			})
			w.demand(pc, p.Bool(ok))
		}
	}
}

// condition computes a condition, and records a doubt if its two readings differ. wide is its two-valued reading.
func (w *writing) condition(e model.Expr) (v symbolic.Value, wide task.Expr) {
	v = w.g.Eval(e, w.f)
	return v, w.g.Settle(e, v, w.f)
}

// assign records the writes of an assignment.
func (w *writing) assign(e *model.Assign, pc task.Expr) {
	g, p := w.g, w.g.Pool
	for i := range e.Targets {
		t := &e.Targets[i]
		d := g.m.Data[t.Array.ID]
		at := g.Section(d, t.Index, w.f)
		w.demand(pc, at.Inside)
		v := g.Eval(e.Values[i], w.f)
		g.SettleValue(e.Values[i], v, w.f)
		x, defined := g.Code(t.Array.Type, v)
		w.demand(pc, defined)
		if p.And(pc, at.Inside, defined) == task.False {
			continue
		}
		in := g.fits(d, at, x)
		if in != task.True {
			w.demand(pc, in)
			if t.Array.Type.Kind == model.Number {
				g.Doubt(symbolic.Doubt{
					Kind: symbolic.OutsideTarget, Span: e.Values[i].Span(), OK: p.Implies(p.And(at.Inside, defined), in),
					Value: x, Set: d.Domain, Expr: e.Values[i],
					What: t.Array.EntryAt(t.Index),
				})
			}
		}
		n := p.Node(at.Place)
		for k := max(n.Lo, 0); k <= min(n.Hi, int64(len(at.Among))-1); k++ {
			if c := p.And(pc, p.Eq(at.Place, p.Const(k))); c != task.False {
				w.put(d.Offset+at.Among[k], placeWrite{c, x, t.Sp})
			}
		}
	}
}

// fits reports whether x is in the type of the element that is written.
func (g *grounder) fits(d *model.ArrayData, at symbolic.Section, x task.Expr) task.Expr {
	if d.Entries == nil {
		return g.Member(d.Domain, x)
	}
	all := make([]task.Expr, len(at.Among))
	for i, k := range at.Among {
		all[i] = g.Pool.Implies(g.Pool.Eq(at.Place, g.Pool.Const(int64(i))), g.Member(d.Entries[k], x))
	}
	return g.Pool.And(all...)
}

func (w *writing) put(place int, pw placeWrite) {
	k, ok := w.at[place]
	if !ok {
		k = len(w.order)
		w.at[place], w.order = k, append(w.order, place)
		if k == len(w.phase) {
			w.phase = append(w.phase, nil)
		}
		w.phase[k] = w.phase[k][:0]
	}
	w.phase[k] = append(w.phase[k], pw)
}

// settle joins the writes to one place. It adds to the guard that no two of them differ.
func (w *writing) settle(place int, writes []placeWrite) change {
	g, p := w.g, w.g.Pool
	if len(writes) == 1 {
		return change{writes[0].cond, writes[0].value}
	}
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
		if g.Halted() {
			break
		}
	}
	out := change{joined[0].cond, joined[0].value}
	for _, x := range joined[1:] {
		out = change{p.Or(out.cond, x.cond), p.Ite(x.cond, x.value, out.value)}
	}
	return out
}

// costAndOrder computes the cost, which must be defined and not negative, and the key of the order.
func (w *writing) costAndOrder(gm *task.Move) bool {
	g, p := w.g, w.g.Pool
	gm.Cost, gm.Order = p.Const(1), task.None
	if e := w.mv.Cost; e != nil {
		c := g.Eval(e, w.f)
		w.lint.Keep(g.Evaluator, lint.InEffects)
		zero := p.Const(0)
		if c.D == task.False {
			return false
		}
		w.demand(task.True, p.And(c.D, p.Le(zero, c.X)))
		gm.Cost = c.X // costs.go bounds it
		if n := p.Node(c.X); n.Lo < 0 {
			gm.Cost = p.Max(zero, c.X)
		}
	}
	if e := w.mv.Order; e != nil {
		v := g.Quietly(func() symbolic.Value { return g.Eval(e, w.f) })
		x, d := g.Code(e.Type(), v)
		gm.Order = x
		if d != task.True { // an undefined key comes last
			gm.Order = p.Ite(d, x, p.Const(symbolic.NumberLimit))
		}
	}
	return w.conjunction() != task.False
}

// clash records a doubt that two writes of a phase may differ.
func (w *writing) clash(place int, a, b placeWrite, cond task.Expr) {
	d := symbolic.Doubt{
		Kind: symbolic.Clash, Span: a.span, Other: b.span, OK: w.g.Pool.Not(cond), Place: place,
		Given: slices.Clone(w.guard[len(w.mv.When):]), // what the effects demand
	}
	if cond == task.True {
		w.crash = &d
	}
	if a.span != b.span || cond != task.True {
		w.g.Doubt(d)
	}
}

// collisionError reports a move that always writes two values to one place.
func (g *grounder) collisionError(mv *model.Move, crash *symbolic.Doubt) {
	g.lint.MarkWarned(crash.Span)
	d := g.Diags.Errorf(crash.Span, codeWriteTwice, "`%s` always writes two values to one variable, and can never be made",
		mv.Name)
	d.Related = append(d.Related, diag.Related{Span: crash.Other, Msg: "the other write"})
	d.Help = "write it once, or put the second write into a `then { … }`"
}
