package search

import "github.com/pzc-lang/pzc/backends/search/store"

// rank is the order of the open list: the least g·(cost so far) + h·(estimate of the rest) first. Best-first searches
// differ in the rank alone.
type rank struct {
	name   string // of the algorithm
	g, h   int64
	reopen bool // an expanded state is opened again if a cheaper path to it is found
}

// mostRanked bounds the parts of a rank, so that 64 bits hold their sum.
const mostRanked = 1 << 61

// of returns the rank of a state of cost g and estimate h.
func (k rank) of(g, h int64) int64 { return g*k.g + min(h, mostRanked/k.h)*k.h }

// leastCost returns a lower bound on g + h, for all states whose rank is at least f.
func (k rank) leastCost(f int64) int64 {
	if k.g == 0 {
		return 0
	}
	return (f + k.h - 1) / k.h // g·rank.g + h·rank.h ≤ rank.h · (g + h)
}

// openList holds the reached states that are to be expanded. The state of the least rank is next. Ties are broken by
// the least h, then by the newest state.
type openList struct {
	store.Queue
	rank    rank
	longest int64
}

// push opens a state of cost g and estimate h.
func (o *openList) push(g, h int64, id uint32) { o.Push(o.rank.of(g, h), h, id) }

// pop removes the state that is next. It returns false if no state is open.
func (o *openList) pop() (f, h int64, id uint32, ok bool) {
	o.longest = max(o.longest, o.Len())
	return o.Pop()
}

// ends reports whether a plan ranks before all states of rank f and more.
func (k rank) ends(plan incumbent, f int64) bool { return plan.exists() && plan.cost*k.g <= f }
