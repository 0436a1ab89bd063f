package sat

import (
	"context"
)

// A chain may make two moves at a step (see double.go). Its formula has half as many states then, and what the solver learns speaks of fewer things: the
// hardest boards of the 8-puzzle take a third of the time. If the number of moves of a plan does not fit, the first step is one move, or the goal is said of
// the state before the last one.

// byTwo makes the steps of the chain two moves each, if these are no more ways to go on than single moves.
func (r *run) byTwo(ctx context.Context, t int) error {
	if !r.mayDouble(t) {
		return nil
	}
	p, err := r.P.Doubled(ctx, r.Lay)
	if err != nil || p == nil {
		return err
	}
	if r.chain.E.ByTwo(p, t) {
		r.Result.Choice += ", two moves at a step"
	}
	return r.chain.E.F.Err()
}

// mayDouble tells whether a plan of t moves is as good as any of those that do the same in two moves: all shorter ones are refuted, and moves cost the same.
func (r *run) mayDouble(t int) bool {
	from, _ := r.span()
	return r.Lay != nil && from == 0 && t >= r.Lim.DoubledFrom && r.refuted == t && r.best < 0 && r.equalCosts() && !r.O.Parallel && !r.O.All && !r.O.Count
}
