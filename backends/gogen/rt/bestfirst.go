package search

import (
	"context"
	"math"
)

// AStar finds a cheapest plan if the heuristic is admissible (Hart, Nilsson and Raphael, 1968). A state that is reached
// again at a lower cost is opened again, so the heuristic need not be consistent.
func AStar[S any, K Key](ctx context.Context, p *Problem[S, K], h Heuristic[S], o Options) Result[S] {
	r := newBestFirst(ctx, p, h, o, 1, 1).search()
	r.Optimal = r.Optimal || r.Status == Solved && o.Admissible
	return r
}

// UniformCost finds a cheapest plan without a heuristic (Dijkstra, 1959).
func UniformCost[S any, K Key](ctx context.Context, p *Problem[S, K], o Options) Result[S] {
	o.Admissible = true
	return AStar(ctx, p, Blind[S], o)
}

// Greedy expands the state with the least estimate. It finds some plan, often soon.
func Greedy[S any, K Key](ctx context.Context, p *Problem[S, K], h Heuristic[S], o Options) Result[S] {
	return newBestFirst(ctx, p, h, o, 0, 1).search()
}

// WeightedAStar multiplies the estimate by a weight. If the heuristic is admissible, the plan costs at most weight
// times the least cost (Pohl, 1970).
func WeightedAStar[S any, K Key](ctx context.Context, p *Problem[S, K], h Heuristic[S], o Options) Result[S] {
	weight := o.Weight
	if weight == 0 {
		weight = 2
	}
	const unit = 1000 // weights are whole numbers of thousandths
	g, w := unit, int(math.Floor(weight*unit+1e-6))
	a, b := w, g
	for b != 0 {
		a, b = b, a%b
	}
	return newBestFirst(ctx, p, h, o, g/a, w/a).search()
}

// bestFirst always expands the open state with the least rank: perCost · cost so far + perEstimate · estimate. Of equal
// ranks, the smaller estimate comes first, because it is nearer to a goal; of equal estimates, the newer state.
type bestFirst[S any, K Key] struct {
	p                    *Problem[S, K]
	h                    Heuristic[S]
	perCost, perEstimate int
	most, mostLeft       int // the most that a plan may cost; the greatest estimate in a rank
	o                    Options
	g                    *graph[K]
	open                 heap
	pushed               int
	best, goal           int // cost of the cheapest plan seen, and where it ends; -1: none
	st                   Stats
}

func newBestFirst[S any, K Key](ctx context.Context, p *Problem[S, K], h Heuristic[S], o Options, perCost,
	perEstimate int,
) *bestFirst[S, K] {
	const part = 1 << 61 // bound of each part of a rank: 64 bits hold the sum of two parts
	return &bestFirst[S, K]{
		p: p, h: h, perCost: perCost, perEstimate: perEstimate, most: min(MostCost,
			part/perEstimate), mostLeft: part / perEstimate,
		o: o.begin(ctx), g: newGraph[K](), goal: -1,
	}
}

// search searches until a goal ranks first.
func (b *bestFirst[S, K]) search() Result[S] {
	starts := b.p.starts(&b.st)
	for i := len(starts) - 1; i >= 0; i-- { // the first is to be the newest
		if b.o.pollStop(&b.st) {
			return b.gaveUp(endedReason)
		}
		b.reach(&starts[i], -1, -1, 0)
	}
	var steps []Step[S]
	for len(b.open) > 0 {
		if b.o.pollStop(&b.st) {
			return b.gaveUp(endedReason)
		}
		b.st.Frontier = max(b.st.Frontier, len(b.open))
		e := b.open.pop()
		if b.g.nodes[e.node].closed {
			continue // it was expanded since, at a cost that was not higher
		}
		if b.perCost > 0 {
			b.st.Bound = max(b.st.Bound, (e.rank+b.perEstimate-1)/b.perEstimate)
		}
		s := b.p.Unpack(b.g.nodes[e.node].key)
		if b.p.Goal(&s) {
			b.found(e.node)
			break
		}
		b.g.nodes[e.node].closed = true
		steps = b.p.successors(&s, steps, &b.st)
		b.st.Generated += len(steps)
		cost := b.g.nodes[e.node].cost
		for i := len(steps) - 1; i >= 0; i-- {
			b.reach(&steps[i].Next, e.node, steps[i].Move, cost+steps[i].Cost)
		}
		if b.goal >= 0 && b.perCost*b.best <= e.rank {
			break // the plan would rank first
		}
		if b.o.full(len(b.g.nodes)) {
			return b.gaveUp(fullReason)
		}
	}
	if b.goal >= 0 {
		return b.plan()
	}
	return exhausted[S](len(b.g.nodes), &b.o, &b.st)
}

// plan is the answer with the plan that was found.
func (b *bestFirst[S, K]) plan() Result[S] {
	r := found(b.p, b.g, b.goal, &b.o, &b.st)
	if r.Status == Solved && b.perCost == 0 { // cheaper paths to its states may have been found since
		r.Cost = b.p.cost(r.Start, r.Moves)
		r.Optimal = r.Cost == 0
	}
	return r
}

// gaveUp is the answer of a search that was ended, with the cheapest plan found so far.
func (b *bestFirst[S, K]) gaveUp(why string) Result[S] {
	if b.goal < 0 {
		return gaveUp[S](why, len(b.g.nodes), &b.o, &b.st)
	}
	r := b.plan()
	r.Status, r.Reason, r.Optimal = Unknown, why, false
	return r
}

// reach notes a path to a state and opens the state, unless a path at most as expensive is known or no plan that is
// wanted goes through the state.
func (b *bestFirst[S, K]) reach(s *S, parent, move, cost int) {
	at, fresh := b.g.add(b.p.Pack(s), parent, move, cost)
	if !fresh {
		n := &b.g.nodes[at]
		if n.cost <= cost {
			b.st.Duplicates++
			return
		}
		n.parent, n.move, n.cost = int32(parent), int32(move), cost
		if n.closed && b.perCost == 0 {
			b.st.Duplicates++
			return // Greedy ignores costs
		}
		n.closed = false
	}
	left := estimate(b.h, s, &b.o)
	switch {
	case left >= Hopeless:
		if fresh {
			b.st.DeadEnds++
		}
		return
	case cost > b.most || b.o.Admissible && cost+left > b.most:
		b.st.dear = true
		return
	case left == 0 && b.p.Goal(s):
		b.found(at)
	case b.goal >= 0 && cost+left >= b.best && b.o.Admissible:
		return
	}
	b.pushed++
	b.open.push(entry{b.perCost*cost + b.perEstimate*min(left, b.mostLeft), left, at, b.pushed})
}

// found notes that a state is a goal.
func (b *bestFirst[S, K]) found(at int) {
	if cost := b.g.nodes[at].cost; b.goal < 0 || cost < b.best {
		b.best, b.goal = cost, at
	}
}

// entry is an open state.
type entry struct {
	rank, estimate, node, number int
}

func (a entry) before(b entry) bool {
	if a.rank != b.rank {
		return a.rank < b.rank
	}
	if a.estimate != b.estimate {
		return a.estimate < b.estimate
	}
	return a.number > b.number
}

// heap is a binary heap (Williams, 1964).
type heap []entry

func (h *heap) push(e entry) {
	*h = append(*h, e)
	q := *h
	i := len(q) - 1
	for i > 0 && e.before(q[(i-1)/2]) {
		q[i] = q[(i-1)/2]
		i = (i - 1) / 2
	}
	q[i] = e
}

func (h *heap) pop() entry {
	q := *h
	top, last := q[0], q[len(q)-1]
	q = q[:len(q)-1]
	*h = q
	if len(q) == 0 {
		return top
	}
	i := 0
	for {
		child := 2*i + 1
		if child+1 < len(q) && q[child+1].before(q[child]) {
			child++
		}
		if child >= len(q) || !q[child].before(last) {
			break
		}
		q[i] = q[child]
		i = child
	}
	q[i] = last
	return top
}
