package semantics

import (
	"context"
	"fmt"

	"github.com/pzc-lang/pzc/compiler/model"
)

// choosing is the backtracking search for initial states. First it assigns the elements whose values do not depend on
// choices. In a distinct array, choices cannot take these values again. The other elements follow in the order of
// start. A condition is evaluated on the partial state whenever an element that it missed is assigned. If the condition
// is false, the search backtracks.
type choosing struct {
	x       *Machine
	s       *start
	order   []startPlace // the elements that settle did not assign
	state   []int64
	known   []bool
	conds   []condAt
	missing [][]int // for each place: the conditions that missed it
	begun   bool    // all conditions were evaluated once
	fresh   []int   // the places assigned since the last evaluation
	trail   []int   // the decided conditions, in the order of their decisions
	stack   []choice
	at      int // the next index in order
}

// condAt is a condition. decided is the number of choices under which it became true, or -1 while it is open.
type condAt struct {
	expr    model.Expr
	frame   Frame
	decided int
	missed  map[int]bool // the places that it missed at any time
}

type choice struct {
	at   int // index in order
	next int // index of the next value in the domain
}

// maxConds limits the number of conditions into which foralls at the top of conditions are split.
const maxConds = 20_000

// choiceBytes is the memory of the search for each element of a state.
const choiceBytes = 96

// Choose calls yield for each initial state that satisfies extra, until yield returns false.
func (machine *Machine) Choose(ctx context.Context, extra []model.Formula, yield func([]int64) bool) error {
	n := machine.m.StateSize
	defer machine.ev.Within(ctx)()
	if !machine.ev.fits(n, choiceBytes) {
		return fmt.Errorf("choosing initial values: %w", context.Cause(ctx))
	}
	c := &choosing{
		x: machine, s: machine.startOf(), state: make([]int64, n), known: make([]bool, n), missing: make([][]int, n),
	}
	ev := machine.ev
	oldState, oldKnown := ev.state, ev.known
	defer func() { ev.state, ev.known, ev.unknown, ev.logging = oldState, oldKnown, false, false }()
	ev.state, ev.known = c.state, c.known
	for _, fs := range [][]model.Formula{machine.m.Inits, machine.m.Always, extra} {
		for i := range fs {
			c.addCond(fs[i].Expr, make(Frame, fs[i].Slots))
		}
	}
	for possible := c.settle(); possible; {
		if ctx.Err() != nil {
			break
		}
		ok := c.advance()
		if ok && c.at == len(c.order) {
			if len(c.trail) == len(c.conds) {
				ev.known = nil
				more := yield(append([]int64(nil), c.state...))
				ev.state, ev.known = c.state, c.known
				if !more {
					return nil
				}
			}
			ok = false
		}
		possible = ok || c.retreat()
	}
	if ctx.Err() != nil {
		return fmt.Errorf("choosing initial values: %w", ctx.Err())
	}
	return nil
}

// settle assigns the elements whose values do not depend on choices. It returns false if one of them cannot have its
// value.
func (c *choosing) settle() bool {
	ev := c.x.ev
	for _, p := range c.s.order {
		ev.unknown = false
		v, ok, free := c.s.value(ev, p)
		switch {
		case free || !ok && ev.unknown:
			c.order = append(c.order, p)
		case !ok || !c.assign(p, v):
			return false
		}
	}
	return true
}

// addCond adds a condition. It splits `and` and `forall` into several conditions.
func (c *choosing) addCond(e model.Expr, f Frame) {
	switch x := e.(type) {
	case *model.Binary:
		if x.Op == model.And {
			c.addCond(x.L, f)
			c.addCond(x.R, f)
			return
		}
	case *model.Fold:
		if x.Kind == model.ForAll && (x.Where == nil || !model.ReadsState(x.Where)) && c.instances(x, f, 0) {
			return
		}
	default:
	}
	c.conds = append(c.conds, condAt{e, f, -1, map[int]bool{}})
}

// instances adds the body of a forall for each value of its variables. It returns false if the forall cannot be split.
func (c *choosing) instances(e *model.Fold, f Frame, i int) bool {
	if i == len(e.Vars) {
		if e.Where == nil || c.x.ev.holds(e.Where, f) {
			c.addCond(e.Body, append(Frame(nil), f...))
		}
		return true
	}
	before := len(c.conds)
	it, ok := c.x.ev.elems(e.Vars[i].Set, f)
	if !ok {
		return false
	}
	for k := range it.n {
		f.Bind(e.Vars[i].Target, it.at(k), true)
		if len(c.conds) > maxConds || !c.instances(e, f, i+1) {
			c.conds = c.conds[:before]
			return false
		}
	}
	return true
}

// advance assigns elements up to and including the next choice. It returns false if the partial state has no extension.
func (c *choosing) advance() bool {
	for c.at < len(c.order) {
		p := c.order[c.at]
		v, ok, free := c.s.value(c.x.ev, p)
		if free {
			if !c.possible() {
				return false
			}
			c.stack = append(c.stack, choice{at: c.at})
			return c.take()
		}
		if !ok || !c.assign(p, v) {
			return false
		}
		c.at++
	}
	return c.possible()
}

// assign sets the value of an element. It returns false if the value is outside the type or occurs twice in a distinct
// array.
func (c *choosing) assign(p startPlace, v model.Value) bool {
	sa := &c.s.arrays[p.array]
	if !sa.d.DomainAt(p.k).Contains(v) {
		return false
	}
	if sa.a.Distinct {
		for k := range sa.d.Size {
			if place := sa.d.Offset + k; k != p.k && c.known[place] && c.state[place] == v.N {
				return false
			}
		}
	}
	place := sa.d.Offset + p.k
	c.state[place], c.known[place] = v.N, true
	c.fresh = append(c.fresh, place)
	return true
}

// unassign undoes the assignments from index i of order up to the present index.
func (c *choosing) unassign(i int) {
	for ; i <= c.at && i < len(c.order); i++ {
		p := c.order[i]
		c.known[c.s.arrays[p.array].d.Offset+p.k] = false
	}
	c.fresh = c.fresh[:0]
}

// take assigns the next value of the last choice that the conditions admit.
func (c *choosing) take() bool {
	top := &c.stack[len(c.stack)-1]
	p := c.order[top.at]
	domain := c.s.arrays[p.array].d.DomainAt(p.k)
	for top.next < domain.Len() {
		v := domain.Elems[top.next]
		top.next++
		if c.assign(p, v) && c.possible() {
			c.at = top.at + 1
			return true
		}
		c.unassign(top.at)
		c.reopen()
	}
	return false
}

// retreat backtracks to the last choice that has another value.
func (c *choosing) retreat() bool {
	for len(c.stack) > 0 {
		top := c.stack[len(c.stack)-1]
		c.unassign(top.at)
		c.at = top.at
		c.reopen()
		if c.take() {
			return true
		}
		c.stack = c.stack[:len(c.stack)-1]
	}
	return false
}

// reopen marks the conditions that were decided under the last choice as open again.
func (c *choosing) reopen() {
	for n := len(c.trail); n > 0 && c.conds[c.trail[n-1]].decided >= len(c.stack); n-- {
		c.conds[c.trail[n-1]].decided = -1
		c.trail = c.trail[:n-1]
	}
}

// possible reports whether no condition is false in the partial state.
func (c *choosing) possible() bool {
	if !c.begun {
		c.begun = true
		c.fresh = c.fresh[:0]
		for i := range c.conds {
			if !c.evaluate(i) {
				return false
			}
		}
		return true
	}
	for _, place := range c.fresh {
		watchers := c.missing[place]
		for _, i := range watchers {
			if c.conds[i].decided < 0 && !c.evaluate(i) {
				return false
			}
		}
	}
	c.fresh = c.fresh[:0]
	return true
}

// evaluate evaluates a condition. It returns false if the condition is false.
func (c *choosing) evaluate(i int) bool {
	cond, ev := &c.conds[i], c.x.ev
	ev.unknown, ev.logging, ev.misses = false, true, ev.misses[:0]
	v, ok := ev.eval(cond.expr, cond.frame)
	ev.logging = false
	switch {
	case ok && v.N != 0:
		cond.decided = len(c.stack)
		c.trail = append(c.trail, i)
		return true
	case ok || !ev.unknown:
		return false
	}
	for _, place := range ev.misses {
		if !cond.missed[place] {
			cond.missed[place] = true
			c.missing[place] = append(c.missing[place], i)
		}
	}
	return true
}
