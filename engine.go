package pzc

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/gogen"
	"github.com/pzc-lang/pzc/backends/native"
)

// The engines that execute the moves of a search: the search backend itself, and programs that are written and built for the puzzle.
const (
	Interp = "interp"
	Native = native.Engine
)

// Engines lists the names of the engines, and auto.
func Engines() []string { return []string{Auto, Interp, Native} }

// checkEngine tells why an engine cannot be meant.
func checkEngine(o Options) error {
	switch o.Engine {
	case "", Auto, Interp:
		return nil
	case Native:
	default:
		return &backends.UnknownError{What: "engine", Name: o.Engine, Known: Engines()}
	}
	switch {
	case o.Backend == "sat" || o.SATSolver != "" || encodes(o.Options) || o.Parallel:
		return errors.New("--engine native is a way to search; it does not go with formulas")
	case o.Project != nil:
		return errors.New("--engine native finds one plan; solutions are told apart by some variables only with --backend sat")
	}
	return nil
}

// native is the backend that runs a program written for this puzzle. With faster it does so only if that is known to be the faster way.
func (z *Puzzle) native(o Options, faster bool) backends.Backend {
	return native.Backend{Folder: o.Programs, Faster: faster, Draft: func(ctx context.Context, heuristic string) (*gogen.Draft, error) {
		return gogen.NewDraft(ctx, z.model, z.task, heuristic)
	}}
}

// untilBuilt is how long a search lasts before a program is built for it: about three times what writing and building takes.
const untilBuilt = 1500 * time.Millisecond

// withNative lets a backend search, and once that has lasted for a while a program beside it if it may be the faster way.
func (z *Puzzle) withNative(ctx context.Context, first backends.Backend, o Options, why string) (string, *backends.Result, error) {
	if o.Engine == Interp || o.Programs == "" || !native.Suits(z.task, o.Options) {
		return solveWith(ctx, first, z.task, o.Options, why)
	}
	r := newRelay(z.task, o.Options, first, z.native(o, true), why)
	r.twins = true
	if r.together() {
		r.head = untilBuilt
	}
	name, result, err := r.run(ctx)
	if err == nil && result.Engine == Native {
		result.Choice += fmt.Sprintf("; the search lasted for %v, and the program built for it then was the first to end", untilBuilt)
	}
	return name, result, err
}
