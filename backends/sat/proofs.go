package sat

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/internal/text"
)

// stepsForMove is the number of steps that an attempt to prove that there is no longer plan may take for each move of a
// path. The limit is not one of time: the proof would depend on how busy the machine is.
const stepsForMove = 10_000

// proveNone tries to prove that there is no plan, if there is none with fewer than k moves. While the layers alone
// refute horizons, it looks at the layers from the goal, and later at a list of the states. It tries when k has
// doubled.
func (r *run) proveNone(ctx context.Context, k int) (proved bool, err error) {
	switch {
	case k == 0 || r.refuted != k || r.best >= 0 || k&(k-1) != 0:
		return false, nil
	case !r.asked:
		return r.nothingLeads(ctx, k)
	case k < listFrom:
		return false, nil
	}
	err = r.list(ctx, r.clauses)
	return err == nil && r.noneListed(), err
}

// nothingLeads tells whether so few moves lead into goal states that all possible lengths are refuted. While the
// forward layers refute horizons, the backward layers may soon be empty. It computes a quarter as many of them as there
// are forward layers; if there is a plan, its layers are among them.
func (r *run) nothingLeads(ctx context.Context, k int) (proved bool, err error) {
	if r.lay == nil || r.lim.Without.Has(technique.Predecessors) {
		return false, nil
	}
	for i := 1; i <= max(1, k/4); i++ {
		left, err := r.lay.Left(ctx, i)
		if err != nil {
			return false, err
		}
		if left.Empty() {
			reason := "the start is not a goal state, and no move leads from a reachable state into a goal state"
			if i > 1 {
				reason = fmt.Sprintf("no plan has fewer than %s, and no %d moves lead from a state "+
					"that can be reached to a goal", text.Count(k, "move"), i)
			}
			r.unsolvable(backends.ProofUnsat, reason)
			return true, nil
		}
	}
	return false, nil
}

// givenUp is the error of an attempt. It is nil if only the steps or the memory of the attempt were used up.
func givenUp(err error) error {
	if errors.Is(err, errSteps) || errors.Is(err, cnf.ErrMemory) {
		return nil
	}
	return err
}

// noLonger tries to prove that no plan has t moves or more, if plans must have at least from moves, and no plan has
// from to t−1. If the shortest plan that is long enough visits a state twice within t−from moves, the moves between can
// be left out. So there is no plan if each path of t−from moves from the start, or into a goal state, visits a state
// twice: k-induction with simple paths (Sheeran, Singh and Stålmarck, "Checking safety properties using induction and a
// SAT-solver", 2000).
func (r *run) noLonger(ctx context.Context, t int) (proved bool, err error) {
	from, to := r.span()
	if to < math.MaxInt || r.lim.Without.Has(technique.Induction) {
		return false, nil
	}
	if proved, err = r.noPathFrom(ctx, t-from); err == nil && !proved {
		proved, err = r.noPathInto(ctx, t-from)
	}
	return proved, givenUp(err)
}

// noPathFrom tells whether each path of k moves from the start visits a state twice.
func (r *run) noPathFrom(ctx context.Context, k int) (bool, error) {
	a := r.attempt(ctx, k)
	if some, err := r.paths(ctx, a, k); err != nil || !some {
		return err == nil, err
	}
	return a.repeats(ctx)
}

// inVain tells whether it is time to ask for plans of any length, too: twice as many lengths are refuted as the last
// time.
func (r *run) inVain(t int) bool {
	from, _ := r.span()
	lengths := t - from
	return from > 0 && r.best < 0 && lengths > 0 && lengths&(lengths-1) == 0
}

// noneAtAll tries to prove that there is no plan of any length, if plans of few moves are not asked for. It asks for
// plans of at most t moves.
func (r *run) noneAtAll(ctx context.Context, t int) (proved bool, err error) {
	if _, to := r.span(); to < math.MaxInt || r.shorter {
		return false, nil
	}
	o := r.o
	o.MaxHorizon = &t
	o.MinHorizon, o.All, o.Count, o.Memory, o.Progress = 0, false, false, r.o.Memory/2, nil
	whole := newRun(r.task, o)
	if err = whole.solve(ctx); err != nil {
		return false, givenUp(err)
	}
	if whole.result.Status == backends.Unsolvable {
		r.unsolvable(whole.result.Proof, whole.result.Reason)
		r.result.ReliesOn = whole.result.ReliesOn
		return true, nil
	}
	if r.shorter = len(whole.result.Plans) > 0; !r.shorter {
		r.refuted = max(r.refuted, whole.refuted)
	}
	return false, nil
}

// noPathInto tells whether each path of k moves into a goal state visits a state twice.
func (r *run) noPathInto(ctx context.Context, k int) (bool, error) {
	a := r.attempt(ctx, k)
	for i := 0; r.lay != nil && i <= k; i++ {
		left, err := r.lay.Left(ctx, k-i)
		if err != nil {
			return false, err
		}
		if left.Empty() {
			return true, nil
		}
		a.e.At = append(a.e.At, left)
	}
	a.e.Unstarted = true
	if a.e.Extend(k); a.e.F.Err() != nil {
		return false, a.e.F.Err()
	}
	a.e.End(nil, k)
	a.e.F.Check()
	return a.repeats(ctx)
}

// attempt is a query for an attempt to prove that there is no longer plan. It gets a number of steps, and a quarter of
// the memory that formula and layers leave.
func (r *run) attempt(ctx context.Context, k int) *query {
	left := r.o.Memory
	if r.chain != nil {
		left -= r.chain.e.F.Bytes()
	}
	if r.lay != nil {
		left -= r.lay.Bytes()
	}
	a := r.newBounded(ctx, k, stepsForMove*int64(k))
	a.e.F.Memory = max(left/4, 1)
	return a
}
