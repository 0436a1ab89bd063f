package search

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/relax"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/search/space"
)

// TestRelaxedSearch finds cheapest plans with the admissible ones, and plans with the others.
func TestRelaxedSearch(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomPlain(rt)
		ref := searchtest.Explore(tk)
		for _, a := range relax.Kinds() {
			res := solve(rt, tk, backends.Options{Algorithm: "astar", Heuristic: a.Name})
			require.Equal(rt, ref.Best != noCost, res.Status == backends.Solved, a.Name)
			if ref.Best != noCost && a.Admissible {
				require.True(rt, res.Optimal)
				require.Equal(rt, ref.Best, res.Plans[0].Cost, a.Name)
			}
		}
	})
}

// TestRelaxedOnTiles: the hardest 8-puzzle board, 31 moves from the goal.
func TestRelaxedOnTiles(t *testing.T) {
	tk := searchtest.Tiles(3, 3, 8, 6, 7, 2, 5, 4, 3, 0, 1)
	res := solve(t, tk, backends.Options{Algorithm: "astar", Heuristic: "lmcut"})
	require.EqualValues(t, 31, res.Plans[0].Cost)
	blind := solve(t, tk, backends.Options{Algorithm: "ucs"})
	require.Less(t, res.Stats.Expanded, blind.Stats.Expanded/10)
}

// patient is a context that ends when it was asked so many times.
type patient struct {
	context.Context
	asked int
}

func (p *patient) Err() error {
	if p.asked--; p.asked < 0 {
		return context.Canceled
	}
	return nil
}

// TestRelaxedStops: the slower the heuristic, the fewer states between two looks at the context.
func TestRelaxedStops(t *testing.T) {
	tk := searchtest.Tiles(4, 4, 14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3)
	res, err := Backend{}.Solve(&patient{t.Context(), 100}, tk, backends.Options{Algorithm: "astar", Heuristic: "lmcut"})
	require.NoError(t, err)
	require.Equal(t, backends.Unknown, res.Status)
	require.Less(t, res.Stats.Expanded, int64(1000))
}

// TestMatchingByItself: of a model without heuristics auto finds it when the search lasts.
func TestMatchingByItself(t *testing.T) {
	tk := searchtest.Tiles(3, 3, 8, 6, 7, 2, 5, 4, 3, 0, 1)
	tk.Heuristics = nil
	res := solveAt(t, pace{review: 1000, states: 1 << 40, deep: 1 << 40, relax: 1000}, tk, backends.Options{})
	require.Contains(t, res.Choice, "matching, which says")
	require.True(t, res.Optimal)
	require.EqualValues(t, 31, res.Plans[0].Cost)
}

func TestMatchingSearch(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomCarrying(rt)
		want := solve(rt, tk, backends.Options{Algorithm: "ucs"})
		if sp := space.New(context.Background(), tk, true); len(sp.Task.Moves) > 0 {
			if _, err := relax.Matching(context.Background(), sp); err != nil {
				return
			}
		}
		for _, a := range []string{"astar", "auto"} {
			got := solve(rt, tk, backends.Options{Algorithm: a, Heuristic: "matching"})
			require.Equal(rt, want.Status, got.Status)
			if want.Status == backends.Solved {
				require.True(rt, got.Optimal)
				require.Equal(rt, want.Plans[0].Cost, got.Plans[0].Cost)
			}
		}
	})
}
