package search

import (
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/task"
)

// estimate is the heuristic in use.
type estimate struct {
	inst   int32 // the expression; -1: none
	name   string
	linear *linear // its shape, if it is a sum of terms of one variable
	sums   []space.TableSum
	// guide computes what is no expression; nil where inst does. It need not be safe for several goroutines.
	guide func(st []uint64) int64
	// effort is about how many successors are made in the time of one evaluation, beyond one.
	effort int64
	// trusted: it never overestimates, proved or promised; promises names those of the model that this rests on.
	trusted  bool
	promises []string
}

// hopeless is the least estimate of a state from which there is no plan at all.
const hopeless = task.Unreachable

// linear is raw / div · mul, where raw is a sum of terms of one variable.
type linear struct {
	sum      *space.Sum
	div, mul int64
}

var blind = estimate{inst: -1, name: "blind", trusted: true}

// silent tells whether the estimate is always 0.
func (h *estimate) silent() bool { return h.inst < 0 && h.guide == nil }

// of is the estimate in st; it loads st where it has to evaluate. From hopeless on, there is no plan from st.
func (h *estimate) of(st []uint64, ev *space.Evaluator) int64 {
	switch {
	case h.guide != nil:
		return h.guide(st)
	case h.inst < 0:
		return 0
	}
	ev.Load(st)
	v := max(0, ev.Eval(h.inst))
	if !h.trusted {
		return min(v, hopeless-1) // a great number proves nothing
	}
	return v
}
