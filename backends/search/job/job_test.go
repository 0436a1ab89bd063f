package job

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/search/store"
)

// TestTooManyStates ends a search when states have no numbers any more, whatever the memory.
func TestTooManyStates(t *testing.T) {
	r := New(t.Context(), searchtest.Hanoi(3, 2), backends.Options{Memory: math.MaxInt64})
	r.Begin()
	r.Work = CheckEvery
	require.True(t, r.Over("astar", func() int64 { return 2 * store.NoRoom }))
	require.Equal(t, "more than 4,278,190,080 states are too many to be numbered", r.Stop)
}
