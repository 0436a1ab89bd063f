package search

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"runtime"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/amount"
	"github.com/pzc-lang/pzc/backends/search/assign"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/heuristic"
	"github.com/pzc-lang/pzc/backends/search/prune"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/backends/search/symmetry"
	"github.com/pzc-lang/pzc/task"
)

// run is one search: its roots, its limits, its heuristic, and what it has used.
type run struct {
	ctx        context.Context
	sp         *space.Space
	x          *space.Expander
	make       *heuristic.Maker // makes heuristics
	h          estimate.Estimate
	roots      roots
	symmetries *symmetry.Set    // nil: not made
	unfolded   []uint64         // the roots themselves, while roots are representatives
	unfoldable bool             // the search goes on without symmetries
	folder     *symmetry.Folder // replaces states by equivalent ones; nil: all states are kept
	before     int              // number of moves before the roots
	maxMoves   int              // no plan has more moves from a root; -1: no bound
	maxCost    int64            // no plan costs more
	mostTotal  int64            // what maxCost is because of totals.go; math.MaxInt64: no limit
	budget     int64            // expansions after which giveUp is asked; 0: never
	giveUp     func() bool
	memory     int64
	o          backends.Options
	choice     string // why the search goes as it does, in steps
	err        error  // why the algorithm cannot do what it is asked for
	met        met    // the states met, if the search keeps them
	fixed      int64  // bytes of what was made before the search began
	own        int64  // bytes of what the search itself has made
	threads    int    // most threads; 0: one for each core
	general    bool   // depth-first searches do not go along forks
	progress   func(backends.Progress)
	found      func(backends.Plan) (made any, bytes int64)
	phase      phase

	stats   backends.Stats
	lower   int64  // every plan costs at least this
	cut     bool   // states were left out because of maxMoves or maxCost
	stop    string // why the search ended early
	full    bool   // the search ended because the memory was full
	gaveUp  bool   // the search ended because giveUp returned true
	returns int64  // number of successors that were the state just left

	work, check, report int64

	leaveOut  bool // redundant sequences of moves may be left out, see pruning
	prune     *prune.Automaton
	pruneMade bool
	// pruneAfter is the number of expanded states after which pruning is worth its cost.
	pruneAfter int64
}

// met is the set of states that a search has met.
type met interface {
	len() int
	// sample returns about n states, spread evenly, and the costs of the ways to them.
	sample(n int) (states [][]uint64, costs []int64)
}

// roots are the states where plans begin, packed one after another.
type roots struct {
	states []uint64
	cost   []int64 // so far; nil: 0
	prefix func(i int) (root []uint64, moves []int)
}

func (r *run) rootCount() int { return len(r.roots.states) / r.sp.Layout.Words }

func (r *run) root(i int) []uint64 {
	w := r.sp.Layout.Words
	return r.roots.states[i*w : i*w+w]
}

func (r *run) rootCost(i int) int64 {
	if r.roots.cost == nil {
		return 0
	}
	return r.roots.cost[i]
}

// outcome is the result of an algorithm: a root and the moves from there.
type outcome struct {
	found bool
	root  int
	moves []int
}

// plan returns an outcome as a plan from the initial state.
func (r *run) plan(root int, moves []int) backends.Plan {
	st := r.root(root)
	if r.roots.prefix != nil {
		var before []int
		st, before = r.roots.prefix(root)
		moves = append(before, moves...)
	}
	p := backends.Plan{Start: r.sp.Layout.Unpack(st), Moves: moves}
	p.Cost = r.cost(st, moves)
	return p
}

// cost returns the cost of applicable moves.
func (r *run) cost(st []uint64, moves []int) (total int64) {
	st = append([]uint64(nil), st...)
	for _, m := range moves {
		total = sum(total, r.x.Step(st, m))
		copy(st, r.x.Next)
	}
	return total
}

const (
	checkEvery  = 1 << 12 // successors between two checks of the context and of memory
	reportEvery = 1 << 20 // successors between two reports of progress
)

// expand makes the successors of st and counts them.
func (r *run) expand(st []uint64) { r.expandBy(r.x, st) }

func (r *run) expandBy(x *space.Expander, st []uint64) {
	x.Expand(st)
	r.stats.Expanded++
	r.stats.Generated += int64(len(x.Kids))
	r.work += (int64(len(x.Kids)) + 1) * (1 + r.h.Effort)
}

// manyKept is the number of states from which on the bytes per state are given: few states say nothing about many.
const manyKept = 1 << 13

// took records the bytes of a number of states.
func (r *run) took(bytes int64, states int) {
	r.stats.PeakBytes = max(r.stats.PeakBytes, bytes)
	if states >= manyKept {
		r.stats.BytesPerState = float64(bytes) / float64(states)
	}
}

// estimated counts the estimate of a root. It tells whether the search has to end now.
func (r *run) estimated(algorithm string) bool {
	if r.h.Effort == 0 {
		return false
	}
	r.work += r.h.Effort
	return r.over(algorithm, func() int64 { return r.own })
}

// over reports whether the search must end now. It calls bytes now and then.
func (r *run) over(algorithm string, bytes func() int64) bool {
	if r.work < r.check {
		return false
	}
	r.check = r.work + checkEvery
	if r.budget > 0 {
		r.check = r.work + max(1, min(checkEvery, r.budget-r.stats.Expanded))
	}
	r.own = bytes()
	used := r.own + r.fixed
	if used <= r.memory { // states near this one would need more: they are not made
		r.stats.PeakBytes = max(r.stats.PeakBytes, used)
	}
	switch {
	case r.ctx.Err() != nil:
		r.stop = "stopped after " + r.states()
	case used > r.memory:
		r.full = true
		r.stop = fmt.Sprintf("the memory limit of %s was reached after %s", amount.Bytes(r.memory), r.states())
	case r.budget > 0 && r.stats.Expanded >= r.budget:
		r.budget = 0
		if r.gaveUp = r.giveUp(); r.gaveUp {
			return true
		}
	}
	if r.progress != nil && r.work >= r.report {
		r.report = r.work + reportEvery
		r.progress(r.about(algorithm))
	}
	return r.stop != ""
}

// phase is what progress reports beside the number of states.
type phase struct {
	level string // what at counts; "": what every plan costs at least
	at    int64
	from  int64 // states that were expanded before
	of    int64 // number of all states; 0: not known
}

// about returns the progress of an algorithm.
func (r *run) about(algorithm string) backends.Progress {
	p := backends.Progress{
		Doing: algorithm, Level: r.phase.level, At: r.phase.at, Done: r.stats.Expanded - r.phase.from,
		Unit: "state", Of: r.phase.of,
	}
	if p.Level == "" && r.h.Trusted {
		p.Level, p.At = "cost at least", r.lower
	}
	return p
}

// cores returns the number of threads that may work, a power of two.
func (r *run) cores() int {
	n := runtime.GOMAXPROCS(0)
	if r.threads > 0 {
		n = min(n, r.threads)
	}
	return 1 << (bits.Len(uint(n)) - 1)
}

// assign calls found with each assignment of the free variables that satisfies the conditions, until found returns
// false or the search is stopped.
func (r *run) assign(conds []task.Expr, found func(st []uint64) bool) {
	assign.Each(r.sp, conds, &r.stats, func(work int64) bool {
		r.work += work
		return r.over("backtrack", func() int64 { return 0 })
	}, found)
}

func (r *run) states() string { return amount.Of(r.stats.Expanded, "state") }

// tree is the closed list with the move by which each state was reached.
type tree struct {
	*store.Closed
	parent store.Pages[uint32]
	move   store.Pages[int32] // of a root: its number
}

const noParent = math.MaxUint32

func newTree(words int) *tree { return &tree{Closed: store.NewClosed(words)} }

// link records how the newest state was reached.
func (t *tree) link(parent uint32, move int32) {
	t.parent.Push(parent)
	t.move.Push(move)
}

// relink records a better way.
func (t *tree) relink(id, parent uint32, move int32) {
	*t.parent.At(id) = parent
	*t.move.At(id) = move
}

func (t *tree) outcome(id uint32) outcome {
	o := outcome{found: true}
	for *t.parent.At(id) != noParent {
		o.moves = append(o.moves, int(*t.move.At(id)))
		id = *t.parent.At(id)
	}
	o.root = int(*t.move.At(id))
	for i, j := 0, len(o.moves)-1; i < j; i, j = i+1, j-1 {
		o.moves[i], o.moves[j] = o.moves[j], o.moves[i]
	}
	return o
}

// bytes returns the bytes of the tree.
func (t *tree) bytes() int64 { return t.Bytes() + t.parent.Bytes() + t.move.Bytes() }

// pruneAfter is the number of states that are expanded before redundant sequences are looked for: small puzzles are
// solved sooner.
const pruneAfter = 1 << 15

// pruning returns what may be left out; nil if there is nothing, or if it is too early. A search may begin to leave it
// out in the middle of a path, as if the path began there.
func (r *run) pruning() *prune.Automaton {
	if r.leaveOut && !r.pruneMade && r.stats.Expanded >= r.pruneAfter {
		r.pruneMade = true
		r.prune = prune.New(r.ctx, r.sp)
	}
	return r.prune
}

// note adds a step to the explanation.
func (r *run) note(what string) { r.choice = strings.TrimPrefix(r.choice+"; "+what, "; ") }
