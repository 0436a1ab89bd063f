// Package backends is the contract between the compiler and what solves a task.
//
// A backend sees a task.Task and Options and returns a Result. Unsolvable and undecided are results; an error means
// that the options cannot be met (a construct that the backend does not know, an unknown heuristic) and says which.
package backends

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/task"
)

// Backend solves tasks.
type Backend interface {
	Name() string
	Solve(ctx context.Context, t *task.Task, o Options) (*Result, error)
}

// Options are the wishes of the caller; the zero value is the default.
type Options struct {
	Algorithm string // "" or "auto": the backend chooses
	// name of one of the task's heuristics; "" : the backend chooses among the admissible ones; "blind": none
	Heuristic string

	Horizon    *int // exactly so many moves
	MinHorizon int  // at least so many moves
	MaxHorizon *int // at most so many moves

	Parallel bool // a plan of few steps, each of several moves that do not interfere; horizons count steps

	All   bool // all solutions: assignments; with moves, optimal plans that repeat no state
	Limit int  // at most so many solutions; 0: no limit
	// Count asks for the number of all solutions, Result.Count, instead of them; with All.
	Count bool
	// On are the variables whose values tell solutions apart, ascending; nil: all. For tasks without moves.
	On []int

	NoPrune    bool // leaves out no moves, neither those that `prune` names nor those that are found redundant
	NoSymmetry bool // keeps equivalent states apart

	Weight  float64 // of the heuristic in wastar; 0: the default
	Threads int     // at most so many cores; 0: all
	Tables  string  // folder where tables are kept between runs; "": nowhere

	// Encoding is how a formula writes values, and AtMost how it says at most one; "": the backend chooses.
	Encoding, AtMost string
	// SATWithout names techniques of the SAT backend that are left out, so that their effect can be measured.
	SATWithout []string

	Memory int64 // bytes; 0: DefaultMemory
	// Found is called with the plans of a list, with All, while they are found, also from several goroutines; it may be
	// nil. What it makes of a plan goes with it to the end, and takes so many bytes beside those of the plan. A plan
	// that a backend changes after it was found goes without.
	Found func(Plan) (made any, bytes int64)
	// Progress is called now and then with what is going on, also from several goroutines; it may be nil.
	Progress func(Progress)
}

// Progress says what a backend does at the moment, and how far it is. What does not apply is "" or 0.
type Progress struct {
	Doing string // the name of an algorithm or of a step: "astar"
	Level string // what At counts: "depth", "bound", "horizon"
	At    int64
	Done  int64  // so many
	Unit  string // of these, in the singular: "state"
	Of    int64  // of so many in all, as far as that is known
	// Variables and Clauses are the size of the formula that is being solved.
	Variables, Clauses int64
}

// LimitError says that what was asked for is too large to be made.
type LimitError struct{ What string }

func (e *LimitError) Error() string { return e.What }

// UnknownError says that there is nothing of a name that the options ask for.
type UnknownError struct {
	What  string // "algorithm"
	Name  string
	Known []string
}

// Error guesses what was meant, or else lists what there is.
func (e *UnknownError) Error() string {
	if near := diag.Nearest(e.Name, e.Known); near != "" {
		return fmt.Sprintf("there is no %s %q; did you mean %q?", e.What, e.Name, near)
	}
	last := len(e.Known) - 1
	return fmt.Sprintf("there is no %s %q; there are %s and %s", e.What, e.Name, strings.Join(e.Known[:last], ", "),
		e.Known[last])
}

// DefaultMemory bounds a solver that was given no limit, in bytes.
const DefaultMemory int64 = 4 << 30

// Status is what became of a task.
type Status string

// The statuses.
const (
	Solved     Status = "solved"
	Unsolvable Status = "unsolvable"
	Unknown    Status = "unknown"
)

// The arguments by which a task is found unsolvable.
const (
	// every reachable state was seen, or need not be by a lower bound, a symmetry or a promise
	ProofExhausted = "exhausted"
	ProofInvariant = "invariant" // a property that every reachable state has and no goal state
	ProofUnsat     = "unsat"     // a formula without a model
	ProofInduction = "induction" // no path that is long enough leads to a goal without passing a state twice
)

// ReasonEnded opens the Reason of a backend whose context ended. The caller, who knows what ended it, puts that in its
// place.
const ReasonEnded = "the work was ended"

// ReasonTotal is the Reason of a backend that left out plans of a greater cost than most, which is at most task.MaxCost.
func ReasonTotal(most int64) string {
	name := ""
	if most == task.MaxCost {
		name = " (2^53)"
	}
	return fmt.Sprintf("all that is left may cost more than %d%s, beyond which costs are not added", most, name)
}

// Result is what a backend found.
type Result struct {
	Status  Status
	Reason  string // unsolvable, unknown: why, in a sentence
	Proof   string // unsolvable: one of the Proof constants
	Optimal bool   // no plan costs less
	Plans   []Plan // solved: one, or with All each
	// Complete: with All, these are all solutions; with Count, there are no more.
	Complete bool
	// Count is, with Options.Count, the number of solutions, or of those found before the end; nil: that of Plans.
	Count *big.Int
	// LowerBound is a proved bound on the cost of every plan, where one is known.
	LowerBound int64

	Algorithm string
	Heuristic string
	Engine    string
	// ReliesOn lists promises of the model that the answer rests on: "dead", "admissible manhattan".
	ReliesOn []string
	// Choice says in one line why this way of solving was chosen.
	Choice string
	Stats  Stats
}

// Plan is a start (the codes of all variables) and the numbers of the moves to make.
type Plan struct {
	Start []int64
	Moves []int
	Cost  int64
	Made  any // by Options.Found
}

// Bytes is what a plan takes until it is printed, together with the states and names that it becomes when it is
// replayed.
func (p *Plan) Bytes() int64 {
	state := int64(8 * len(p.Start))
	return 200 + 3*state + int64(len(p.Moves))*(120+state)
}

// Stats counts work; what does not apply is 0.
type Stats struct {
	Expanded, Generated, Duplicates, Reopened, Backtracks, DeadEnds int64
	MaxFrontier                                                     int64
	Horizon                                                         int // last horizon that was decided
	Steps                                                           int // of a plan whose steps are several moves
	Variables, Clauses, Conflicts                                   int64
	// Iterations are the passes of an algorithm that searches under growing bounds, in their order.
	Iterations []Iteration
	// EffectiveBranching is the branching factor of a uniform tree as deep as the plan with as many nodes as were
	// generated (Nilsson, Principles of Artificial Intelligence, 1980).
	EffectiveBranching float64
	BytesPerState      float64
	PeakBytes          int64
	SolveTime          time.Duration
}

// Iteration is one pass under a bound on the cost of plans.
type Iteration struct {
	Bound int64
	Nodes int64 // states expanded in it
}
