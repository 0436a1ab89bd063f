package semantics

import "github.com/pzc-lang/pzc/compiler/model"

// step is one move of a replayed plan.
type step struct {
	Move  Move
	Label string
	Cost  int64
	State []int64 // after the move
}

// Replay is the result of replaying a plan.
type Replay struct {
	Start  []int64
	Steps  []step // the moves up to the first that is not applicable
	Cost   int64  // the sum of their costs
	Failed int    // the index of the move that is not applicable or makes the cost greater than model.MaxCost, or -1
	Goal   bool   // the last state is a goal
}

// OK reports whether the plan is a solution.
func (r *Replay) OK() bool { return r.Failed < 0 && r.Goal }

// Final returns the state after the last move that was applicable.
func (r *Replay) Final() []int64 {
	if len(r.Steps) == 0 {
		return r.Start
	}
	return r.Steps[len(r.Steps)-1].State
}

// stepsPerMove is about the time that a move takes beside evaluation, in steps of evaluation.
const stepsPerMove = 16

// Replay makes the moves of a plan one after another. It does not check the start: see CheckInitial. If the work was
// ended (see Ended), the result must not be used. Package explain says why a plan is no solution.
func (machine *Machine) Replay(plan []Move, start []int64) *Replay {
	r := &Replay{Start: start, Failed: -1}
	for i, mv := range plan {
		if !machine.ev.Spend(stepsPerMove) {
			return r
		}
		state := r.Final()
		next := make([]int64, len(state))
		allowed := machine.CheckMove(mv) == nil
		var cost int64
		if allowed {
			cost, allowed = machine.Make(state, mv, next)
		}
		if !allowed || r.Cost+cost > model.MaxCost {
			r.Failed = i
			return r
		}
		r.Steps = append(r.Steps, step{mv, machine.Label(state, mv), cost, next})
		r.Cost += cost
	}
	r.Goal = machine.Goal(r.Final())
	return r
}
