package sat

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/assign"
	"github.com/pzc-lang/pzc/backends/sat/encode"
	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/backends/sat/query"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/task"
)

// run is one call of Solve.
type run struct {
	*query.Call
	left []*reduced.LeftOut // what the task is without, in the order in which it was left out

	whole    *reduced.Problem // p and lay as they are where plans may cost whatever they do
	wholeLay *layers.Layers

	chain     *query.Query // nil if there is none yet
	chainFrom float64      // see chains

	began         time.Time
	leasts        []int64 // see least
	bound         int64   // cost of the best plan when the layers were last made to leave out what costs as much
	lengths       window
	estimate      estimate
	skipped       bool  // the estimate spared a horizon
	states        int64 // bound on the number of reachable states
	best          int64 // cost of the best plan that is known, −1 without one
	shorter       bool  // there is a plan, but one of fewer moves than asked for
	asked         bool  // a solver was asked whether there is a plan of some length
	undecidedPath int   // the number of moves for which induct had not time enough, 0 if there is none
	refuted       int   // no plan of fewer moves is cheaper than the best that is known
}

func newRun(t *task.Task, o backends.Options) *run {
	r := &run{Call: query.NewCall(t, o), chainFrom: chainFrom, best: -1, bound: -1}
	r.Result.Algorithm = "horizons"
	r.Result.Choice = "sat: exact horizons from the first that the layers of reachable pairs leave open"
	return r
}

func (r *run) solve(ctx context.Context) error {
	if err := encode.CheckNames(r.O.Encoding, r.O.AtMost); err != nil {
		return err
	}
	if r.O.Encoding == encode.Textbook {
		r.Lim.LayerFacts = 0
	}
	if why := r.Task.Facts.Unsolvable; why != "" {
		r.Unsolvable(backends.ProofInvariant, why)
		return nil
	}
	if len(r.Task.Moves) == 0 {
		return assign.Solve(ctx, r.Call)
	}
	r.leaveOut()
	if err := r.prepare(ctx); err != nil {
		return err
	}
	if r.Lay != nil && !r.Lay.HoldsGoal(r.Lay.Ever) {
		r.Unsolvable(backends.ProofInvariant, layers.NoGoalTogether)
		return nil
	}
	var err error
	if r.lengths, err = r.potentials(ctx); err != nil {
		return err
	}
	r.estimate = r.estimated()
	if r.O.Parallel {
		return r.inSteps(ctx)
	}
	err = r.horizons(ctx)
	if r.O.Count && r.O.Horizon != nil && len(r.Result.Plans) == 0 {
		r.Result.Complete = err == nil // there are none of this length
	}
	return err
}

// prepare makes the task ready and finds what is reachable at all.
func (r *run) prepare(ctx context.Context) (err error) {
	if r.O.Parallel {
		r.Lim.Fused = 0 // moves on two variables would be moves on one
	}
	if r.P, r.Lay, err = reduced.Prepare(ctx, r.Task, r.Lim, r.O.Memory); err != nil {
		return err
	}
	if r.Lay != nil {
		r.Lay.Parallel = r.O.Parallel
	}
	r.whole, r.wholeLay = r.P, r.Lay
	if !r.O.All && !r.O.Count && !r.O.Parallel && !r.O.NoSymmetry && r.O.Encoding != encode.Textbook {
		r.Images = reduced.Automorphisms(r.Task)
	}
	r.bounds()
	return nil
}

func (r *run) equalCosts() bool { return r.MinCost == r.MaxCost }

// undecided reports what is known when a limit is met: the best plan, too, if there is one.
func (r *run) undecided(why string) {
	if !r.Call.Undecided(why) {
		return
	}
	if r.refuted > 0 && len(r.Result.Plans) == 0 && r.O.MinHorizon == 0 {
		r.Result.Reason += fmt.Sprintf("; no plan has fewer than %d moves", r.refuted)
	}
	r.Result.LowerBound = int64(r.refuted) * r.MinCost
}

// leaveOut goes on with a task without the variables that moves of cost 0 take care of. It is for the search for a cheapest plan
// alone: where moves are counted, or plans listed, all moves count.
func (r *run) leaveOut() {
	if r.O.All || r.O.Count || r.O.Parallel || r.O.Horizon != nil || r.O.MinHorizon > 0 || r.O.MaxHorizon != nil || r.O.Encoding == encode.Textbook {
		return
	}
	for v := 0; v < len(r.Task.Vars); v++ {
		if l, without := reduced.LeaveOut(r.Task, v, r.Lim.Cases); l != nil {
			r.left, r.Task = append(r.left, l), without
			r.Result.Choice += fmt.Sprintf("; `%s` is left out of the states, since moves of cost 0 give it any value whenever it matters", l.Name())
			v = -1 // others may be free now
		}
	}
}

// restore makes the answer one for the task as it was given.
func (r *run) restore() (err error) {
	for _, l := range slices.Backward(r.left) {
		for i, plan := range r.Result.Plans {
			if r.Result.Plans[i], err = l.Restore(plan); err != nil {
				return err
			}
		}
		if p := r.Result.Proof; p == backends.ProofUnsat || p == backends.ProofInduction {
			r.Result.Reason += fmt.Sprintf(" (moves of cost 0 that only change `%s` not counted)", l.Name())
		}
	}
	return nil
}
