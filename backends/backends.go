// Package backends is the contract between the compiler and the solvers of tasks.
//
// A backend gets a task.Task and Options, and returns a Result. Unsolvable and undecided are results. An error means
// that the options cannot be met, for example an unknown heuristic or a construct that the backend does not know. The
// text of the error names it.
package backends

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/diag"
)

// Backend solves tasks.
type Backend interface {
	Name() string
	Solve(ctx context.Context, t *task.Task, o Options) (*Result, error)
}

// Options are the options of a call. The zero value is the default.
type Options struct {
	Algorithm string // "" or "auto": the backend chooses
	// Heuristic names one of the task's heuristics. "": the backend chooses among the admissible ones; "blind": none.
	Heuristic string

	Horizon    *int // the number of moves of a plan; nil: any
	MinHorizon int  // the least number of moves
	MaxHorizon *int // the greatest number of moves; nil: no bound

	Parallel bool // a plan of few steps, each of several moves that do not interfere; horizons count steps

	All   bool // all solutions: assignments (the best ones); with moves, optimal plans that repeat no state
	Limit int  // the greatest number of solutions; 0: no limit
	// Count asks for the number of all solutions, Result.Count, instead of them; with All.
	Count bool
	// On lists the variables, ascending, whose values distinguish solutions; nil: all variables. For tasks without
	// moves.
	On []int

	NoPrune    bool // tries all moves, also redundant ones and those that `prune` names
	NoSymmetry bool // keeps equivalent states apart

	Weight  float64 // of the heuristic in wastar; 0: the default
	Threads int     // the greatest number of cores; 0: all
	Tables  string  // the folder where tables are kept between runs; "": tables are not kept

	// Encoding names the way in which a formula writes values, and AtMost that of "at most one". "": the backend chooses.
	Encoding, AtMost string
	// Without names techniques that are left out, so that their effect can be measured.
	Without technique.Set

	// Cubes, if set, makes the SAT backend divide hard horizons. Cube, if set, makes it decide a part of one horizon.
	Cubes *Cubes
	Cube  *Cube

	Memory int64 // bytes; 0: DefaultMemory
	// Work is a limit of counted work. It goes with Threads 1: then the result is the same on every machine.
	Work *Work
	// Conflicts is the number of conflicts after which the constraint engine gives up; 0: no limit.
	Conflicts int64
	// Found is called with All for each plan as soon as the plan is found, also from several goroutines. It may be nil.
	// Its first return value is stored in Plan.Made, unless the backend changes the plan later. Its second return value
	// is the memory of the first, in bytes.
	Found func(Plan) (made any, bytes int64)
	// Trace, if set, is given the steps of the constraint engine.
	Trace func(Traced)
	// Worked, if set, is told by the constraint engine how many conclusions it has drawn: the same on every machine.
	Worked func(conclusions int64)
	// Progress is called from time to time, also from several goroutines. It may be nil.
	Progress func(Progress)
}

// LeftOut returns the techniques that an option leaves out.
func (o *Options) LeftOut() technique.Set {
	all := slices.Clone(o.Without)
	if o.NoPrune {
		all = append(all, technique.Prune.Name())
	}
	if o.NoSymmetry {
		all = append(all, technique.Symmetry.Name())
	}
	return all
}

// CheckWithout returns an error if Without has a name that no technique has.
func CheckWithout(names technique.Set) error {
	if name := names.Unknown(); name != "" {
		return &UnknownError{What: "technique", Name: name, Known: append(technique.Names(), technique.All)}
	}
	return nil
}

// Cubes says into how many parts a horizon is divided, and decides them. Solve returns a plan that replay accepts; nil:
// there is none in any of them.
type Cubes struct {
	Parts int
	From  int64 // steps of the solver before a horizon is divided; 0: the default; negative: none
	Solve func(ctx context.Context, cubes []Cube, replay func(*Plan) error, progress func(done int)) (*Plan, error)
}

// Cube is the plans of some number of moves in which conditions hold.
type Cube struct {
	Moves int     `json:"moves"`
	Holds []Holds `json:"holds"`
	// Plan is set by the backend: a plan of the cube; nil: there is none, or it is not known.
	Plan *Plan `json:"-"`
}

// Holds is the condition that a variable has one of some values after Step moves. Among lists their places among its
// values.
type Holds struct {
	Step  int   `json:"step"`
	Var   int   `json:"var"`
	Among []int `json:"among"`
}

// Progress describes the current work of a backend, and how much of it is done. A field that does not apply is "" or 0.
type Progress struct {
	Doing string // the name of an algorithm or of a step: "astar"
	Level string // what At counts: "depth", "bound", "horizon"
	At    int64
	Done  int64  // the work that is done, in units
	Unit  string // the unit, in the singular: "state"
	Of    int64  // the whole work, in units; 0: not known
	// Best is the cost of the best plan so far. With task.Task.Objective, Best and Bound are the value of the best
	// solution so far, and a bound on all values. nil: not known.
	Best, Bound *int64
	// Variables and Clauses are the size of the formula that is being solved.
	Variables, Clauses int64
}

// LimitError is the error of a result that is too large to be made.
type LimitError struct{ What string }

func (e *LimitError) Error() string { return e.What }

// UnknownError is the error of options that contain an unknown name.
type UnknownError struct {
	What  string // "algorithm"
	Name  string
	Known []string
}

// Error names the most similar known name, or lists all known names.
func (e *UnknownError) Error() string {
	if near := diag.Nearest(e.Name, e.Known); near != "" {
		return fmt.Sprintf("there is no %s %q; did you mean %q?", e.What, e.Name, near)
	}
	known := strings.Join(e.Known, ", ")
	if i := strings.LastIndex(known, ", "); i >= 0 {
		known = known[:i] + " and" + known[i+1:]
	}
	return fmt.Sprintf("there is no %s %q; there are %s", e.What, e.Name, known)
}

// DefaultMemory is the memory limit of a solver to which no limit is given, in bytes.
const DefaultMemory int64 = 4 << 30

// Status is the outcome of a call of Solve.
type Status string

// The statuses.
const (
	Solved     Status = "solved"
	Unsolvable Status = "unsolvable"
	Unknown    Status = "unknown"
)

// The proofs that a task is unsolvable.
const (
	// All reachable states were visited, except those that a lower bound, a symmetry or a promise rules out.
	ProofExhausted = "exhausted"
	ProofInvariant = "invariant" // a property that every reachable state has and no goal state
	ProofUnsat     = "unsat"     // a formula without a model
)

// ReasonEnded is the beginning of Reason if the context ended. The caller replaces it by the cause, which only the
// caller knows.
const ReasonEnded = "the work was ended"

// ReasonTotal returns the Reason of a backend that left out plans of a greater cost than most, which is at most
// task.MaxCost.
func ReasonTotal(most int64) string {
	name := ""
	if most == task.MaxCost {
		name = " (2^53)"
	}
	return fmt.Sprintf("all that is left may cost more than %d%s, beyond which costs are not added", most, name)
}

// Result is the result of a backend.
//
// If the task has an Objective, a solution is a start where InitCond and Goal hold, Plan.Cost is the value of the
// objective there, and Optimal says that no solution has a better value. With Options.All or Count only the best
// solutions count. If a limit ended the work, Plans holds the best solution that is known. SolveBest does all this
// for a backend that knows no objectives.
type Result struct {
	Status  Status
	Reason  string // unsolvable, unknown: why, in a sentence
	Proof   string // unsolvable: one of the Proof constants
	Optimal bool   // no plan costs less
	Plans   []Plan // solved: one plan, or with All all plans
	// Complete: with All, these are all solutions; with Count, there are no more.
	Complete bool
	// Count is, with Options.Count, the number of solutions, or of those found before the end; nil: that of Plans.
	Count *big.Int
	// LowerBound is a proved bound on the cost of every plan, where one is known.
	LowerBound int64
	// Bound is, with task.Task.Objective, a proved bound on the value of every solution: with Maximize none is greater,
	// otherwise none is less. It is nil if none is known.
	Bound *int64

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
	Cost  int64 // the total of the moves; with task.Task.Objective, the value of the objective
	Made  any   // the return value of Options.Found
}

// Bytes returns the memory that a plan takes until it is printed, with the states and names that its replay makes.
func (p *Plan) Bytes() int64 {
	state := int64(8 * len(p.Start))
	return 200 + 3*state + int64(len(p.Moves))*(120+state)
}

// Stats counts work. A field that does not apply is 0.
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
