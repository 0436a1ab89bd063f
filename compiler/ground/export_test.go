package ground

import (
	"context"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/task"
)

// Walking is Ground with a bound on combinations: from that number on, reachability walks through states.
func Walking(ctx context.Context, m *model.Model, from int) (*task.Task, diag.List) {
	g := newGrounder(ctx, m, Options{NoWarnings: true})
	g.walkFrom = from
	return g.ground()
}
