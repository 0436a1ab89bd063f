package sat

import (
	"fmt"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/mention"
	"github.com/pzc-lang/pzc/task"
)

// call is one call of Solve: what is asked for, and what was found so far.
type call struct {
	Task   *task.Task
	O      backends.Options
	Lim    reduced.Limits
	Result *backends.Result

	P      *reduced.Problem
	Lay    *layers.Layers // nil if the task is too large for layers, or not needed
	Images []*reduced.Automorphism

	MinCost, MaxCost int64 // bounds of the cost of a move
	held             int64 // bytes of the plans that are listed
}

// newCall returns a call that has found nothing. It uses backends.DefaultMemory if the options name no limit.
func newCall(t *task.Task, o backends.Options) *call {
	if o.Memory == 0 {
		o.Memory = backends.DefaultMemory
	}
	return &call{Task: t, O: o, Lim: reduced.DefaultLimits(), Result: &backends.Result{Engine: "gini"}}
}

// unsolvable sets the status, with the proof and the reason.
func (c *call) unsolvable(proof, reason string) {
	c.Result.Status, c.Result.Proof, c.Result.Reason = backends.Unsolvable, proof, reason
}

// progress reports to the caller, if the caller wants reports.
func (c *call) progress(p backends.Progress) {
	if c.O.Progress != nil {
		p.Doing = "sat"
		c.O.Progress(p)
	}
}

// found adds a solution, unless it visits a state twice. It returns true if no more solutions are wanted.
func (c *call) found(plan backends.Plan, states [][]int64) (full bool) {
	if c.O.Horizon == nil && repeated(states) {
		return false
	}
	c.Result.Status = backends.Solved
	if len(c.Result.Plans) == 0 {
		c.held = 0 // the list was started again
	}
	if c.O.Found != nil {
		made, bytes := c.O.Found(plan)
		plan.Made = made
		c.held += bytes
	}
	c.Result.Plans = append(c.Result.Plans, plan)
	if c.held += plan.Bytes(); c.held > c.O.Memory && !c.full() {
		c.O.Limit = len(c.Result.Plans) // memory holds no more
		c.Result.Reason = fmt.Sprintf("more than %d solutions do not fit into the memory limit; %s "+
			"counts without keeping them", c.O.Limit, mention.Count)
	}
	if n := len(c.Result.Plans); n%1000 == 0 {
		c.progress(backends.Progress{Done: int64(n), Unit: "solution"})
	}
	return c.full()
}

// full reports whether as many solutions were found as were asked for.
func (c *call) full() bool {
	if !c.O.All {
		return len(c.Result.Plans) > 0
	}
	return c.O.Limit > 0 && len(c.Result.Plans) >= c.O.Limit
}

// repeated reports whether a state occurs twice.
func repeated(states [][]int64) bool {
	if len(states) == 1 {
		return false
	}
	seen := map[string]bool{}
	for _, s := range states {
		key := fmt.Sprint(s)
		if seen[key] {
			return true
		}
		seen[key] = true
	}
	return false
}

// leaveUndecided sets the reason why the answer is incomplete. It returns true if there is no solution to show, and
// sets the status then.
func (c *call) leaveUndecided(why string) bool {
	c.Result.Reason = why
	if c.O.All && len(c.Result.Plans) > 0 || c.Result.Count != nil && c.Result.Count.Sign() > 0 {
		return false
	}
	c.Result.Status = backends.Unknown
	return true
}
