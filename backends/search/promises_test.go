package search

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/librarytest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// TestLibraryWithoutPromises: with the symmetries and prunings of the library's models the answers are those without,
// for an instance of each model that has few states.
func TestLibraryWithoutPromises(t *testing.T) { libraryWithoutPromises(t, 1, 1000) }

// TestLongLibraryWithoutPromises is the same for all instances, and for more states.
func TestLongLibraryWithoutPromises(t *testing.T) { libraryWithoutPromises(t, math.MaxInt, 40000) }

func libraryWithoutPromises(t *testing.T, n, most int) {
	t.Helper()
	librarytest.EachTask(t, n, func(t *testing.T, tk *task.Task) {
		if len(tk.Symmetries)+len(tk.Prunings) == 0 || tk.Facts.Unsolvable != "" || tk.HasFree() {
			t.Skip("nothing is promised")
		}
		x, ok := librarytest.Exhaust(tk, most)
		if !ok {
			t.Skip("too many states")
		}
		for _, a := range []string{"bfs", "ucs", "astar", "auto", "greedy"} {
			res := solve(t, tk, backends.Options{Algorithm: a})
			require.Equal(t, x.Rest[0] >= estimate.Hopeless, res.Status == backends.Unsolvable, "%s: %s", a, res.Reason)
			require.True(t, !res.Optimal || res.Plans[0].Cost == x.Rest[0], a)
			require.True(t, res.Optimal || res.Status == backends.Unsolvable || a == "bfs" || a == "greedy", a)
			require.NotContains(t, res.Choice, "carried back")
		}
	})
}
