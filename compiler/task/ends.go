package task

import "github.com/pzc-lang/pzc/internal/lists"

// mostTabled is the greatest exact cost that tables of simpler puzzles hold.
const mostTabled = 1<<32 - 2

// Ends reports whether a heuristic is at least Unreachable only where a simpler puzzle has no plan. Then the puzzle has
// no plan either, if the heuristic is admissible. A greater number alone proves nothing.
//
// Ends computes the greatest value of the expression where each simpler puzzle has a plan.
func (t *Task) Ends(heuristic Expr) bool {
	vars := len(t.Vars)
	into := NewPool(func(v int) []int64 {
		if v < vars {
			return t.Vars[v].Values
		}
		return []int64{0, mostTabled}
	})
	into.Graphs = t.Pool.Graphs
	next := vars // each cost is a variable of its own
	memo := map[Expr]Expr{}
	var rebuild func(e Expr) Expr
	rebuild = func(e Expr) Expr {
		if r, done := memo[e]; done {
			return r
		}
		n := t.Pool.Node(e)
		var r Expr
		switch n.Op {
		case OpVar:
			r = into.Var(int(n.N))
		case OpCost:
			r = into.Var(next)
			next++
		default:
			r = into.Make(n.Op, n.N, lists.Map(n.Args, rebuild))
		}
		memo[e] = r
		return r
	}
	return into.Node(rebuild(heuristic)).Hi < Unreachable
}
