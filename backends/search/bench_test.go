package search

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// BenchmarkSearch measures whole searches on one thread, and breadth-first search on all; nodes/s are successors
// generated.
func BenchmarkSearch(b *testing.B) {
	hard := searchtest.Tiles(3, 3, 8, 6, 7, 2, 5, 4, 3, 0, 1)
	board46 := searchtest.Tiles(4, 4, 14, 9, 5, 2, 4, 0, 7, 12, 10, 13, 8, 3, 6, 11, 1, 15)
	board36 := searchtest.Tiles(4, 4, 3, 5, 8, 11, 2, 1, 4, 0, 14, 7, 10, 12, 6, 13, 9, 15)
	for _, c := range []struct {
		name                 string
		task                 *task.Task
		algorithm, heuristic string
	}{
		{"taquin-3x3", hard, "bfs", ""},
		{"cube-hash", withoutGoal(searchtest.CubeOfStickers(true)), "bfs", ""},
		{"cube-ranked", withoutGoal(searchtest.CubeOfCorners(true)), "bfs", ""},
		{"hanoi-4-10", searchtest.Hanoi(4, 10), "bfs", ""},
		{"taquin-3x3", hard, "ucs", ""},
		{"taquin-3x3", hard, "astar", "manhattan"},
		{"taquin-3x3", hard, "idastar", "manhattan"},
		{"taquin-4x4-36", board36, "astar", "manhattan"},
		{"taquin-4x4-46", board46, "idastar", "manhattan"},
		{"korf-1", searchtest.Fifteen(14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3), "idastar", "manhattan"},
		{"knight-5x5-table", searchtest.KnightTable(0, 5, 0, 1), "backtrack", ""},
		{"knight-5x5-jumps", searchtest.KnightJumps(5, 0, 1), "backtrack", ""},
		{"knight-8x8", knight(8), "astar", ""},
		{"knight-8x8", knight(8), "idastar", ""},
		{"knight-5x5-wrong", wrongKnight(), "astar", ""},
	} {
		for _, threads := range []int{1, 0} {
			if threads == 0 && c.algorithm != "bfs" {
				continue
			}
			b.Run(fmt.Sprintf("%s/%s/threads=%d", c.algorithm, c.name, threads), func(b *testing.B) {
				var generated int64
				for range b.N {
					res := solve(b, c.task, backends.Options{Algorithm: c.algorithm, Heuristic: c.heuristic, Threads: threads})
					require.NotEqual(b, backends.Unknown, res.Status)
					generated += res.Stats.Generated
					b.ReportMetric(res.Stats.BytesPerState, "B/state")
				}
				b.ReportMetric(float64(generated)/b.Elapsed().Seconds(), "nodes/s")
			})
		}
	}
}

// wrongKnight starts on a square of the colour from which no tour of a board of odd size starts.
func wrongKnight() *task.Task {
	t := knight(5)
	t.Init[0], t.Init[1], t.Init[2] = 1, 0, 1
	return t
}

// withoutGoal is a task whose goal is never reached, so that a search sees every state.
func withoutGoal(t *task.Task) *task.Task {
	t.Goal = task.False
	return t
}
