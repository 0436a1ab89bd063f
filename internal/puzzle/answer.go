package puzzle

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"sync"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/text"
)

// Answer is the result of Solve. The reference semantics has replayed its plans.
type Answer struct {
	Puzzle, Instance string

	Status  backends.Status
	Reason  string // unsolvable, unknown: why, in a sentence
	Proof   string // unsolvable: one of the Proof constants of package backends
	Optimal bool   // no plan costs less

	// Solutions holds one solution, or with All every solution. If the puzzle is undecided, it holds the best plan found.
	Solutions []Solution
	Unchecked bool // undecided: the solution was not replayed, because the time was over
	All       bool
	Count     *big.Int // with Options.Count: the number of solutions; Solutions is empty
	Complete  bool     // with All or Count: there are no other solutions
	Lower     int64    // no plan costs less than this
	Objective string   // "minimize" or "maximize": Cost of a solution is its value; "": the model has no objective
	Bound     *int64   // with Objective: a bound on the value of the objective; nil: not known

	HasMoves bool // solutions are plans
	HasFree  bool // solutions choose a part of the initial state

	Backend, Algorithm, Heuristic, Engine string

	ReliesOn    []string  // the promises of the model that the answer relies on
	Refuted     []string  // the promises of the model that a plan refuted; the answer relies on none of them
	Warnings    diag.List // for each element of Refuted: the state and the figures
	Choice      string    // why backend, algorithm and heuristic were chosen
	Stats       backends.Stats
	CompileTime time.Duration
	CheckTime   time.Duration // in which the reference semantics replayed solutions
}

// Fault is a bug of pzc: the reference semantics rejects the plan of a backend.
type Fault struct {
	Backend string
	Report  string // the puzzle, the plan and why the plan was rejected
}

func (f *Fault) Error() string {
	return "internal error: the backend " + f.Backend + " gave a plan that does not replay"
}

// undecided returns the answer if the context ended before the puzzle was compiled.
func (p *Program) undecided(cause error, instance string) *Answer {
	return &Answer{
		Puzzle: p.Name(), Instance: instance, Status: backends.Unknown,
		Reason: because(cause, "the puzzle was still being compiled"),
	}
}

// Answer replays the plans of a backend's result and returns the answer. Solve calls it; callers with results of their
// own call it, too. An error is a *Fault.
func (puzzle *Puzzle) Answer(ctx context.Context, backend string, r *backends.Result, o Options) (*Answer, error) {
	a := &Answer{
		Puzzle: puzzle.task.Puzzle, Instance: puzzle.Instance(), HasMoves: puzzle.HasMoves(), HasFree: puzzle.HasFree(),
		CompileTime: puzzle.CompileTime,
		Status:      r.Status, Reason: r.Reason, Proof: r.Proof, Optimal: r.Optimal,
		All: o.All, Count: r.Count, Complete: r.Complete, Lower: r.LowerBound, Bound: r.Bound,
		Backend: backend, Algorithm: r.Algorithm, Heuristic: r.Heuristic, Engine: r.Engine,
		ReliesOn: r.ReliesOn, Choice: r.Choice, Stats: r.Stats,
	}
	if objective := puzzle.model.Objective; objective != nil {
		a.Objective = objective.Word()
	}
	if o.Count && a.Count == nil { // the backend listed the solutions instead
		a.Count, a.Complete = big.NewInt(int64(len(r.Plans))), r.Complete || r.Status == backends.Unsolvable
	}
	defer puzzle.machine.Beyond(ctx)()
	for i, p := range r.Plans {
		if i > 0 && !o.All || o.Count {
			break
		}
		s, _ := p.Made.(*Solution)
		if s == nil {
			var err error
			if s, err = puzzle.replay(backend, p); errors.Is(err, errUnchecked) {
				a.unchecked(context.Cause(ctx), len(r.Plans)-i)
				if len(a.Solutions) == 0 {
					a.Solutions, a.Unchecked = []Solution{puzzle.unreplayed(p)}, true
				}
				break
			}
			if err != nil {
				return nil, err
			}
		}
		a.Solutions = append(a.Solutions, *s)
		r.Plans[i] = backends.Plan{} // so that memory holds the plan or the solution, not both
	}
	a.CheckTime = puzzle.checkTime
	return a, nil
}

// unchecked records that n plans were found but not replayed, because the time was over.
func (a *Answer) unchecked(cause error, plans int) {
	a.Complete = false
	if len(a.Solutions) > 0 {
		a.Reason = because(cause, fmt.Sprintf("%d more were found, too many to be checked after that", plans))
		return
	}
	a.Status, a.Optimal, a.Proof = backends.Unknown, false, ""
	a.Reason = because(cause, "a plan was found, and not checked to its end")
	if !a.HasMoves {
		a.Reason = because(cause, "a solution was found, and not checked to its end")
	}
}

// replayed returns a function for Options.Found that replays the plans of a list while they are found, so that all of
// them can be shown when the work ends. Answer replays failing plans again, and reports them with the name of the
// backend. Two backends may find the same plan.
func (puzzle *Puzzle) replayed(prepare func(*Solution) string) func(p backends.Plan) (made any, bytes int64) {
	var one sync.Mutex
	known := map[string]*Solution{}
	return func(p backends.Plan) (any, int64) {
		one.Lock()
		defer one.Unlock()
		key := planKey(p)
		s := known[key]
		if s == nil {
			var err error
			if s, err = puzzle.replay("", p); err != nil {
				return nil, 0
			}
			if prepare != nil {
				s.Prepared = prepare(s)
			}
			if puzzle.machine.Ended() {
				return nil, 0
			}
			known[key] = s
		}
		return s, int64(knownBytes + len(key) + len(s.Prepared))
	}
}

// knownBytes is about how many bytes a map takes for each of its entries.
const knownBytes = 64

// planKey returns a key of a plan. Plans of a puzzle have the same key if and only if they are equal.
func planKey(p backends.Plan) string {
	var key []byte
	for _, x := range p.Start {
		key = binary.AppendVarint(key, x)
	}
	for _, m := range p.Moves {
		key = binary.AppendUvarint(key, uint64(m))
	}
	return string(key)
}

// unreplayed returns a plan as the task has it, without labels.
func (puzzle *Puzzle) unreplayed(p backends.Plan) Solution {
	s := Solution{Start: puzzle.task.ModelState(p.Start), Cost: p.Cost}
	state := p.Start
	for _, m := range p.Moves {
		next, cost, _ := puzzle.task.Apply(state, m)
		s.Steps = append(s.Steps, Step{Move: puzzle.MoveName(m), Cost: cost, State: puzzle.task.ModelState(next)})
		state = next
	}
	return s
}

// errUnchecked says that the context ended before a plan was replayed.
var errUnchecked = errors.New("the work ended before the plan was replayed")

// replay executes the text of a plan by the reference semantics. An error is errUnchecked or a *Fault.
func (puzzle *Puzzle) replay(backend string, p backends.Plan) (*Solution, error) {
	begin := time.Now()
	defer func() { puzzle.checkTime += time.Since(begin) }()
	names := lists.Map(p.Moves, func(m int) string { return puzzle.task.Moves[m].Name })
	start := puzzle.task.ModelState(p.Start)
	moves, diags := puzzle.plans().Plan("plan", strings.Join(names, "\n"))
	if puzzle.machine.Ended() {
		return nil, errUnchecked
	}
	if diags.HasErrors() {
		return nil, puzzle.fault(backend, start, names, diags.Error())
	}
	check := puzzle.judge(start, moves)
	switch {
	case check == nil:
		return nil, errUnchecked
	case !check.Valid():
		return nil, puzzle.fault(backend, start, names, check.Failures[0].Msg)
	case check.Solution.Cost != p.Cost:
		return nil, puzzle.fault(backend, start, names,
			fmt.Sprintf("the plan costs %d, the backend says %d", check.Solution.Cost, p.Cost))
	}
	solution := check.Solution // a pointer into the check would keep all of the check in memory
	return &solution, nil
}

// fault writes the report of a plan that does not replay.
func (puzzle *Puzzle) fault(backend string, start []int64, plan []string, refusal string) *Fault {
	var b strings.Builder
	fmt.Fprintf(&b, "model     %s (%s)\n", puzzle.Program.Name(), puzzle.Program.checked.Name)
	fmt.Fprintf(&b, "instance  %s\n", puzzle.Instance())
	fmt.Fprintf(&b, "task      %s, %s\n", text.Count(len(puzzle.task.Vars), "variable"),
		text.Count(len(puzzle.task.Moves), "move"))
	fmt.Fprintf(&b, "backend   %s\n", backend)
	fmt.Fprintf(&b, "refusal   %s\n", refusal)
	b.WriteString("start\n")
	for _, v := range puzzle.Assignment(start) {
		fmt.Fprintf(&b, "  %s = %s\n", v.Name, v.Text)
	}
	b.WriteString("plan\n")
	for _, move := range plan {
		fmt.Fprintf(&b, "  %s\n", move)
	}
	return &Fault{Backend: backend, Report: b.String()}
}
