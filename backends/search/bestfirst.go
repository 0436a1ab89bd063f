package search

import (
	"math"

	"github.com/pzc-lang/pzc/backends/search/job"
)

// A best-first search has five parts, each of one type:
//
//	open       the open list: reached states, the state to be expanded next first (openlist.go)
//	closed     the closed list: all reached states, with the cheapest known path to each (closedlist.go)
//	evaluator  the estimate h of the rest, and the goal test (evaluator.go)
//	pruning    the states that lead to no wanted plan, and are not opened (pruning.go)
//	Expand     the successor generator (package space); corrals and symmetries leave out successors there
//
// A*, uniform-cost search, weighted A* and greedy search are bestFirst with different ranks. After much work,
// batches.go goes on in several threads, with the same parts.

// bestFirst is one best-first search.
type bestFirst struct {
	*run
	open      openList
	closed    closedList
	evaluator evaluator
	pruning   pruning
	incumbent incumbent
	f         int64 // the rank of the states that were expanded last; -1: none was
	began     int64 // number of states that were expanded before this search
	states    int64 // threads share the search after this number of expanded states,
	work      int64 // and this work
}

// bestFirst searches until a goal ranks first. It goes on with a search that waits.
func (r *run) bestFirst(k rank) job.Outcome {
	if b := r.resumed; b != nil {
		r.running, r.resumed, r.met = b, nil, &b.closed
		return b.goOn()
	}
	b := r.newBestFirst(k)
	for i := r.RootCount() - 1; i >= 0; i-- {
		b.reach(r.Root(i), node{noParent, int32(i), r.RootCost(i)})
		if r.Estimated(k.name) {
			return b.finish()
		}
	}
	return b.goOn()
}

// goOn expands states until a goal ranks first.
func (b *bestFirst) goOn() job.Outcome {
	r, k := b.run, b.open.rank
	defer r.corral(r.Expander)()
	r.Phase = job.Phase{}
	b.states = math.MaxInt64
	if r.hooks.share != nil {
		b.states, b.work = r.hooks.share.alone(b)
	}
	bytes := b.bytes
	for b.single() {
		s, ok := b.next()
		if !ok || s.ends {
			return b.end(s)
		}
		r.Lower = max(r.Lower, k.leastCost(s.f))
		if r.Over(k.name, bytes) {
			b.open.Push(s.f, s.h, s.id)
			return b.finish()
		}
		b.f = s.f
		b.expand(s.id)
	}
	return r.hooks.share.goOn(b)
}

// popped is a state that was taken from the open list.
type popped struct {
	f, h int64 // its rank and its estimate
	id   uint32
	goal bool
	ends bool // the search ends here: the state is a goal, or the plan found ranks before all that is open
}

// next takes the state that is to be expanded next from the open list, and says whether the search ends there; then the
// list stays as it is. It returns false if all states were expanded or pruned.
func (b *bestFirst) next() (s popped, ok bool) {
	if b.open.rank.ends(b.incumbent, b.f) {
		return popped{ends: true}, true
	}
	for {
		if s.f, s.h, s.id, ok = b.open.pop(); !ok {
			return s, false
		}
		if !b.closed.expanded(s.id) { // else it was, on a path at least as cheap
			break
		}
	}
	s.goal = b.closed.isGoal(s.id) || s.h > 0 && b.evaluator.goal(b.closed.State(s.id))
	if s.ends = s.goal; s.ends {
		b.open.Push(s.f, s.h, s.id)
	}
	return s, true
}

// end ends the search where next said so.
func (b *bestFirst) end(s popped) job.Outcome {
	if s.goal {
		b.Lower = max(b.Lower, b.open.rank.leastCost(s.f))
		b.incumbent.found(s.id, b.closed.g(s.id))
	}
	return b.finish()
}

// expand reaches the successors of a state. The first successor is opened last: of equal states, the open list returns
// the newest.
func (b *bestFirst) expand(id uint32) {
	b.closed.setExpanded(id)
	g := b.closed.g(id)
	b.Expand(b.closed.State(id))
	b.closed.ahead(b.Expander.States)
	for k := len(b.Expander.Kids) - 1; k >= 0; k-- {
		kid := &b.Expander.Kids[k]
		to, better := b.reach(b.Expander.State(k), node{id, kid.Move, g + kid.Cost})
		if !better && b.closed.parentOf(id) == to {
			b.returns++
		}
	}
}

// reach records a path to a state, and opens the state unless a path at least as cheap is known.
func (b *bestFirst) reach(st []uint64, n node) (id uint32, better bool) {
	id, fresh, better := b.closed.put(st, n, &b.Counts)
	if better {
		h := b.evaluator.estimate(st, n.g)
		if b.admits(id, n.g, h, fresh, h == 0 && b.evaluator.goal(st)) {
			b.open.push(n.g, h, id)
		}
	}
	return id, better
}

// admits reports whether a state of cost g and estimate h is opened: it is not pruned. A goal is noted.
func (b *bestFirst) admits(id uint32, g, h int64, fresh, goal bool) bool {
	switch {
	case b.pruning.deadEnd(h):
		if fresh {
			b.Counts.DeadEnds++
		}
		return false
	case b.pruning.tooCostly(g, h):
		b.Cut = true
		return false
	case goal:
		b.closed.setGoal(id)
		b.incumbent.found(id, g)
		return true
	}
	return !b.pruning.noBetter(g, h, b.incumbent.cost)
}

// drain expands the states that next returns, until there is a plan or no state is left.
func (b *bestFirst) drain(bytes func() int64, next func() (uint32, bool), expand func(uint32)) job.Outcome {
	for !b.incumbent.exists() && !b.Over(b.open.rank.name, bytes) {
		id, ok := next()
		if !ok {
			break
		}
		if !b.closed.expanded(id) {
			expand(id)
		}
	}
	return b.finish()
}

// newBestFirst returns a search that has reached no state.
func (r *run) newBestFirst(k rank) *bestFirst {
	b := &bestFirst{
		run:       r,
		open:      openList{rank: k},
		closed:    r.newClosedList(k.reopen),
		evaluator: evaluator{r.Heuristic, r.Space, r.Expander.Child, r.bounding, r.maxCost},
		pruning:   pruning{r.maxCost, r.Heuristic.Trusted},
		incumbent: incumbent{cost: job.NoCost},
		f:         -1,
		began:     r.Counts.Expanded,
	}
	r.met, r.running = &b.closed, b
	return b
}

// single reports whether one thread goes on.
func (b *bestFirst) single() bool { return b.Counts.Expanded < b.states || b.Work < b.work }

// finish returns the cheapest plan found, or no plan.
func (b *bestFirst) finish() job.Outcome {
	b.Took(b.bytes(), b.closed.Len())
	b.Counts.MaxFrontier = max(b.Counts.MaxFrontier, b.open.longest)
	if !b.closed.stale {
		b.Lower = max(b.Lower, b.bound())
	}
	if !b.incumbent.exists() {
		return job.Outcome{}
	}
	return b.closed.plan(b.incumbent.goal)
}

// bound returns the least g + h of the open states and the best plan. The result is a lower bound on the cost of every
// plan, because an optimal plan leads through an open state that was reached on a cheapest path. Exception: a cheaper
// path to an expanded state was not followed.
func (b *bestFirst) bound() int64 {
	least := b.incumbent.cost
	if b.Cut {
		least = min(least, b.maxCost+1)
	}
	b.open.Each(func(h int64, id uint32) {
		if !b.closed.expanded(id) {
			least = min(least, b.closed.g(id)+h)
		}
	})
	return least
}

func (b *bestFirst) bytes() int64 { return b.closed.bytes() + b.open.Bytes() }
