package pattern

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
)

// kinds returns the number of groups that are not symmetric to earlier groups.
func (b *permuted) kinds(groups [][]int64) (n int) {
	for i, own := range groups {
		if !slices.ContainsFunc(groups[:i], func(of []int64) bool { return b.symmetric(own, of) != nil }) {
			n++
		}
	}
	return n
}

// costs adds the patterns of a sum. by holds the symmetry of each, nil if the pattern has a table of its own. whose is
// the cost from that table.
func (b *permuted) costs(groups [][]int64) (whose []task.Expr, by []*reflection, ok bool) {
	for i, own := range groups {
		e, r := task.None, (*reflection)(nil)
		for k, of := range groups[:i] {
			if s := b.symmetric(own, of); by[k] == nil && s != nil && b.image(s, whose[k]) != task.None &&
				b.forgets(len(own)) == (len(b.sp.Task.Abstractions[b.sp.Task.Pool.Node(whose[k]).N].Fold) > 0) {
				e, r = whose[k], s
			}
		}
		if r == nil {
			if e, ok = b.pattern(own, true); !ok {
				return nil, nil, false
			}
			b.choice.states += b.tableStates(len(own), true)
		}
		whose, by = append(whose, e), append(by, r)
	}
	return whose, by, true
}

// after returns the symmetry that applies r first and then s; nil is the identity.
func (s *reflection) after(r *reflection) *reflection {
	switch {
	case s == nil:
		return r
	case r == nil:
		return s
	}
	out := &reflection{value: map[int64]int64{}}
	for _, to := range r.place {
		out.place = append(out.place, s.place[to])
	}
	for x, y := range r.value {
		if z, ok := s.value[y]; ok {
			out.value[x] = z
		}
	}
	return out
}
