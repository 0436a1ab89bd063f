package search

import (
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/depthfirst"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/task"
)

// run is one search for plans: a job, the bounds on plans, and the heuristic.
type run struct {
	job.Job
	hooks      hooks
	symmetries job.Folder // nil: not made
	unfolded   []uint64   // the roots themselves, while roots are representatives
	unfoldable bool       // the search can continue without symmetries
	looking    looking
	before     int   // number of moves before the roots
	maxMoves   int   // no plan has more moves from a root; -1: no bound
	maxCost    int64 // no plan costs more
	mostTotal  int64 // the value of maxCost that totals.go sets; math.MaxInt64: no limit
	o          backends.Options
	choice     string            // the steps that explain the choice of algorithm and heuristic
	err        error             // why the algorithm cannot run with these options
	bounding   estimate.Estimate // admissible, beside a heuristic that is not; see evaluator
	met        met               // the states met, if the search keeps them
	running    *bestFirst        // nil: none
	resumed    *bestFirst        // it waits, and goes on when the same algorithm runs again
	found      func(backends.Plan) (made any, bytes int64)
	returns    int64             // number of successors that are the state just left
	deep       depthfirst.Search // see depthFirst
	// corrals makes functions that return moves that suffice; nil: it is not made, or the puzzle is not Sokoban-like.
	corrals    func() func(st, only []uint64) []uint64
	corralMade bool
}

// met is the set of states that a search has met.
type met interface {
	len() int
	// sample returns about n of the states, spread evenly, and the costs of the ways to them.
	sample(n int) (states [][]uint64, costs []int64)
}

// plan returns an outcome as a plan from the initial state.
func (r *run) plan(root int, moves []int) backends.Plan {
	st := r.Root(root)
	if r.Roots.Prefix != nil {
		var before []int
		st, before = r.Roots.Prefix(root)
		moves = append(before, moves...)
	}
	p := backends.Plan{Start: r.Space.Layout.Unpack(st), Moves: moves}
	p.Cost = r.cost(st, moves)
	return p
}

// cost returns the cost of applicable moves.
func (r *run) cost(st []uint64, moves []int) (total int64) {
	st = append([]uint64(nil), st...)
	for _, m := range moves {
		total = job.Sum(total, r.Expander.Step(st, m))
		copy(st, r.Expander.Next)
	}
	return total
}

func (r *run) noStart() string {
	switch {
	case r.Expander.Deaths > 0:
		return "every initial state is dead: no goal can be reached from it"
	case r.Space.Task.HasFree():
		return "no initial state satisfies the conditions on it"
	}
	return "the initial state does not satisfy the conditions on it"
}

// depthFirst returns the depth-first search of the run.
func (r *run) depthFirst(name string) *depthfirst.Search {
	r.deep.Name, r.deep.MaxCost = name, r.maxCost
	return &r.deep
}

// corral makes an expander leave out moves by corrals. The function that it returns ends this.
func (r *run) corral(x *space.Expander) (end func()) {
	if !r.corralMade && r.hooks.corrals != nil && r.LeaveOut && !r.Without.Has(technique.Corral) {
		r.corralMade, r.corrals = true, r.hooks.corrals(r.Space)
	}
	if r.corrals == nil {
		return func() {}
	}
	x.Suffice = r.corrals()
	return func() { x.Suffice = nil }
}

// note adds a step to the explanation of the choice.
func (r *run) note(what string) { r.choice = strings.TrimPrefix(r.choice+"; "+what, "; ") }

func or(a, b string) string {
	if a == "" || a == "auto" {
		return b
	}
	return a
}

// looking is what the search for symmetries knows.
type looking struct {
	used []task.Symmetry // those that pay
	left []task.Symmetry // declared ones that may not pay
	all  bool            // all that are declared are used
	at   int64           // the number of expanded states after which it goes on; 0: it has not begun
	try  job.Seeker
	anew bool // the search is to begin anew
	// eager: they are looked for at once, and used whether they pay or not.
	eager bool
}
