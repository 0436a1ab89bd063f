package heuristic

import (
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/technique"
)

// lmcutKind describes LM-cut.
var lmcutKind = relaxedKind{
	Kind: estimate.Kind{
		Name: "lmcut", Says: "LM-cut: sets of moves of which every plan needs one, as many as can be paid separately",
		Source: "Helmert and Domshlak, 2009", Admissible: true, Price: 1 << 20,
	},
	passes: 8, guide: func(x *explorer) func([]uint64) int64 { return newLMCut(x).of }, technique: technique.Lmcut,
}

// lmcut is LM-cut (Helmert, Domshlak, Landmarks, Critical Paths and Abstractions: What's the Difference Anyway?, 2009).
// Each operator is reduced to its most expensive condition under h_max. The cut in this graph separates the atoms of
// the state from the goal zone, the atoms from which the goal costs 0. It is a disjunctive action landmark: every plan
// contains an action of the cut. The least cost of these actions is added to the estimate and subtracted from each of
// them, until h_max of the goal is 0. Conditional effects share the cost of their action (Röger, Pommerening, Helmert,
// Optimal Planning in the Presence of Conditional Effects, 2014): the sum is admissible, but may be less than h_max,
// which is then returned instead.
type lmcut struct {
	*explorer
	now    uint32
	zone   []uint32 // by atom: the last round in which it was in the goal zone
	seen   []uint32 // by atom: the last round in which it was reached before the cut
	inCut  []uint32 // by action: the last round in which it was in the cut
	cut    []int32  // actions of the cut
	stack  []int32
	source []int32 // atoms of the state
}

func newLMCut(x *explorer) *lmcut {
	return &lmcut{
		explorer: x,
		zone:     make([]uint32, x.r.atoms), seen: make([]uint32, x.r.atoms), inCut: make([]uint32, len(x.r.parts.start)),
	}
}

func (c *lmcut) of(st []uint64) (total int64) {
	copy(c.cost, c.r.cost)
	least := c.max(st, true)
	if least >= unreached {
		return estimate.Hopeless
	}
	c.source = append(c.source[:0], truthAtom)
	for v, first := range c.r.first {
		c.source = append(c.source, first+int32(c.r.layout.Get(st, v)))
	}
	for c.value[c.r.goal] > 0 {
		if c.now++; c.now == 0 {
			clear(c.zone)
			clear(c.seen)
			clear(c.inCut)
			c.now = 1
		}
		c.markZone()
		c.findCut()
		share := estimate.Hopeless
		for _, a := range c.cut {
			share = min(share, c.cost[c.r.parts.of(a)[0]])
		}
		for _, a := range c.cut {
			for _, i := range c.r.parts.of(a) {
				c.cost[i] -= share
			}
		}
		total = min(total+share, mostCost)
		c.cheaper()
	}
	return max(total, least)
}

// markZone marks the goal zone: the atoms from which the goal costs 0.
func (c *lmcut) markZone() {
	c.zone[c.r.goal] = c.now
	c.stack = append(c.stack[:0], c.r.goal)
	for len(c.stack) > 0 {
		a := c.stack[len(c.stack)-1]
		c.stack = c.stack[:len(c.stack)-1]
		for _, i := range c.r.makers.of(a) {
			if c.left[i] > 0 || c.cost[i] > 0 {
				continue
			}
			if p := c.costliest[i]; c.zone[p] != c.now {
				c.zone[p] = c.now
				c.stack = append(c.stack, p)
			}
		}
	}
}

// findCut collects the actions that lead from atoms reachable before the cut into the goal zone.
func (c *lmcut) findCut() {
	c.cut = c.cut[:0]
	c.stack = append(c.stack[:0], c.source...)
	for _, a := range c.source {
		c.seen[a] = c.now
	}
	for len(c.stack) > 0 {
		a := c.stack[len(c.stack)-1]
		c.stack = c.stack[:len(c.stack)-1]
		for _, i := range c.r.users.of(a) {
			if c.left[i] > 0 || c.costliest[i] != a {
				continue
			}
			c.pass(i)
		}
	}
}

// pass continues with the atoms that an operator makes true. If an atom lies in the goal zone, the action is in the
// cut.
func (c *lmcut) pass(i int32) {
	for _, to := range c.r.add.of(i) {
		if c.zone[to] == c.now {
			if a := c.r.action[i]; c.inCut[a] != c.now {
				c.inCut[a] = c.now
				c.cut = append(c.cut, a)
			}
			return
		}
	}
	for _, to := range c.r.add.of(i) {
		if c.seen[to] != c.now {
			c.seen[to] = c.now
			c.stack = append(c.stack, to)
		}
	}
}

// cheaper updates h_max after the actions of the cut became cheaper.
func (c *lmcut) cheaper() {
	c.queue.clear()
	for _, a := range c.cut {
		for _, i := range c.r.parts.of(a) {
			if c.left[i] == 0 {
				c.offer(i)
			}
		}
	}
	for {
		value, a, ok := c.queue.pop()
		if !ok {
			return
		}
		if value != c.value[a] {
			continue
		}
		for _, i := range c.r.users.of(a) {
			if c.left[i] == 0 && c.costliest[i] == a && c.total[i] > value {
				if c.choose(i) {
					c.offer(i)
				}
			}
		}
	}
}

// offer reaches the atoms that an operator makes true, at its current cost.
func (c *lmcut) offer(i int32) {
	next := min(c.total[i]+c.cost[i], mostCost)
	for _, to := range c.r.add.of(i) {
		c.reach(to, next, i)
	}
}

// choose finds the most expensive condition of an operator again, and reports whether its cost has changed.
func (c *lmcut) choose(i int32) bool {
	old := c.total[i]
	best := int32(-1)
	for _, p := range c.r.pre.of(i) {
		if best < 0 || c.value[p] > c.value[best] {
			best = p
		}
	}
	c.costliest[i], c.total[i] = best, c.value[best]
	return c.total[i] != old
}
