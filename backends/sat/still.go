package sat

import (
	"context"
)

// solveStill finds the assignments of a task without moves.
func (r *run) solveStill(ctx context.Context) error { return nil }
