package verify

import (
	"context"
	"fmt"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
)

// relaxed is the other puzzle of a relaxation, with its table of costs.
type relaxed struct {
	x     *semantics.Machine
	table *costTable
	next  []int64
}

func newRelaxed(ctx context.Context, m *model.Model, r *model.Relaxation, limit int) (*relaxed, error) {
	other, list := semantics.BuildRelaxation(ctx, m, r)
	if err := list.Err(); err != nil {
		return nil, fmt.Errorf("relaxation %s: %w", r.Name, err)
	}
	o := &relaxed{x: semantics.NewMachine(other), next: make([]int64, other.StateSize)}
	defer o.x.Within(ctx)()
	if err := o.x.CheckInstances(); err != nil {
		return nil, fmt.Errorf("relaxation %s: %w", r.Name, err)
	}
	o.table = newCostTable(o, "relaxation "+r.Name, limit)
	return o, nil
}

func (o *relaxed) goal(state []int64) (bool, error) { return o.x.Goal(state), nil }

func (o *relaxed) successors(state []int64, yield func([]int64, int64) error) error {
	for _, mv := range o.x.Instances() {
		if cost, ok := o.x.Make(state, mv, o.next); ok {
			if err := yield(o.next, cost); err != nil {
				return err
			}
		}
	}
	return nil
}
