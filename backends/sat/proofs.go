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
