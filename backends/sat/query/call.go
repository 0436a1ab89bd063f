package query

import (
	"fmt"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/mention"
	"github.com/pzc-lang/pzc/task"
)

// Call is one call of Solve: what is asked for, and what was found so far.
type Call struct {
	Task   *task.Task
	O      backends.Options
	Lim    reduced.Limits
	Result *backends.Result

	P      *reduced.Problem
	Lay    *layers.Layers // nil if the task is too large for them
	Images []*reduced.Automorphism

	MinCost, MaxCost int64 // of a move
	held             int64 // bytes of the plans that are listed
}

// NewCall is a call that has found nothing yet.
func NewCall(t *task.Task, o backends.Options) *Call {
	if o.Memory == 0 {
		o.Memory = backends.DefaultMemory
	}
	return &Call{Task: t, O: o, Lim: reduced.DefaultLimits(), Result: &backends.Result{Engine: "gini"}}
}

func (c *Call) Unsolvable(proof, reason string) {
	c.Result.Status, c.Result.Proof, c.Result.Reason = backends.Unsolvable, proof, reason
}

func (c *Call) Progress(p backends.Progress) {
	if c.O.Progress != nil {
		p.Doing = "sat"
		c.O.Progress(p)
	}
}

// Found adds a solution and tells whether no more are wanted.
func (c *Call) Found(plan backends.Plan, states [][]int64) (full bool) {
	if c.O.Horizon == nil && repeated(states) {
		return false
	}
	c.Result.Status = backends.Solved
	if len(c.Result.Plans) == 0 {
		c.held = 0 // the listing was begun anew
	}
	if c.O.Found != nil {
		made, bytes := c.O.Found(plan)
		plan.Made = made
		c.held += bytes
	}
	c.Result.Plans = append(c.Result.Plans, plan)
	if c.held += plan.Bytes(); c.held > c.O.Memory && !c.Full() {
		c.O.Limit = len(c.Result.Plans) // memory holds no more
		c.Result.Reason = fmt.Sprintf("more than %d solutions do not fit into the memory limit; %s counts without keeping them", c.O.Limit, mention.Count)
	}
	if n := len(c.Result.Plans); n%1000 == 0 {
		c.Progress(backends.Progress{Done: int64(n), Unit: "solution"})
	}
	return c.Full()
}

// Full tells whether as many solutions were found as were asked for.
func (c *Call) Full() bool {
	if !c.O.All {
		return len(c.Result.Plans) > 0
	}
	return c.O.Limit > 0 && len(c.Result.Plans) >= c.O.Limit
}

// repeated tells whether a plan passes a state twice.
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

// Undecided gives the reason why not all is known, and tells whether nothing is: there may be solutions.
func (c *Call) Undecided(why string) bool {
	c.Result.Reason = why
	if c.O.All && len(c.Result.Plans) > 0 || c.Result.Count != nil && c.Result.Count.Sign() > 0 {
		return false
	}
	c.Result.Status = backends.Unknown
	return true
}
