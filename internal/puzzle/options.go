package puzzle

import (
	"errors"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/lists"
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

// ErrNothingTogether says that Options.Parallel was given for a puzzle without moves.
var ErrNothingTogether error = &OptionsError{
	errors.New("the puzzle has no moves that could go together in a step; leave " + mention.Parallel + " out"),
}

// Techniques lists the names of the techniques.
func Techniques() []string { return technique.Names() }

// Backends lists the names of the backends, and Auto.
func Backends() []string {
	return append([]string{Auto}, lists.Map(table(), backends.Backend.Name)...)
}

// Algorithms describes the algorithms of the search backend.
func Algorithms() []search.Algorithm { return search.Algorithms() }
