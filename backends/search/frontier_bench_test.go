package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// withoutGoal is a task whose goal is never reached, so that a search sees every state.
func withoutGoal(t *task.Task) *task.Task {
	t.Goal = task.False
	return t
}

// BenchmarkShared measures breadth-first searches on all threads; states/s are states expanded.
func BenchmarkShared(b *testing.B) {
	for _, c := range []struct {
		name string
		task *task.Task
	}{
		{"cube-hash", withoutGoal(searchtest.CubeOfStickers(true))},
		{"cube-ranked", withoutGoal(searchtest.CubeOfCorners(true))},
		{"hanoi-4-10", searchtest.Hanoi(4, 10)},
	} {
		b.Run("bfs/"+c.name, func(b *testing.B) {
			var expanded int64
			for range b.N {
				res := solve(b, c.task, backends.Options{Algorithm: "bfs"})
				require.NotEqual(b, backends.Unknown, res.Status)
				expanded += res.Stats.Expanded
			}
			b.ReportMetric(float64(expanded)/b.Elapsed().Seconds(), "states/s")
		})
	}
}
