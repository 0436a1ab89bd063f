package sat

import (
	"context"
	"fmt"
	"math"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/internal/text"
)

// hooks are what techniques add to a run. Without its line below a technique can be deleted, and what is nil is not
// done.
type hooks struct {
	// simpler makes a simpler task of the task, and adds the way back to run.back.
	simpler []func(r *run, ctx context.Context)
	// bounds returns bounds on the length of plans.
	bounds []func(r *run, ctx context.Context) (window, error)
	lists  func(r *run) stateLister
	// twice makes each step of the chain two moves if that pays.
	twice func(r *run, ctx context.Context, t int) error
}

func techniques() hooks {
	return hooks{
		simpler: []func(r *run, ctx context.Context){
			(*run).leaveOut,
		},
		bounds: []func(r *run, ctx context.Context) (window, error){
			(*run).potentials,
		},
		lists: listOf,
		twice: (*run).byTwo,
	}
}

// stateLister lists the states of small puzzles.
type stateLister interface {
	// list lists states if there are few for the number of clauses that were written so far. If these are all, it sets
	// run.lengths and run.cheapest.
	list(ctx context.Context, clauses int64) error
	// noneListed tells whether all states are listed and none is a goal state. Then it completes the result.
	noneListed() bool
	// openBesideList is open, but lists states while it writes a large formula.
	openBesideList(ctx context.Context, t int) (*query, error)
	// onShortest returns the layers of the shortest plans if these have t moves, nil if they are not known.
	onShortest(t int) []*layers.Pairs
}

// unlisted lists no states.
type unlisted struct{ *run }

func (unlisted) list(context.Context, int64) error                           { return nil }
func (unlisted) noneListed() bool                                            { return false }
func (r unlisted) openBesideList(ctx context.Context, t int) (*query, error) { return r.open(ctx, t) }
func (unlisted) onShortest(int) []*layers.Pairs                              { return nil }

// listFrom is the number of moves from which the states of a small puzzle are listed. Most small puzzles are solved
// before.
const listFrom = 8

// window holds bounds on the length of plans.
type window struct {
	from, to int64
	why      string // why no plan is longer, or why there is none at all
}

func anyLength() window { return window{to: math.MaxInt64} }

func (w window) and(o window) window {
	if o.to < w.to {
		w.to, w.why = o.to, o.why
	}
	w.from = max(w.from, o.from)
	return w
}

// outside reports whether no plan has t moves or more. Then it sets the result.
func (r *run) outside(t int) bool {
	switch {
	case r.lengths.from > r.lengths.to:
		r.unsolvable(backends.ProofInvariant,
			r.lengths.why+", and it cannot change from its value at the start to its value in a goal state")
	case int64(t) > r.lengths.to && r.refuted >= t:
		r.unsolvable(backends.ProofUnsat, fmt.Sprintf(
			"%s, so that no plan has more than %s, and shorter plans were refuted", r.lengths.why,
			text.Count(int(r.lengths.to), "move")))
	default:
		return false
	}
	return true
}
