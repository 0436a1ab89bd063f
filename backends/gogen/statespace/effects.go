package statespace

import (
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
)

// The right sides and indices of a phase are read in the state before it, s or mid, and the results are written to
// next. If two effects write different values to one element, the move cannot be made. If trying all arguments does not
// exclude this, the effects are written twice: once as assignments, and once as tests that each element has the value
// that it was given.

// writePhase writes the effects of a phase.
func writePhase(sc *Scope, effects []model.Effect, fail Exit) {
	collide := mayCollide(sc, effects)
	t := sc
	if collide {
		t = sc.Sub()
	}
	writeEffects(t, effects, fail, false)
	if collide {
		sc.Block.Comment("No element may have been given two values.")
		writeEffects(sc.Sub(), effects, fail, true)
	}
}

func writeEffects(sc *Scope, effects []model.Effect, fail Exit, test bool) {
	for _, e := range effects {
		switch e := e.(type) {
		case *model.Assign:
			writeAssign(sc, e, fail, test)
		case *model.Let:
			sc.let(e)
		case *model.Require:
			if !test {
				because(sc, &e.Cond)
			}
			sc.require(e.Cond.Expr, fail)
		case *model.IfEffect:
			writeIf(sc, e, fail, test)
		case *model.ForEffect:
			if s, ok := sc.closedSet(e.Vars[0].Set); ok && s.Len() == 0 {
				continue
			}
			if e.Where != nil {
				if where, known := sc.constant(e.Where); known && where.N == 0 {
					continue
				}
			}
			sc.loop(e.Vars, e.Where, func(t *Scope) { writeEffects(t, e.Body, fail, test) })
		}
	}
}

func writeIf(sc *Scope, e *model.IfEffect, fail Exit, test bool) {
	c := sc.cond(e.Cond, true)
	switch {
	case c.IsTrue():
		writeEffects(sc, e.Then, fail, test)
	case c.IsFalse():
		writeEffects(sc, e.Else, fail, test)
	case len(e.Else) == 0:
		sc.Block.If(c)
		t := sc.Sub()
		t.assume(c)
		writeEffects(t, e.Then, fail, test)
		sc.Block.End()
	default:
		sc.branches(c, func(t *Scope, first bool) {
			if first {
				writeEffects(t, e.Then, fail, test)
			} else {
				writeEffects(t, e.Else, fail, test)
			}
		})
	}
}

// writeAssign writes `a[i], b := x, y`.
func writeAssign(sc *Scope, e *model.Assign, fail Exit, test bool) {
	places, values := written(sc, e, "next", fail, test)
	if !test {
		sc.Block.AssignAll(places, values)
		return
	}
	for i := range places {
		sc.LeaveIf(code.Compare(places[i], "!=", values[i]), fail)
	}
}

// written returns the elements of a state that an assignment writes, and their values. Unless test is set, it writes
// exits for the values and elements that are undefined.
func written(sc *Scope, e *model.Assign, state string, fail Exit, test bool) (places, values []code.Expr) {
	for i := range e.Targets {
		t := &e.Targets[i]
		place, need := sc.element(t.Array, code.Name(state).Field(sc.Writer.Name(t.Array)), t.Index)
		v := sc.Value(e.Values[i])
		d := sc.Writer.Model.Data[t.Array.ID]
		wide := t.Array.Type.Kind != model.Boolean && !v.Dom.within(d.Domain)
		if wide && v.Calls() {
			for _, n := range sc.open(v.Need) { // the conditions for the value to be defined
				if !test && !saysDefined(n, v.Expr) {
					sc.demand(n, fail)
				}
			}
			v = sc.hoist(v, "v")
		}
		need = append(need, v.Need...)
		if wide {
			need = append(need, sc.fits(t.Array, v)...)
		}
		if t.Array.Entry != nil {
			need = append(need, sc.fitsEntry(t, e.Values[i]))
		}
		if !test {
			for _, n := range sc.open(need) {
				sc.demand(n, fail)
			}
		}
		places, values = append(places, place), append(values, v.Expr)
	}
	return places, values
}

// mayCollide tells whether a phase may write to one element twice. It tries each frame of arguments. Branches that
// exclude each other do not collide; all other branches are assumed to be taken.
func mayCollide(sc *Scope, effects []model.Effect) bool {
	if !severalWrites(effects) {
		return false
	}
	if len(sc.Frames) == 0 {
		return true
	}
	for _, f := range sc.Frames {
		c := &collision{sc: sc, budget: 20_000}
		if c.writes(effects, append(semantics.Frame(nil), f...), map[string]bool{}); c.found {
			return true
		}
	}
	return false
}

// severalWrites tells whether some array is written more than once.
func severalWrites(effects []model.Effect) bool {
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
	sc     *Scope
	found  bool
	budget int
}

// writes adds the elements that effects write. For branches, it adds the union.
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
	if e.Target.Elems == nil && e.Target.Slot >= 0 && !c.sc.Writer.ReadsState(e.Value) {
		v, ok := c.sc.Writer.Eval(e.Value, f)
		f[e.Target.Slot] = semantics.Slot{Value: v, OK: ok}
	}
}

// write notes an element. An unknown index stands for any element.
func (c *collision) write(p *model.Place, f semantics.Frame, seen map[string]bool) {
	key := fmt.Sprintf("%d", p.Array.ID)
	for _, x := range p.Index {
		v, ok := model.Value{}, false
		if !c.sc.Writer.ReadsState(x) {
			v, ok = c.sc.Writer.Eval(x, f)
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
	if !c.sc.Writer.ReadsState(e.Cond) {
		if v, ok := c.sc.Writer.Eval(e.Cond, f); ok && v.N != 0 {
			c.writes(e.Then, f, seen)
			return
		}
		if !c.sc.Writer.Unknown(e.Cond, f) {
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

func (c *collision) loop(e *model.ForEffect, f semantics.Frame, seen map[string]bool, i int) {
	if i == len(e.Vars) {
		if e.Where != nil && !c.sc.Writer.ReadsState(e.Where) && !c.sc.Writer.Unknown(e.Where, f) {
			if v, ok := c.sc.Writer.Eval(e.Where, f); !ok || v.N == 0 {
				return
			}
		}
		c.writes(e.Body, f, seen)
		return
	}
	s, ok := c.sc.Writer.EvalSet(e.Vars[i].Set, f)
	if !ok {
		c.found = true
		return
	}
	for _, v := range s.Elems {
		if c.found {
			return
		}
		BindTarget(f, e.Vars[i].Target, v)
		c.loop(e, f, seen, i+1)
	}
}
