// Package job holds the data of every search or exploration of a space: its roots, its limits, and its statistics.
//
// A search calls Expand for each state, and Over regularly. Over reports whether the search must end because of the
// context, the memory, or a budget of expansions.
package job

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"runtime"
	"sync"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/assign"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/text"
)

// Job is one search or exploration of a space: its roots, its limits, and its statistics.
type Job struct {
	Ctx       context.Context // ends the search
	Space     *space.Space
	Expander  *space.Expander
	Maker     *estimate.Maker // makes heuristics
	Heuristic estimate.Estimate
	Roots     Roots
	Folder    Folder // replaces states by representatives; nil: all states are kept

	Budget   int64       // expansions after which GiveUp is called; 0: never
	Until    int64       // successors after which GiveUp is called too; 0: never
	GiveUp   func() bool // returns true if the search must end
	Memory   int64       // bytes that the search may use
	Fixed    int64       // bytes of data that were made before the search began
	Own      int64       // bytes of data that the search itself has made
	Limit    *backends.Work
	threads  int // most threads; 0: one for each core
	Progress func(backends.Progress)
	Phase    Phase
	best     *int64 // the cost of the best plan that was reported; nil: none

	Counts backends.Stats
	Lower  int64  // every plan costs at least this
	Cut    bool   // states were cut because of a limit on plans
	Stop   string // why the search ended early
	Full   bool   // the search ended because the memory was full
	GaveUp bool   // the search ended because GiveUp returned true

	Work, Check, Report int64 // successors generated, and the numbers at which Over checks and reports next
	spent               int64 // Work when Over last checked

	Without  technique.Set // techniques that are left out
	LeaveOut bool          // redundant sequences of moves may be cut
	// PruneAfter is the number of expanded states after which the search looks for redundant sequences.
	PruneAfter int64
}

// New returns a job for a task, without roots.
func New(ctx context.Context, t *task.Task, o backends.Options) Job {
	sp := space.New(ctx, t, !o.All)
	r := Job{
		Ctx: ctx, Space: sp, Expander: space.NewExpander(sp), Heuristic: estimate.Blind,
		Memory: o.Memory, Limit: o.Work, threads: o.Threads, Progress: o.Progress, Report: reportEvery,
		PruneAfter: PruneAfter, Without: o.LeftOut(),
	}
	r.LeaveOut = !r.Without.Has(technique.Prune)
	if r.Memory == 0 {
		r.Memory = backends.DefaultMemory
	}
	r.Maker = estimate.NewMaker(ctx, sp, r.Memory, r.Without)
	return r
}

// Folder replaces states by representatives of their classes. It is for one goroutine.
type Folder interface {
	Fold(st []uint64)
	// Reaches reports whether st is equivalent to another state.
	Reaches(st, to []uint64) bool
	// Another returns a folder for another goroutine.
	Another() Folder
	// Relied returns the names of the symmetries that have replaced a state.
	Relied() []string
}

// Seeker returns symmetries that pay, by a sample of states, and no symmetry twice. f keeps one of equivalent states,
// or is nil. The counts are those of the search so far. If it is eager, all pay.
type Seeker func(f Folder, roots []uint64, did backends.Stats, eager bool) []task.Symmetry

// Fold makes the expander of another goroutine fold its successors, if states are replaced.
func (r *Job) Fold(x *space.Expander) {
	if r.Folder != nil {
		x.Fold = r.Folder.Another().Fold
	}
}

// Roots are the states where plans begin, packed one after another.
type Roots struct {
	States []uint64
	Cost   []int64 // so far; nil: 0
	Prefix func(i int) (root []uint64, moves []int)
}

// RootCount returns the number of roots.
func (r *Job) RootCount() int { return len(r.Roots.States) / r.Space.Layout.Words }

// Root returns a root, packed.
func (r *Job) Root(i int) []uint64 {
	w := r.Space.Layout.Words
	return r.Roots.States[i*w : i*w+w]
}

// RootCost returns the cost of the way to a root.
func (r *Job) RootCost(i int) int64 {
	if r.Roots.Cost == nil {
		return 0
	}
	return r.Roots.Cost[i]
}

// Outcome is the result of an algorithm: a root and the moves from there.
type Outcome struct {
	Found bool
	Root  int
	Moves []int
}

// PruneAfter is the default of Job.PruneAfter. Small puzzles are solved before.
const PruneAfter = 1 << 15

// CheckEvery is the number of successors between two checks of the context and of memory.
const CheckEvery = 1 << 12

// reportEvery is the number of successors between two reports of progress.
const reportEvery = 1 << 20

// Expand generates the successors of st and counts them.
func (r *Job) Expand(st []uint64) { r.ExpandBy(r.Expander, st) }

// ExpandBy is Expand with another expander.
func (r *Job) ExpandBy(x *space.Expander, st []uint64) {
	x.Expand(st)
	r.Counts.Expanded++
	r.Counts.Generated += int64(len(x.Kids))
	r.Work += (int64(len(x.Kids)) + 1) * (1 + r.Heuristic.Effort)
}

// manyKept is the least number of states for which the bytes per state are reported. For fewer states the figure would
// mislead.
const manyKept = 1 << 13

// Took records the bytes of the search itself, which has kept a number of states.
func (r *Job) Took(bytes int64, states int) {
	r.Counts.PeakBytes = max(r.Counts.PeakBytes, r.Fixed+bytes)
	if states >= manyKept {
		r.Counts.BytesPerState = float64(bytes) / float64(states)
	}
}

// Estimated counts the evaluation of a root. It reports whether the search must end now.
func (r *Job) Estimated(algorithm string) bool {
	if r.Heuristic.Effort == 0 {
		return false
	}
	r.Work += r.Heuristic.Effort
	return r.Over(algorithm, func() int64 { return r.Own })
}

// Over reports whether the search must end now. It calls bytes only at some of its calls.
func (r *Job) Over(algorithm string, bytes func() int64) bool {
	if r.Work < r.Check {
		return false
	}
	every := min(CheckEvery, r.Limit.Left())
	if r.Budget > 0 {
		every = min(every, r.Budget-r.Counts.Expanded)
	}
	r.Check = r.Work + max(1, every)
	steps := r.Work - r.spent
	r.spent = r.Work
	r.Own = bytes()
	used := r.Own + r.Fixed
	if used <= r.Memory { // states close to 2^32 would need more: they are not generated
		r.Counts.PeakBytes = max(r.Counts.PeakBytes, used)
	}
	switch {
	case r.Ctx.Err() != nil:
		r.Stop = "stopped after " + r.ExpandedStates()
	case r.Limit.Over(steps):
		r.Stop = r.Limit.Reason()
	case used >= store.NoRoom:
		r.Full = true
		r.Stop = fmt.Sprintf("more than %s are too many to be numbered", text.Plural(store.MostStates, "state"))
	case used > r.Memory:
		r.Full = true
		r.Stop = fmt.Sprintf("the memory limit of %s was reached after %s", text.Bytes(r.Memory), r.ExpandedStates())
	case r.Budget > 0 && (r.Counts.Expanded >= r.Budget || r.Until > 0 && r.Counts.Generated >= r.Until):
		r.Budget, r.Until = 0, 0
		if r.GaveUp = r.GiveUp(); r.GaveUp {
			return true
		}
	}
	if r.Progress != nil && r.Work >= r.Report {
		r.Report = r.Work + reportEvery
		r.Progress(r.about(algorithm))
	}
	return r.Stop != ""
}

// Improved reports a plan that is better than those before.
func (r *Job) Improved(algorithm string, cost int64) {
	if r.best = &cost; r.Progress != nil {
		r.Progress(r.about(algorithm))
	}
}

// Phase is the part of a progress report beside the number of states.
type Phase struct {
	Level string // the unit of At; "": a lower bound on the cost of plans
	At    int64
	From  int64 // states that were expanded before
	Of    int64 // number of all states; 0: not known
}

// about returns the progress of an algorithm.
func (r *Job) about(algorithm string) backends.Progress {
	p := backends.Progress{
		Doing: algorithm, Level: r.Phase.Level, At: r.Phase.At, Done: r.Counts.Expanded - r.Phase.From,
		Unit: "state", Of: r.Phase.Of, Best: r.best,
	}
	if p.Level == "" && r.Heuristic.Trusted {
		p.Level, p.At = "cost at least", r.Lower
	}
	return p
}

// Cores returns the number of threads that may work, a power of two.
func (r *Job) Cores() int {
	n := runtime.GOMAXPROCS(0)
	if r.threads > 0 {
		n = min(n, r.threads)
	}
	return 1 << (bits.Len(uint(n)) - 1)
}

// Assign calls found with each assignment of the free variables that satisfies the conditions, until found returns
// false or the search is stopped.
func (r *Job) Assign(conds []task.Expr, found func(st []uint64) bool) {
	assign.Each(r.Space, conds, &r.Counts, func(work int64) bool {
		r.Work += work
		return r.Over("backtrack", func() int64 { return 0 })
	}, found)
}

// ExpandedStates returns the number of expanded states for people: "12 states".
func (r *Job) ExpandedStates() string { return text.Plural(r.Counts.Expanded, "state") }

// Together calls do n times, concurrently.
func Together(n int, do func(i int)) {
	var all sync.WaitGroup
	for i := 1; i < n; i++ {
		all.Go(func() { do(i) })
	}
	do(0)
	all.Wait()
}

// NoCost is the cost of an unreachable state.
const NoCost = math.MaxInt64
