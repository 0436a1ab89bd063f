package search

import (
	"context"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/task"
)

// hooks are what techniques add to a search. Without its line here a technique can be deleted, and what is nil is not
// done.
type hooks struct {
	heuristics []func(m *estimate.Maker, o backends.Options) []estimate.Row
	// symmetries returns a folder for symmetries of the task.
	symmetries func(sp *space.Space, of []task.Symmetry, roots []uint64, without technique.Set) job.Folder
	// found tries symmetries that a task declares. It looks for some if the task declares none.
	found func(ctx context.Context, sp *space.Space, declared []task.Symmetry) job.Seeker
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

// guided is greedy search (weight 0), weighted A*, or the other search if that is not nil. The latter goes on where it
// gave up.
type guided struct {
	guide  estimate.Estimate
	weight int64
	states int64 // the pass gives up after this number of expanded states; 0: never
	other  resumed
}

// resumed is a search that can go on where it gave up.
type resumed interface {
	name() string
	goOn() job.Outcome
	forget()      // begin anew
	bytes() int64 // while it waits
}
