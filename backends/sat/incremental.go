package sat

import (
	"context"
	"fmt"

	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/backends/sat/query"
)

// A chain is one formula for many horizons (Eén and Sörensson, "Temporal induction by incremental SAT solving", 2003): the
// paths from the initial states grow by a step at a time, and what the solver learnt of them stays. What holds of the plans
// of one length alone, the goal and what the layers before it exclude, is said under a literal of its own, which is
// assumed while plans of that length are sought, and false for ever after.

// chainFrom is the part of the reachable values that the way to the goal must leave for a chain to be used. Where it leaves
// less, a formula without the rest is so much smaller that it is better written anew.
const chainFrom = 0.5

// chains tells whether the plans of t moves, which pass the layers at, are looked for in the chain, or in a formula of their own.
func (r *run) chains(t int, at []*layers.Pairs) bool {
	if from, to := r.span(); from == to {
		return false
	}
	if r.chain != nil && r.chain.E.Depth(len(r.chain.E.Steps)-1) > t { // its paths have more moves, which not all plans can make
		return false
	}
	left, reachable := 0, 0
	for i, inside := range at {
		left += inside.Size()
		reachable += r.Lay.Forward[i].Size()
	}
	return float64(left) >= r.chainFrom*float64(reachable)
}

// link is the search for plans of exactly t moves in the chain; at is what the layers say of them.
func (r *run) link(ctx context.Context, t int, at []*layers.Pairs) (*query.Query, error) {
	if c := r.chain; c == nil || c.E.F.Bytes() > r.O.Memory/2 { // what is over cannot be taken out of a formula
		if err := r.newChain(ctx, t); err != nil {
			return nil, err
		}
	}
	e := r.chain.E
	last, _ := e.StepsOf(t)
	if err := e.Reach(ctx, last); err != nil {
		return nil, err
	}
	way, err := e.Way(ctx, at, last)
	if err != nil || way == nil && at != nil {
		return nil, err
	}
	if e.Extend(last); e.F.Err() != nil {
		return nil, e.F.Err()
	}
	a := r.chain.Under(t) // after the steps: the solver decides what came first
	a.End(at)
	e.Narrow(a.Unless(), way)
	e.F.Check()
	a.Begin()
	return a, e.F.Err()
}

func (r *run) newChain(ctx context.Context, t int) error {
	if r.chain == nil {
		r.Result.Choice += fmt.Sprintf("; one formula, which grows, for those from %d on", t)
	}
	r.chain = r.NewQuery(ctx, t)
	return r.byTwo(ctx, t)
}
