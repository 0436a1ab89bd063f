package reduced

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends/sat/sattest"
)

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
