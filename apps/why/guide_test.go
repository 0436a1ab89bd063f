package why

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestGuide compares the next step with all solutions that have the given values: all solutions have the value of the
// step. A step is missing only if each element that is not given has several values.
func TestGuide(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 8))
	forced, none, wrong := 0, 0, 0
	for range 60 {
		z := grounded(t, drawnRules(rng))
		g, err := NewGuide(t.Context(), z, Options{})
		require.NoError(t, err)
		for range 4 {
			given := map[int]int64{}
			for place := range g.s.values {
				if rng.IntN(3) == 0 {
					given[place] = int64(1 + rng.IntN(3))
				}
			}
			g.s.out = g.base
			solutions := slices.DeleteFunc(g.s.consistent(upTo(len(g.s.rules)), nil), func(state []int64) bool {
				for place, n := range given {
					if state[place] != n {
						return true
					}
				}
				return false
			})
			open := func(place int) bool { // no value follows for the element
				_, is := given[place]
				return is || slices.ContainsFunc(solutions, func(s []int64) bool { return s[place] != solutions[0][place] })
			}
			next, err := g.Next(t.Context(), given)
			switch {
			case len(solutions) == 0:
				require.ErrorIs(t, err, ErrContradiction)
				wrong++
			case next == nil:
				require.NoError(t, err)
				for place := range g.s.values {
					require.True(t, open(place), "%v", given)
				}
				none++
			default:
				require.NoError(t, err)
				require.False(t, open(next.Place))
				require.Equal(t, solutions[0][next.Place], next.Value)
				require.NotContains(t, given, next.Place)
				forced++
			}
		}
	}
	require.Greater(t, min(forced, none, wrong), 20, "%d %d %d", forced, none, wrong)
}
