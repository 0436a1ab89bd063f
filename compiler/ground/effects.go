package ground

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/compiler/ground/lint"
	"github.com/pzc-lang/pzc/compiler/ground/symbolic"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/diag"
)

// writing collects the conditions and the writes of one ground move. It is used for all instances of a declared move.
type writing struct {
	g       *grounder
	f       symbolic.Frame
	mv      *model.Move
	lint    *lint.Draft
	guard   []task.Expr
	joined  int             // the number of guards in all
	all     task.Expr       // the conjunction of the first guards
	at      map[int]int     // by place: the number of its writes in phase
	phase   [][]placeWrite  // the writes of the phase
	order   []int           // places in the order of their first write
	first   map[int]change  // the changes of the first phase
	second  map[int]change  // the changes of `then`
	clashes []task.Expr     // the conditions under which two values are written to one place, guards apart
	crash   *symbolic.Doubt // two different values that are certainly written to one place; nil: none

	args     []model.Value
	guards   []*part                 // by clause
	parts    map[*model.Assign]*part // assignments that are always executed
	other    part                    // all others
	later    bool                    // the effects are those of `then`
	requires bool                    // there is a `require` among the effects
}

func (g *grounder) newWriting(mv *model.Move) *writing {
	w := &writing{
		g: g, f: make(symbolic.Frame, mv.Slots), mv: mv, lint: &lint.Draft{}, at: map[int]int{}, first: map[int]change{},
		second: map[int]change{}, parts: map[*model.Assign]*part{}, requires: requires(mv),
	}
	for _, c := range mv.When {
		w.guards = append(w.guards, w.newPart(c.Expr))
	}
	return w
}

// begin turns to an instance.
func (w *writing) begin(args []model.Value) {
	g, mv := w.g, w.mv
	w.guard, w.joined, w.all, w.crash, w.clashes = w.guard[:0], 0, task.True, nil, w.clashes[:0]
	w.lint.Begin(mv, args)
	w.args = args
	for i, v := range args {
		w.f.Set(mv.Params[i].Slot, g.Lift(mv.Params[i].Set.Type().Elem(), v))
	}
}

// placeWrite sets a place where cond holds.
type placeWrite struct {
	place       int
	cond, value task.Expr
	span        diag.Span
}

// change is the new value of a place after a phase, and the condition under which it is written.
type change struct{ cond, value task.Expr }

// ground fills in a move. It returns false if the move is never applicable.
func (w *writing) ground(gm *task.Move) bool {
	g := w.g
	for i, part := range w.guards {
		c, known := w.result(part)
		if !known {
			v, wide := w.condition(w.mv.When[i].Expr)
			c.cond, c.wide = v.X, wide
			w.keep(part, c)
			w.lint.Keep(g.Evaluator, i)
		}
		w.lint.Guards, w.lint.Wide = append(w.lint.Guards, c.cond), append(w.lint.Wide, c.wide)
		w.guard = append(w.guard, c.cond)
	}
	if !slices.Equal(w.lint.Guards, w.lint.Wide) || w.requires {
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

// part is a guard or an assignment. It has the same result in all instances with the same values of the parameters that
// it reads.
type part struct {
	params  []int // that it reads
	results map[partKey]*result
	last    result
}

// partKey holds the values of the parameters of a part.
type partKey [3]int64

// result is what was computed for a part.
type result struct {
	cond, wide task.Expr // of a guard
	demands    []task.Expr
	writes     []placeWrite
}

// mostResults bounds the results of a part that are kept.
const mostResults = 1 << 14

func (w *writing) newPart(exprs ...model.Expr) *part {
	c := &part{results: map[partKey]*result{}}
	for _, e := range exprs {
		for _, l := range w.g.LocalsOf(e) {
			i := slices.IndexFunc(w.mv.Params, func(p model.Variable) bool { return p.Slot == l.Slot })
			switch {
			case i < 0:
				return &part{}
			case !slices.Contains(c.params, i):
				c.params = append(c.params, i)
			}
		}
	}
	if len(c.params) > len(partKey{}) {
		return &part{}
	}
	return c
}

// partFor returns the part of an assignment that is executed under the condition pc.
func (w *writing) partFor(e *model.Assign, pc task.Expr) *part {
	if pc != task.True || w.later {
		return &w.other
	}
	a := w.parts[e]
	if a == nil {
		exprs := slices.Clone(e.Values)
		for i := range e.Targets {
			exprs = append(exprs, e.Targets[i].Index...)
		}
		a = w.newPart(exprs...)
		w.parts[e] = a
	}
	return a
}

// result returns the result of a part for the present instance, empty if it is not known.
func (w *writing) result(c *part) (r *result, known bool) {
	if c.results != nil {
		if r, known = c.results[w.key(c)]; known {
			return r, true
		}
	}
	c.last = result{demands: c.last.demands[:0], writes: c.last.writes[:0]}
	return &c.last, false
}

// keep stores the result of a part for other instances, unless there were doubts about it.
func (w *writing) keep(c *part, r *result) {
	composite := func(i int) bool { return w.args[i].C != nil }
	if c.results == nil || w.g.Doubtful() || slices.ContainsFunc(c.params, composite) {
		return
	}
	if len(c.results) == mostResults {
		clear(c.results)
	}
	c.results[w.key(c)] = &result{r.cond, r.wide, slices.Clone(r.demands), slices.Clone(r.writes)}
}

func (w *writing) key(c *part) (key partKey) {
	for k, i := range c.params {
		key[k] = w.args[i].N
	}
	return key
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
	w.later = true
	g.InState(func(place int) task.Expr { return between[place] }, func() { ok = w.run(w.mv.Then, w.second) })
	w.later = false
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
func (w *writing) demand(pc, cond task.Expr) { w.guard = w.demanding(w.guard, pc, cond) }

func (w *writing) demanding(all []task.Expr, pc, cond task.Expr) []task.Expr {
	if c := w.g.Pool.Implies(pc, cond); c != task.True {
		all = append(all, c)
	}
	return all
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
			part := w.partFor(e, pc)
			a, known := w.result(part)
			if !known {
				g.Under(pc, func() symbolic.Value { w.assign(e, pc, a); return symbolic.Undecided })
				w.keep(part, a)
			}
			w.guard = append(w.guard, a.demands...)
			for _, x := range a.writes {
				w.put(x)
			}
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

// assign computes what an assignment demands and writes.
func (w *writing) assign(e *model.Assign, pc task.Expr, a *result) {
	g, p := w.g, w.g.Pool
	demand := func(c task.Expr) { a.demands = w.demanding(a.demands, pc, c) }
	for i := range e.Targets {
		t := &e.Targets[i]
		d := g.m.Data[t.Array.ID]
		at := g.Section(d, t.Index, w.f)
		demand(at.Inside)
		v := g.Eval(e.Values[i], w.f)
		g.SettleValue(e.Values[i], v, w.f)
		x, defined := g.Code(t.Array.Type, v)
		demand(defined)
		if p.And(pc, at.Inside, defined) == task.False {
			continue
		}
		in := g.fits(d, at, x)
		if in != task.True {
			demand(in)
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
				a.writes = append(a.writes, placeWrite{d.Offset + at.Among[k], c, x, t.Sp})
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

func (w *writing) put(pw placeWrite) {
	k, ok := w.at[pw.place]
	if !ok {
		k = len(w.order)
		w.at[pw.place], w.order = k, append(w.order, pw.place)
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
			w.clashes = append(w.clashes, clash)
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
	if (a.span != b.span || cond != task.True) && !w.g.repeats(w.g.Pool.And(append(slices.Clone(d.Given), cond)...)) {
		w.g.Doubt(d)
	}
}

// repeats reports whether a condition gives two elements of a distinct array one value. Example: `tile[find(tile, 0)]`
// and `tile[find(tile, 0) + d]` are one element only if 0 stands twice.
func (g *grounder) repeats(cond task.Expr) bool {
	p, places, found := g.Pool, map[task.Expr]task.Expr{}, map[string]int{}
	var finds []*task.Node
	p.Each(cond, func(n *task.Node) {
		if n.Op == task.OpFind && n.N != task.FindAny {
			finds = append(finds, n)
		}
	})
	for _, c := range p.Conjuncts(cond) {
		v, x, ok := p.Fact(c)
		if !ok {
			continue
		}
		if a, _ := g.m.ArrayAt(v); a != nil && a.Distinct {
			at := fmt.Sprint(a.ID, x)
			if old, is := found[at]; is && old != v {
				return true
			}
			found[at] = v
		}
		for _, n := range finds {
			if k := slices.Index(n.Args, p.Var(v)); n.Args[0] == x && k > 0 {
				places[p.FindKnown(n.N, x, n.Args[1:]...)] = p.Const(int64(k - 1))
			}
		}
	}
	return len(places) > 0 && p.Rebuild(cond, p.Var, places) == task.False
}

// collisionError reports a move that always writes two values to one place.
func (g *grounder) collisionError(mv *model.Move, crash *symbolic.Doubt) {
	g.lint.MarkWarned(crash.Span)
	d := g.Diags.Errorf(crash.Span, codeWriteTwice, "`%s` always writes two values to one variable, and can never be made",
		mv.Name)
	d.See(crash.Other, "the other write")
	d.Help = "write it once, or put the second write into a `then { … }`"
}
