// Package estimate holds heuristics in the form that searches use: functions from states to estimates of the remaining
// cost.
package estimate

import (
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Estimate is a heuristic compiled for a space.
type Estimate struct {
	Inst   int32 // instruction that computes it; -1: none
	Name   string
	Linear *Linear          // its form, if it is a sum of terms of one variable; else nil
	Sums   []space.TableSum // its form, if it is the maximum of sums with tables; else nil
	// Guide computes the estimate if no instruction does. Each goroutine needs a Guide of its own, which Another makes.
	Guide   func(st []uint64) int64
	Another func() func(st []uint64) int64
	// Preferred appends the moves that a plan of the relaxation begins with to a list, for the state that Guide was called
	// with last; nil: the estimate knows none.
	Preferred func([]int32) []int32
	// Effort is about the number of successors that are made in the time of one evaluation.
	Effort int64
	// Trusted reports whether the estimate counts as admissible. Promises names the promises of the model that this
	// relies on.
	Trusted  bool
	Promises []string
	// Ends reports whether a value of at least task.Unreachable means that there is no plan, if Trusted.
	Ends bool
}

// Hopeless is the least estimate that means that a state has no plan. It is greater than the sum of three costs of at
// most task.MaxCost.
const Hopeless int64 = 1 << 55

// Linear is raw / Div · Mul, rounded down, where raw is a sum of terms of one variable.
type Linear struct {
	Sum      *space.Sum
	Div, Mul int64
}

// Kind describes a heuristic that pzc makes by itself. The help of the command, the table in docs/heuristics.md and
// messages are made from it.
type Kind struct {
	Name       string
	Says       string // what it computes, in a line
	Source     string // authors and year; "" if there is none
	Admissible bool   // it never overestimates
	Consistent bool   // no move lowers it by more than the move costs
	Needs      string // what the puzzle must have; "" if nothing
	// Price is about the effort of preparing the heuristic, in successors. The algorithm auto considers the heuristic
	// when the search has taken the same effort; 0: never.
	Price int64
}

// blindKind describes Blind.
var blindKind = Kind{Name: "blind", Says: "0 in all states: no heuristic", Admissible: true, Consistent: true}

// Blind is the estimate that is always 0.
var Blind = Estimate{Inst: -1, Name: "blind", Trusted: true}

// Silent reports whether the estimate is always 0.
func (h *Estimate) Silent() bool { return h.Inst < 0 && h.Guide == nil }

// Of returns the estimate of st. It loads st into ev if it has to evaluate. A result of Hopeless or more means that st
// has no plan.
func (h *Estimate) Of(st []uint64, ev *space.Evaluator) int64 {
	switch {
	case h.Guide != nil:
		return h.Guide(st)
	case h.Inst < 0:
		return 0
	}
	ev.Load(st)
	v := max(0, ev.Eval(h.Inst))
	if v >= task.Unreachable && h.Trusted && h.Ends {
		return Hopeless
	}
	return min(v, Hopeless-1) // a large value of this estimate proves nothing
}
