package globals

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// following puts expressions in place of numbers that follow from one other number each. Example: second == first + 3.
// Graphs read many numbers, so that it costs more than it gains to write graphs anew.
func (w *rewriting) following() (changed bool) {
	for work := 0; work < most && len(w.pool.Graphs) == 0; changed = true {
		is, touched := map[int]task.Expr{}, map[int]bool{}
		for i, e := range w.Conditions {
			vars := w.reads.Of(e)
			if w.pool.Node(e).Op != task.OpEq || len(vars) != 2 || touched[vars[0]] || touched[vars[1]] {
				continue
			}
			size := len(w.Values[vars[0]]) * len(w.Values[vars[1]])
			if size == 0 || size > mostTable {
				continue
			}
			work += 2 * size
			for side, x := range vars {
				y := vars[1-side]
				if follows, where := w.function(e, x, y); follows != task.None {
					is[x], w.Conditions[i] = follows, where
					touched[x], touched[y] = true, true
					break
				}
			}
		}
		if len(is) == 0 {
			return changed
		}
		w.substitute(is)
	}
	return changed
}

// function returns the value that x has where a condition on x and y holds, as an expression of y, and the condition
// that there is one. It returns None if x may have several.
func (w *rewriting) function(e task.Expr, x, y int) (follows, where task.Expr) {
	if len(w.Values[x]) < fewest || !w.pool.Tabulable(y) {
		return task.None, task.None
	}
	state := make([]int64, max(x, y)+1)
	image, some := make([]int64, 0, len(w.Values[y])), make([]int64, 0, len(w.Values[y]))
	by, shifted := task.None, true
	for _, l := range w.Values[y] {
		n, at := 0, w.Values[x][0]
		for _, k := range w.Values[x] {
			if state[x], state[y] = k, l; w.pool.Eval(e, state) != 0 {
				n, at = n+1, k
			}
		}
		if n > 1 {
			return task.None, task.None
		}
		if image, some = append(image, at), append(some, int64(n)); n == 1 {
			shifted = shifted && (by == task.None || by == w.pool.Const(at-l))
			by = w.pool.Const(at - l)
		}
	}
	if where = w.pool.Function(y, some); shifted && by != task.None {
		return w.pool.Add(w.pool.Var(y), by), where
	}
	return w.pool.Function(y, image), where
}

// channel are conditions entries[index[i]] == values[i]. If there are as many of them as entries, the entries are the
// inverse of what the indices read. Example: turn[at[i]] == i.
type channel struct {
	entries, index []task.Expr
	values         []int64
	said           map[task.Expr]bool
}

// inverses puts expressions in place of numbers that are the inverse of other ones.
func (w *rewriting) inverses() (changed bool) {
	known := map[string]*channel{}
	var order []*channel
	for _, e := range w.Conditions {
		n := w.pool.Node(e)
		for side := 0; side < 2 && n.Op == task.OpEq; side++ {
			s := w.pool.Node(n.Args[side])
			k, fixed := w.pool.Value(n.Args[1-side])
			if !fixed || s.Op != task.OpSelect || len(w.reads.Of(s.Args[0])) != 1 {
				continue
			}
			key := fmt.Sprint(s.Args[1:])
			if known[key] == nil {
				known[key] = &channel{entries: s.Args[1:], said: map[task.Expr]bool{}}
				order = append(order, known[key])
			}
			c := known[key]
			c.index, c.values, c.said[e] = append(c.index, s.Args[0]), append(c.values, k), true
		}
	}
	for _, c := range order {
		changed = w.inverse(c) || changed
	}
	return changed
}

// inverse puts expressions in place of the entries, or of what the indices read: of those in fewer other conditions.
func (w *rewriting) inverse(c *channel) bool {
	n := len(c.entries)
	values := slices.Sorted(slices.Values(c.values))
	if len(c.index) != n || len(slices.Compact(values)) != n {
		return false
	}
	var sides [2][]int // variables: of entries, of indices
	for k, e := range c.entries {
		x, m := w.reads.Of(c.index[k])[0], w.pool.Node(e)
		sides[0], sides[1] = append(sides[0], int(m.N)), append(sides[1], x)
		state := make([]int64, x+1)
		image := lists.Map(w.Values[x], func(l int64) int64 {
			state[x] = l
			return w.pool.Eval(c.index[k], state)
		})
		if m.Op != task.OpVar || !slices.Equal(w.Values[m.N], values) || !slices.Equal(image, upTo(n)) ||
			!slices.Equal(w.Values[x], w.Values[sides[1][0]]) {
			return false
		}
	}
	if len(lists.Set(slices.Concat(sides[0], sides[1]))) != 2*n {
		return false
	}
	kept := lists.Filter(w.Conditions, func(e task.Expr) bool { return !c.said[e] })
	reading := func(vars []int) int {
		return len(lists.Filter(kept, func(e task.Expr) bool {
			return slices.ContainsFunc(w.reads.Of(e), func(v int) bool { return slices.Contains(vars, v) })
		}))
	}
	gone, list, keys, back := sides[1], c.entries, c.values, w.Values[sides[1][0]]
	if reading(sides[0]) <= reading(sides[1]) {
		gone, list, keys, back = sides[0], c.index, upTo(n), c.values
	}
	is := map[int]task.Expr{}
	for i, v := range gone {
		at := w.pool.FindKnown(task.FindSure, w.pool.Const(keys[i]), list...)
		is[v] = w.pool.Select(at, lists.Map(back, w.pool.Const)...)
	}
	w.Conditions = append(kept, w.pool.Distinct(list...))
	w.substitute(is)
	return true
}
