package puzzle

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/constraint"
	"github.com/pzc-lang/pzc/backends/relay"
	"github.com/pzc-lang/pzc/backends/sat"
	"github.com/pzc-lang/pzc/backends/sat/technique"
	"github.com/pzc-lang/pzc/backends/search"
)

// table returns the table of backends.
func table() []backends.Backend {
	return []backends.Backend{search.Backend{}, sat.Backend{}, constraint.Backend{}}
}

// Techniques lists the names of the techniques of the SAT backend.
func Techniques() []string { return technique.Names() }

// Backends lists the names of the backends, and Auto.
func Backends() []string {
	names := []string{Auto}
	for _, b := range table() {
		names = append(names, b.Name())
	}
	return names
}

// Algorithms describes the algorithms of the search backend.
func Algorithms() []search.Algorithm { return search.Algorithms() }

// Solve looks for a plan, replays the plan, and returns the answer. The puzzle must have been grounded. If the context
// ends first, the answer says what is known so far, and its reason is the cause of the context. An error is an
// *OptionsError or a *Fault.
func (z *Puzzle) Solve(ctx context.Context, o Options) (*Answer, error) {
	if z.task == nil {
		if z.ended == nil {
			return nil, &OptionsError{
				errors.New("the puzzle was not grounded, or that found an error; Solve comes after Ground"),
			}
		}
		a := z.Program.undecided(z.ended, z.Instance())
		a.CompileTime = z.CompileTime
		return a, nil
	}
	start := time.Now()
	z.checkTime = 0
	var err error
	if o.On, err = z.projected(o.Project); err != nil {
		return nil, &OptionsError{err}
	}
	if o.All && !o.Count {
		o.Found = z.replayed(o.Prepare)
	}
	undo := z.machine.Within(ctx)
	name, result, err := z.run(ctx, o)
	undo()
	if err != nil {
		return nil, &OptionsError{err}
	}
	result.Stats.SolveTime = time.Since(start)
	if cause := context.Cause(ctx); cause != nil && (result.Status == backends.Unknown || o.All && !result.Complete) {
		result.Reason = because(cause, result.Reason)
	}
	return z.Answer(ctx, name, result, o)
}

// way is the backends that work on a task: the first alone, or both of a relay.
type way struct {
	relay.Relay
	why string // these backends were chosen, in a line; "": they were named
}

// run gives the task to backends, and returns the result with the name of the backend that it comes from.
func (z *Puzzle) run(ctx context.Context, o Options) (name string, result *backends.Result, err error) {
	w, err := z.choose(o)
	if err != nil {
		return "", nil, err
	}
	w.Beside = o.Beside
	if w.Second == nil {
		name = w.First.Name()
		result, err = w.First.Solve(ctx, z.task, o.Options)
	} else {
		name, result, err = w.Solve(ctx, z.task, o.Options)
	}
	if err != nil {
		return name, nil, err
	}
	if w.why != "" {
		result.Choice = strings.TrimSuffix(w.why+"; "+result.Choice, "; ")
	}
	return name, result, nil
}

// choose finds the backends that the options name or that suit the task. An error says which options do not go
// together.
func (z *Puzzle) choose(o Options) (w way, err error) {
	if err := cmp.Or(checkFormulas(o), z.checkParallel(o)); err != nil {
		return w, err
	}
	engine, err := o.native(z.model)
	switch {
	case err != nil:
		return w, err
	case o.SATSolver != nil && searches(o):
		return w, errors.New("an outside SAT solver goes with the backend sat, which has no algorithms to choose from")
	case o.SATSolver != nil:
		w.First, w.why = o.SATSolver, "sat, because a SAT solver was named"
		return w, nil
	case engine != nil:
		w.First, w.why = engine, "search, because its engine "+o.Engine+" was named"
		return w, nil
	case !named(o.Backend):
		w.First, w.Second, w.why = prefer(z.task, o.Options)
		w.Work = alone(w.First)
	default:
		i := slices.IndexFunc(table(), func(b backends.Backend) bool { return b.Name() == o.Backend })
		if i < 0 {
			return w, &backends.UnknownError{What: "backend", Name: o.Backend, Known: Backends()}
		}
		w.First = table()[i]
	}
	return w, nil
}
