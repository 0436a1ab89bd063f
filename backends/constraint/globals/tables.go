package globals

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
)

// mostTable is the number of pairs of values up to which a condition is written as the pairs that it excludes.
const mostTable = 1 << 12

// tables writes conditions on two variables as the pairs of values that they exclude, where other conditions leave few
// values. Differences stay.
func (w *rewriting) tables() (changed bool) {
	allowed := map[int][]int64{}
	for _, e := range w.Conditions {
		if ev, ok := w.unary(part{e: e}); ok {
			old, known := allowed[ev.v]
			if !known {
				old = w.Values[ev.v]
			}
			allowed[ev.v] = slices.DeleteFunc(slices.Clone(old), func(k int64) bool { return !slices.Contains(ev.values, k) })
		}
	}
	var out []task.Expr
	state := make([]int64, len(w.Values))
	not := func(v int, k int64) task.Expr { return w.pool.Not(w.pool.Eq(w.pool.Var(v), w.pool.Const(k))) }
	work := 0
	for _, e := range w.Conditions {
		var x, y int
		if vars := w.reads.Of(e); len(vars) == 2 {
			x, y = vars[0], vars[1]
		}
		size := len(allowed[x]) * len(allowed[y])
		if work += size; x == y || size == 0 || size > mostTable || work > most || w.plain(e) {
			out = append(out, e)
			continue
		}
		changed = true
		for _, k := range allowed[x] {
			for _, l := range allowed[y] {
				if state[x], state[y] = k, l; w.pool.Eval(e, state) == 0 {
					out = append(out, w.pool.Or(not(x, k), not(y, l)))
				}
			}
		}
	}
	w.Conditions = out
	return changed
}

// plain reports whether a condition compares sums, or excludes two events.
func (w *rewriting) plain(e task.Expr) bool {
	if _, _, pair := w.either(e); pair {
		return true
	}
	plain := true
	w.pool.Each(e, func(n *task.Node) {
		switch n.Op {
		case task.OpConst, task.OpVar, task.OpNot, task.OpEq, task.OpLt, task.OpLe, task.OpAdd, task.OpMul:
		default:
			plain = false
		}
	})
	return plain
}
