package verify

import (
	"context"
	"fmt"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
)

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
