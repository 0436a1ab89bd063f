package estimate

import (
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/task"
)

// Estimate is the heuristic in use.
type Estimate struct {
	Inst   int32 // the expression; -1: none
	Name   string
	Linear *Linear // its shape, if it is a sum of terms of one variable
	Sums   []space.TableSum
	// Guide computes what is no expression; nil where inst does. It need not be safe for several goroutines.
	Guide func(st []uint64) int64
	// Effort is about how many successors are made in the time of one evaluation, beyond one.
	Effort int64
	// Trusted: it never overestimates, proved or promised; promises names those of the model that this rests on.
	Trusted  bool
	Promises []string
}

// Hopeless is the least estimate of a state from which there is no plan at all.
const Hopeless = task.Unreachable

// Linear is raw / div · mul, where raw is a sum of terms of one variable.
type Linear struct {
	Sum      *space.Sum
	Div, Mul int64
}

var Blind = Estimate{Inst: -1, Name: "blind", Trusted: true}

// Silent tells whether the estimate is always 0.
func (h *Estimate) Silent() bool { return h.Inst < 0 && h.Guide == nil }

// Of is the estimate in st; it loads st where it has to evaluate. From hopeless on, there is no plan from st.
func (h *Estimate) Of(st []uint64, ev *space.Evaluator) int64 {
	switch {
	case h.Guide != nil:
		return h.Guide(st)
	case h.Inst < 0:
		return 0
	}
	ev.Load(st)
	v := max(0, ev.Eval(h.Inst))
	if !h.Trusted {
		return min(v, Hopeless-1) // a great number proves nothing
	}
	return v
}
