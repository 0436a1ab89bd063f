package constraint

import (
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// lateFrom is the number of values from which on a variable may be late.
const lateFrom = 8

// late makes the variables late that occur in differences alone. Example: the turn of a square in a tour. The other
// variables decide which differences hold, and the differences determine the late variables. So late variables are
// decided last: a turn excludes few tours, and a jump excludes many.
func (r *run) late() {
	c := r.c
	if r.optimises() || r.o.LeftOut().Has(technique.Late) {
		return
	}
	late := lists.Map(c.vars, func(view view) bool { return view.A != 0 && c.s.Size(view.X) >= lateFrom })
	type place struct {
		e    task.Expr
		side bool
	}
	seen := map[place]bool{}
	// walk visits e. side says that e is a side of a comparison, perhaps as an entry, and perhaps plus a constant.
	var walk func(e task.Expr, side bool)
	walk = func(e task.Expr, side bool) {
		if seen[place{e, side}] {
			return
		}
		seen[place{e, side}] = true
		n := c.pool.Node(e)
		args, sides := n.Args, false
		switch n.Op {
		case task.OpVar:
			late[n.N] = late[n.N] && side
		case task.OpEq, task.OpLt, task.OpLe:
			sides = true
		case task.OpSelect, task.OpIte:
			walk(args[0], false)
			args, sides = args[1:], side
		case task.OpAdd:
			sides = side && len(args) == 2 && c.pool.Node(args[0]).Op == task.OpConst
		}
		for _, a := range args {
			walk(a, sides)
		}
	}
	for _, e := range r.posed.conditions {
		walk(e, false)
	}
	for v, is := range late {
		if is {
			c.s.late(c.vars[v].X)
		}
	}
}
