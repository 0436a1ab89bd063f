package sat

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
)

// The parity of the number of lights that are on never changes, which no pair of lights shows. The number of states
// ends the search, and then there is no long plan either.
func TestStatesEndTheSearch(t *testing.T) {
	for _, least := range []int{0, 2} {
		r, err := Backend{}.Solve(t.Context(), sattest.PairsOfLights(3, 0), backends.Options{MinHorizon: least})
		require.NoError(t, err)
		require.Equal(t, backends.Unsolvable, r.Status)
	}
	r := solve(t, sattest.PairsOfLights(3, 1))
	require.Equal(t, backends.Solved, r.Status)
	require.Len(t, r.Plans[0].Moves, 1)
}
