package ground

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// rebuilder rebuilds expressions in another pool.
type rebuilder struct {
	g     *grounder
	from  *task.Pool
	memo  []task.Expr           // by expression: the rebuilt one, plus 1; 0: not rebuilt yet
	subst func(v int) task.Expr // what stands for a variable
}

// rebuild rebuilds an expression.
func (c *rebuilder) rebuild(e task.Expr) task.Expr {
	if r := c.memo[e]; r != 0 {
		return r - 1
	}
	n := c.from.Node(e)
	var r task.Expr
	if n.Op == task.OpVar {
		r = c.subst(int(n.N))
	} else {
		if len(n.Args) > 1 && c.g.Halted() {
			return task.False
		}
		r = c.g.Pool.Make(n.Op, n.N, lists.Map(n.Args, c.rebuild))
	}
	c.memo[e] = r + 1
	return r
}

// move rebuilds a move, with the effects in place. It returns false if its guard has become impossible.
func (c *rebuilder) move(m *task.Move, number []int) (task.Move, bool) {
	out := task.Move{Name: m.Name, Schema: m.Schema, Guard: c.rebuild(m.Guard), Cost: c.rebuild(m.Cost), Order: task.None}
	if out.Guard == task.False {
		return out, false
	}
	if m.Order != task.None {
		out.Order = c.rebuild(m.Order)
	}
	out.Effects = m.Effects[:0]
	for _, e := range m.Effects {
		if number[e.Var] < 0 {
			continue // the only value is written again
		}
		n := task.Effect{Var: number[e.Var], Cond: c.rebuild(e.Cond), Value: c.rebuild(e.Value)}
		if n.Cond != task.False && n.Value != c.g.Pool.Var(n.Var) {
			out.Effects = append(out.Effects, n)
		}
	}
	return out, true
}

// symmetry copies a symmetry. It returns false if the symmetry is never applicable. A symmetry may lead to values that
// no move reaches; the guard then excludes such states.
func (c *rebuilder) symmetry(s *task.Symmetry, number []int, fixed func(v int) int64) (task.Symmetry, bool) {
	p := c.g.Pool
	out := task.Symmetry{Name: s.Name}
	guard := []task.Expr{c.rebuild(s.Guard)}
	for _, e := range s.Effects {
		cond, value := c.rebuild(e.Cond), c.rebuild(e.Value)
		n := number[e.Var]
		if n < 0 {
			guard = append(guard, p.Implies(cond, p.Eq(value, p.Const(fixed(e.Var)))))
			continue
		}
		if cond == task.False || value == p.Var(n) {
			continue
		}
		out.Effects = append(out.Effects, task.Effect{Var: n, Cond: cond, Value: value})
		if !within(p.Pool, value, p.Domain(n)) {
			guard = append(guard, p.Implies(cond, among(p.Pool, value, p.Domain(n))))
		}
	}
	out.Guard = p.And(guard...)
	return out, len(out.Effects) > 0 && out.Guard != task.False
}

// within reports whether an expression certainly has one of the values.
func within(p *task.Pool, e task.Expr, values []int64) bool {
	has := func(x int64) bool {
		_, ok := slices.BinarySearch(values, x)
		return ok
	}
	n := p.Node(e)
	switch n.Op {
	case task.OpConst:
		return has(n.N)
	case task.OpVar:
		return !slices.ContainsFunc(p.Domain(int(n.N)), func(x int64) bool { return !has(x) })
	case task.OpIte, task.OpSelect:
		return !slices.ContainsFunc(n.Args[1:], func(a task.Expr) bool { return !within(p, a, values) })
	default:
		return values[len(values)-1]-values[0] == int64(len(values)-1) && n.Lo >= values[0] && n.Hi <= values[len(values)-1]
	}
}

// among returns the condition that an expression has one of the values.
func among(p *task.Pool, e task.Expr, values []int64) task.Expr {
	return p.Or(lists.Map(values, func(x int64) task.Expr { return p.Eq(e, p.Const(x)) })...)
}
