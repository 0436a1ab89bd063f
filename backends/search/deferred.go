package search

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/job"
)

// boost is the number of expansions for which preferred states come first after the estimate has fallen.
const boost = 1000

// deferred is greedy search that estimates a state when it is expanded. Until then the state has the estimate of the
// state before. States that a preferred move leads to are also in a second open list. Both lists are used in turn;
// after the least estimate has fallen, the second one is used more often (Richter, Helmert, Preferred Operators and
// Deferred Evaluation in Satisficing Planning, 2009).
func (r *run) deferred() job.Outcome {
	b := r.newBestFirst(rank{name: "greedy", h: 1})
	defer r.corral(r.Expander)()
	preferred := openList{rank: b.open.rank}
	lists, turns := [2]*openList{&b.open, &preferred}, [2]int64{}
	bytes := func() int64 { return b.bytes() + preferred.Bytes() }
	for i := r.RootCount() - 1; i >= 0; i-- {
		if id, _, better := b.closed.put(r.Root(i), node{noParent, int32(i), r.RootCost(i)}, &b.Counts); better {
			b.open.push(0, 0, id)
		}
	}
	var moves []int32
	least := estimate.Hopeless
	for {
		k := 0
		if turns[1] <= turns[0] {
			k = 1
		}
		_, _, id, ok := lists[k].pop()
		if !ok {
			if _, _, id, ok = lists[1-k].pop(); !ok {
				return b.finish()
			}
		}
		if turns[k]++; b.closed.expanded(id) {
			continue
		}
		if r.Over("greedy", bytes) {
			b.open.push(0, 0, id)
			return b.finish()
		}
		g := b.closed.g(id)
		h := b.evaluator.estimate(b.closed.State(id), g)
		switch {
		case b.pruning.deadEnd(h):
			b.closed.setExpanded(id)
			b.Counts.DeadEnds++
			continue
		case b.pruning.tooCostly(g, h):
			b.Cut = true
			continue
		case b.evaluator.goal(b.closed.State(id)):
			b.incumbent.found(id, g)
			return b.finish()
		case h < least:
			least = h
			turns[1] -= boost
		}
		moves = r.Heuristic.Preferred(moves[:0])
		b.closed.setExpanded(id)
		b.Expand(b.closed.State(id))
		for k := len(b.Expander.Kids) - 1; k >= 0; k-- {
			kid := &b.Expander.Kids[k]
			to, _, better := b.closed.put(b.Expander.State(k), node{id, kid.Move, g + kid.Cost}, &b.Counts)
			if !better {
				continue
			}
			b.open.push(0, h, to)
			if slices.Contains(moves, kid.Move) {
				preferred.push(0, h, to)
			}
		}
	}
}
