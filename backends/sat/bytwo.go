package sat

import (
	"context"

	"github.com/pzc-lang/pzc/backends/technique"
)

// A chain may make two moves at a step (reduced.Problem.Doubled). Its formula then has half as many states, and learnt
// clauses have fewer variables. The hardest boards of the 8-puzzle need a third of the time. If the number of moves is
// odd, either the first step is one move, or the goal is written as a condition on the state before the last move.

// byTwo makes each step of the chain two moves, unless there are more pairs of moves than single moves.
func (r *run) byTwo(ctx context.Context, t int) error {
	if !r.mayDouble(t) {
		return nil
	}
	p, err := r.p.Doubled(ctx, r.lay)
	if err != nil || p == nil {
		return err
	}
	if r.chain.e.ByTwo(p, t) {
		r.result.Choice += ", two moves at a step"
	}
	return r.chain.e.F.Err()
}

// mayDouble reports whether any plan of t moves may be replaced by another one with the same effect: all shorter plans
// are refuted, and moves cost the same.
func (r *run) mayDouble(t int) bool {
	from, _ := r.span()
	return !r.lim.Without.Has(technique.Double) && r.lay != nil && from == 0 && t >= r.lim.DoubledFrom &&
		r.refuted == t && r.best < 0 && r.equalCosts() && !r.o.Parallel && !r.o.All && !r.o.Count
}
