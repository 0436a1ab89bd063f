package compiler

import (
	"context"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/task"
)

// GroundWalking is Ground where reachability walks through states when it has tried so many combinations.
func GroundWalking(ctx context.Context, m *model.Model, from int) (*task.Task, diag.List) {
	g := newGrounder(ctx, m, GroundOptions{NoWarnings: true})
	g.walkFrom = from
	return g.ground()
}
