package constraint

import (
	"github.com/pzc-lang/pzc/compiler/task"
)

// pays reports whether the moves of a task only pay for an assignment: there is one ground move, and it sets variables
// to constants, so that making it again changes nothing.
func pays(t *task.Task) bool {
	if len(t.Moves) != 1 {
		return false
	}
	for _, e := range t.Moves[0].Effects {
		if _, ok := t.Pool.Value(e.Value); !ok || e.Cond != task.True {
			return false
		}
	}
	return true
}

// stated is a task without moves: the conditions on an assignment, and its cost.
type stated struct {
	conditions []task.Expr
	cost       task.Expr // what is to be least; None: nothing
	atOnce     task.Expr // where it holds, no move is made
	goesOn     task.Expr // where it holds too, the move may follow at no cost and leads to another goal; None: nowhere
}

// statement returns what is to be solved, in the pool of the compiler. Variables that are not chosen have their values.
func (c *compiler) statement(t *task.Task) stated {
	start := c.replaced(func(v int) task.Expr {
		if t.Free[v] {
			return c.pool.Var(v)
		}
		return c.pool.Const(t.Init[v])
	})
	out := stated{conditions: []task.Expr{start(t.InitCond)}, cost: task.None, atOnce: start(t.Goal), goesOn: task.None}
	if len(t.Moves) == 0 {
		out.conditions = append(out.conditions, out.atOnce)
		switch o := t.Objective; {
		case o == nil:
		case o.Maximize:
			out.cost = c.pool.Neg(start(o.Value))
		default:
			out.cost = start(o.Value)
		}
		return out
	}
	m := &t.Moves[0]
	next := map[int]task.Expr{}
	for _, e := range m.Effects {
		next[e.Var] = e.Value
	}
	after := c.replaced(func(v int) task.Expr {
		if e, ok := next[v]; ok {
			return e
		}
		return start(t.Pool.Var(v))
	})
	paid := c.pool.And(start(m.Guard), after(t.Goal), after(t.Always))
	out.conditions = append(out.conditions, c.pool.Or(out.atOnce, paid))
	out.cost = c.pool.Ite(out.atOnce, c.pool.Const(0), start(m.Cost))
	same := make([]task.Expr, len(m.Effects))
	for i, e := range m.Effects {
		same[i] = c.pool.Eq(start(t.Pool.Var(e.Var)), start(e.Value))
	}
	out.goesOn = c.pool.And(paid, c.pool.Eq(start(m.Cost), c.pool.Const(0)), c.pool.Not(c.pool.And(same...)))
	return out
}

// replaced returns a function that replaces variables.
func (c *compiler) replaced(subst func(v int) task.Expr) func(task.Expr) task.Expr {
	memo := map[task.Expr]task.Expr{}
	return func(e task.Expr) task.Expr { return c.pool.Rebuild(e, subst, memo) }
}
