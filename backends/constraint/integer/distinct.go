package integer

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/constraint/cdcl"
)

// hall is: no two views are equal, by bounds. Where as many views as an interval has values lie in it, the others lie
// outside (Puget, "A fast algorithm for the bound consistency of alldiff constraints", 1998; here by counting for each
// beginning of an interval).
type hall struct {
	views  []View
	lo, hi []int64
	order  []int
	lits   []cdcl.Lit
}

// Hall says that no two views are equal, by their bounds. That equal values exclude each other is said by AtMostOne.
func (s *Store) Hall(views []View) {
	n := len(views)
	c := &hall{views: views, lo: make([]int64, n), hi: make([]int64, n), order: make([]int, n)}
	id := s.post(c, last)
	for i, v := range views {
		c.order[i] = i
		s.wakeOnMin(v, id)
		s.wakeOnMax(v, id)
	}
}

func (c *hall) propagate(s *Store, _ int32) bool {
	return c.push(s, 1) && c.push(s, -1)
}

// push raises the least values of the views times sign.
func (c *hall) push(s *Store, sign int64) bool {
	for i, v := range c.views {
		c.lo[i], c.hi[i] = s.Min(v.Times(sign)), s.Max(v.Times(sign))
	}
	slices.SortFunc(c.order, func(i, j int) int { return int(min(max(c.hi[i]-c.hi[j], -1), 1)) })
	for _, i := range c.order {
		from, count := c.lo[i], int64(0)
		for _, j := range c.order {
			if c.lo[j] < from {
				continue
			}
			count++
			to := c.hi[j]
			switch room := to - from + 1; {
			case count > room:
				c.members(s, sign, from, to)
				return s.Sat.Fail(c.lits...)
			case count == room && count > 1:
				if !c.exclude(s, sign, from, to) {
					return false
				}
			}
		}
	}
	return true
}

// members sets lits to the bounds that keep the views between two values there.
func (c *hall) members(s *Store, sign, from, to int64) {
	c.lits = c.lits[:0]
	for i, v := range c.views {
		if c.lo[i] >= from && c.hi[i] <= to {
			v = v.Times(sign)
			c.lits = append(c.lits, s.atLeastBecause(v, from, s.Sat.Here()),
				s.atLeastBecause(v.Times(-1), -to, s.Sat.Here()))
		}
	}
}

// exclude raises what begins in a full interval, but is not bound to lie in it.
func (c *hall) exclude(s *Store, sign, from, to int64) bool {
	listed := false
	for j, v := range c.views {
		if c.lo[j] < from || c.lo[j] > to || c.hi[j] <= to {
			continue
		}
		if !listed {
			c.members(s, sign, from, to)
			listed = true
		}
		v = v.Times(sign)
		because := append(c.lits, s.atLeastBecause(v, from, s.Sat.Here())) //nolint:gocritic // lits stay as they are
		if !s.raiseBecause(v, to+1, because) {
			return false
		}
		c.lo[j] = s.Min(v)
	}
	return true
}

func (c *hall) explain(*Store, cdcl.Lit, int32, int64, int32, []cdcl.Lit) []cdcl.Lit {
	panic("integer: hall says its reasons at once")
}
