// Package estimate holds heuristics as the searches see them: functions from states to lower bounds or guesses of the
// remaining cost.
package estimate

import (
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/task"
)

// Estimate is a heuristic made ready for a space.
type Estimate struct {
	Inst   int32 // instruction that computes it; -1: none
	Name   string
	Linear *Linear          // its form, if it is a sum of terms of one variable; else nil
	Sums   []space.TableSum // its form, if it is the greatest of sums with tables; else nil
	// Guide computes the estimate if no instruction does. Each goroutine needs a Guide of its own.
	Guide func(st []uint64) int64
	// Effort is about the number of successors that are made in the time of one evaluation.
	Effort int64
	// Trusted: it never overestimates. Promises names the promises of the model that this rests on.
	Trusted  bool
	Promises []string
	// Ends: a value of the instruction that is at least task.Unreachable says that there is no plan, if Trusted.
	Ends bool
}

// Hopeless is the least estimate that says that there is no plan from a state. It is greater than the sum of a total
// and of two more costs, each at most task.MaxCost.
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
	// Price is about the number of successors that could be made instead of getting the heuristic ready. The algorithm
	// auto considers the heuristic when the search has lasted as long; 0: never.
	Price int64
}

// BlindKind describes Blind.
var BlindKind = Kind{Name: "blind", Says: "0 in all states: no heuristic", Admissible: true, Consistent: true}

// Blind is the estimate that is always 0.
var Blind = Estimate{Inst: -1, Name: "blind", Trusted: true}

// Silent reports whether the estimate is always 0.
func (h *Estimate) Silent() bool { return h.Inst < 0 && h.Guide == nil }

// Of returns the estimate of st. It loads st into ev if it has to evaluate. From Hopeless on, there is no plan from st.
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
	return min(v, Hopeless-1) // a great number proves nothing
}
