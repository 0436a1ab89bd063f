package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// TestThreadsChangeNothing searches spaces that are large enough to be shared.
func TestThreadsChangeNothing(t *testing.T) {
	for name, tk := range map[string]*task.Task{
		"ranked": searchtest.Pancakes(4, 8, 0, 6, 2, 7, 1, 5, 3),
		"hashed": searchtest.CubeOfStickers(true, 2, 2, 2, 1, 1, 1, 0, 0, 1, 2, 2, 1, 1, 2, 2, 2, 1, 1),
		"direct": searchtest.Hanoi(4, 8),
	} {
		t.Run(name, func(t *testing.T) {
			var first *backends.Result
			for _, threads := range []int{1, 2} {
				res := solve(t, tk, backends.Options{Algorithm: "bfs", Threads: threads})
				require.Equal(t, backends.Solved, res.Status)
				res.Stats = backends.Stats{
					Expanded: res.Stats.Expanded, Generated: res.Stats.Generated, Duplicates: res.Stats.Duplicates,
					MaxFrontier: res.Stats.MaxFrontier,
				}
				if first == nil {
					first = res
				}
				require.Equal(t, first, res)
				t.Logf("%d moves, %d states: %s", len(res.Plans[0].Moves), res.Stats.Expanded, res.Choice)
			}
		})
	}
}

// TestCubeScrambles solves scrambles of known length in both metrics, of stickers and of corners.
func TestCubeScrambles(t *testing.T) {
	for _, c := range []struct {
		turns         []int
		half, quarter int
	}{
		{[]int{0, 0, 2, 2}, 2, 4}, // U2 F2
		{[]int{1, 2, 2, 2, 0, 1}, 4, 4},
		{[]int{0, 1, 1, 0, 0, 1, 1, 2, 2, 0, 0, 0}, 5, 8},
	} {
		for name, cube := range map[string]func(bool, ...int) *task.Task{
			"stickers": searchtest.CubeOfStickers,
			"corners":  searchtest.CubeOfCorners,
		} {
			require.Len(t, solve(t, cube(true, c.turns...), backends.Options{Algorithm: "bfs"}).Plans[0].Moves, c.half, name)
			require.Len(t, solve(t, cube(false, c.turns...), backends.Options{Algorithm: "bfs"}).Plans[0].Moves, c.quarter, name)
		}
	}
}
