package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/task"
)

// without is a task whose goal is never reached, so that a search sees every state.
func without(t *task.Task) *task.Task {
	t.Goal = task.False
	return t
}

// BenchmarkFrontier measures breadth-first searches; states/s are states expanded.
func BenchmarkFrontier(b *testing.B) {
	for _, c := range []struct {
		name    string
		task    *task.Task
		threads int
	}{
		{"cube-hash", without(cubeOfStickers(true)), 1},
		{"cube-ranked", without(cubeOfCorners(true)), 1},
		{"hanoi-4-10", hanoi(4, 10), 1},
		{"taquin-3x3", tiles(3, 3, 8, 6, 7, 2, 5, 4, 3, 0, 1), 1},
		{"cube-hash-shared", without(cubeOfStickers(true)), 0},
		{"cube-ranked-shared", without(cubeOfCorners(true)), 0},
	} {
		b.Run("bfs/"+c.name, func(b *testing.B) {
			var expanded int64
			for range b.N {
				res := solve(b, c.task, backends.Options{Algorithm: "bfs", Threads: c.threads})
				require.NotEqual(b, backends.Unknown, res.Status)
				expanded += res.Stats.Expanded
				b.ReportMetric(res.Stats.BytesPerState, "B/state")
			}
			b.ReportMetric(float64(expanded)/b.Elapsed().Seconds(), "states/s")
		})
	}
}
