package ground

import (
	"context"
	"fmt"

	"github.com/pzc-lang/pzc/compiler/ground/symbolic"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/diag"
)

// Walking is `Task` with a bound on combinations: from that number on, reachability walks through states.
func Walking(ctx context.Context, m *model.Model, from int) (*task.Task, diag.List) {
	g := newGrounder(ctx, m, Options{NoWarnings: true})
	g.walkFrom = from
	return g.ground()
}

// TryingAll is Task without joins: it tries all values of names, and makes all moves.
func TryingAll(ctx context.Context, m *model.Model) (*task.Task, diag.List) {
	return grounderWith(ctx, m, Options{}, symbolic.Hooks{AllValues: true}).ground()
}

// AddHeuristic adds a heuristic to the ground task of a model.
func AddHeuristic(t *task.Task, m *model.Model, h *model.Heuristic) error {
	g := overTask(context.Background(), t, m)
	out := g.heuristic(h)
	if err := g.Diags.Err(); err != nil {
		return fmt.Errorf("heuristic %s: %w", h.Name, err)
	}
	t.Heuristics = append(t.Heuristics, out)
	return nil
}
