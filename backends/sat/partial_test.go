package sat

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/task"
)

// TestPartialEvaluationKeepsValues compares random expressions with what becomes of them where some variables have values.
func TestPartialEvaluationKeepsValues(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := sattest.NewGenerator(rt, true)
		p, err := newProblem(context.Background(), g.Task, defaultLimits())
		require.NoError(rt, err)
		im := newImporter(g.Pool, p.pool, nil)
		number, boolean := im.expr(g.Number(3)), im.expr(g.Boolean(3))
		for range 2 { // what is kept of the first values must not count for the second ones
			values := map[int]int64{}
			for v := range g.Vars {
				if domain := g.Vars[v].Values; g.UpTo(1, "given") == 0 {
					values[v] = domain[g.UpTo(len(domain)-1, "value")]
				}
			}
			fixed := p.given(values)
			e, c, vars := fixed.expr(number), fixed.condition(&condition{rest: []task.Expr{boolean}}), fixed.vars(number)
			require.Equal(rt, p.reads(e), vars)
			sattest.EachState(g.Task, func(state []int64) {
				for v, code := range values {
					if state[v] != code {
						return
					}
				}
				require.Equal(rt, p.pool.Eval(number, state), p.pool.Eval(e, state), "in %v", state)
				require.Equal(rt, p.pool.Eval(boolean, state) != 0, p.holds(&c, state), "in %v", state)
			})
		}
	})
}

// holds tells whether a condition holds in a state.
func (p *problem) holds(c *condition, state []int64) bool {
	for _, s := range c.sets {
		if !s.ok[p.task.Vars[s.v].Place(state[s.v])] {
			return false
		}
	}
	return p.pool.Eval(p.pool.And(c.rest...), state) != 0
}
