package search

import "context"

// DepthFirst enters every state once and goes on from the newest. It finds some plan, seldom a short one (Tarjan,
// 1972).
func DepthFirst[S any, K Key](ctx context.Context, p *Problem[S, K], o Options) Result[S] {
	o = o.begin(ctx)
	g := newGraph[K]()
	var st Stats
	var open []opening[K]
	starts := p.starts(&st)
	for i := len(starts) - 1; i >= 0; i-- { // the first is to be on top
		open = append(open, opening[K]{key: p.Pack(&starts[i]), parent: -1, move: -1})
	}
	st.Frontier = len(open)
	var steps []Step[S]
	for len(open) > 0 {
		if o.pollStop(&st) {
			return gaveUp[S](endedReason, len(g.nodes), &o, &st)
		}
		top := open[len(open)-1]
		open = open[:len(open)-1]
		at, fresh := g.add(top.key, int(top.parent), int(top.move), top.cost)
		if !fresh {
			st.Duplicates++
			continue
		}
		s := p.Unpack(top.key)
		if p.Goal(&s) {
			return found(p, g, at, &o, &st)
		}
		steps = p.successors(&s, steps, &st)
		st.Generated += len(steps)
		if len(steps) == 0 {
			st.DeadEnds++
		}
		for i := len(steps) - 1; i >= 0; i-- {
			next := &steps[i]
			open = append(open, opening[K]{p.Pack(&next.Next), int32(at), int32(next.Move), total(top.cost, next.Cost)})
		}
		st.Frontier = max(st.Frontier, len(open))
		if o.full(len(g.nodes) + len(open)) {
			return gaveUp[S](fullReason, len(g.nodes), &o, &st)
		}
	}
	return exhausted[S](len(g.nodes), &o, &st)
}

// opening is a successor that was not entered yet.
type opening[K Key] struct {
	key          K
	parent, move int32
	cost         int
}
