package search

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
)

// The cheapest plan within a bound on its moves is called optimal only if no longer one can be cheaper.
func TestOptimalWithinBounds(t *testing.T) {
	tk := searchtest.Detours(3)
	for n, cost := range map[int]int64{2: 0, 3: 15, 4: 12, 5: 9, 6: 6, 7: 6} {
		res := solve(t, tk, backends.Options{MaxHorizon: &n})
		require.Equal(t, cost > 0, res.Status == backends.Solved, "at most %d moves", n)
		require.NotEqual(t, backends.Unsolvable, res.Status, "at most %d moves", n)
		if cost > 0 {
			require.Equal(t, cost, res.Plans[0].Cost, "at most %d moves", n)
		}
		require.Equal(t, n >= 6, res.Optimal, "at most %d moves", n)
	}
}

// Who counts and is ended before the first solution knows nothing.
func TestCountEndedAtOnce(t *testing.T) {
	b := searchtest.NewBuilder("values")
	x := b.Variable("x", -1, searchtest.Span(300)...)
	y := b.Variable("y", -1, searchtest.Span(300)...)
	b.Goal = b.Is(b.Pool.Mod(b.Pool.Mul(x, y), b.Pool.Const(301)), 300)
	ctx, end := context.WithCancel(t.Context())
	end()
	res, err := Backend{}.Solve(ctx, b.Finish(), backends.Options{All: true, Count: true})
	require.NoError(t, err)
	require.NotEqual(t, backends.Unsolvable, res.Status)
	require.False(t, res.Complete)
}
