package gogen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/semantics"
)

// All right sides and indices of a phase are read in the state before it; so they are computed from s (or mid), and written to next. Two writes
// of different values to one element mean that the move cannot be made. Where that cannot be excluded by trying out all arguments, the
// effects are written twice: once as assignments, and once as tests that each element has kept what it was given.

// phase writes the effects of a phase.
func (sc *scope) phase(effects []model.Effect, fail exit) {
	collide := sc.mayCollide(effects)
	t := sc
	if collide {
		t = sc.sub()
	}
	t.effects(effects, fail, false)
	if collide {
		sc.b.Comment("No element may have been given two values.")
		sc.sub().effects(effects, fail, true)
	}
}

func (sc *scope) effects(effects []model.Effect, fail exit, test bool) {
	for _, e := range effects {
		switch e := e.(type) {
		case *model.Assign:
			sc.assign(e, fail, test)
		case *model.Let:
			sc.let(e)
		case *model.Require:
			if !test {
				sc.because(&e.Cond)
			}
			sc.require(e.Cond.Expr, fail)
		case *model.IfEffect:
			sc.ifEffect(e, fail, test)
		case *model.ForEffect:
			if s, ok := sc.closedSet(e.Vars[0].Set); ok && s.Len() == 0 {
				continue
			}
			if f, ok := sc.factOf(orTrue(e.Where)); ok && e.Where != nil && f.constant && f.value.N == 0 {
				continue
			}
			sc.loop(e.Vars, e.Where, func(t *scope) { t.effects(e.Body, fail, test) })
		}
	}
}

func orTrue(e model.Expr) model.Expr {
	if e == nil {
		return &model.Lit{Base: model.Base{Ty: model.BooleanType}, Value: model.Bool(true)}
	}
	return e
}

func (sc *scope) ifEffect(e *model.IfEffect, fail exit, test bool) {
	c := sc.cond(e.Cond, true)
	switch {
	case c.IsTrue():
		sc.effects(e.Then, fail, test)
	case c.IsFalse():
		sc.effects(e.Else, fail, test)
	case len(e.Else) == 0:
		sc.b.If(c)
		t := sc.sub()
		t.assume(c)
		t.effects(e.Then, fail, test)
		sc.b.End()
	default:
		sc.branches(c, func(t *scope, first bool) {
			if first {
				t.effects(e.Then, fail, test)
			} else {
				t.effects(e.Else, fail, test)
			}
		})
	}
}

// assign writes `a[i], b := x, y`.
func (sc *scope) assign(e *model.Assign, fail exit, test bool) {
	var places, values []code.Expr
	for i := range e.Targets {
		t := &e.Targets[i]
		place, need := sc.element(t.Array, code.Name("next").Field(sc.g.field(t.Array)), t.Index)
		v := sc.value(e.Values[i])
		d := sc.g.m.Data[t.Array.ID]
		wide := t.Array.Type.Kind != model.Boolean && !v.dom.within(d.Domain)
		if wide && v.Calls() {
			for _, n := range sc.open(v.need) { // what it needs so that it can be computed at all
				if !test && !saysDefined(n, v.Expr) {
					sc.demand(n, fail)
				}
			}
			v = sc.hoist(v, "v")
		}
		need = append(need, v.need...)
		if wide {
			need = append(need, sc.fits(t.Array, v)...)
		}
		if !test {
			for _, n := range sc.open(need) {
				sc.demand(n, fail)
			}
		}
		places, values = append(places, place), append(values, v.Expr)
	}
	if !test {
		sc.b.AssignAll(places, values)
		return
	}
	for i := range places {
		sc.leaveIf(code.Compare(places[i], "!=", values[i]), fail)
	}
}

// fits says that a value is one of those that a state variable may have.
func (sc *scope) fits(a *model.Array, v value) []code.Cond {
	s := sc.g.m.Data[a.ID].Domain
	if !gapless(s) {
		return []code.Cond{code.Holds(code.Call(sc.g.memberOf(a.Domain, s), v.Expr))}
	}
	return sc.limits(v, s)
}

// let gives values names.
func (sc *scope) let(e *model.Let) {
	if e.Target.Elems == nil {
		if e.Target.Slot >= 0 {
			sc.letOne(e.Target, e.Value)
		}
		return
	}
	switch v := e.Value.(type) {
	case *model.TupleOfExprs:
		names := make([]local, len(v.Elems))
		for i, t := range e.Target.Elems {
			names[i] = sc.letPart(t, v.Elems[i])
		}
		for i, t := range e.Target.Elems {
			if t.Slot >= 0 {
				sc.slots[t.Slot] = names[i]
			}
		}
	case *model.If:
		sc.letTuple(e.Target, v)
	default:
		parts, need := sc.parts(e.Value)
		if len(need) > 0 {
			giveUp(e.Sp, "a tuple that may be undefined")
		}
		for i, t := range e.Target.Elems {
			if t.Elems == nil && t.Slot >= 0 {
				sc.slots[t.Slot] = local{bound: true, expr: parts[i].Expr, dom: parts[i].dom}
			}
		}
	}
}

// letPart is a name for one part of a tuple.
func (sc *scope) letPart(t *model.Target, value model.Expr) local {
	if t.Elems != nil {
		giveUp(value.Span(), "a tuple in a tuple")
	}
	if t.Slot < 0 {
		return local{}
	}
	before := sc.slots[t.Slot]
	sc.letOne(t, value)
	l := sc.slots[t.Slot]
	sc.slots[t.Slot] = before
	return l
}

func (sc *scope) letOne(t *model.Target, of model.Expr) {
	if of.Type().Kind == model.TupleKind {
		parts, need := sc.parts(of)
		if len(need) > 0 {
			giveUp(of.Span(), "a tuple that may be undefined")
		}
		l := named(code.Own(t.Name))
		l.fields = exprs(parts)
		sc.slots[t.Slot] = l
		return
	}
	if !of.Type().Scalar() {
		giveUp(of.Span(), "a name for this value")
	}
	v := sc.value(of)
	truth := of.Type().Kind == model.Boolean
	if truth && len(v.need) > 0 {
		giveUp(of.Span(), "a name for a condition that may be undecided")
	}
	static := sc.isStatic(of)
	if !truth {
		v = sc.total(v, t.Name)
	}
	name := sc.names.Take(code.Own(t.Name))
	sc.b.Define(name, v.Expr)
	l := named(name)
	l.dom, l.maybe, l.truth = v.dom, len(v.need) > 0, truth
	if static && !l.maybe {
		l.static = true
		frames := make([]semantics.Frame, len(sc.frames))
		for i, f := range sc.frames {
			x, ok := sc.g.ev.Eval(of, sc.g.room(f, of), nil)
			frames[i] = append(semantics.Frame(nil), f...)
			frames[i][t.Slot] = semantics.Slot{Value: x, OK: ok}
		}
		sc.frames = frames
	}
	sc.slots[t.Slot] = l
}

// letTuple is `let (p, q) = if … then (a, b) else …`: variables that are set in branches.
func (sc *scope) letTuple(target *model.Target, e *model.If) {
	names := make([]string, len(target.Elems))
	for i, t := range target.Elems {
		if t.Elems != nil {
			giveUp(e.Sp, "a tuple in a tuple")
		}
		if t.Slot >= 0 {
			names[i] = sc.names.Take(code.Own(t.Name))
		}
	}
	parts := sc.chosenTuple(e, names)
	for i, t := range target.Elems {
		if t.Slot >= 0 {
			l := named(names[i])
			l.dom, l.maybe = parts[i].dom, len(parts[i].need) > 0
			sc.slots[t.Slot] = l
		}
	}
}

// chosenTuple sets variables of the given names in branches; where a name is empty the part is not wanted.
func (sc *scope) chosenTuple(e *model.If, names []string) []value {
	out := make([]value, len(names))
	for i, name := range names {
		out[i] = value{Expr: code.Name(name), dom: domainOf(nil), total: true}
	}
	sc.b.Var("int", slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == "" })...)
	sc.tupleBranch(e, out)
	return out
}

// tupleBranch writes the assignments for one branch of such a choice, or further branches.
func (sc *scope) tupleBranch(x model.Expr, out []value) {
	if f, ok := x.(*model.If); ok {
		switch c := sc.cond(f.Cond, true); {
		case c.IsTrue():
			sc.tupleBranch(f.Then, out)
		case c.IsFalse():
			sc.tupleBranch(f.Else, out)
		default:
			sc.branches(c, func(t *scope, first bool) {
				if first {
					t.tupleBranch(f.Then, out)
				} else {
					t.tupleBranch(f.Else, out)
				}
			})
		}
		return
	}
	tuple, ok := x.(*model.TupleOfExprs)
	if !ok {
		giveUp(x.Span(), "this tuple")
	}
	var left, right []code.Expr
	for i, p := range tuple.Elems {
		if out[i].IsName("") {
			continue
		}
		if p.Type().Kind == model.Boolean || !p.Type().Scalar() {
			giveUp(p.Span(), "this part of a tuple")
		}
		v := sc.total(sc.value(p), "v")
		out[i].dom = out[i].dom.union(v.dom)
		if len(v.need) > 0 && len(out[i].need) == 0 {
			out[i].need = []code.Cond{defined(out[i].Expr)}
		}
		left, right = append(left, out[i].Expr), append(right, v.Expr)
	}
	sc.b.AssignAll(left, right)
}

// mayCollide tells whether a phase may write to one element twice: each frame of arguments is tried out. Branches that exclude each other
// do not collide; whether others are taken is not asked.
func (sc *scope) mayCollide(effects []model.Effect) bool {
	if !sc.severalWrites(effects) {
		return false
	}
	if len(sc.frames) == 0 {
		return true
	}
	for _, f := range sc.frames {
		c := &collision{sc: sc, budget: 20_000}
		if c.writes(effects, append(semantics.Frame(nil), f...), map[string]bool{}); c.found {
			return true
		}
	}
	return false
}

// severalWrites tells whether some array is written more than once.
func (sc *scope) severalWrites(effects []model.Effect) bool {
	count := map[*model.Array]int{}
	var visit func(effects []model.Effect, loop bool)
	visit = func(effects []model.Effect, loop bool) {
		for _, e := range effects {
			switch e := e.(type) {
			case *model.Assign:
				for i := range e.Targets {
					if count[e.Targets[i].Array]++; loop {
						count[e.Targets[i].Array]++
					}
				}
			case *model.IfEffect:
				visit(e.Then, loop)
				visit(e.Else, loop)
			case *model.ForEffect:
				visit(e.Body, true)
			case *model.Let, *model.Require:
			}
		}
	}
	visit(effects, false)
	for _, n := range count {
		if n > 1 {
			return true
		}
	}
	return false
}

// collision looks for two writes to one element, for one frame of arguments.
type collision struct {
	sc     *scope
	found  bool
	budget int
}

// writes adds to the elements that are written; it gives the union over branches.
func (c *collision) writes(effects []model.Effect, f semantics.Frame, seen map[string]bool) {
	for _, e := range effects {
		if c.budget--; c.budget < 0 {
			c.found = true
		}
		if c.found {
			return
		}
		switch e := e.(type) {
		case *model.Assign:
			for i := range e.Targets {
				c.write(&e.Targets[i], f, seen)
			}
		case *model.Let:
			c.let(e, f)
		case *model.IfEffect:
			c.branches(e, f, seen)
		case *model.ForEffect:
			c.loop(e, f, seen, 0)
		case *model.Require:
		}
	}
}

func (c *collision) let(e *model.Let, f semantics.Frame) {
	for slot := range e.Target.Slots() {
		f[slot] = semantics.Slot{}
	}
	if e.Target.Elems == nil && e.Target.Slot >= 0 && !c.sc.g.readsState(e.Value) {
		v, ok := c.sc.g.ev.Eval(e.Value, c.sc.g.room(f, e.Value), nil)
		f[e.Target.Slot] = semantics.Slot{Value: v, OK: ok}
	}
}

// write notes an element. One whose index is not known can be any.
func (c *collision) write(p *model.Place, f semantics.Frame, seen map[string]bool) {
	key := fmt.Sprintf("%d", p.Array.ID)
	for _, x := range p.Index {
		v, ok := model.Value{}, false
		if !c.sc.g.readsState(x) {
			v, ok = c.sc.g.ev.Eval(x, c.sc.g.room(f, x), nil)
		}
		if !ok {
			for k := range seen {
				if k == key || strings.HasPrefix(k, key+"/") {
					c.found = true
				}
			}
			seen[key] = true
			return
		}
		key += fmt.Sprintf("/%d", v.N)
	}
	for k := range seen {
		if k == key || strings.HasPrefix(key, k+"/") {
			c.found = true
			return
		}
	}
	seen[key] = true
}

func (c *collision) branches(e *model.IfEffect, f semantics.Frame, seen map[string]bool) {
	if !c.sc.g.readsState(e.Cond) {
		if v, ok := c.sc.g.ev.Eval(e.Cond, c.sc.g.room(f, e.Cond), nil); ok && v.N != 0 {
			c.writes(e.Then, f, seen)
			return
		}
		if !c.unknownLocals(e.Cond, f) {
			c.writes(e.Else, f, seen)
			return
		}
	}
	other := map[string]bool{}
	for k := range seen {
		other[k] = true
	}
	c.writes(e.Then, append(semantics.Frame(nil), f...), seen)
	c.writes(e.Else, append(semantics.Frame(nil), f...), other)
	for k := range other {
		seen[k] = true
	}
}

// unknownLocals tells whether a condition has locals without a value.
func (c *collision) unknownLocals(e model.Expr, f semantics.Frame) bool {
	for slot := range c.sc.g.freeSlots(e) {
		if slot >= len(f) || !f[slot].OK {
			return true
		}
	}
	return false
}

func (c *collision) loop(e *model.ForEffect, f semantics.Frame, seen map[string]bool, i int) {
	if i == len(e.Vars) {
		if e.Where != nil && !c.sc.g.readsState(e.Where) && !c.unknownLocals(e.Where, f) {
			if v, ok := c.sc.g.ev.Eval(e.Where, c.sc.g.room(f, e.Where), nil); !ok || v.N == 0 {
				return
			}
		}
		c.writes(e.Body, f, seen)
		return
	}
	s, ok := c.sc.g.ev.Set(e.Vars[i].Set, c.sc.g.room(f, e.Vars[i].Set))
	if !ok {
		c.found = true
		return
	}
	for _, v := range s.Elems {
		if c.found {
			return
		}
		bindTarget(f, e.Vars[i].Target, v)
		c.loop(e, f, seen, i+1)
	}
}
