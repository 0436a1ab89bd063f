package globals

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
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

// part is a condition, or its negation.
type part struct {
	e   task.Expr
	not bool
}

// unary returns the variable that a condition alone reads, and the values at which it holds.
func (w *rewriting) unary(c part) (ev event, ok bool) {
	switch n := w.pool.Node(c.e); n.Op {
	case task.OpVar: // frequent
		v, values := int(n.N), truth[:1]
		if c.not {
			values = truth[1:]
		}
		return event{v, values}, len(w.Values[v]) == 2 && n.Lo == 0 && n.Hi == 1
	case task.OpReach, task.OpReached, task.OpAcyclic, task.OpConnected: // large
		return ev, false
	}
	vars := w.reads.Of(c.e)
	if len(vars) != 1 || len(w.Values[vars[0]]) > largest || len(w.Values[vars[0]]) == 0 {
		return ev, false
	}
	values, known := w.units[c]
	if !known {
		state := make([]int64, vars[0]+1)
		for _, k := range w.Values[vars[0]] {
			state[vars[0]] = k
			if (w.pool.Eval(c.e, state) == 0) == c.not {
				values = append(values, k)
			}
		}
		w.units[c] = values
	}
	return event{vars[0], values}, true
}

var truth = [...]int64{1, 0}

// members returns conditions of which one at least holds where a condition does, and none elsewhere.
func (w *rewriting) members(c part) (out []part) {
	n := w.pool.Node(c.e)
	switch {
	case n.Op == task.OpNot:
		return w.members(part{n.Args[0], !c.not})
	case n.Op == task.OpAnd && c.not, n.Op == task.OpOr && !c.not:
		for _, a := range n.Args {
			out = append(out, w.members(part{a, c.not})...)
		}
		return out
	}
	return []part{c}
}

// expr returns a condition as an expression.
func (w *rewriting) expr(c part) task.Expr {
	if c.not {
		return w.pool.Not(c.e)
	}
	return c.e
}

// some returns events of which one happens where a condition holds, and none elsewhere.
func (w *rewriting) some(c part) (out []event, ok bool) {
	for _, m := range w.members(c) {
		ev, ok := w.unary(m)
		if !ok {
			return nil, false
		}
		out = append(out, ev)
	}
	return out, true
}

// either returns two lists of events of which e says that none of one happens, or none of the other.
func (w *rewriting) either(e task.Expr) (a, b []event, ok bool) {
	m := w.members(part{e: e})
	if len(m) != 2 {
		return nil, nil, false
	}
	if a, ok = w.some(part{m[0].e, !m[0].not}); ok {
		b, ok = w.some(part{m[1].e, !m[1].not})
	}
	return a, b, ok
}

// counts returns what a condition says, as counts of events; nil if it says something else.
func (w *rewriting) counts(e task.Expr) (out []count) {
	if out = w.compared(e); out != nil {
		return out
	}
	if a, b, ok := w.either(e); ok && len(a)*len(b) <= largest {
		for _, x := range a {
			for _, y := range b {
				out = append(out, count{[]event{x, y}, 0, 1})
			}
		}
		return out
	}
	if events, ok := w.some(part{e: e}); ok {
		return []count{{events, 1, len(events)}}
	}
	return nil
}

// compared reads a comparison of a sum of truth values with a number. If n numbers take n values, no two take the same.
func (w *rewriting) compared(e task.Expr) (out []count) {
	n, truth := *w.pool.Node(e), task.True
	if n.Op == task.OpNot {
		n, truth = *w.pool.Node(n.Args[0]), task.False
	}
	if n.Op != task.OpEq && n.Op != task.OpLt && n.Op != task.OpLe {
		return nil
	}
	args, side := slices.Clone(n.Args), 0
	if _, fixed := w.pool.Value(args[0]); fixed {
		side = 1
	}
	sum := w.pool.Node(args[side])
	if _, fixed := w.pool.Value(args[1-side]); !fixed || sum.Op != task.OpAdd {
		return nil
	}
	more, single := int64(0), count{}
	for _, a := range sum.Args {
		events, ok := w.some(part{e: a})
		if k, fixed := w.pool.Value(a); fixed {
			more += k
		} else if m := w.pool.Node(a); !ok || m.Lo < 0 || m.Hi > 1 {
			return nil
		} else {
			single.events = append(single.events, events...)
			out = append(out, count{events, 0, 1})
		}
	}
	hold := 0
	for k := range len(out) + 1 {
		if args[side] = w.pool.Const(int64(k) + more); w.pool.Make(n.Op, 0, args) != truth {
			continue
		}
		if hold++; hold == 1 {
			single.least = k
		}
		single.most = k
	}
	if hold == 0 || single.most-single.least != hold-1 {
		return nil
	}
	if len(single.events) == len(out) {
		return []count{single}
	}
	seen, taken, all, read := map[int]bool{}, map[[2]int64]bool{}, 0, 0 // all values of the numbers, those that are read
	for _, ev := range single.events {
		if read += len(ev.values); !seen[ev.v] {
			seen[ev.v], all = true, all+len(w.Values[ev.v])
		}
		for _, k := range ev.values {
			taken[[2]int64{int64(ev.v), k}] = true
		}
	}
	if len(seen) != single.least || read != all || len(taken) != all {
		return nil
	}
	return slices.DeleteFunc(out, func(c count) bool { return len(c.events) == 1 })
}

// exclusive reports whether a count excludes each pair of its events.
func (c *count) exclusive() bool { return c.most == 1 && len(c.events) > 1 }

// distinctVars reports whether no variable has two events.
func (c *count) distinctVars() bool {
	return len(lists.Set(lists.Map(c.events, func(ev event) int { return ev.v }))) == len(c.events)
}
