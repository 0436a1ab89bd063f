package verify

import (
	"context"
	"errors"
	"fmt"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
)

// Beyond computes a heuristic by name in a state of the model if the heuristic reads the cost of a simpler puzzle. A
// search has tables of these costs. That the values are admissible is checked like any promise: see promises.ahead.
type Beyond func(name string, state []int64) (int64, error)

// errSimpler means that a heuristic reads the cost of a simpler puzzle, and nobody computes that.
var errSimpler = errors.New("the heuristic reads the cost of a simpler puzzle")

// unreachable is the least estimate that says that a state has no plan. It is greater than all costs, and small enough
// to be multiplied.
const unreachable int64 = 1 << 47

// Estimates computes heuristics by the reference semantics.
type Estimates struct {
	ev     *semantics.Evaluator
	beyond Beyond
}

// NewEstimates computes heuristics by a machine. beyond computes those that read the cost of a simpler puzzle. If it is
// nil, these have no values.
func NewEstimates(x *semantics.Machine, beyond Beyond) *Estimates {
	return &Estimates{x.Evaluator(), beyond}
}

// Of returns the estimate of the cost from a state to a goal. It returns 0 if the expression is undefined or negative,
// and at least unreachable if a simpler puzzle shows that there is no plan. The error says why there is no value.
func (t *Estimates) Of(h *model.Heuristic, state []int64) (int64, error) {
	switch {
	case !h.Simplifies():
	case t.beyond == nil:
		return 0, errSimpler
	default:
		return t.beyond(h.Name, state)
	}
	t.ev.SetEstimate(func(e model.Expr) (model.Value, bool) {
		return model.Int(t.value(e.(*model.HeuristicRef).Heuristic)), true
	})
	t.ev.SetState(state)
	return t.value(h), nil
}

// value returns the value of a heuristic in the evaluator's state.
func (t *Estimates) value(h *model.Heuristic) int64 {
	v, ok := t.ev.Alone(h.Value, h.Slots)
	if !ok || v.N < 0 {
		return 0
	}
	return v.N
}

// relaxed is the other puzzle of a relaxation, or why there is none.
type relaxed struct {
	x   *semantics.Machine
	key keyer
	err error
}

func newRelaxed(ctx context.Context, m *model.Model, r *model.Relaxation) *relaxed {
	other, list := semantics.BuildRelaxation(ctx, m, r)
	if err := list.Err(); err != nil {
		return &relaxed{err: fmt.Errorf("relaxation %s: %w", r.Name, err)}
	}
	o := &relaxed{x: semantics.NewMachine(other), key: newKeyer(other)}
	defer o.x.Within(ctx)()
	if err := o.x.CheckInstances(); err != nil {
		o.err = fmt.Errorf("relaxation %s: %w", r.Name, err)
	}
	return o
}
