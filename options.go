package pzc

import (
	"errors"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/mention"
	"github.com/pzc-lang/pzc/task"
)

// Auto lets Solve choose the backend.
const Auto = "auto"

// Interp is the engine of the search backend itself, which executes the moves of a task as data. It needs no Engine in the options.
const Interp = "interp"

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

// Engine is another way to execute the moves of a search. This package has none, so that a program that needs no other engine does not
// link one: the caller puts engines into Options.Engines. backends/native has the engine that builds a program for the puzzle.
type Engine interface {
	// Name is the name that Options.Engine and Answer.Engine give the engine.
	Name() string
	// Backend returns the backend that searches a puzzle with the engine. If faster is true, the backend refuses tasks for which the engine
	// is not known to be faster than Interp.
	Backend(m *model.Model, t *task.Task, faster bool) backends.Backend
	// Suits tells whether the engine may be faster than Interp, so that Auto starts it beside a search that lasts.
	Suits(t *task.Task, o backends.Options) bool
}

// OptionsError says that a backend cannot do what the options ask.
type OptionsError struct{ Err error }

func (e *OptionsError) Error() string { return e.Err.Error() }

func (e *OptionsError) Unwrap() error { return e.Err }

// engineNames lists what Options.Engine may say.
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
	case o.Backend == "sat" || o.SATSolver != "" || encodes(o.Options) || o.Parallel:
		return nil, fmt.Errorf("%s is a way to search; it does not go with formulas", mention.With(mention.Engine, o.Engine))
	case o.Project != nil:
		return nil, fmt.Errorf("%s finds one plan; solutions are told apart by some variables only with %s", mention.With(mention.Engine, o.Engine), withSAT)
	}
	return o.Engines[i], nil
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
