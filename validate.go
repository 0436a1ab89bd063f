package pzc

import (
	"context"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/semantics"
)

// Check is the judgement of the reference semantics on a plan.
type Check struct {
	Solution Solution         // the moves that could be made
	Moves    int              // the number of moves of the plan
	Failure  *diag.Diagnostic // why the plan is no solution, with the rule of the model that refuses; nil if it is one
	Step     int              // the move that could not be made, counted from 1; 0: all could be made
}

// Validate replays a plan: lines `variable = value` that choose the start, then a move a line. If a start is to be
// chosen and the plan does not choose it, each start is tried. The list says what cannot be read. If the context ends
// first, the return values mean nothing.
func (z *Puzzle) Validate(ctx context.Context, plan Text) (*Check, diag.List) {
	defer z.machine.Within(ctx)()
	z.Program.texts[plan.Name] = plan.Text
	given, rest, diags := z.splitPlan(plan)
	moves, more := z.machine.ParsePlan(plan.Name, rest)
	if diags = append(diags, more...); diags.HasErrors() {
		return z.unreadable(diags)
	}
	c := z.judgeAny(ctx, given, moves)
	if p := z.machine.Problem(); p != nil {
		return nil, diag.List{p}
	}
	return c, nil
}

// judgeAny makes the moves from each start that agrees with given, until the plan is a solution from one. If it is from
// none, the check with the most moves made is returned; nil if the work was ended.
func (z *Puzzle) judgeAny(ctx context.Context, given map[int]int64, moves []semantics.Move) (best *Check) {
	starts, failure := z.candidates(ctx, given)
	if failure != nil {
		return &Check{Moves: len(moves), Failure: failure}
	}
	for _, start := range starts {
		c := z.judge(start, moves)
		if c == nil {
			return nil
		}
		if c.Failure == nil {
			return c
		}
		if best == nil || len(c.Solution.Steps) > len(best.Solution.Steps) {
			best = c
		}
	}
	return best
}

// unreadable turns findings about lines into a failed check if the lines name what the puzzle does not have. Lines that
// cannot be read at all are returned as findings.
func (z *Puzzle) unreadable(diags diag.List) (*Check, diag.List) {
	if slices.ContainsFunc(diags, func(d *diag.Diagnostic) bool { return d.Code != semantics.CodePlan }) {
		return nil, diags
	}
	return &Check{Failure: diags[0]}, nil
}

// judge makes the moves from a start; nil if the work was ended.
func (z *Puzzle) judge(start []int64, moves []semantics.Move) *Check {
	c := &Check{Moves: len(moves), Solution: Solution{Start: start}}
	if r := z.machine.CheckInitial(start); r != nil && !z.machine.Ended() && !slices.Equal(start, z.from) {
		c.Failure = refused("", r)
		return c
	}
	replay := z.machine.Replay(moves, start)
	if z.machine.Ended() {
		return nil
	}
	c.Solution.Cost = replay.Cost
	for _, s := range replay.Steps {
		c.Solution.Steps = append(c.Solution.Steps, Step{z.machine.Format(s.Move), s.Label, s.Cost, s.State})
	}
	switch {
	case replay.Failed >= 0:
		c.Step = replay.Failed + 1
		c.Failure = refused(fmt.Sprintf("step %d: ", c.Step), replay.Failures[0])
	case !replay.Goal:
		c.Failure = refused(after(len(moves)), replay.Failures[0])
	}
	return c
}

func after(moves int) string {
	if moves == 0 {
		return ""
	}
	return "after the last move: "
}

// refused makes a finding of a refusal of the semantics.
func refused(where string, r *semantics.Refusal) *diag.Diagnostic {
	d := &diag.Diagnostic{Code: string(r.Rule), Span: r.Span, Msg: where + r.Text}
	if r.Other != (diag.Span{}) {
		d.Related = []diag.Related{{Span: r.Other, Msg: "the other place"}}
	}
	return d
}

// maxStarts is how many initial states are tried for a plan that does not choose its start.
const maxStarts = 100_000

// candidates lists the initial states that have the given values.
func (z *Puzzle) candidates(ctx context.Context, given map[int]int64) ([][]int64, *diag.Diagnostic) {
	if len(given) == z.model.StateSize && len(given) > 0 {
		start := make([]int64, z.model.StateSize)
		for place, n := range given {
			start[place] = n
		}
		return [][]int64{start}, nil
	}
	states, complete, err := z.machine.InitialStates(ctx, maxStarts)
	if err != nil {
		return nil, planFinding(err.Error())
	}
	states = slices.DeleteFunc(states, func(s []int64) bool {
		for place, n := range given {
			if s[place] != n {
				return true
			}
		}
		return false
	})
	if len(states) == 0 {
		return nil, z.noStart(complete)
	}
	return states, nil
}

func (z *Puzzle) noStart(complete bool) *diag.Diagnostic {
	if !complete {
		d := planFinding(fmt.Sprintf("there are more than %d initial states to try the plan from", maxStarts))
		d.Help = "begin the plan with the start, a line for each state variable: variable = value"
		return d
	}
	return planFinding("no initial state has the values that the plan begins with")
}

// planFinding is a finding about a plan as a whole.
func planFinding(msg string) *diag.Diagnostic {
	return &diag.Diagnostic{Severity: diag.Error, Code: semantics.CodePlan, Msg: msg}
}
