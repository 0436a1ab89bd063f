package search

import (
	"context"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/heuristic"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/pattern"
	"github.com/pzc-lang/pzc/backends/search/prune"
	"github.com/pzc-lang/pzc/backends/search/symmetry"
	"github.com/pzc-lang/pzc/compiler/task"
)

func techniques() hooks {
	return hooks{
		heuristics: []func(m *estimate.Maker, o backends.Options) []estimate.Row{
			heuristic.Rows,
			heuristic.PotentialRows,
			pattern.Rows,
		},
		symmetries: symmetry.New,
		found:      symmetry.Found,
		corrals:    prune.Corrals,
		share:      batches{batchAfter},
		soon:       (*run).deferred,
		packed:     (*run).packers,
	}
}

func newRun(ctx context.Context, t *task.Task, o backends.Options) *run {
	r := &run{
		Job: NewJob(ctx, t, o), maxMoves: -1, o: o, hooks: techniques(), found: o.Found, bounding: estimate.Blind,
	}
	r.mostTotal = job.TotalLimit(r.Space)
	r.maxCost, r.deep.Job = r.mostTotal, &r.Job
	return r
}

// NewJob returns a job for a task, without roots, that can make all heuristics.
func NewJob(ctx context.Context, t *task.Task, o backends.Options) job.Job {
	j := job.New(ctx, t, o)
	addHeuristics(j.Maker, o)
	return j
}

func addHeuristics(m *estimate.Maker, o backends.Options) {
	for _, rows := range techniques().heuristics {
		m.Rows = append(m.Rows, rows(m, o)...)
	}
}

// Heuristics describes the heuristics that pzc makes by itself.
func Heuristics() (all []estimate.Kind) {
	m := estimate.NewMaker(context.Background(), nil, 0, nil)
	addHeuristics(m, backends.Options{})
	for _, r := range m.Rows {
		all = append(all, r.Kind)
	}
	return all
}
