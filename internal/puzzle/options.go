package puzzle

import (
	"errors"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/mention"
)

// Auto lets Solve choose the backend.
const Auto = "auto"

// Interp is the engine of the search backend itself, which executes moves as data. It is not a member of
// Options.Engines.
const Interp = "interp"

// Options say how a puzzle is solved; the zero value is the default. Heuristic may be an expression that AddHeuristic
// was given.
type Options struct {
	Backend string // the name of a backend, or "" or Auto
	Engine  string // of a search: Interp or the name of one of Engines, or "" or Auto
	// Engines are the engines beside Interp.
	Engines []Engine
	// SATSolver is an outside SAT solver; nil: none. This package contains none, so that only programs that set it link
	// code that starts processes. backends/sat/outside runs a command.
	SATSolver backends.Backend
	// Project names state variables, such as "queen" or "queen[3]". Solutions that agree in these count as one. Empty: all
	// variables.
	Project []string
	// Prepare is called once for each solution of a list, while the list is found. Its return value is stored in
	// Solution.Prepared. Work that is done in Prepare need not be done after the context has ended.
	Prepare func(*Solution) string
	// Beside is the number of other puzzles that this process solves at the same time. They share its time of the
	// processor, by which a second backend starts beside the first.
	Beside int
	backends.Options
}

// Engine executes the moves of a search, as an alternative to Interp. This package contains no engine, so that only
// programs that put one into Options.Engines link it. The engine of backends/native builds a program for the puzzle.
type Engine interface {
	// Name is the name of the engine in Options.Engine and Answer.Engine.
	Name() string
	// Backend returns the backend that searches a puzzle with the engine. If faster, the backend refuses tasks for which
	// the engine is not known to be faster than Interp.
	Backend(m *model.Model, t *task.Task, faster bool) backends.Backend
	// Suits reports whether the engine may be faster than Interp. If so, Auto starts the engine beside a long search.
	Suits(t *task.Task, o backends.Options) bool
}

// OptionsError says that a backend cannot do what the options ask.
type OptionsError struct{ Err error }

func (e *OptionsError) Error() string { return e.Err.Error() }

func (e *OptionsError) Unwrap() error { return e.Err }

// engineNames lists the values that Options.Engine may have.
func (o Options) engineNames() []string {
	names := []string{Auto, Interp}
	for _, e := range o.Engines {
		names = append(names, e.Name())
	}
	return names
}

// engine returns the engine that the options name, nil for Interp and Auto.
func (o Options) engine() (Engine, error) {
	if o.Engine == "" || o.Engine == Auto || o.Engine == Interp {
		return nil, nil
	}
	i := slices.IndexFunc(o.Engines, func(e Engine) bool { return e.Name() == o.Engine })
	switch {
	case i < 0:
		return nil, &backends.UnknownError{What: "engine", Name: o.Engine, Known: o.engineNames()}
	case o.Backend == "sat" || o.SATSolver != nil || encodes(o.Options) || o.Parallel:
		return nil, fmt.Errorf("%s is a way to search; it does not go with formulas", mention.With(mention.Engine, o.Engine))
	case o.Project != nil:
		return nil, fmt.Errorf("%s finds one plan; solutions are told apart by some variables only with %s",
			mention.With(mention.Engine, o.Engine), withSAT)
	}
	return o.Engines[i], nil
}

// ErrNothingTogether says that Options.Parallel was given for a puzzle without moves.
var ErrNothingTogether error = &OptionsError{
	errors.New("the puzzle has no moves that could go together in a step; leave " + mention.Parallel + " out"),
}

// checkFormulas returns an error if options about formulas contradict other options.
func checkFormulas(o Options) error {
	if encodes(o.Options) && searches(o) {
		return fmt.Errorf("search writes no formulas; %s, %s and %s go with %s", mention.Encoding, mention.AtMost,
			mention.SATWithout, withSAT)
	}
	return nil
}

// checkParallel returns an error if Options.Parallel contradicts the puzzle or other options.
func (z *Puzzle) checkParallel(o Options) error {
	switch {
	case !o.Parallel:
	case len(z.Program.checked.Moves) == 0:
		return ErrNothingTogether
	case searches(o) || named(o.Heuristic) || o.Weight != 0:
		return fmt.Errorf("search makes one move after another; %s goes with %s, without algorithms, heuristics and weights",
			mention.Parallel, withSAT)
	case o.All:
		return errors.New(mention.Parallel +
			" finds one plan, in which the order of moves within a step is of no account; leave it out to find all")
	}
	return nil
}

// withSAT names the option that chooses the SAT backend.
var withSAT = mention.With(mention.Backend, "sat")

// named reports whether an option has a value other than Auto.
func named(value string) bool { return value != "" && value != Auto }

// searches reports whether the options ask for the search backend.
func searches(o Options) bool { return o.Backend == "search" || named(o.Algorithm) }

// encodes reports whether the options set how formulas are written.
func encodes(o backends.Options) bool {
	return o.Encoding != "" || o.AtMost != "" || len(o.SATWithout) > 0
}
