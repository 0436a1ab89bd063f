package search

import (
	"math"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/job"
)

// deferred is greedy search that estimates a state when it is expanded. Until then the state has the estimate of the
// state before. States that a preferred move leads to are also in a second open list. Both lists are used in turn;
// after the least estimate has fallen, the second one is used more often (Richter, Helmert, Preferred Operators and
// Deferred Evaluation in Satisficing Planning, 2009).
type deferred struct {
	*bestFirst
	preferred openList
	turns     [2]int64 // how often each list was used, less what it is ahead
	least     int64    // the least estimate
	moves     []int32  // that are preferred in the state that is expanded
}

// boost is the number of states for which the second list is used alone after the least estimate has fallen.
const boost = 1000

func (r *run) deferred() job.Outcome {
	// Under a limit of cost, a cheaper path to an expanded state may lead to a plan where the first one did not.
	k := rank{name: "greedy", h: 1, reopen: r.maxCost < math.MaxInt64}
	d := &deferred{bestFirst: r.newBestFirst(k), preferred: openList{rank: k}, least: estimate.Hopeless}
	defer r.corral(r.Expander)()
	for i := r.RootCount() - 1; i >= 0; i-- {
		d.reach(r.Root(i), node{noParent, int32(i), r.RootCost(i)}, 0, false)
	}
	return d.drain(d.bytes, d.next, d.expand)
}

// next takes a state out of the open list whose turn it is.
func (d *deferred) next() (id uint32, ok bool) {
	lists, k := [2]*openList{&d.open, &d.preferred}, 0
	if d.turns[1] <= d.turns[0] && d.preferred.Len() > 0 || d.open.Len() == 0 {
		k = 1
	}
	d.turns[k]++
	_, _, id, ok = lists[k].pop()
	return id, ok
}

// expand reaches the successors of a state, unless the state is pruned.
func (d *deferred) expand(id uint32) {
	g := d.closed.g(id)
	h := d.evaluator.estimate(d.closed.State(id), g)
	d.closed.setExpanded(id)
	switch {
	case d.pruning.deadEnd(h):
		d.Counts.DeadEnds++
		return
	case d.pruning.tooCostly(g, h):
		d.Cut = true
		return
	case h < d.least:
		d.least = h
		d.turns[1] -= boost
	}
	d.moves = d.Heuristic.Preferred(d.moves[:0])
	d.Expand(d.closed.State(id))
	for k := len(d.Expander.Kids) - 1; k >= 0; k-- {
		kid := &d.Expander.Kids[k]
		d.reach(d.Expander.State(k), node{id, kid.Move, g + kid.Cost}, h, slices.Contains(d.moves, kid.Move))
	}
}

// reach records a path to a state, and opens the state with the estimate of the state before.
func (d *deferred) reach(st []uint64, n node, h int64, preferred bool) {
	id, _, better := d.closed.put(st, n, &d.Counts)
	switch {
	case !better:
		return
	case d.pruning.tooCostly(n.g, 0):
		d.Cut = true
		return
	case d.evaluator.goal(st):
		d.closed.setGoal(id)
		d.incumbent.found(id, n.g)
	}
	d.open.push(0, h, id)
	if preferred {
		d.preferred.push(0, h, id)
	}
}

func (d *deferred) bytes() int64 { return d.bestFirst.bytes() + d.preferred.Bytes() }
