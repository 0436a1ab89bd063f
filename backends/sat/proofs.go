package sat

import (
	"context"
	"errors"
	"math"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/cnf"
)

// proveNone tries to prove by a list of the states that there is no plan, if there is none with fewer than k moves. It
// tries when k has doubled, unless the layers alone have refuted all horizons so far.
func (r *run) proveNone(ctx context.Context, k int) (proved bool, err error) {
	if !r.asked || k < listFrom || r.refuted != k || r.best >= 0 || k&(k-1) != 0 {
		return false, nil
	}
	err = r.list(ctx, r.clauses)
	return err == nil && r.noneListed(), err
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
