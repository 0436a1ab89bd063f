package puzzle

import (
	"errors"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/mention"
)

// Auto lets Solve choose the backend.
const Auto = "auto"

// The engines of a search. Interp is the search backend itself, which executes moves as data. Native is a program that
// is written for the puzzle.
const (
	Interp = "interp"
	Native = "native"
)

// Options say how a puzzle is solved; the zero value is the default. Heuristic may be an expression that AddHeuristic
// was given.
type Options struct {
	Backend string // the name of a backend, or "" or Auto
	Engine  string // of a search: Interp or Native; "" or Auto: Interp
	// NativeEngine makes the engine Native for a model; nil: there is none. This package contains no engine, so that only
	// programs that set it link one. It is New of backends/native.
	NativeEngine func(*model.Model) backends.Backend
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

// OptionsError says that a backend cannot do what the options ask.
type OptionsError struct{ Err error }

func (e *OptionsError) Error() string { return e.Err.Error() }

func (e *OptionsError) Unwrap() error { return e.Err }

// native returns the engine Native if the options name it, and otherwise nil.
func (o Options) native(m *model.Model) (backends.Backend, error) {
	engines := []string{Auto, Interp}
	if o.NativeEngine != nil {
		engines = append(engines, Native)
	}
	name := mention.With(mention.Engine, o.Engine)
	switch {
	case o.Engine != "" && !slices.Contains(engines, o.Engine):
		return nil, &backends.UnknownError{What: "engine", Name: o.Engine, Known: engines}
	case o.Engine != Native:
		return nil, nil
	case named(o.Backend) && o.Backend != "search" || o.SATSolver != nil || encodes(o.Options) || o.Parallel:
		return nil, fmt.Errorf("%s is a way to search; it does not go with formulas and other backends", name)
	case o.Project != nil:
		return nil, fmt.Errorf("%s finds one plan; solutions are told apart by some variables only with %s", name, withSAT)
	}
	return o.NativeEngine(m), nil
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
