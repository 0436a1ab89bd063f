package compiler

import (
	"context"
	"fmt"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/task"
)

// GroundHeuristic adds a heuristic to the ground task of a model.
func GroundHeuristic(t *task.Task, m *model.Model, h *model.Heuristic) error {
	g := newGrounder(context.Background(), m, GroundOptions{NoWarnings: true})
	g.pool = t.Pool
	g.domains = make([][]int64, len(t.Vars))
	g.varAt = make([]int, len(t.Vars))
	g.state = make([]task.Expr, m.StateSize)
	for place := range g.state {
		g.state[place] = g.pool.Const(t.Fixed[place])
	}
	for v := range t.Vars {
		g.domains[v], g.varAt[v] = t.Vars[v].Values, t.Vars[v].State
		g.state[t.Vars[v].State] = g.pool.Var(v)
	}
	out := g.heuristic(h)
	if err := g.diags.Err(); err != nil {
		return fmt.Errorf("heuristic %s: %w", h.Name, err)
	}
	t.Heuristics = append(t.Heuristics, out)
	return nil
}
