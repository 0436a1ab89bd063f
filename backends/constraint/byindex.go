package constraint

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
)

// splitUpTo is the greatest number of values of an index whose conditions are stated for each value.
const splitUpTo = 16

// byIndex states the conditions that compare an entry of an array, for each value of the variable that chooses the
// entry. So propagators see differences of two variables instead of the value of an entry. Values that the other
// conditions exclude need no statement.
func (c *compiler) byIndex() {
	if len(c.indexings) > 0 && c.s.Sat.Assume() {
		c.s.Sat.Root()
	}
	for _, e := range c.indexings {
		v := c.indexed(e)
		for _, k := range c.s.values(c.vars[v]) {
			when := c.s.equals(c.vars[v], k)
			if c.s.Sat.Value(when) < 0 {
				continue
			}
			here := e
			if c.inside(e, v, k, map[task.Expr]bool{}) {
				here = c.pool.Rebuild(e, func(w int) task.Expr {
					if w == v {
						return c.pool.Const(k)
					}
					return c.pool.Var(w)
				}, map[task.Expr]task.Expr{})
			}
			if _, single := c.atom(here); !single && c.compares(here) {
				c.compare(c.pool.Node(here), when, forth)
			} else {
				c.s.Sat.Add(when.Not(), c.lit(here, forth))
			}
		}
	}
}

func (c *compiler) compares(e task.Expr) bool {
	op := c.pool.Node(e).Op
	return op == task.OpEq || op == task.OpLt || op == task.OpLe
}

// indexed returns the variable that chooses an entry that is compared in e, or in a part of e; or -1.
func (c *compiler) indexed(e task.Expr) int {
	n := c.pool.Node(e)
	if n.Op == task.OpOr || n.Op == task.OpAnd {
		for _, a := range n.Args {
			if v := c.indexed(a); v >= 0 {
				return v
			}
		}
	}
	if !c.compares(e) {
		return -1
	}
	for _, a := range n.Args {
		m := c.pool.Node(a)
		if m.Op != task.OpSelect || c.constant(m.Args[1:]) {
			continue
		}
		if vs := c.pool.Vars(m.Args[0]); len(vs) == 1 && len(c.s.valuesUpTo(c.vars[vs[0]], splitUpTo+1)) <= splitUpTo {
			return vs[0]
		}
	}
	return -1
}

// inside reports whether all entries of arrays that the value k of v chooses in e exist. Only then may e be simplified:
// an entry outside is 0, but the pool leaves open what it is.
func (c *compiler) inside(e task.Expr, v int, k int64, seen map[task.Expr]bool) bool {
	if seen[e] {
		return true
	}
	seen[e] = true
	n := c.pool.Node(e)
	if n.Op == task.OpSelect {
		vs := c.pool.Vars(n.Args[0])
		if slices.Contains(vs, v) {
			if len(vs) > 1 {
				return false
			}
			state := make([]int64, v+1)
			state[v] = k
			if i := c.pool.Eval(n.Args[0], state); i < 0 || i >= int64(len(n.Args)-1) {
				return false
			}
		}
	}
	return !slices.ContainsFunc(n.Args, func(a task.Expr) bool { return !c.inside(a, v, k, seen) })
}
