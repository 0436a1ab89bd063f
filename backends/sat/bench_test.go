package sat

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

func BenchmarkSolve(b *testing.B) {
	for _, bb := range []struct {
		name string
		task func(testing.TB) *task.Task
		o    backends.Options
	}{
		{"queens-50", func(testing.TB) *task.Task { return searchtest.Queens(50) }, backends.Options{}},
		{"queens-8-all", func(testing.TB) *task.Task { return searchtest.Queens(8) }, backends.Options{All: true}},
		{"queens-12-all", func(testing.TB) *task.Task { return searchtest.Queens(12) }, backends.Options{All: true}},
		{"taquin-31", func(testing.TB) *task.Task { return sattest.Tiles(3, 3, sattest.Hardest) }, backends.Options{}},
		{"bloxorz-5", func(t testing.TB) *task.Task { return newBloxorz(readLevel(t, 5)) }, backends.Options{}},
		{"bloxorz-33", func(t testing.TB) *task.Task { return newBloxorz(readLevel(t, 33)) }, backends.Options{}},
		{"walker-30", func(testing.TB) *task.Task { return walker(30) }, backends.Options{}},
		{"bloxorz-13", func(t testing.TB) *task.Task { return newBloxorz(readLevel(t, 13)) }, backends.Options{}},
	} {
		b.Run(fmt.Sprintf("sat/%s", bb.name), func(b *testing.B) {
			x := bb.task(b)
			var r *backends.Result
			for b.Loop() {
				var err error
				r, err = Backend{}.Solve(context.Background(), x, bb.o)
				require.NoError(b, err)
				require.Equal(b, backends.Solved, r.Status)
			}
			b.ReportMetric(float64(r.Stats.Variables), "vars")
			b.ReportMetric(float64(r.Stats.Clauses), "clauses")
			b.ReportMetric(float64(len(r.Plans)), "solutions")
		})
	}
}
