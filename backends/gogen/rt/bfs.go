package search

import (
	"context"
	"slices"
)

// BreadthFirst finds a plan of fewest moves: it visits the states layer by layer.
func BreadthFirst[S any, K Key](ctx context.Context, p *Problem[S, K], o Options) Result[S] {
	o = o.begin(ctx)
	g := newGraph[K]()
	var st Stats
	next := 0 // where the next layer begins
	goal := func(at int) Result[S] {
		if next > 0 {
			st.Frontier = max(st.Frontier, len(g.nodes)-next)
		}
		r := found(p, g, at, &o, &st)
		r.Optimal = r.Status == Solved && (r.Optimal || p.EqualCosts)
		return r
	}
	starts := p.starts(&st)
	for i := range starts {
		if o.pollStop(&st) {
			return gaveUp[S](endedReason, len(g.nodes), &o, &st)
		}
		at, fresh := g.add(p.Pack(&starts[i]), -1, -1, 0)
		if fresh && p.Goal(&starts[i]) {
			return goal(at)
		}
	}
	next = len(g.nodes)
	var steps []Step[S]
	for at := 0; at < len(g.nodes); at++ { // the list of nodes is the queue
		if at == next {
			st.Frontier = max(st.Frontier, len(g.nodes)-at)
			next = len(g.nodes)
		}
		if o.pollStop(&st) {
			return gaveUp[S](endedReason, len(g.nodes), &o, &st)
		}
		s := p.Unpack(g.nodes[at].key)
		steps = p.successors(&s, steps, &st)
		st.Generated += len(steps)
		for i := range steps {
			step := &steps[i]
			to, fresh := g.add(p.Pack(&step.Next), at, step.Move, total(g.nodes[at].cost, step.Cost))
			switch {
			case !fresh:
				st.Duplicates++
			case p.Goal(&step.Next):
				return goal(to)
			}
		}
		if o.full(len(g.nodes)) {
			return gaveUp[S](fullReason, len(g.nodes), &o, &st)
		}
	}
	return exhausted[S](len(g.nodes), &o, &st)
}

// together is how many states Layers expands before it looks for their successors. The memory delivers the places of
// many keys at once, instead of one after another.
const together = 64

// Layers counts the states by their distance from the starts. complete is false if the search was ended early.
func Layers[S any, K Key](ctx context.Context, p *Problem[S, K], o Options) (layers []int, complete bool) {
	o = o.begin(ctx)
	var st Stats
	seen := newSet[K]()
	var layer, next, made []K
	for i := range p.Starts {
		if o.pollStop(&st) {
			return nil, false
		}
		if key := p.Pack(&p.Starts[i]); seen.add(key) {
			layer = append(layer, key)
		}
	}
	var steps []Step[S]
	for len(layer) > 0 {
		layers = append(layers, len(layer))
		for some := range slices.Chunk(layer, together) {
			made = made[:0]
			for _, key := range some {
				if o.pollStop(&st) || o.full(seen.size) {
					return layers, false
				}
				s := p.Unpack(key)
				steps = p.Successors(&s, steps[:0])
				st.Expanded++
				for i := range steps {
					made = append(made, p.Pack(&steps[i].Next))
				}
			}
			next = seen.addAll(made, next)
			st.Kept = seen.size
		}
		layer, next = next, layer[:0]
	}
	return layers, true
}
