package reduced

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// TestPartialEvaluationKeepsValues compares random expressions with what becomes of them where some variables have
// values.
func TestPartialEvaluationKeepsValues(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := sattest.NewGenerator(rt, true)
		x, y := g.Number(3), g.Boolean(3) // with their graphs, which the problem gets
		p, err := NewProblem(context.Background(), g.Task, DefaultLimits())
		require.NoError(rt, err)
		im := newImporter(g.Pool, p.Pool, nil)
		number, boolean := im.Expr(x), im.Expr(y)
		for range 2 { // what is kept of the first values must not count for the second ones
			values := map[int]int64{}
			for v := range g.Vars {
				if domain := g.Vars[v].Values; g.UpTo(1, "given") == 0 {
					values[v] = domain[g.UpTo(len(domain)-1, "value")]
				}
			}
			fixed := p.given(values)
			e, c, vars := fixed.expr(number), fixed.condition(&layers.Condition{Rest: []task.Expr{boolean}}),
				fixed.vars(number)
			require.Equal(rt, p.Reads(e), vars)
			sattest.EachState(g.Task, func(state []int64) {
				for v, code := range values {
					if state[v] != code {
						return
					}
				}
				require.Equal(rt, p.Pool.Eval(number, state), p.Pool.Eval(e, state), "in %v", state)
				require.Equal(rt, p.Pool.Eval(boolean, state) != 0, holds(p, &c, state), "in %v", state)
			})
		}
	})
}

// holds tells whether a condition holds in a state.
func holds(p *Problem, c *layers.Condition, state []int64) bool {
	for _, s := range c.Sets {
		if !s.Has[p.Task.Vars[s.V].Place(state[s.V])] {
			return false
		}
	}
	return p.Pool.Eval(p.Pool.And(c.Rest...), state) != 0
}

func TestTabulatedValuesAreTheExpressions(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := sattest.NewGenerator(rt, true)
		e := g.Pool.Add(g.Number(3), g.Boolean(3))
		vars := make([]int, len(g.Vars))
		for v := range vars {
			vars[v] = v
		}
		p, err := NewProblem(context.Background(), g.Task, DefaultLimits())
		require.NoError(rt, err)
		e2 := newImporter(g.Pool, p.Pool, nil).Expr(e)
		scan(p.Pool, vars, p.places(vars), func(place []int, vals []int64) {
			state := make([]int64, len(place))
			for v, i := range place {
				state[v] = g.Vars[v].Values[i]
			}
			require.Equal(rt, g.Pool.Eval(e, state), vals[0])
		}, e2)
	})
}
