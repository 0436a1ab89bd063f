package sat

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Numbers with many values that occur only in differences need no literals. Example: the position of a square in a
// tour. A model of the other conditions says which differences are demanded. Shortest paths then give numbers with
// these differences, or a cycle of differences that contradict each other, which becomes a clause (difference logic,
// added lazily: Armando, Castellini and Giunchiglia, "SAT-based procedures for temporal reasoning", 1999; for tours:
// Soh and others, "Solving the Hamiltonian cycle problem with SAT-based CEGAR", 2014).

// difference demands x(a) − x(b) ≤ k where all conditions of when hold. The variable −1 stands for 0.
type difference struct {
	when []task.Expr
	a, b int
	k    int64
}

// differences is the conditions of a task without moves that are differences, and the numbers that occur in no other
// condition.
type differences struct {
	p       *reduced.Problem
	numbers []bool // by variable
	all     []difference
	rest    [3]layers.Condition // the other conditions: initial, always, goal
	memo    map[task.Expr]bool
}

// maxDifferences is the largest number of differences.
const maxDifferences = 1 << 18

// findDifferences finds the numbers with at least width values that can be left to differences. It is nil if there are
// none.
func findDifferences(p *reduced.Problem, width int) *differences {
	d := &differences{p: p, numbers: make([]bool, len(p.Task.Vars))}
	for v := range d.numbers {
		values := p.Domain(v)
		d.numbers[v] = p.Task.Free[v] && len(values) >= width && values[len(values)-1]-values[0] == int64(len(values)-1)
	}
	for slices.Contains(d.numbers, true) {
		if d.takeAll() {
			return d
		}
	}
	return nil
}

// takeAll collects the differences of all conditions. It returns false when a number must be given up because a
// condition is not a difference.
func (d *differences) takeAll() bool {
	d.all, d.memo = nil, map[task.Expr]bool{}
	for i, c := range []*layers.Condition{&d.p.Init, &d.p.Always, &d.p.Goal} {
		d.rest[i] = layers.Condition{}
		for _, s := range c.Sets {
			if !d.numbers[s.V] {
				d.rest[i].Sets = append(d.rest[i].Sets, s)
			} else if !d.bounds(s) {
				d.numbers[s.V] = false
				return false
			}
		}
		for _, e := range c.Rest {
			if !d.reads(e) {
				d.rest[i].Rest = append(d.rest[i].Rest, e)
			} else if !d.take(nil, e, true) || len(d.all) > maxDifferences {
				d.giveUp(e)
				return false
			}
		}
	}
	for v, number := range d.numbers {
		if values := d.p.Domain(v); number {
			d.all = append(d.all, difference{nil, v, -1, values[len(values)-1]}, difference{nil, -1, v, -values[0]})
		}
	}
	return true
}

// giveUp makes the numbers of an expression ordinary variables.
func (d *differences) giveUp(e task.Expr) {
	for _, v := range d.p.Pool.Vars(e) {
		d.numbers[v] = false
	}
}

// bounds takes a condition on one number, if the condition is an interval.
func (d *differences) bounds(s layers.ValueSet) bool {
	at, values := s.At, d.p.Domain(s.V)
	if len(at) == 0 || at[len(at)-1]-at[0] != len(at)-1 {
		return false
	}
	d.all = append(d.all, difference{nil, s.V, -1, values[at[len(at)-1]]}, difference{nil, -1, s.V, -values[at[0]]})
	return true
}

// reads reports whether an expression reads one of the numbers.
func (d *differences) reads(e task.Expr) bool {
	n := d.p.Pool.Node(e)
	if n.Op == task.OpVar {
		return d.numbers[n.N]
	}
	known, ok := d.memo[e]
	if !ok {
		known = slices.ContainsFunc(n.Args, d.reads)
		d.memo[e] = known
	}
	return known
}

// take collects the differences of a condition that must have the wanted value where the conditions of when hold. It
// returns false if it is not a difference.
func (d *differences) take(when []task.Expr, e task.Expr, want bool) bool {
	pool := d.p.Pool
	n := pool.Node(e)
	given := func(c task.Expr) []task.Expr { return append(slices.Clip(slices.Clone(when)), c) }
	switch n.Op {
	case task.OpNot:
		return d.take(when, n.Args[0], !want)
	case task.OpAnd, task.OpOr:
		if want == (n.Op == task.OpAnd) {
			for _, a := range n.Args {
				if !d.take(when, a, want) {
					return false
				}
			}
			return true
		}
		return d.takeOne(when, n, want)
	case task.OpIte:
		c := n.Args[0]
		return !d.reads(c) && d.take(given(c), n.Args[1], want) && d.take(given(pool.Not(c)), n.Args[2], want)
	case task.OpEq, task.OpLt, task.OpLe:
		return d.compare(when, n, want)
	}
	if d.reads(e) {
		return false
	}
	if want {
		e = pool.Not(e)
	}
	d.all = append(d.all, difference{given(e), -1, -1, -1}) // the conditions must not hold together
	return true
}

// takeOne takes a disjunction in which one part reads numbers. This part is demanded where the others are false.
func (d *differences) takeOne(when []task.Expr, n *task.Node, want bool) bool {
	part := task.None
	when = slices.Clone(when)
	for _, a := range n.Args {
		switch {
		case !d.reads(a) && want:
			when = append(when, d.p.Pool.Not(a))
		case !d.reads(a):
			when = append(when, a)
		case part != task.None:
			return false
		default:
			part = a
		}
	}
	return d.take(when, part, want)
}

// compare takes a comparison: one difference for each combination of cases of its sides.
func (d *differences) compare(when []task.Expr, n *task.Node, want bool) bool {
	left, ok := d.cases(n.Args[0])
	right, ok2 := d.cases(n.Args[1])
	if !ok || !ok2 || n.Op == task.OpEq && !want || len(left)*len(right) > maxDifferences {
		return false
	}
	for _, l := range left {
		for _, r := range right {
			all := slices.Concat(when, l.when, r.when)
			less := int64(0)
			switch {
			case n.Op == task.OpEq:
				d.demand(all, r, l, 0)
			case (n.Op == task.OpLt) == want:
				less = 1
			}
			if want {
				d.demand(all, l, r, less)
			} else {
				d.demand(all, r, l, less)
			}
		}
	}
	return true
}

// demand adds the difference a ≤ b − less.
func (d *differences) demand(when []task.Expr, a, b sided, less int64) {
	k := b.k - a.k - less
	if a.v == b.v && k >= 0 || slices.Contains(when, task.False) {
		return
	}
	d.all = append(d.all, difference{when, a.v, b.v, k})
}

// sided is one side of a comparison where some conditions hold: a number, or 0, plus a constant.
type sided struct {
	when []task.Expr
	v    int
	k    int64
}

// cases lists the cases of one side of a comparison.
func (d *differences) cases(e task.Expr) ([]sided, bool) {
	pool := d.p.Pool
	n := pool.Node(e)
	switch {
	case n.Op == task.OpConst:
		return []sided{{nil, -1, n.N}}, true
	case n.Op == task.OpVar && d.numbers[n.N]:
		return []sided{{nil, int(n.N), 0}}, true
	case !d.reads(e):
		return d.values(e)
	case n.Op == task.OpAdd:
		return d.sum(n)
	case n.Op == task.OpIte:
		return d.branches([]task.Expr{n.Args[0], pool.Not(n.Args[0])}, n.Args[1:])
	case n.Op == task.OpSelect:
		at := make([]task.Expr, len(n.Args)-1)
		for i := range at {
			at[i] = pool.Eq(n.Args[0], pool.Const(int64(i)))
		}
		return d.branches(at, n.Args[1:])
	}
	return nil, false
}

// values lists the cases of an expression that reads no numbers. ok is false if they are many.
func (d *differences) values(e task.Expr) (out []sided, ok bool) {
	const many = 64
	n := d.p.Pool.Node(e)
	if n.Hi-n.Lo > many {
		return nil, false
	}
	for k := n.Lo; k <= n.Hi; k++ {
		if is := d.p.Pool.Eq(e, d.p.Pool.Const(k)); is != task.False {
			out = append(out, sided{[]task.Expr{is}, -1, k})
		}
	}
	return out, true
}

// sum lists the cases of a sum. ok is false if two parts of it are numbers.
func (d *differences) sum(n *task.Node) ([]sided, bool) {
	acc := []sided{{nil, -1, 0}}
	for _, a := range n.Args {
		more, ok := d.cases(a)
		if !ok || len(acc)*len(more) > maxDifferences {
			return nil, false
		}
		var next []sided
		for _, x := range acc {
			for _, y := range more {
				if x.v >= 0 && y.v >= 0 {
					return nil, false
				}
				next = append(next, sided{slices.Concat(x.when, y.when), max(x.v, y.v), x.k + y.k})
			}
		}
		acc = next
	}
	return acc, true
}

// branches lists the cases of several expressions, each under its condition.
func (d *differences) branches(when, exprs []task.Expr) (out []sided, ok bool) {
	for i, c := range when {
		if c == task.False {
			continue
		}
		more, ok := d.cases(exprs[i])
		if !ok || d.reads(c) {
			return nil, false
		}
		for _, x := range more {
			out = append(out, sided{append([]task.Expr{c}, x.when...), x.v, x.k})
		}
	}
	return out, true
}
