package sat

import (
	"fmt"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/mention"
)

// call is one call of Solve: what is asked for, and what was found so far.
type call struct {
	task   *task.Task
	o      backends.Options
	lim    reduced.Limits
	result *backends.Result

	p   *reduced.Problem
	lay *layers.Layers // nil if the task is too large for layers, or not needed

	// watch is told now and then how many clauses a formula has. Its error ends the writing of the formula.
	watch func(clauses int64) error

	minCost, maxCost int64 // bounds of the cost of a move
	held             int64 // bytes of the plans that are listed
}

// newCall returns a call that has found nothing. It uses backends.DefaultMemory if the options name no limit.
func newCall(t *task.Task, o backends.Options) *call {
	if o.Memory == 0 {
		o.Memory = backends.DefaultMemory
	}
	return &call{task: t, o: o, lim: reduced.DefaultLimits(), result: &backends.Result{Engine: "gini"}}
}

// unsolvable sets the status, with the proof and the reason.
func (c *call) unsolvable(proof, reason string) {
	c.result.Status, c.result.Proof, c.result.Reason = backends.Unsolvable, proof, reason
}

// progress reports to the caller, if the caller wants reports.
func (c *call) progress(p backends.Progress) {
	if c.o.Progress != nil {
		p.Doing = "sat"
		c.o.Progress(p)
	}
}

// found adds a solution, unless it visits a state twice. It returns true if no more solutions are wanted.
func (c *call) found(plan backends.Plan, states [][]int64) (full bool) {
	if c.o.Horizon == nil && repeated(states) {
		return false
	}
	c.result.Status = backends.Solved
	if len(c.result.Plans) == 0 {
		c.held = 0 // the list was started again
	}
	if c.o.Found != nil {
		made, bytes := c.o.Found(plan)
		plan.Made = made
		c.held += bytes
	}
	c.result.Plans = append(c.result.Plans, plan)
	if c.held += plan.Bytes(); c.held > c.o.Memory && !c.full() {
		c.o.Limit = len(c.result.Plans) // memory holds no more
		c.result.Reason = fmt.Sprintf("more than %d solutions do not fit into the memory limit; %s "+
			"counts without keeping them", c.o.Limit, mention.Count)
	}
	if n := len(c.result.Plans); n%1000 == 0 {
		c.progress(backends.Progress{Done: int64(n), Unit: "solution"})
	}
	return c.full()
}

// full reports whether as many solutions were found as were asked for.
func (c *call) full() bool {
	if !c.o.All {
		return len(c.result.Plans) > 0
	}
	return c.o.Limit > 0 && len(c.result.Plans) >= c.o.Limit
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
	c.result.Reason = why
	if c.o.All && len(c.result.Plans) > 0 || c.result.Count != nil && c.result.Count.Sign() > 0 {
		return false
	}
	c.result.Status = backends.Unknown
	return true
}
