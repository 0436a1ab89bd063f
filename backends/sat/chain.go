package sat

import (
	"context"
	"fmt"

	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/backends/technique"
)

// A chain is one formula for many horizons (Eén and Sörensson, "Temporal induction by incremental SAT solving", 2003).
// It describes paths from the initial states and grows by one step at a time. The solver keeps its learnt clauses.
// Clauses that hold only for plans of one length (the goal, and the exclusions by the layers before the goal) depend on
// a literal. The solver assumes this literal while it looks for plans of this length; afterwards the literal is false.

// chainFrom is the least fraction of the reachable values that the layers of a plan must leave for a chain. If they
// leave less, a new formula without the excluded values is much smaller and faster.
const chainFrom = 0.5

// chains reports whether plans of t moves are sought in the chain. at is the layers of these plans.
func (r *run) chains(t int, at []*layers.Pairs) bool {
	if from, to := r.span(); from == to || r.lim.Without.Has(technique.Chain) {
		return false
	}
	// its paths have more moves, and not all plans can be continued
	if r.chain != nil && r.chain.e.Depth(len(r.chain.e.Steps)-1) > t {
		return false
	}
	left, reachable := 0, 0
	for i, inside := range at {
		left += inside.Size()
		reachable += r.lay.Forward[i].Size()
	}
	return float64(left) >= r.chainFrom*float64(reachable)
}

// link is the query about plans of exactly t moves in the chain. at is the layers of these plans. It is nil if there
// are none.
func (r *run) link(ctx context.Context, t int, at []*layers.Pairs) (*query, error) {
	// clauses that are no longer needed cannot be removed from a formula
	if c := r.chain; c == nil || c.e.F.Bytes() > r.o.Memory/2 {
		if err := r.newChain(ctx, t); err != nil {
			return nil, err
		}
	}
	e := r.chain.e
	last, _ := e.StepsOf(t)
	if err := e.Reach(ctx, last); err != nil {
		return nil, err
	}
	within, err := e.PlanLayers(ctx, at, last)
	if err != nil || within == nil && at != nil {
		return nil, err
	}
	if e.Extend(last); e.F.Err() != nil {
		return nil, e.F.Err()
	}
	// its literal comes after those of the steps, because the solver prefers to decide earlier variables
	a := r.chain.under(t)
	a.end(at)
	e.Narrow(a.unless(), within)
	e.F.Check()
	a.begin()
	return a, e.F.Err()
}

func (r *run) newChain(ctx context.Context, t int) error {
	if r.chain == nil {
		r.result.Choice += fmt.Sprintf("; one formula, which grows, for those from %d on", t)
	}
	r.chain = r.newQuery(ctx, t)
	return r.byTwo(ctx, t)
}
