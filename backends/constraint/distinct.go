package constraint

import "github.com/pzc-lang/pzc/backends/constraint/cdcl"

// hall raises the least values of pairwise different views. If an interval of n values contains the domains of n views,
// all other views lie outside (Puget 1998). One pass over the sorted bounds finds these intervals (López-Ortiz,
// Quimper, Tromp and van Beek, "A fast and simple algorithm for bounds consistency of the alldifferent constraint",
// 2003).
type hall struct {
	views      []view
	lo, end    []int64 // by view: its least value, the first value that is too great
	byLo       []int32 // the views, ascending
	byEnd      []int32
	bounds     []int64 // all lo and end, ascending, each once
	loAt       []int32 // by view: the place of lo in bounds
	endAt      []int32
	room       []int64 // by place: values left in the interval that ends here, or in those joined with it
	open, full []int32 // by place: links to the next place with room, and past intervals that are full
	lits       []cdcl.Lit
}

// hall makes the views pairwise different, by reasoning on their bounds. atMostOne excludes equal values.
func (s *store) hall(views []view) {
	if len(views) < 2 {
		return
	}
	for _, views := range [][]view{views, negated(views)} {
		n := len(views)
		c := &hall{
			views: views, lo: make([]int64, n), end: make([]int64, n), byLo: make([]int32, n), byEnd: make([]int32, n),
			bounds: make([]int64, 0, 2*n+2), loAt: make([]int32, n), endAt: make([]int32, n),
			room: make([]int64, 2*n+2), open: make([]int32, 2*n+2), full: make([]int32, 2*n+2),
		}
		id := s.post(c, last)
		for i, v := range views {
			c.byLo[i], c.byEnd[i] = int32(i), int32(i)
			s.wakeOnMin(v, id)
			s.wakeOnMax(v, id)
		}
	}
}

func (c *hall) propagate(s *store, _ int32) bool {
	c.sort(s)
	for i := 1; i < len(c.bounds); i++ {
		c.open[i], c.full[i], c.room[i] = int32(i-1), int32(i-1), c.bounds[i]-c.bounds[i-1]
	}
	for _, i := range c.byEnd {
		x, y := c.loAt[i], c.endAt[i]
		z := end(c.open, x+1)
		before := c.open[z]
		if c.room[z]--; c.room[z] == 0 {
			c.open[z] = z + 1
			z = end(c.open, z+1)
			c.open[z] = before
		}
		link(c.open, x+1, z, z)
		left := c.room[z] - (c.bounds[z] - c.bounds[y])
		if left < 0 {
			c.members(s, c.bounds[y], c.bounds[y], 1)
			return s.Sat.Fail(c.lits...)
		}
		if c.full[x] > x {
			w := end(c.full, c.full[x])
			from := c.members(s, c.lo[i], c.bounds[w], 0)
			c.lits = append(c.lits, s.atLeastBecause(c.views[i], from, s.Sat.Here()))
			if !s.raiseBecause(c.views[i], c.bounds[w], c.lits) {
				return false
			}
			link(c.full, x, w, w)
		}
		if left == 0 {
			link(c.full, c.full[y], before-1, y)
			c.full[y] = before - 1
		}
	}
	return true
}

// end follows links that ascend.
func end(links []int32, i int32) int32 {
	for links[i] > i {
		i = links[i]
	}
	return i
}

// link makes all places on the path from one place to another point to a third place.
func link(links []int32, from, to, target int32) {
	for from != to {
		from, links[from] = links[from], target
	}
}

// sort reads the bounds and orders them.
func (c *hall) sort(s *store) {
	for i, v := range c.views {
		c.lo[i], c.end[i] = s.Min(v), s.Max(v)+1
	}
	ascending(c.byLo, c.lo)
	ascending(c.byEnd, c.end)
	c.bounds = append(c.bounds[:0], c.lo[c.byLo[0]]-2)
	i := 0
	for _, e := range c.byEnd {
		for ; i < len(c.byLo) && c.lo[c.byLo[i]] <= c.end[e]; i++ {
			c.loAt[c.byLo[i]] = c.place(c.lo[c.byLo[i]])
		}
		c.endAt[e] = c.place(c.end[e])
	}
	c.place(c.bounds[len(c.bounds)-1] + 2)
}

// place returns the place of a bound. Bounds must be given in ascending order.
func (c *hall) place(bound int64) int32 {
	if c.bounds[len(c.bounds)-1] != bound {
		c.bounds = append(c.bounds, bound)
	}
	return int32(len(c.bounds) - 1)
}

// ascending sorts views by keys. The order is nearly sorted already.
func ascending(order []int32, key []int64) {
	for i := 1; i < len(order); i++ {
		for j := i; j > 0 && key[order[j]] < key[order[j-1]]; j-- {
			order[j], order[j-1] = order[j-1], order[j]
		}
	}
}

// members finds an interval up to a value in which as many views lie as it has values, and more. It begins at most at
// from. It sets lits to the bounds that keep the views there, and returns the beginning.
func (c *hall) members(s *store, from, end, more int64) (begin int64) {
	for k, count := len(c.byLo)-1, int64(0); ; k-- {
		i := c.byLo[k]
		if c.end[i] <= end {
			count++
		}
		if begin = c.lo[i]; begin <= from && count >= end-begin+more {
			break
		}
	}
	c.lits = c.lits[:0]
	for i, v := range c.views {
		if c.lo[i] >= begin && c.end[i] <= end {
			c.lits = append(c.lits, s.atLeastBecause(v, begin, s.Sat.Here()),
				s.atLeastBecause(v.times(-1), 1-end, s.Sat.Here()))
		}
	}
	return begin
}

func (c *hall) explain(*store, cdcl.Lit, int32, int64, int32, []cdcl.Lit) []cdcl.Lit {
	panic("integer: hall says its reasons at once")
}
