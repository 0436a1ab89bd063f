package globals

import (
	"math/big"
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Bounds on what is found.
const (
	fewest   = 3       // Booleans of a number, and numbers of a `distinct`
	mostRows = 1 << 13 // Booleans that exclude others
)

// truths are the Booleans about which conditions say something, and which of them exclude each other.
type truths struct {
	place map[int]int // by variable
	vars  []int
	never []*big.Int // by place: the places that it excludes, as bits
}

// places returns the places of Booleans of which events say that they hold.
func (b *truths) places(events []event) []int {
	return lists.Map(events, func(ev event) int {
		i, ok := b.place[ev.v]
		if !ok {
			i = len(b.vars)
			b.place[ev.v] = i
			b.vars, b.never = append(b.vars, ev.v), append(b.never, new(big.Int))
		}
		return i
	})
}

// numbers makes a number of Booleans of which exactly one holds, as often as it can.
func (w *rewriting) numbers() bool {
	var some []count
	b := truths{place: map[int]int{}}
	for _, e := range w.Conditions {
		for _, c := range w.counts(e) {
			if !c.distinctVars() || slices.ContainsFunc(c.events, func(ev event) bool {
				return !slices.Equal(w.Values[ev.v], []int64{0, 1}) || !slices.Equal(ev.values, truth[:1])
			}) {
				continue
			}
			if c.least > 0 {
				some = append(some, c)
			}
			places := b.places(c.events)
			for _, i := range places {
				for k := 0; k < len(places) && c.exclusive(); k++ {
					b.never[i].SetBit(b.never[i], places[k], 1)
				}
			}
		}
		if len(b.vars) > mostRows {
			return false
		}
	}
	together, seen := count{}, map[int]bool{} // counts that have no Boolean in common
	for _, c := range some {
		if !slices.ContainsFunc(c.events, func(ev event) bool { return seen[ev.v] }) {
			together.events, together.least = append(together.events, c.events...), together.least+c.least
			for _, ev := range c.events {
				seen[ev.v] = true
			}
		}
	}
	var groups [][]int // of places
	for _, c := range append(some, together) {
		groups = append(groups, b.cliques(&c)...)
	}
	return w.made(&b, groups)
}

// cliques divides the events of a count into as many sets of Booleans that exclude each other as must hold. It returns
// nil if there are more such sets.
func (b *truths) cliques(c *count) (groups [][]int) {
	left := new(big.Int)
	for _, i := range b.places(c.events) {
		left.SetBit(left, i, 1)
	}
	for left.Sign() > 0 {
		if len(groups) == c.least {
			return nil
		}
		var group []int
		for next := new(big.Int).Set(left); next.Sign() > 0; {
			i := int(next.TrailingZeroBits())
			group = append(group, i)
			left.SetBit(left, i, 0)
			next.And(next.SetBit(next, i, 0), b.never[i])
		}
		groups = append(groups, group)
	}
	if len(groups) < c.least {
		return nil
	}
	return groups
}

// made replaces disjoint sets of Booleans by numbers.
func (w *rewriting) made(b *truths, groups [][]int) bool {
	is := map[int]task.Expr{}
	for _, group := range groups {
		vars := lists.Map(group, func(i int) int { return b.vars[i] })
		if len(vars) < fewest || slices.ContainsFunc(vars, func(v int) bool { _, taken := is[v]; return taken }) {
			continue
		}
		slices.Sort(vars)
		x := w.further(upTo(len(vars)))
		for k, v := range vars {
			is[v] = w.pool.Eq(x, w.pool.Const(int64(k)))
		}
	}
	if len(is) > 0 {
		w.substitute(is)
	}
	return len(is) > 0
}
