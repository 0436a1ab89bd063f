package sat

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/internal/processor"
	"github.com/pzc-lang/pzc/internal/text"
)

// span is the least and the greatest horizon that the caller allows.
func (r *run) span() (from, to int) {
	if r.o.Horizon != nil {
		return *r.o.Horizon, *r.o.Horizon
	}
	if r.o.MaxHorizon != nil {
		return max(0, r.o.MinHorizon), *r.o.MaxHorizon
	}
	return max(0, r.o.MinHorizon), math.MaxInt
}

// horizons looks for plans of exactly t moves, for growing t, until the best plan is known or there can be none.
func (r *run) horizons(ctx context.Context) error {
	from, to := r.span()
	began := time.Now()
	for t := 0; t <= to; t++ {
		if processor.Rests(ctx) {
			processor.Rest(ctx, time.Since(began))
		}
		began = time.Now()
		if err := cmp.Or(ctx.Err(), r.over(r.layerWork())); err != nil {
			return err
		}
		open, err := r.layersLeave(ctx, t)
		if err != nil {
			return err
		}
		if r.hopeless(t) {
			return nil
		}
		if proved, err := r.proveNone(ctx, t); proved || err != nil {
			return err
		}
		last := from > 0 && r.best < 0 && r.noneFrom(t)
		if last || r.inVain(t) {
			if proved, err := r.noneAtAll(ctx, t); proved || err != nil {
				return err
			}
		}
		if last && r.refuted >= min(t, from) { // those from there to t are refuted, too
			r.unsolvable(backends.ProofUnsat,
				fmt.Sprintf("no plan has fewer than %s, and none has %d or more", text.Count(t, "move"), t))
			return nil
		}
		if last {
			break
		}
		closed := !open
		if open && t >= from {
			if closed, err = r.horizon(ctx, t); err != nil {
				return err
			}
		}
		if closed && r.refuted == t {
			r.refuted = t + 1
		}
		r.result.Stats.Horizon = t
		if done, err := r.settled(ctx, t); done || err != nil {
			return err
		}
	}
	r.undecided(r.limitMet(from, to))
	return nil
}

// layerWork returns about the steps that a layer takes: each operation may change the pairs of each variable.
func (r *run) layerWork() int64 {
	if r.lay == nil {
		return 0
	}
	return int64(len(r.p.Ops)) * int64(len(r.task.Vars))
}

// layersLeave tells whether a plan of t moves is possible as far as potentials and forward layers know.
func (r *run) layersLeave(ctx context.Context, t int) (bool, error) {
	if int64(t) < r.lengths.from || int64(t) > r.lengths.to {
		return false, nil
	}
	return r.goalInLayer(ctx, t)
}

// goalInLayer tells whether forward layer t may hold a goal state.
func (r *run) goalInLayer(ctx context.Context, t int) (bool, error) {
	if r.lay == nil {
		return true, nil
	}
	at, err := r.lay.Layer(ctx, t)
	if err != nil {
		return false, err
	}
	return r.lay.HoldsGoal(at), nil
}

// hopeless tells whether it is known that there is no plan: the layers repeat without a goal state, or as many horizons
// were refuted as there are states.
func (r *run) hopeless(t int) bool {
	switch {
	case len(r.result.Plans) > 0:
		return false
	case r.outside(t):
	case r.lay != nil && r.lay.Endless():
		r.unsolvable(backends.ProofInvariant, fmt.Sprintf(
			"from move %d on the same pairs of values are possible again and again, and no goal state consists of them", t))
	case r.refuted == t && int64(t) >= r.states:
		r.unsolvable(backends.ProofUnsat,
			fmt.Sprintf("no plan has fewer than %s, and there are no more states than that", text.Count(t, "move")))
	default:
		return false
	}
	return true
}

// noneFrom tells whether no plan has t moves or more, as far as potentials and forward layers know.
func (r *run) noneFrom(t int) bool {
	return int64(t) > r.lengths.to || r.lay != nil && t < len(r.lay.Forward) && r.lay.Forward[t].Empty()
}

// limitMet is the reason that all horizons that the caller allows are refuted.
func (r *run) limitMet(from, to int) string {
	switch {
	case r.o.Parallel: // steps may be empty
		return "no plan of at most " + text.Count(to, "step")
	case from == to:
		return "no plan of exactly " + text.Count(to, "move")
	case to == math.MaxInt:
		return "no plan of at least " + text.Count(from, "move")
	case from > 0:
		return fmt.Sprintf("no plan of %d to %d moves", from, to)
	}
	return "no plan of at most " + text.Count(to, "move")
}

// horizon looks for plans of exactly t moves that are cheaper than the best one. closed tells whether there is no
// other.
func (r *run) horizon(ctx context.Context, t int) (closed bool, err error) {
	if r.o.Cubes != nil {
		return r.cubed(ctx, t)
	}
	a, err := r.openBesideList(ctx, t)
	if err != nil || a == nil {
		return err == nil, err
	}
	defer a.close()
	r.asked = true
	if r.chain == nil || a.e != r.chain.e {
		r.clauses += a.e.F.Size().Clauses
	}
	if r.best >= 0 {
		a.limitCost(r.best - 1)
	}
	for {
		found, err := a.solve(ctx)
		if err != nil || !found {
			return err == nil, err
		}
		plan, _, err := a.plan()
		if err != nil {
			return false, err
		}
		r.best, r.result.Plans, r.result.Status = plan.Cost, []backends.Plan{plan}, backends.Solved
		if r.equalCosts() {
			return true, nil
		}
		size := a.e.F.Size()
		r.progress(backends.Progress{
			Level: "a plan cheaper than", At: plan.Cost, Variables: size.Variables,
			Clauses: size.Clauses,
		})
		a.limitCost(r.best - 1)
	}
}

// open is the query about plans of exactly t moves. It is nil if the layers show that there are none.
func (r *run) open(ctx context.Context, t int) (*query, error) {
	var at []*layers.Pairs
	if r.lay != nil {
		var err error
		if at = r.onShortest(t); at == nil {
			at, err = r.lay.Plan(ctx, t)
		}
		if err != nil || at == nil {
			return nil, err
		}
	}
	if r.chains(t, at) {
		return r.link(ctx, t, at)
	}
	return r.query(ctx, t, at)
}

// settled tells whether no better plan has more than t moves. Then it completes the result.
func (r *run) settled(ctx context.Context, t int) (bool, error) {
	if r.best < 0 {
		return r.noneListed(), nil
	}
	_, to := r.span()
	optimal, err := r.cannotImprove(ctx, t)
	if err != nil {
		return false, err
	}
	if !optimal && t < to && (r.costsGrow() || t < r.lookAhead()) {
		return false, nil
	}
	if r.result.Optimal = optimal && r.refuted > t; r.result.Optimal {
		r.result.LowerBound = r.best
	}
	if !r.costsGrow() && !optimal {
		r.result.Choice += "; moves of cost 0 may make a longer plan cheaper, and not all lengths were looked at"
	}
	if r.o.All {
		return true, r.enumerate(ctx, t)
	}
	return true, nil
}

// lookAhead is the greatest number of moves that is tried if moves cost nothing and nothing else ends the search.
func (r *run) lookAhead() int { return 2*len(r.result.Plans[0].Moves) + 8 }

// costsGrow tells whether the cost of plans grows with their length.
func (r *run) costsGrow() bool { return r.minCost > 0 }

// cannotImprove tells whether no plan of more than t moves is cheaper than the best one.
func (r *run) cannotImprove(ctx context.Context, t int) (bool, error) {
	from, last := r.span()
	switch {
	case r.best == 0, r.best == r.cheapest, r.equalCosts(), int64(t) >= r.lengths.to, atLeast(t+1, r.minCost) >= r.best:
		return true, nil
	case from == 0 && int64(t)+1 >= r.states:
		return true, nil
	}
	if t >= listFrom {
		if err := r.list(ctx, r.clauses); err != nil || r.best == r.cheapest {
			return err == nil, err
		}
	}
	if from > 0 || t < last && r.costsGrow() {
		return false, nil
	}
	return r.pathsCost(ctx, t+1, r.best)
}
