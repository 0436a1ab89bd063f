package constraint

import (
	"math"

	"github.com/pzc-lang/pzc/backends/constraint/cdcl"
	"github.com/pzc-lang/pzc/internal/lists"
)

// choice is the constraint that z >= views[i] if when[i] holds, and that one of when holds.
type choice struct {
	z     view
	views []view
	when  []cdcl.Lit
}

// among makes z at least views[i] if when[i] holds, and at least the least of the views. The caller adds the clause
// that one of when holds.
func (s *store) among(z view, views []view, when []cdcl.Lit) {
	c := &choice{z, views, when}
	id := s.post(c, later)
	s.wakeOnMax(z, id)
	for i, v := range views {
		s.wakeOnMin(v, id)
		s.onTrue(when[i], id)
		s.onTrue(when[i].Not(), id)
	}
}

// choice makes z equal to views[i] if when[i] holds. The caller adds the clause that one of when holds.
func (s *store) choice(z view, views []view, when []cdcl.Lit) {
	s.among(z, views, when)
	s.among(z.times(-1), negated(views), when)
}

// greatest makes z the maximum of some views.
func (s *store) greatest(z view, views []view) {
	when := make([]cdcl.Lit, len(views))
	for i, v := range views {
		when[i] = s.newLit()
		s.difference(v, z)
	}
	s.Sat.Add(when...)
	s.among(z.times(-1), negated(views), when)
}

// difference is the constraint that a is at most b.
func (s *store) difference(a, b view) {
	if a.A != 0 && b.A != 0 && a.X == b.X {
		s.sum(cdcl.True, []view{{a.X, a.A - b.A, a.B - b.B}}, 0)
		return
	}
	s.sum(cdcl.True, []view{a, b.times(-1)}, 0)
}

func negated(views []view) []view {
	return lists.Map(views, func(v view) view { return v.times(-1) })
}

// The numbers under which a choice implies: z's bound, then for each i that when[i] is false, then that the view is
// small.
const ofZ = -1

func (c *choice) propagate(s *store, id int32) bool {
	least, most := int64(math.MaxInt64), s.Max(c.z)
	for i, l := range c.when {
		value := s.Sat.Value(l)
		if value < 0 {
			continue
		}
		v := s.Min(c.views[i])
		if v > most {
			if !s.Sat.ImplyBy(l.Not(), id, int32(2*i)) {
				return false
			}
			continue
		}
		least = min(least, v)
		if value > 0 && s.Max(c.views[i]) > most && !s.raise(c.views[i].times(-1), -most, id, int32(2*i+1)) {
			return false
		}
	}
	return least == math.MaxInt64 || s.raise(c.z, least, id, ofZ)
}

func (c *choice) explain(s *store, l cdcl.Lit, aux int32, claim int64, place int32, out []cdcl.Lit) []cdcl.Lit {
	if aux == ofZ {
		return c.explainZ(s, s.claimed(c.z, l, claim), place, out)
	}
	v, below := c.views[aux/2], c.z.times(-1)
	if aux%2 == 1 { // v <= k since z <= k
		return append(out, c.when[aux/2], s.atLeastBecause(below, s.claimed(v.times(-1), l, claim), place))
	}
	k := -s.minBefore(below, place) // z <= k < v
	if v.A == 0 {
		k = v.B - 1
	}
	return append(out, s.atLeastBecause(below, -k, place), s.atLeastBecause(v, k+1, place))
}

// explainZ explains z >= k: each view that may be chosen is at least k.
func (c *choice) explainZ(s *store, k int64, place int32, out []cdcl.Lit) []cdcl.Lit {
	for i, v := range c.views {
		switch l := c.when[i].Not(); {
		case s.minRoot(v) >= k:
		case s.Sat.Value(l) > 0 && s.Sat.Place(l) < place:
			out = append(out, l)
		default:
			out = append(out, s.atLeastBecause(v, k, place))
		}
	}
	return out
}
