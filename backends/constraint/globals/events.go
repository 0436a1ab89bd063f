package globals

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
)

// event is that a variable has one of some values.
type event struct {
	v      int
	values []int64
}

// count says that of some events, at least least and at most most happen.
type count struct {
	events      []event
	least, most int
}

// largest is the number of values up to which events on a variable are looked at.
const largest = 512

// unary returns the variable that a condition alone reads, and the values at which it holds.
func (w *rewriting) unary(e task.Expr) (ev event, ok bool) {
	switch n := w.pool.Node(e); n.Op {
	case task.OpVar: // frequent
		v := int(n.N)
		return event{v, yes[:]}, len(w.Values[v]) == 2 && n.Lo == 0 && n.Hi == 1
	case task.OpReach, task.OpReached, task.OpAcyclic: // large
		return ev, false
	}
	vars := w.reads.Of(e)
	if len(vars) != 1 || len(w.Values[vars[0]]) > largest || len(w.Values[vars[0]]) == 0 {
		return ev, false
	}
	values, known := w.units[e]
	if !known {
		state := make([]int64, vars[0]+1)
		for _, k := range w.Values[vars[0]] {
			state[vars[0]] = k
			if w.pool.Eval(e, state) != 0 {
				values = append(values, k)
			}
		}
		w.units[e] = values
	}
	return event{vars[0], values}, true
}

var yes = [1]int64{1}

// members returns conditions of which one at least holds where e does.
func (w *rewriting) members(e task.Expr) (out []task.Expr) {
	n := w.pool.Node(e)
	if n.Op == task.OpNot && w.pool.Node(n.Args[0]).Op == task.OpAnd {
		for _, a := range w.pool.Node(n.Args[0]).Args {
			out = append(out, w.members(w.pool.Not(a))...)
		}
		return out
	}
	if n.Op != task.OpOr {
		return []task.Expr{e}
	}
	for _, a := range n.Args {
		out = append(out, w.members(a)...)
	}
	return out
}

// some returns events of which one happens where e holds, and none elsewhere.
func (w *rewriting) some(e task.Expr) (out []event, ok bool) {
	if n := w.pool.Node(e); n.Op == task.OpOr {
		for _, a := range n.Args {
			more, ok := w.some(a)
			if !ok {
				return nil, false
			}
			out = append(out, more...)
		}
		return out, true
	}
	ev, ok := w.unary(e)
	return []event{ev}, ok
}

// none returns events none of which happens where e holds, and of which one happens elsewhere.
func (w *rewriting) none(e task.Expr) (out []event, ok bool) {
	n := w.pool.Node(e)
	if n.Op == task.OpNot {
		return w.some(n.Args[0])
	}
	if n.Op == task.OpAnd {
		for _, a := range n.Args {
			more, ok := w.none(a)
			if !ok {
				return nil, false
			}
			out = append(out, more...)
		}
		return out, true
	}
	ev, ok := w.unary(w.pool.Not(e))
	return []event{ev}, ok
}

// either returns two lists of events of which e says that none of one happens, or none of the other.
func (w *rewriting) either(e task.Expr) (a, b []event, ok bool) {
	n := w.pool.Node(e)
	list := w.none
	if n.Op == task.OpNot {
		n, list = w.pool.Node(n.Args[0]), w.some
	}
	if len(n.Args) != 2 || n.Op != task.OpAnd && n.Op != task.OpOr || (n.Op == task.OpOr) != (w.pool.Node(e) == n) {
		return nil, nil, false
	}
	if a, ok = list(n.Args[0]); ok {
		b, ok = list(n.Args[1])
	}
	return a, b, ok
}

// counts returns what a condition says, as counts of events; nil if it says something else.
func (w *rewriting) counts(e task.Expr) []count {
	if c, ok := w.compared(e); ok {
		return []count{c}
	}
	if a, b, ok := w.either(e); ok && len(a)*len(b) <= largest {
		out := make([]count, 0, len(a)*len(b))
		for _, x := range a {
			for _, y := range b {
				out = append(out, count{[]event{x, y}, 0, 1})
			}
		}
		return out
	}
	members := w.members(e)
	c := count{least: 1, most: len(members)}
	for _, m := range members {
		ev, ok := w.unary(m)
		if !ok {
			return nil
		}
		c.events = append(c.events, ev)
	}
	return []count{c}
}

// compared reads a comparison of a sum of truth values with a number.
func (w *rewriting) compared(e task.Expr) (c count, ok bool) {
	n := w.pool.Node(e)
	negated := n.Op == task.OpNot
	if negated {
		n = w.pool.Node(n.Args[0])
	}
	if n.Op != task.OpEq && n.Op != task.OpLt && n.Op != task.OpLe || negated && n.Op == task.OpEq {
		return c, false
	}
	op, sum := n.Op, n.Args[0]
	k, fixed := w.pool.Value(n.Args[1])
	left := fixed
	if !fixed {
		sum = n.Args[1]
		if k, fixed = w.pool.Value(n.Args[0]); !fixed {
			return c, false
		}
	}
	s := w.pool.Node(sum)
	if s.Op != task.OpAdd {
		return c, false
	}
	for _, a := range s.Args {
		if v, constant := w.pool.Value(a); constant {
			k -= v
			continue
		}
		m := w.pool.Node(a)
		ev, ok := w.unary(a)
		if !ok || m.Lo < 0 || m.Hi > 1 {
			return c, false
		}
		c.events = append(c.events, ev)
	}
	if negated { // not sum < k is k <= sum
		left, op = !left, task.OpLt+task.OpLe-op
	}
	c.most = len(c.events)
	switch {
	case op == task.OpEq:
		c.least, c.most = int(k), int(k)
	case left && op == task.OpLe:
		c.most = int(k)
	case left:
		c.most = int(k) - 1
	case op == task.OpLe:
		c.least = int(k)
	default:
		c.least = int(k) + 1
	}
	return c, true
}

// exclusive reports whether a count excludes each pair of its events.
func (c *count) exclusive() bool { return c.most == 1 && len(c.events) > 1 }

// distinctVars reports whether no variable has two events.
func (c *count) distinctVars() bool {
	vars := make([]int, len(c.events))
	for i, ev := range c.events {
		vars[i] = ev.v
	}
	slices.Sort(vars)
	return len(slices.Compact(vars)) == len(c.events)
}
