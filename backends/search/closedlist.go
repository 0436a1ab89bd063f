package search

import (
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/store"
)

// node is a path to a state: the state before, the move from there, and the cost of the path.
type node struct {
	parent uint32 // noParent: the path is a root
	move   int32  // of a root: its number
	g      int64
}

// closedList holds all states that were reached, numbered, with the cheapest known path to each.
type closedList struct {
	*tree
	cost   store.Pages[int64]
	reopen bool              // an expanded state is opened again if a cheaper path to it is found
	stale  bool              // a cheaper path to an expanded state was not followed
	fold   func(st []uint64) // tells states apart by their representatives, which tree holds; nil: all states differ
	own    *store.Closed     // the states themselves
	key    []uint64
}

// newClosedList returns an empty list. If symmetries are used, it keeps one of equivalent states, the one that was
// reached on the cheapest path. It is the state itself that is expanded: heuristics, and the order in which moves are
// tried, do not suffer (Domshlak, Katz and Shleyfman, Enhanced Symmetry Breaking in Cost-Optimal Planning, 2012).
func (r *run) newClosedList(reopen bool) closedList {
	w := r.Space.Layout.Words
	c := closedList{tree: newTree(w), reopen: reopen}
	if r.Folder != nil {
		c.fold, c.own, c.key = r.Folder.Another().Fold, store.NewClosed(w), make([]uint64, w)
	}
	return c
}

// State returns the state with a number.
func (c *closedList) State(id uint32) []uint64 {
	if c.fold != nil {
		return c.own.State(id)
	}
	return c.tree.State(id)
}

// ahead is as store.Closed.Ahead.
func (c *closedList) ahead(states []uint64) {
	if c.fold == nil {
		c.Ahead(states)
	}
}

// Marks in tree.move.
const (
	expandedMark = 1 << 30 // the state was expanded
	goalMark     = 1 << 29 // the state is a goal
	marks        = expandedMark | goalMark
)

func (c *closedList) g(id uint32) int64         { return *c.cost.At(id) }
func (c *closedList) expanded(id uint32) bool   { return *c.move.At(id)&expandedMark != 0 }
func (c *closedList) isGoal(id uint32) bool     { return *c.move.At(id)&goalMark != 0 }
func (c *closedList) setExpanded(id uint32)     { *c.move.At(id) |= expandedMark }
func (c *closedList) setGoal(id uint32)         { *c.move.At(id) |= goalMark }
func (c *closedList) parentOf(id uint32) uint32 { return *c.parent.At(id) }

// put records a path to a state. fresh: the state is new. better: the state is to be opened.
func (c *closedList) put(st []uint64, n node, counts *backends.Stats) (id uint32, fresh, better bool) {
	key := st
	if c.fold != nil {
		key = c.key
		copy(key, st)
		c.fold(key)
	}
	id, fresh = c.Put(key)
	switch {
	case fresh && c.fold != nil:
		c.own.Append(st)
		fallthrough
	case fresh:
		c.link(n.parent, n.move)
		c.cost.Push(n.g)
	case c.g(id) <= n.g:
		counts.Duplicates++
		return id, false, false
	case !c.expanded(id):
		c.replace(id, st, n)
	case c.reopen:
		counts.Reopened++
		c.replace(id, st, n)
	case c.fold != nil && !store.Equal(c.State(id), st):
		counts.Duplicates++
		c.stale = true
		return id, false, false
	default:
		counts.Duplicates++
		c.stale = true
		n.move |= expandedMark
		c.replace(id, st, n)
		return id, false, false
	}
	return id, fresh, true
}

// replace records a cheaper path. The marks of the state are lost.
func (c *closedList) replace(id uint32, st []uint64, n node) {
	copy(c.State(id), st)
	c.relink(id, n.parent, n.move)
	*c.cost.At(id) = n.g
}

// plan returns the path to a state. It removes the marks of the states on the path.
func (c *closedList) plan(id uint32) job.Outcome {
	o := c.outcome(id)
	for i := range o.Moves {
		o.Moves[i] &^= marks
	}
	o.Root &^= marks
	return o
}

func (c *closedList) len() int { return c.Len() }

// sample returns n states, spread evenly over the closed list, and the costs of the paths to them.
func (c *closedList) sample(n int) (states [][]uint64, costs []int64) {
	for k := range uint64(n) {
		// multiples of the golden section (Knuth, vol. 3, 6.4)
		id := uint32((k + 1) * 0x9e3779b97f4a7c15 >> 32 * uint64(c.Len()) >> 32)
		states = append(states, slices.Clone(c.State(id)))
		costs = append(costs, c.g(id))
	}
	return states, costs
}

func (c *closedList) bytes() int64 {
	n := c.tree.bytes() + c.cost.Bytes()
	if c.own != nil {
		n += c.own.Bytes()
	}
	return n
}
