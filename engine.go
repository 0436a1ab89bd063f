package pzc

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/relay"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/mention"
	"github.com/pzc-lang/pzc/task"
)

// Interp is the engine of the search backend itself, which executes the moves of a task as data. It needs no Engine in the options.
const Interp = "interp"

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

// untilBuilt is how long a search runs alone before another engine starts beside it: about three times what writing and building a program
// takes.
const untilBuilt = 1500 * time.Millisecond

// withEngine lets a backend search. If the search lasts, and the options bring an engine that may be faster, that engine starts beside it.
func (z *Puzzle) withEngine(ctx context.Context, first backends.Backend, o Options, why string) (string, *backends.Result, error) {
	i := slices.IndexFunc(o.Engines, func(e Engine) bool { return e.Suits(z.task, o.Options) })
	if o.Engine == Interp || i < 0 {
		return solveWith(ctx, first, z.task, o.Options, why)
	}
	engine := o.Engines[i]
	r := relay.Relay{First: first, Second: engine.Backend(z.model, z.task, true), Head: untilBuilt, Twins: true}
	name, result, err := chosen(why)(r.Solve(ctx, z.task, o.Options))
	if err == nil && result.Engine == engine.Name() {
		result.Choice += fmt.Sprintf("; the search lasted for %v, and the program built for it then was the first to end", untilBuilt)
	}
	return name, result, err
}
