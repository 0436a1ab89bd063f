package compare

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// demands are the conditions of a task, by the variables that they read.
type demands struct {
	t   *task.Task
	all map[task.Expr]bool
	on  map[string][]task.Expr
}

func newDemands(t *task.Task) *demands {
	d := &demands{t: t, all: map[task.Expr]bool{}, on: map[string][]task.Expr{}}
	for _, e := range conjuncts(t.Pool, t.InitCond, t.Goal) {
		d.all[e] = true
		if vars := t.Pool.Vars(e); len(vars) <= 2 {
			key := fmt.Sprint(vars)
			d.on[key] = append(d.on[key], e)
		}
	}
	return d
}

// mostTried is the number of pairs of values that are tried for a condition.
const mostTried = 1 << 12

// imply reports whether a condition follows: it is one of the demands, or it reads at most two variables, and all
// values of these that the demands on them allow satisfy it. That proves that two ways to write a constraint of pairs
// are the same without a solver.
func (d *demands) imply(e task.Expr) bool {
	if d.all[e] {
		return true
	}
	vars := d.t.Pool.Vars(e)
	if len(vars) == 0 || len(vars) > 2 {
		return false
	}
	first, second := vars[0], vars[len(vars)-1]
	x, y := d.t.Vars[first].Values, d.t.Vars[second].Values
	if first == second {
		y = y[:1]
	}
	if len(x)*len(y) > mostTried {
		return false
	}
	given := d.on[fmt.Sprint(vars)]
	for _, v := range vars {
		if len(vars) > 1 {
			given = append(given[:len(given):len(given)], d.on[fmt.Sprint([]int{v})]...)
		}
	}
	state := lists.Map(d.t.Vars, func(v task.Var) int64 { return v.Values[0] })
	for _, a := range x {
		for _, b := range y {
			if state[first] = a; first != second {
				state[second] = b
			}
			fails := func(e task.Expr) bool { return d.t.Pool.Eval(e, state) == 0 }
			if fails(e) && !slices.ContainsFunc(given, fails) {
				return false
			}
		}
	}
	return true
}
