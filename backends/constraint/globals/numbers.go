package globals

import (
	"math/bits"
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
)

// Bounds on numbers that are made of Booleans.
const (
	fewest   = 3       // Booleans of a number
	mostRows = 1 << 13 // Booleans that exclude others
)

// row is a set of small numbers.
type row []uint64

func (r row) set(i int)   { r[i/64] |= 1 << (i % 64) }
func (r row) clear(i int) { r[i/64] &^= 1 << (i % 64) }

// keep removes what another set has not.
func (r row) keep(other row) {
	for i := range r {
		r[i] &= other[i]
	}
}

// first returns the least element, or -1.
func (r row) first() int {
	for i, word := range r {
		if word != 0 {
			return i*64 + bits.TrailingZeros64(word)
		}
	}
	return -1
}

// truths are the Booleans about which conditions say something, and which of them exclude each other.
type truths struct {
	place map[int]int // by variable
	vars  []int
	never []row // by place: what it excludes
}

// numbers makes a number of Booleans of which exactly one holds, as often as it can.
func (w *rewriting) numbers() bool {
	var counts []count
	b := truths{place: map[int]int{}}
	for _, e := range w.Conditions {
		for _, c := range w.counts(e) {
			if w.boolean(&c) {
				counts = append(counts, c)
			}
		}
	}
	if len(counts) == 0 {
		return false
	}
	for _, c := range counts {
		for _, ev := range c.events {
			if _, ok := b.place[ev.v]; !ok {
				b.place[ev.v] = len(b.vars)
				b.vars = append(b.vars, ev.v)
			}
		}
	}
	if len(b.vars) > mostRows {
		return false
	}
	for range b.vars {
		b.never = append(b.never, make(row, (len(b.vars)+63)/64))
	}
	for _, c := range counts {
		if c.exclusive() {
			for _, x := range c.events {
				for _, y := range c.events {
					b.never[b.place[x.v]].set(b.place[y.v])
				}
			}
		}
	}
	for i := range b.vars {
		b.never[i].clear(i)
	}
	var groups [][]int // of places
	for _, c := range counts {
		if c.least > 0 {
			groups = append(groups, b.cliques(&c)...)
		}
	}
	return w.made(&b, w.ordered(&b, groups))
}

// boolean reports whether all events of a count are that different Booleans hold.
func (w *rewriting) boolean(c *count) bool {
	for _, ev := range c.events {
		if !slices.Equal(w.Values[ev.v], []int64{0, 1}) || !slices.Equal(ev.values, []int64{1}) {
			return false
		}
	}
	return c.distinctVars()
}

// cliques divides the events of a count into as many sets of Booleans that exclude each other as must hold. It returns
// nil if there are more such sets.
func (b *truths) cliques(c *count) (groups [][]int) {
	left := make(row, (len(b.vars)+63)/64)
	for _, ev := range c.events {
		left.set(b.place[ev.v])
	}
	for i := left.first(); i >= 0; i = left.first() {
		if len(groups) == c.least {
			return nil
		}
		var group []int
		for next := slices.Clone(left); i >= 0; i = next.first() {
			group = append(group, i)
			left.clear(i)
			next.keep(left)
			next.keep(b.never[i])
		}
		groups = append(groups, group)
	}
	if len(groups) < c.least {
		return nil
	}
	return groups
}

// ordered puts the sets first whose Booleans are added up with different weights.
func (w *rewriting) ordered(b *truths, groups [][]int) [][]int {
	weight := map[int]int64{}
	for e := range task.Expr(w.pool.Len()) {
		n := w.pool.Node(e)
		if n.Op != task.OpAdd {
			continue
		}
		for _, a := range n.Args {
			if m := w.pool.Node(a); m.Hi > 1 || m.Lo < 0 {
				if vars := w.reads.Of(a); len(vars) == 1 {
					weight[vars[0]] = max(m.Hi, -m.Lo)
				}
			}
		}
	}
	if len(weight) == 0 {
		return groups
	}
	weighed := func(group []int) bool {
		return slices.ContainsFunc(group, func(i int) bool {
			return weight[b.vars[i]] != weight[b.vars[group[0]]]
		})
	}
	first := slices.DeleteFunc(slices.Clone(groups), func(g []int) bool { return !weighed(g) })
	return append(first, slices.DeleteFunc(groups, weighed)...)
}

// made replaces disjoint sets of Booleans by numbers.
func (w *rewriting) made(b *truths, groups [][]int) bool {
	for _, group := range groups {
		slices.Sort(group)
		if len(group) < fewest || slices.ContainsFunc(group, func(i int) bool {
			_, taken := w.Is[b.vars[i]]
			return taken
		}) {
			continue
		}
		x := len(w.Values)
		vars := make([]int, len(group))
		for k, i := range group {
			vars[k] = b.vars[i]
		}
		slices.Sort(vars)
		values := make([]int64, len(vars))
		for k, v := range vars {
			values[k] = int64(k)
			w.Values[v] = nil
		}
		w.Values = append(w.Values, values)
		for k, v := range vars {
			w.Is[v] = w.is(x, int64(k), true)
		}
	}
	if len(w.Is) == 0 {
		return false
	}
	turn := w.replace(func(v int) task.Expr {
		if is, ok := w.Is[v]; ok {
			return is
		}
		return w.pool.Var(v)
	})
	for i, e := range w.Conditions {
		w.Conditions[i] = turn(e)
	}
	w.Conditions = w.flat(w.Conditions)
	if w.Cost != task.None {
		w.Cost = turn(w.Cost)
	}
	return true
}
