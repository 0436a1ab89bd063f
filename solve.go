package pzc

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/relay"
	"github.com/pzc-lang/pzc/backends/sat"
	"github.com/pzc-lang/pzc/backends/sat/outside"
	"github.com/pzc-lang/pzc/backends/search"
	"github.com/pzc-lang/pzc/mention"
	"github.com/pzc-lang/pzc/task"
)

// table is the one table of backends.
func table() []backends.Backend { return []backends.Backend{search.Backend{}, sat.Backend{}} }

// Auto lets Solve choose the backend.
const Auto = "auto"

// Options are the wishes of the caller; the zero value is the default. Heuristic may also be an expression of the language.
type Options struct {
	Backend string // "" or Auto, or a backend's name
	Engine  string // of searches: "" or Auto, Interp, or the name of one of Engines
	// Engines are the engines that there are beside Interp.
	Engines []Engine
	// SATSolver is the command of an outside SAT solver to use, as solver.NewExternal reads it.
	SATSolver string
	// Proof is the file for an outside solver's proof that there is no plan; the formula goes beside it, to a name that ends in .cnf.
	Proof string
	// Project names state variables, such as "queen" or "queen[3]": solutions that agree in them count as one. None: all variables.
	Project []string
	// Prepare is called with the solutions of a list while they are found, one at a time; what it makes of one is its Prepared. Nothing of that is
	// left to be done when the work is ended.
	Prepare func(*Solution) string
	backends.Options
}

// OptionsError says that a backend cannot do what the options ask.
type OptionsError struct{ Err error }

func (e *OptionsError) Error() string { return e.Err.Error() }

func (e *OptionsError) Unwrap() error { return e.Err }

// Solve looks for a plan, has it replayed, and answers. The puzzle must have been grounded. Where the context ends first the
// answer is what is known so far, and its reason is the context's cause. An error is an *OptionsError or a *Fault.
func (z *Puzzle) Solve(ctx context.Context, o Options) (*Answer, error) {
	if z.task == nil {
		if z.ended == nil {
			return nil, &OptionsError{errors.New("the puzzle was not grounded, or that found an error; Solve comes after Ground")}
		}
		a := z.Program.undecided(z.ended, z.Instance())
		a.CompileTime = z.CompileTime
		return a, nil
	}
	start := time.Now()
	var err error
	if o.On, err = z.named(o.Project); err != nil {
		return nil, &OptionsError{err}
	}
	if o.All && !o.Count {
		o.Found = z.replayed(o.Prepare)
	}
	undo := z.machine.Within(ctx)
	name, result, err := z.run(ctx, o)
	undo()
	if err != nil {
		return nil, err
	}
	result.Stats.SolveTime = time.Since(start)
	if cause := context.Cause(ctx); cause != nil && (result.Status == backends.Unknown || o.All && !result.Complete) {
		result.Reason = because(cause, result.Reason)
	}
	return z.Answer(ctx, name, result, o)
}

// undecided is the answer if the context ended while the puzzle was compiled.
func (p *Program) undecided(cause error, instance string) *Answer {
	return &Answer{
		Puzzle: p.Name(), Instance: instance, Status: backends.Unknown,
		Reason: because(cause, "the puzzle was still being compiled"),
	}
}

// because joins the reason why the work was ended with what the backend knew then.
func because(cause error, known string) string {
	why := cause.Error()
	if errors.Is(cause, context.DeadlineExceeded) {
		why = "the time limit was reached"
	}
	if known = strings.TrimPrefix(strings.TrimPrefix(known, backends.ReasonEnded), "; "); known != "" {
		why += "; " + known
	}
	return why
}

// run gives the task to the backend that the options name, or to those that fit.
func (z *Puzzle) run(ctx context.Context, o Options) (name string, result *backends.Result, err error) {
	if o.Proof != "" && o.SATSolver == "" {
		return "", nil, &OptionsError{errors.New("pzc's own solvers write no proofs; name one that does, such as " + mention.With(mention.SATSolver, "cadical"))}
	}
	if encodes(o.Options) && (o.Backend == "search" || o.Algorithm != "" && o.Algorithm != Auto) {
		return "", nil, &OptionsError{fmt.Errorf("search writes no formulas; %s and %s go with %s", mention.Encoding, mention.AtMost, withSAT)}
	}
	if err := z.checkParallel(o); err != nil {
		return "", nil, &OptionsError{err}
	}
	engine, err := o.engine()
	if err != nil {
		return "", nil, &OptionsError{err}
	}
	if o.SATSolver != "" {
		return z.outside(ctx, o)
	}
	if engine != nil {
		return solveWith(ctx, engine.Backend(z.model, z.task, false), z.task, o.Options, "search, because its engine "+o.Engine+" was named")
	}
	if o.Backend != "" && o.Backend != Auto {
		b, err := find(o.Backend)
		if err != nil {
			return "", nil, err
		}
		return z.withEngine(ctx, b, o, "")
	}
	first, second, why := prefer(z.task, o.Options)
	if second == nil {
		return z.withEngine(ctx, first, o, why)
	}
	return chosen(why)(relay.Relay{First: first, Second: second}.Solve(ctx, z.task, o.Options))
}

// solveWith gives the task to a backend; why says why it was chosen.
func solveWith(ctx context.Context, b backends.Backend, t *task.Task, o backends.Options, why string) (string, *backends.Result, error) {
	result, err := b.Solve(ctx, t, o)
	return chosen(why)(b.Name(), result, err)
}

// chosen writes why a backend was chosen before what its result says, and makes its error an *OptionsError.
func chosen(why string) func(string, *backends.Result, error) (string, *backends.Result, error) {
	return func(name string, result *backends.Result, err error) (string, *backends.Result, error) {
		if err != nil {
			return name, nil, &OptionsError{err}
		}
		if why != "" {
			result.Choice = strings.TrimSuffix(why+"; "+result.Choice, "; ")
		}
		return name, result, nil
	}
}

// outside solves with the SAT solver that the options name.
func (z *Puzzle) outside(ctx context.Context, o Options) (string, *backends.Result, error) {
	b := outside.Backend{Command: o.SATSolver, Proof: o.Proof}
	if o.Backend == "search" || o.Algorithm != "" && o.Algorithm != Auto {
		return b.Name(), nil, &OptionsError{errors.New("an outside SAT solver goes with the backend sat, which has no algorithms to choose from")}
	}
	return solveWith(ctx, b, z.task, o.Options, "sat, because a SAT solver was named")
}

func find(name string) (backends.Backend, error) {
	for _, b := range table() {
		if b.Name() == name {
			return b, nil
		}
	}
	return nil, &OptionsError{&backends.UnknownError{What: "backend", Name: name, Known: Backends()}}
}

// ErrNothingTogether says that Parallel was asked for where nothing can be made in one step.
var ErrNothingTogether error = &OptionsError{errors.New("the puzzle has no moves that could go together in a step; leave " + mention.Parallel + " out")}

// checkParallel tells why steps of several moves cannot be meant.
func (z *Puzzle) checkParallel(o Options) error {
	switch {
	case !o.Parallel:
	case len(z.Program.checked.Moves) == 0:
		return ErrNothingTogether
	case o.Backend == "search" || o.Algorithm != "" && o.Algorithm != Auto || o.Heuristic != "" && o.Heuristic != Auto || o.Weight != 0:
		return fmt.Errorf("search makes one move after another; %s goes with %s, without algorithms, heuristics and weights", mention.Parallel, withSAT)
	case o.All:
		return errors.New(mention.Parallel + " finds one plan, in which the order of moves within a step is of no account; leave it out to find all")
	}
	return nil
}

// withSAT names the option that chooses the SAT backend.
var withSAT = mention.With(mention.Backend, "sat")

// encodes tells whether options say how formulas are written.
func encodes(o backends.Options) bool { return o.Encoding != "" || o.AtMost != "" }

// manyStarts is how many initial states a search should begin with at most.
const manyStarts = 100_000

// prefer is what `auto` means: which backend begins, which, if any, comes to its help, and why in one line.
func prefer(t *task.Task, o backends.Options) (first, second backends.Backend, why string) {
	switch starts := starts(t); {
	case o.On != nil:
		return sat.Backend{}, nil, "sat, because solutions are told apart by some variables only"
	case encodes(o):
		return sat.Backend{}, nil, "sat, because an encoding was named"
	case o.Parallel:
		return sat.Backend{}, nil, "sat, because several moves may go together in a step"
	case o.Algorithm != "" && o.Algorithm != Auto:
		return search.Backend{}, nil, "search, because an algorithm was named"
	case o.Weight != 0:
		return search.Backend{}, nil, "search, because a weight was given"
	case o.Heuristic != "" && o.Heuristic != Auto:
		return search.Backend{}, nil, "search, because a heuristic was named"
	case len(t.Moves) == 0 && t.HasFree():
		return sat.Backend{}, search.Backend{}, "sat, because values are to be chosen and nothing moves"
	case starts > manyStarts:
		return sat.Backend{}, search.Backend{}, "sat, because there are too many initial states to search from each"
	default:
		return search.Backend{}, fallback(o), "search, because a plan is sought from one initial state or few"
	}
}

// fallback is what comes after a search that gave up: nothing if it gave up because of a limit on the number of moves or if
// all plans are wanted.
func fallback(o backends.Options) backends.Backend {
	if o.Horizon != nil || o.MaxHorizon != nil || o.All {
		return nil
	}
	return sat.Backend{}
}

// starts bounds the number of initial states.
func starts(t *task.Task) float64 {
	n := 1.0
	for i, free := range t.Free {
		if free {
			n *= float64(len(t.Vars[i].Values))
		}
	}
	return math.Min(n, math.MaxFloat64)
}

// Backends lists the names of the backends, and auto.
func Backends() []string {
	names := []string{Auto}
	for _, b := range table() {
		names = append(names, b.Name())
	}
	return names
}

// Algorithms tells of each algorithm of search, by name, whether it uses a heuristic.
func Algorithms() map[string]bool { return search.Algorithms() }
