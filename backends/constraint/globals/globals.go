// Package globals rewrites conditions on chosen values. Booleans of which one holds become a number, and conditions
// that together say that values differ become `distinct`. So an engine with numbers works alike on all forms of a model
// (Nightingale and others, "Automatically improving constraint models in Savile Row", 2017).
//
// The rewritten conditions have the same assignments. A further variable is determined by the variables of the model.
//
// events.go reads conditions as counts of events. numbers.go makes numbers of Booleans, follow.go finds numbers that
// follow from others, differ.go finds `distinct`, reach.go finds paths with a common start, tour.go finds orders.
// tables.go writes small relations.
package globals

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Rewritten is what conditions become.
type Rewritten struct {
	Conditions []task.Expr
	Cost       task.Expr // what is to be least, or None
	// Values has the values of each variable, the further ones after those of the task. A variable that is not chosen, or
	// that other ones determine, has none.
	Values [][]int64
	Is     map[int]task.Expr // by variable of the task that other ones determine: its value
}

// rewriting is a list of conditions while it is rewritten.
type rewriting struct {
	Rewritten

	own   int // the variables of the task
	pool  *task.Pool
	reads *task.Reads
	units map[part][]int64 // see unary
}

// most bounds the pairs of events that are looked at, and the evaluations.
const most = 1 << 20

// Rewrite changes conditions on the variables of a task. The pool, which is not the one of the task, gets further
// variables. changed is false if there is nothing to change.
func Rewrite(t *task.Task, pool *task.Pool, conditions []task.Expr, cost task.Expr) (out Rewritten, changed bool) {
	w := &rewriting{own: len(t.Vars), pool: pool, reads: task.NewReads(pool), units: map[part][]int64{}}
	w.Cost, w.Is = cost, map[int]task.Expr{}
	for v := range t.Vars {
		if t.Free[v] {
			w.Values = append(w.Values, t.Vars[v].Values)
		} else {
			w.Values = append(w.Values, nil)
		}
	}
	pool.SetDomain(func(v int) []int64 {
		if v < len(t.Vars) {
			return t.Vars[v].Values
		}
		return w.Values[v]
	})
	w.Conditions = w.flat(conditions)
	for _, step := range []func() bool{w.numbers, w.following, w.inverses, w.differences, w.joins, w.tours, w.tables} {
		changed = step() || changed
	}
	return w.Rewritten, changed
}

// flat lists conditions that are no conjunctions.
func (w *rewriting) flat(conditions []task.Expr) (out []task.Expr) {
	for _, e := range conditions {
		for _, m := range w.members(part{e, true}) {
			if m.not = !m.not; m.e != task.True || m.not {
				out = append(out, w.expr(m))
			}
		}
	}
	return out
}

// substitute puts expressions in place of variables. The summands of a sum that read the same variable alone become
// one.
func (w *rewriting) substitute(is map[int]task.Expr) {
	memo := map[task.Expr]task.Expr{}
	var turn func(e task.Expr) task.Expr
	turn = func(e task.Expr) task.Expr {
		out, ok := memo[e]
		if ok {
			return out
		}
		n := *w.pool.Node(e)
		if out, ok = is[int(n.N)]; n.Op != task.OpVar || !ok {
			args := lists.Map(n.Args, turn)
			if out = e; !slices.Equal(args, n.Args) {
				if n.Op == task.OpAdd {
					args = w.collected(args)
				}
				out = w.pool.Make(n.Op, n.N, args)
			}
		}
		memo[e] = out
		return out
	}
	w.Conditions = w.flat(lists.Map(w.Conditions, turn))
	if w.Cost != task.None {
		w.Cost = turn(w.Cost)
	}
	for v, e := range w.Is {
		w.Is[v] = turn(e)
	}
	for v, e := range is {
		if w.Values[v] = nil; v < w.own {
			w.Is[v] = e
		}
	}
}

// collected adds up the summands that read the same variable alone.
func (w *rewriting) collected(args []task.Expr) (out []task.Expr) {
	place := map[int]int{} // in out, by variable
	for _, a := range args {
		if vars := w.reads.Of(a); len(vars) == 1 {
			if i, seen := place[vars[0]]; seen {
				out[i] = w.pool.Add(out[i], a)
				continue
			}
			place[vars[0]] = len(out)
		}
		out = append(out, a)
	}
	return out
}

// further makes a variable.
func (w *rewriting) further(values []int64) task.Expr {
	w.Values = append(w.Values, values)
	return w.pool.Var(len(w.Values) - 1)
}

// upTo lists the numbers from 0 to n-1.
func upTo(n int) []int64 {
	values := make([]int64, n)
	for i := range values {
		values[i] = int64(i)
	}
	return values
}
