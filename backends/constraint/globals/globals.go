// Package globals rewrites conditions on chosen values. Booleans of which one holds become a number, and conditions
// that together say that values differ become `distinct`. So an engine with numbers works alike on all forms of a model
// (Nightingale and others, "Automatically improving constraint models in Savile Row", 2017).
//
// The rewritten conditions have the same assignments. A further variable is determined by the variables of the model.
//
// events.go reads conditions as counts of events, numbers.go makes numbers of Booleans, differ.go finds `distinct`,
// reach.go finds paths with a common start, tour.go finds orders, and tables.go writes small relations.
package globals

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
)

// Rewritten is what conditions become.
type Rewritten struct {
	Conditions []task.Expr
	Cost       task.Expr // what is to be least, or None
	// Values has the values of each variable, the further ones after those of the task. A variable that is not chosen, or
	// that other ones determine, has none.
	Values [][]int64
	Is     map[int]task.Expr // by variable of the task that further ones determine: its value
}

// rewriting is a list of conditions while it is rewritten.
type rewriting struct {
	Rewritten

	own   int // the variables of the task
	pool  *task.Pool
	reads *task.Reads
	units map[task.Expr][]int64 // see unary
}

// most bounds the pairs of events that are looked at, and the evaluations.
const most = 1 << 20

// Rewrite changes conditions on the variables of a task. The pool, which is not the one of the task, gets further
// variables. If stay is true, only Booleans become values of them. changed is false if there is nothing to change.
func Rewrite(
	t *task.Task, pool *task.Pool, conditions []task.Expr, cost task.Expr, stay bool,
) (out Rewritten, changed bool) {
	w := &rewriting{own: len(t.Vars), pool: pool, reads: task.NewReads(pool), units: map[task.Expr][]int64{}}
	w.Cost, w.Is = cost, map[int]task.Expr{}
	for v := range t.Vars {
		if t.Free[v] {
			w.Values = append(w.Values, t.Vars[v].Values)
		} else {
			w.Values = append(w.Values, nil)
		}
	}
	old := pool.Domain
	before := make([][]int64, len(t.Vars))
	for v := range t.Vars {
		before[v] = old(v)
	}
	pool.SetDomain(func(v int) []int64 {
		if v < len(before) {
			return before[v]
		}
		return w.Values[v]
	})
	w.Conditions = w.flat(conditions)
	changed = w.numbers()
	changed = w.differences() || changed
	changed = w.joins() || changed
	if !stay {
		changed = w.tours() || changed
	}
	changed = w.tables() || changed
	return w.Rewritten, changed
}

// flat lists conditions that are no conjunctions.
func (w *rewriting) flat(conditions []task.Expr) (out []task.Expr) {
	for _, e := range conditions {
		switch n := w.pool.Node(e); {
		case e == task.True:
		case n.Op == task.OpAnd:
			out = append(out, w.flat(n.Args)...)
		case n.Op == task.OpNot && w.pool.Node(n.Args[0]).Op == task.OpOr:
			for _, a := range w.pool.Node(n.Args[0]).Args {
				out = append(out, w.flat([]task.Expr{w.pool.Not(a)})...)
			}
		default:
			out = append(out, e)
		}
	}
	return out
}

// replace puts expressions in place of variables. The summands of a sum that read the same variable alone become one.
func (w *rewriting) replace(subst func(v int) task.Expr) func(task.Expr) task.Expr {
	memo := map[task.Expr]task.Expr{}
	var turn func(e task.Expr) task.Expr
	turn = func(e task.Expr) task.Expr {
		if out, ok := memo[e]; ok {
			return out
		}
		n := *w.pool.Node(e)
		out := e
		switch n.Op {
		case task.OpConst:
		case task.OpVar:
			out = subst(int(n.N))
		default:
			args := make([]task.Expr, len(n.Args))
			for i, a := range n.Args {
				args[i] = turn(a)
			}
			if slices.Equal(args, n.Args) {
				break
			}
			if n.Op == task.OpAdd {
				args = w.collected(args)
			}
			out = w.pool.Make(n.Op, n.N, args)
		}
		memo[e] = out
		return out
	}
	return turn
}

// collected adds up the summands that read the same variable alone.
func (w *rewriting) collected(args []task.Expr) (out []task.Expr) {
	of := map[int][]task.Expr{}
	var order []int
	for _, a := range args {
		vars := w.reads.Of(a)
		if len(vars) != 1 {
			out = append(out, a)
			continue
		}
		if of[vars[0]] == nil {
			order = append(order, vars[0])
		}
		of[vars[0]] = append(of[vars[0]], a)
	}
	for _, v := range order {
		out = append(out, w.pool.Add(of[v]...))
	}
	return out
}

// is returns that a variable has a value, or that it has not.
func (w *rewriting) is(v int, k int64, truth bool) task.Expr {
	e := w.pool.Eq(w.pool.Var(v), w.pool.Const(k))
	if truth {
		return e
	}
	return w.pool.Not(e)
}
