package heuristic

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/librarytest"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
)

// TestRelaxedOnLibrary compares the heuristics with exact costs in some states of small puzzles.
func TestRelaxedOnLibrary(t *testing.T) { relaxedOnLibrary(t, 1, 1000, 20) }

// TestLongRelaxedOnLibrary takes two instances, larger ones too, and looks at more of their states.
func TestLongRelaxedOnLibrary(t *testing.T) { relaxedOnLibrary(t, 2, 10000, 30) }

func TestHoursRelaxedOnLibrary(t *testing.T) { relaxedOnLibrary(t, math.MaxInt, 10000, 60) }

// relaxedOnLibrary takes n instances of each model, if they have at most `most` states, and looks at about `tries` of
// these.
func relaxedOnLibrary(t *testing.T, n, most, tries int) {
	t.Helper()
	librarytest.EachTask(t, n, func(t *testing.T, tk *task.Task) {
		if len(tk.Moves) == 0 || len(tk.Moves) > 3000 || tk.Facts.Unsolvable != "" {
			t.Skip("nothing to move, or too much")
		}
		x, ok := librarytest.Exhaust(tk, most)
		if !ok {
			t.Skip("too many states")
		}
		guides := map[string]func([]uint64) int64{}
		r, err := newRelaxation(t.Context(), x.Space)
		require.NoError(t, err)
		for _, a := range []relaxedKind{hmaxKind, addKind, ffKind, lmcutKind} {
			guides[a.Name] = r.estimate(a).Guide
		}
		step := max(1, x.States.Len()/tries)
		checkMatching(t, x, step)
		sums := map[string]int64{}
		for id := 0; id < x.States.Len(); id += step {
			st, rest := x.States.State(uint32(id)), x.Rest[id]
			values := map[string]int64{}
			for name, guide := range guides {
				values[name] = guide(st)
			}
			require.LessOrEqual(t, values["hmax"], rest, "hmax of state %d", id)
			require.LessOrEqual(t, values["lmcut"], rest, "lmcut of state %d", id)
			require.LessOrEqual(t, values["hmax"], min(values["add"], values["lmcut"]))
			for name, v := range values {
				require.True(t, v < estimate.Hopeless || rest >= estimate.Hopeless, "%s of state %d", name, id)
				require.Equal(t, values["hmax"] >= estimate.Hopeless, v >= estimate.Hopeless, "%s of state %d", name, id)
				if v < estimate.Hopeless && rest < estimate.Hopeless {
					sums[name] += v
					sums["rest"] += min(rest, 1<<30) * space.ToInt(name == "ff")
				}
			}
		}
		t.Logf("%d states; sums over a sample: %v", x.States.Len(), sums)
	})
}
