package search

import (
	"context"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/heuristic"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/pattern"
	"github.com/pzc-lang/pzc/backends/search/prune"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/symmetry"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/task"
)

// hooks are what techniques add to a search. Without its line here a technique can be deleted, and what is nil is not
// done.
type hooks struct {
	heuristics []func(m *estimate.Maker, o backends.Options) []estimate.Row
	// symmetries returns a folder for the symmetries of the task.
	symmetries func(sp *space.Space, roots []uint64, without technique.Set) job.Folder
	// corrals makes functions that return moves that suffice, see space.Expander; nil: it knows none.
	corrals func(sp *space.Space) func() func(st, only []uint64) []uint64
	share   sharing
	// soon is greedy search by an estimate that prefers moves.
	soon func(r *run) job.Outcome
	// packed returns searches for anytime, which begins with them. bound is admissible.
	packed func(r *run, bound estimate.Estimate) []guided
}

// sharing lets several threads go on with a best-first search.
type sharing interface {
	// alone returns the number of expanded states and the work from which threads share the search.
	alone(b *bestFirst) (states, work int64)
	goOn(b *bestFirst) job.Outcome
}

func techniques() hooks {
	return hooks{
		heuristics: []func(m *estimate.Maker, o backends.Options) []estimate.Row{
			heuristic.Rows,
			pattern.Rows,
		},
		symmetries: symmetry.New,
		corrals:    prune.Corrals,
		share:      batches{batchAfter},
		soon:       (*run).deferred,
		packed:     (*run).packers,
	}
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
