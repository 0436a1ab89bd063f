package reduced

import (
	"fmt"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Replay makes the moves of a plan, sets the plan's cost and returns the states on the way. It fails if the plan is not
// a plan of the task.
func Replay(t *task.Task, plan *backends.Plan) (states [][]int64, err error) {
	state := plan.Start
	if t.Pool.Eval(t.InitCond, state) == 0 {
		return nil, fmt.Errorf("the initial state does not hold its condition")
	}
	for v := range t.Vars {
		if !t.Free[v] && state[v] != t.Init[v] {
			return nil, fmt.Errorf("%s does not have its initial value", t.Vars[v].Name)
		}
	}
	states, plan.Cost = append(states, state), 0
	for i, m := range plan.Moves {
		next, cost, ok := t.Apply(state, m)
		if !ok {
			return nil, fmt.Errorf("move %d, %s, cannot be made", i+1, t.Moves[m].Name)
		}
		state, states = next, append(states, next)
		plan.Cost = min(plan.Cost+cost, task.MaxCost+1) // all totals beyond task.MaxCost are one number
	}
	if t.Pool.Eval(t.Goal, state) == 0 {
		return nil, fmt.Errorf("the goal is not reached")
	}
	return states, nil
}
