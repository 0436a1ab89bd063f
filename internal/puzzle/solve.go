package puzzle

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/ground/work"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/verify"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/text"
)

// Solve looks for a plan, replays the plan, and returns the answer. The puzzle must have been grounded. If the context
// ends first, the answer says what is known so far, and its reason is the cause of the context. An error is an
// *OptionsError or a *Fault.
func (puzzle *Puzzle) Solve(ctx context.Context, o Options) (*Answer, error) {
	switch {
	case puzzle.task == nil && puzzle.ended == nil:
		return nil, &OptionsError{
			errors.New("the puzzle was not grounded, or that found an error; Solve comes after Ground"),
		}
	case puzzle.task == nil:
		a := puzzle.Program.undecided(puzzle.ended, puzzle.Instance())
		a.CompileTime = puzzle.CompileTime
		return a, nil
	}
	start := time.Now()
	other := puzzle.instead(ctx, o)
	w, err := puzzle.choose(other.Solved(), o)
	if err != nil {
		return nil, &OptionsError{err}
	}
	puzzle.checkTime = 0
	if o.All && !o.Count {
		w.options.Found = puzzle.replayed(o.Prepare)
	}
	undo := puzzle.machine.Within(ctx)
	name, result, err := w.run(ctx, other.Solved())
	undo()
	if err != nil {
		return nil, &OptionsError{err}
	}
	if err := puzzle.back(other, name, result); err != nil {
		return nil, err
	}
	result.Stats.SolveTime = time.Since(start)
	if cause := context.Cause(ctx); cause != nil && (result.Status == backends.Unknown || o.All && !result.Complete) {
		result.Reason = because(cause, result.Reason)
	}
	a, err := puzzle.Answer(ctx, name, result, o)
	if err != nil {
		return nil, err
	}
	return puzzle.standing(ctx, a, o)
}

// plain is a task that is solved as it is.
type plain struct{ t *task.Task }

func (p plain) Solved() *task.Task { return p.t }

func (p plain) Plan(moves []int) ([]int, error) { return moves, nil }

// mostNodes bounds the expressions of a proof about a task that is solved in place of another one.
const mostNodes = 1 << 20

// instead returns the task that is solved in place of the puzzle's. It is the puzzle's own if the options ask for more
// than one plan or for plans of some length, or if they name a way to solve that goes by the model.
func (puzzle *Puzzle) instead(ctx context.Context, o Options) instead {
	h, own := rows(), puzzle.task
	if h.instead == nil || o.All || o.Count || o.Parallel || o.Horizon != nil || o.MinHorizon > 0 || o.Engine == Native ||
		o.SATSolver != nil || o.Cubes != nil || o.Cube != nil || encodes(o.Options) || o.LeftOut().Has(technique.Normal) {
		return plain{own}
	}
	other := h.instead(ctx, own)
	if t := other.Solved(); t != own && h.invariant != nil && !o.LeftOut().Has(technique.Parity) {
		w := work.New(ctx, semantics.NewEvaluator(puzzle.model), mostNodes)
		w.Pool = work.Over(t.Pool)
		t.Facts.Unsolvable = h.invariant(w, t)
		t.Facts.Invariant = t.Facts.Unsolvable != ""
	}
	return other
}

// back turns the plans of a result into plans of the puzzle's task.
func (puzzle *Puzzle) back(from instead, backend string, r *backends.Result) error {
	t := from.Solved()
	if t == puzzle.task {
		return nil
	}
	said := fmt.Sprintf("in normal form, with %s and %s; ", text.Count(len(t.Vars), "variable"),
		text.Count(len(t.Moves), "move"))
	r.Choice = strings.TrimSuffix(said+r.Choice, "; ")
	for i := range r.Plans {
		p := &r.Plans[i]
		moves, err := from.Plan(p.Moves)
		if err != nil {
			return &Fault{Backend: backend, Report: fmt.Sprintf("model     %s\nrefusal   %v\n", puzzle.Program.Name(), err)}
		}
		p.Start, p.Moves = puzzle.task.Init, moves
	}
	return nil
}

// standing returns an answer that no promise makes wrong as far as its plan shows: it tries the promises on the states
// of the plan. If one is refuted and the options do not name it, the puzzle is solved again without it. If that comes
// to no end, or if the options name the heuristic, the plan stays and is not called optimal.
func (puzzle *Puzzle) standing(ctx context.Context, a *Answer, o Options) (*Answer, error) {
	found := puzzle.refuted(ctx, a, o)
	if found == nil {
		return a, nil
	}
	again := (*Answer)(nil)
	if !named(o.Heuristic) {
		m := *puzzle.model
		m.Program = found.Left
		y := puzzle.Changed(&m)
		if diags := y.Ground(ctx); !diags.HasErrors() {
			if puzzle.from != nil && y.task != nil {
				y = y.From(puzzle.from)
			}
			var err error
			if again, err = y.Solve(ctx, o); err != nil {
				return nil, err
			}
		}
	}
	switch {
	case again == nil && a.Status == backends.Solved:
		a.Optimal, a.Complete = false, false
		a.Reason = "the plan refutes a promise on which the proof rests"
	case again == nil:
		a.Status, a.Reason = backends.Unknown, "the start refutes a promise on which the proof rests"
	case again.Status != backends.Unknown || len(a.Solutions) == 0 ||
		len(again.Solutions) > 0 && again.Solutions[0].Cost <= a.Solutions[0].Cost:
		a = again
	default:
		a.Status, a.Reason, a.Optimal, a.Complete = again.Status, again.Reason, false, false
	}
	if a != again {
		a.Proof, a.Lower, a.Bound, a.ReliesOn = "", 0, nil, nil
	}
	if again != nil {
		a.Lower = again.Lower
	}
	a.Refuted, a.Warnings = append(found.Promises, a.Refuted...), append(found.Warnings, a.Warnings...)
	return a, nil
}

// refuted returns the promises that the plan of an answer refutes, or the start if there is no plan; nil without any.
// For a number of plans it looks for one plan.
func (puzzle *Puzzle) refuted(ctx context.Context, a *Answer, o Options) *verify.Refutation {
	solutions := a.Solutions
	if a.Count != nil && a.Status == backends.Solved && len(a.ReliesOn) > 0 {
		o.All, o.Count, o.Limit = false, false, 0
		if one, err := puzzle.Solve(ctx, o); err == nil {
			solutions = one.Solutions
		}
	}
	var start []int64
	var plan []semantics.Move
	switch {
	case len(solutions) > 0:
		start = solutions[0].Start
		names := lists.Map(solutions[0].Steps, func(s Step) string { return s.Move })
		plan, _ = puzzle.plans().Plan("plan", strings.Join(names, "\n"))
	case a.HasFree || a.Status != backends.Unsolvable:
		return nil
	default:
		start = puzzle.task.ModelState(puzzle.task.Init)
	}
	return verify.Refute(ctx, puzzle.model, start, plan, a.ReliesOn, puzzle.beyond(ctx, true, o))
}

// codes returns the values of the task's variables in a state of the model.
func (puzzle *Puzzle) codes(state []int64) []int64 {
	return lists.Map(puzzle.task.Vars, func(v task.Var) int64 { return state[v.State] })
}

var errNotCompiled = errors.New("the puzzle cannot be compiled, so that simpler puzzles have no costs")

// beyond computes heuristics that read the costs of simpler puzzles, which the reference semantics does not know. easy:
// tables of these costs are small.
func (puzzle *Puzzle) beyond(ctx context.Context, easy bool, o Options) verify.Beyond {
	type made struct {
		of  func(state []int64) (int64, error)
		err error
	}
	all := map[string]made{}
	return func(name string, state []int64) (int64, error) {
		m, ok := all[name]
		if !ok {
			if m.err = puzzle.Compile(ctx); puzzle.task == nil && puzzle.ended == nil {
				m.err = errNotCompiled
			} else if m.err == nil {
				m.of, _, m.err = search.Estimates(ctx, puzzle.task, name, easy, o.Options)
			}
			all[name] = m
		}
		if m.err != nil {
			return 0, m.err
		}
		return m.of(puzzle.codes(state))
	}
}

// run gives a task to the backends, and returns the result with the name of the backend that it comes from.
func (w way) run(ctx context.Context, t *task.Task) (name string, result *backends.Result, err error) {
	if t.Facts.Invariant && w.options.LeftOut().Has(technique.Parity) {
		plain := *t
		plain.Facts.Unsolvable, t = "", &plain
	}
	if name, result, err = w.Solve(ctx, t, w.options); err != nil {
		return name, nil, err
	}
	if w.why != "" {
		result.Choice = strings.TrimSuffix(w.why+"; "+result.Choice, "; ")
	}
	return name, result, nil
}

// Solution is an initial state and the moves from it to a goal.
type Solution struct {
	Start []int64 // a state of the model
	Steps []Step
	Cost  int64 // of the steps; of a puzzle with an objective, the value of the objective

	Prepared string // what Options.Prepare returned
}

// Step is a move and its effect.
type Step struct {
	Move  string // as plans write it
	Label string // the `as` text of the model; "": none
	Cost  int64
	State []int64 // after the move
}

// Final returns the state after the last move.
func (s *Solution) Final() []int64 {
	if n := len(s.Steps); n > 0 {
		return s.Steps[n-1].State
	}
	return s.Start
}

// walk makes the moves.
func (puzzle *Puzzle) walk(start []int64, moves []semantics.Move) *Solution {
	replay := puzzle.machine.Replay(moves, start)
	return &Solution{Start: start, Cost: replay.Cost, Steps: stepsOf(puzzle.machine, replay)}
}

func stepsOf(m *semantics.Machine, replay *semantics.Replay) (steps []Step) {
	for _, s := range replay.Steps {
		steps = append(steps, Step{m.Format(s.Move), s.Label, s.Cost, s.State})
	}
	return steps
}

// OnlyBest returns the puzzle whose solutions are the best solutions of z: the objective is replaced by a goal that its
// value is the best one. The puzzle must have been grounded, and the new puzzle is. A puzzle without objective is
// returned as it is. The answer has a best solution, and is nil without objective. If the answer says unsolvable, the
// new puzzle has no solution either. An error is an *OptionsError, a *Fault, or the limit that was reached.
func (puzzle *Puzzle) OnlyBest(ctx context.Context, o Options) (*Puzzle, *Answer, error) {
	if puzzle.model.Objective == nil {
		return puzzle, nil, nil
	}
	o.All, o.Count, o.Limit, o.Project = false, false, 0, nil
	a, err := puzzle.Solve(ctx, o)
	switch {
	case err != nil:
		return nil, nil, err
	case a.Status == backends.Unsolvable:
		return puzzle, a, nil
	case !a.Optimal:
		return nil, nil, &backends.LimitError{What: "the best value was not found: " + a.Reason}
	}
	y := puzzle.WithValue(model.Eq, a.Solutions[0].Cost)
	best := &y.model.Goals[len(y.model.Goals)-1]
	best.Reason = &model.Text{Parts: []model.TextPart{{Text: "another solution has a better value"}}}
	if diags := y.Ground(ctx); diags.HasErrors() {
		return nil, nil, diags
	}
	if y.ended != nil {
		return nil, nil, y.ended
	}
	return y, a, nil
}

// WithValue returns the puzzle in which a further goal compares the objective with a number. It has neither objective
// nor promises, and is to be grounded.
func (puzzle *Puzzle) WithValue(op model.Op, value int64) *Puzzle {
	m := *puzzle.model
	objective := m.Objective
	number := model.Base{Sp: objective.Span, Ty: model.NumberType}
	goal := model.Formula{Slots: objective.Slots, Cond: model.Cond{Expr: &model.Binary{
		Base: model.Base{Sp: objective.Span, Ty: model.BooleanType}, Op: op, L: objective.Value,
		R: &model.Lit{Base: number, Value: model.Int(value)},
	}}}
	p := m.WithoutPromises()
	demanded := func(g model.Formula) bool { return g.Expr.Span() == objective.Span } // the goal that it is defined
	p.Goals = append(slices.DeleteFunc(slices.Clone(p.Goals), demanded), goal)
	m.Program = p
	return puzzle.Changed(&m)
}
