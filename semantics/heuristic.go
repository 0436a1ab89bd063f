package semantics

import (
	"errors"

	"github.com/pzc-lang/pzc/compiler/model"
)

// maxAbstractStates bounds the tables of one puzzle that serves as a heuristic.
const maxAbstractStates = 1_000_000

// ErrTooManyStates means that a simpler puzzle, or an exhaustive search, has more states than the limit.
var ErrTooManyStates = errors.New("more states than the limit")

// estimates computes heuristics that are puzzles of their own. What it has computed it keeps.
type estimates struct {
	x   *Machine
	err error // why the last estimate could not be computed
}

func newEstimates(x *Machine) *estimates {
	return &estimates{x: x}
}

// Heuristic is the estimate of the cost from a state to a goal: 0 where the expression is undefined or negative. The error
// says which part could not be computed within the limit.
func (x *Machine) Heuristic(h *model.Heuristic, state []int64) (int64, error) {
	x.ev.state = state
	x.tables.err = nil
	v := x.tables.value(h)
	return v, x.tables.err
}

// value is the value of a heuristic in the evaluator's state.
func (t *estimates) value(h *model.Heuristic) int64 {
	ev := t.x.ev
	base := ev.sp
	v, ok := ev.eval(h.Value, ev.push(h.Slots))
	ev.sp = base
	if !ok || v.N < 0 {
		return 0
	}
	return v.N
}

// estimate computes the nodes that stand for heuristics.
func (t *estimates) estimate(e model.Expr) (model.Value, bool) {
	switch e := e.(type) {
	case *model.HeuristicRef:
		return model.Int(t.value(e.Heuristic)), true
	default:
		return undefined, false
	}
}
