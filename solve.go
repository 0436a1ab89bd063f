package pzc

import (
	"context"
	"errors"
	"fmt"
	"slices"
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

func find(name string) (backends.Backend, error) {
	for _, b := range table() {
		if b.Name() == name {
			return b, nil
		}
	}
	return nil, &OptionsError{&backends.UnknownError{What: "backend", Name: name, Known: Backends()}}
}

// outside solves with the SAT solver that the options name.
func (z *Puzzle) outside(ctx context.Context, o Options) (string, *backends.Result, error) {
	b := outside.Backend{Command: o.SATSolver, Proof: o.Proof}
	if o.Backend == "search" || o.Algorithm != "" && o.Algorithm != Auto {
		return b.Name(), nil, &OptionsError{errors.New("an outside SAT solver goes with the backend sat, which has no algorithms to choose from")}
	}
	return solveWith(ctx, b, z.task, o.Options, "sat, because a SAT solver was named")
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
