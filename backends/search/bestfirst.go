package search

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/store"
)

// A best-first search keeps the states seen with the cheapest known way to each. It expands the open state with the
// smallest rank.g · g + rank.h · h, where g is the cost so far and h the estimate of the rest. Ties are broken by the
// smallest h, then by the newest state.

// rank distinguishes best-first searches.
type rank struct {
	name   string
	g, h   int64
	reopen bool // an expanded state is opened again if a cheaper way to it is found
}

// Marks in tree.move.
const (
	expandedMark = 1 << 30 // the state was expanded
	goalMark     = 1 << 29 // the state is a goal
	marks        = expandedMark | goalMark
)

// mostRanked bounds the parts of a rank, so that 64 bits hold their sum.
const mostRanked = 1 << 61

type bestFirst struct {
	*run
	rank  rank
	t     *tree
	cost  store.Pages[int64]
	open  store.Queue
	best  int64  // cost of the cheapest plan found, job.NoCost if there is none
	goal  uint32 // where it ends
	stale bool   // a cheaper way to an expanded state was not followed
	begun int64  // number of states that were expanded before this search
}

// bestFirst searches until a goal ranks first.
func (r *run) bestFirst(k rank) job.Outcome {
	b := &bestFirst{run: r, rank: k, t: newTree(r.Space.Layout.Words), best: job.NoCost, begun: r.Counts.Expanded}
	r.met = b
	bytes := b.bytes
	defer r.corral(r.Expander)()
	for i := r.RootCount() - 1; i >= 0; i-- {
		b.reach(r.Root(i), noParent, int32(i), r.RootCost(i))
		if r.Estimated(k.name) {
			return b.finish()
		}
	}
	r.Phase = job.Phase{}
	states, work := b.alone()
	for r.Counts.Expanded < states || r.Work < work {
		r.Counts.MaxFrontier = max(r.Counts.MaxFrontier, b.open.Len())
		f, h, id, ok := b.open.Pop()
		if !ok {
			return b.finish()
		}
		move := *b.t.move.At(id)
		if move&expandedMark != 0 {
			continue // the state was expanded before, on a way at least as cheap
		}
		if k.g > 0 {
			r.Lower = max(r.Lower, (f+k.h-1)/k.h) // g·rank.g + h·rank.h ≤ rank.h · (g + h)
		}
		if move&goalMark != 0 || h > 0 && r.Space.IsGoal(b.t.State(id), r.Expander.Child) {
			b.found(id)
			return b.finish()
		}
		if r.Over(k.name, bytes) {
			b.open.Push(f, h, id)
			return b.finish()
		}
		*b.t.move.At(id) |= expandedMark
		b.expand(id)
		if b.best != job.NoCost && b.best*k.g <= f {
			return b.finish() // the plan would rank first
		}
	}
	return b.share()
}

// expand opens the successors of a state.
func (b *bestFirst) expand(id uint32) {
	g := *b.cost.At(id)
	b.Expand(b.t.State(id))
	b.t.Ahead(b.Expander.States)
	for k := len(b.Expander.Kids) - 1; k >= 0; k-- { // the first kid comes on top of the stack
		kid := &b.Expander.Kids[k]
		to, better := b.reach(b.Expander.State(k), id, kid.Move, g+kid.Cost)
		if !better && to == *b.t.parent.At(id) {
			b.returns++
		}
	}
}

// reach records a way to a state. It opens the state, unless a way at least as cheap is known or the state cannot lead
// to a plan that is wanted.
func (b *bestFirst) reach(st []uint64, parent uint32, move int32, g int64) (id uint32, better bool) {
	id, fresh, better := b.put(st, parent, move, g)
	if better {
		h := b.Heuristic.Of(st, b.Expander.Child)
		b.add(id, g, h, fresh, h == 0 && b.Space.IsGoal(st, b.Expander.Child))
	}
	return id, better
}

// put records a way to a state. fresh: the state is new. better: the state is to be opened.
func (b *bestFirst) put(st []uint64, parent uint32, move int32, g int64) (id uint32, fresh, better bool) {
	id, fresh = b.t.Put(st)
	switch {
	case fresh:
		b.t.link(parent, move)
		b.cost.Push(g)
	case *b.cost.At(id) <= g:
		b.Counts.Duplicates++
		return id, false, false
	case *b.t.move.At(id)&expandedMark == 0:
		b.relink(id, parent, move, g)
	case b.rank.reopen:
		b.Counts.Reopened++
		b.relink(id, parent, move, g)
	default:
		b.Counts.Duplicates++
		b.stale = true
		b.relink(id, parent, move|expandedMark, g)
		return id, false, false
	}
	return id, fresh, true
}

// add opens a state of cost g and estimate h, unless it cannot lead to a plan that is wanted.
func (b *bestFirst) add(id uint32, g, h int64, fresh, goal bool) {
	switch {
	case h >= estimate.Hopeless:
		if fresh {
			b.Counts.DeadEnds++
		}
		return
	case g > b.maxCost || b.Heuristic.Trusted && g+h > b.maxCost:
		b.Cut = true
		return
	case goal:
		*b.t.move.At(id) |= goalMark
		b.found(id)
	case g+h >= b.best && b.Heuristic.Trusted:
		return
	}
	b.open.Push(g*b.rank.g+min(h, mostRanked/b.rank.h)*b.rank.h, h, id)
}

func (b *bestFirst) relink(id, parent uint32, move int32, g int64) {
	b.t.relink(id, parent, move)
	*b.cost.At(id) = g
}

// found records that a state is a goal.
func (b *bestFirst) found(id uint32) {
	if g := *b.cost.At(id); g < b.best {
		b.best, b.goal = g, id
	}
}

// finish returns the cheapest plan found, or no plan.
func (b *bestFirst) finish() job.Outcome {
	b.Took(b.bytes(), b.t.Len())
	if !b.stale {
		b.Lower = max(b.Lower, b.bound())
	}
	if b.best == job.NoCost {
		return job.Outcome{}
	}
	return b.t.strip(b.goal)
}

// bound returns the least g + h of the open states and the best plan. The result is a lower bound on the cost of every
// plan, because an optimal plan leads through an open state that was reached on a cheapest way. Exception: a cheaper
// way to an expanded state was not followed.
func (b *bestFirst) bound() int64 {
	least := b.best
	if b.Cut {
		least = min(least, b.maxCost+1)
	}
	b.open.Each(func(h int64, id uint32) {
		if *b.t.move.At(id)&expandedMark == 0 {
			least = min(least, *b.cost.At(id)+h)
		}
	})
	return least
}

func (b *bestFirst) len() int { return b.t.Len() }

// sample returns n states of the closed list, spread evenly, and the costs of the ways to them.
func (b *bestFirst) sample(n int) (states [][]uint64, costs []int64) {
	for k := range uint64(n) {
		// multiples of the golden section (Knuth, vol. 3, 6.4)
		id := uint32((k + 1) * 0x9e3779b97f4a7c15 >> 32 * uint64(b.t.Len()) >> 32)
		states = append(states, slices.Clone(b.t.State(id)))
		costs = append(costs, *b.cost.At(id))
	}
	return states, costs
}

func (b *bestFirst) bytes() int64 {
	return b.t.bytes() + b.cost.Bytes() + b.open.Bytes()
}

// strip is like outcome, but removes the marks of the states on the way first.
func (t *tree) strip(id uint32) job.Outcome {
	o := t.outcome(id)
	for i := range o.Moves {
		o.Moves[i] &^= marks
	}
	o.Root &^= marks
	return o
}
