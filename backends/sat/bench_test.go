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
		task *task.Task
		o    backends.Options
	}{
		{"queens-50", searchtest.Queens(50), backends.Options{}},
		{"queens-8-all", searchtest.Queens(8), backends.Options{All: true}},
		{"queens-12-all", searchtest.Queens(12), backends.Options{All: true}},
		{"taquin-31", sattest.Tiles(3, 3, sattest.Hardest), backends.Options{}},
		{"walker-30", walker(30), backends.Options{}},
	} {
		b.Run(fmt.Sprintf("sat/%s", bb.name), func(b *testing.B) {
			var r *backends.Result
			for b.Loop() {
				var err error
				r, err = Backend{}.Solve(context.Background(), bb.task, bb.o)
				require.NoError(b, err)
				require.Equal(b, backends.Solved, r.Status)
			}
			b.ReportMetric(float64(r.Stats.Variables), "vars")
			b.ReportMetric(float64(r.Stats.Clauses), "clauses")
			b.ReportMetric(float64(len(r.Plans)), "solutions")
		})
	}
}
