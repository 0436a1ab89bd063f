package search

import "context"

// AStar finds a cheapest plan if the heuristic is admissible (Hart, Nilsson and Raphael, 1968). A state that is reached again on a cheaper
// way is opened again, so the heuristic need not be consistent.
func AStar[S any, K Key](ctx context.Context, p *Problem[S, K], h Heuristic[S], o Options) Result[S] {
	r := bestFirst(ctx, p, h, func(cost, estimate int) int { return cost + estimate }, o)
	r.Optimal = r.Status == Solved
	return r
}

// UniformCost finds a cheapest plan without any estimate (Dijkstra, 1959).
func UniformCost[S any, K Key](ctx context.Context, p *Problem[S, K], o Options) Result[S] {
	return AStar(ctx, p, Blind[S], o)
}

// Greedy follows the estimate alone. It finds some plan, often soon.
func Greedy[S any, K Key](ctx context.Context, p *Problem[S, K], h Heuristic[S], o Options) Result[S] {
	return bestFirst(ctx, p, h, func(_, estimate int) int { return estimate }, o)
}

// WeightedAStar counts the estimate several times over. With an admissible heuristic the plan costs at most so many times the least cost
// (Pohl, 1970).
func WeightedAStar[S any, K Key](ctx context.Context, p *Problem[S, K], h Heuristic[S], o Options) Result[S] {
	weight := o.Weight
	if weight == 0 {
		weight = 2
	}
	return bestFirst(ctx, p, h, func(cost, estimate int) int { return cost + weight*estimate }, o)
}

// bestFirst always expands the open state with the least rank.
func bestFirst[S any, K Key](ctx context.Context, p *Problem[S, K], h Heuristic[S], rank func(cost, estimate int) int, o Options) Result[S] {
	o = o.begin(ctx)
	g := newGraph[K]()
	var st Stats
	var open heap
	for i := range p.Starts {
		if at, fresh := g.add(p.Pack(&p.Starts[i]), -1, -1, 0); fresh {
			estimate := h(&p.Starts[i])
			open.push(entry{rank(0, estimate), estimate, at, 0})
		}
	}
	var steps []Step[S]
	for len(open) > 0 {
		if o.over(&st) {
			return gaveUp[S](endedReason, len(g.nodes), &o, &st)
		}
		e := open.pop()
		at := e.node
		if n := &g.nodes[at]; n.closed || int(n.cost) < e.cost {
			continue // a cheaper way was found meanwhile
		}
		s := p.Unpack(g.nodes[at].key)
		if p.Goal(&s) {
			return found(p, g, at, &o, &st)
		}
		g.nodes[at].closed = true
		if p.Dead != nil && p.Dead(&s) {
			continue
		}
		steps = p.Successors(&s, steps[:0])
		st.Expanded++
		st.Generated += len(steps)
		for i := range steps {
			next := &steps[i]
			cost := e.cost + next.Cost
			to, fresh := g.add(p.Pack(&next.Next), at, next.Move, cost)
			if !fresh {
				n := &g.nodes[to]
				if int(n.cost) <= cost {
					continue
				}
				n.parent, n.move, n.cost, n.closed = int32(at), int32(next.Move), int32(cost), false
			}
			estimate := h(&next.Next)
			open.push(entry{rank(cost, estimate), estimate, to, cost})
		}
		if o.full(len(g.nodes)) {
			return gaveUp[S](fullReason, len(g.nodes), &o, &st)
		}
	}
	return exhausted[S](len(g.nodes), &o, &st)
}

// entry is an open state. Among equal ranks the smaller estimate comes first: it is nearer to a goal.
type entry struct {
	rank, estimate, node, cost int
}

func (a entry) before(b entry) bool {
	if a.rank != b.rank {
		return a.rank < b.rank
	}
	if a.estimate != b.estimate {
		return a.estimate < b.estimate
	}
	return a.node > b.node
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
