package search

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// TestFoundSymmetries compares searches that look for symmetries at once with exploration. No answer relies on what was
// found. What the model declares is left out.
func TestFoundSymmetries(t *testing.T) {
	used := 0
	rapid.Check(t, func(rt *rapid.T) {
		var tk *task.Task
		switch rapid.IntRange(0, 6).Draw(rt, "kind") {
		case 0:
			tk = searchtest.RandomTask(rt, rapid.Bool().Draw(rt, "wide"))
		case 1:
			tk = searchtest.RandomPlain(rt)
		case 2:
			tk = searchtest.RandomSymmetric(rt)
		case 3:
			tk = searchtest.RandomBlocks(rt)
		case 4:
			tk = searchtest.RandomCrates(rt)
		default:
			tk = copies(rt, rapid.IntRange(2, 4).Draw(rt, "copies"))
		}
		tk.Symmetries = nil
		ref := searchtest.Explore(tk)
		for _, a := range foldingAlgorithms {
			res, err := Backend{Eager: true}.Solve(context.Background(), tk, backends.Options{Algorithm: a})
			require.NoError(rt, err)
			require.Equal(rt, ref.Best == job.NoCost, res.Status == backends.Unsolvable, "%s: %s", a, res.Reason)
			require.NotContains(rt, res.Choice, "carried back")
			if res.Status == backends.Unsolvable {
				continue
			}
			require.Equal(rt, backends.Solved, res.Status, "%s: %s", a, res.Reason)
			replay(rt, tk, &res.Plans[0])
			if res.Optimal {
				require.Equal(rt, ref.Best, res.Plans[0].Cost, "%s: %s", a, res.Choice)
			}
			if a == "bfs" {
				require.Len(rt, res.Plans[0].Moves, ref.Fewest)
			}
			require.Empty(rt, res.ReliesOn)
			if res.Stats.Expanded < int64(len(ref.States)) {
				used++
			}
		}
	})
	if !testing.Short() {
		require.Positive(t, used)
	}
}
