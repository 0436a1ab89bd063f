// Package native solves a task with a program that is written for this task. gogen writes the program, the go command
// builds it, and it runs as a child process that ends with this process.
//
// The program expands the same states in the same order as the search backend does without symmetries and pruning, and
// finds the same plans. A task or option that native cannot handle is an error that says so. Answers of the program are
// checked: an answer that cannot be read is an error, and plans are replayed as all others are.
package native

import (
	"context"
	"errors"
	"fmt"
	"path"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/gogen"
	rt "github.com/pzc-lang/pzc/backends/gogen/rt"
	"github.com/pzc-lang/pzc/backends/search"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/mention"
)

// Backend is the search backend with the engine native. It solves the task that its program was written for.
type Backend struct {
	// Draft prepares the program, with a heuristic if it can be written.
	Draft func(ctx context.Context, heuristic string) (*gogen.Draft, error)
	// Folder is the folder for built programs; "": programs are not kept.
	Folder string
	// Faster restricts the engine to programs that are known to be faster than the search backend.
	Faster bool
}

// Name returns the name of the backend: native is another engine for the same searches.
func (Backend) Name() string { return search.Backend{}.Name() }

// Solve writes, builds and runs the program. The error names an unsupported option, or the step that failed.
func (b Backend) Solve(ctx context.Context, t *task.Task, o backends.Options) (*backends.Result, error) {
	begin := time.Now()
	res, err := b.solve(ctx, t, o)
	switch {
	case ctx.Err() != nil && err != nil:
		res = &backends.Result{Status: backends.Unknown, Reason: backends.ReasonEnded, Engine: Name}
	case err != nil:
		return nil, err
	}
	res.Stats.SolveTime = time.Since(begin)
	return res, nil
}

func (b Backend) solve(ctx context.Context, t *task.Task, o backends.Options) (*backends.Result, error) {
	if err := refuse(t, o); err != nil {
		return nil, err
	}
	if t.Facts.Unsolvable != "" {
		return &backends.Result{
			Status: backends.Unsolvable, Proof: backends.ProofInvariant, Reason: t.Facts.Unsolvable, Engine: Name,
			Choice: "nothing to search: the compiler proved that no goal can be reached",
		}, nil
	}
	w, draft, err := b.draft(ctx, t, o)
	if err != nil {
		return nil, err
	}
	say := o.Progress
	if say == nil {
		say = func(backends.Progress) {}
	}
	program, err := draft.Write(ctx, w.algorithm, w.heuristic)
	switch {
	case err != nil:
		return nil, err
	case b.Faster && !program.Faster:
		return nil, fmt.Errorf("%s would not be faster in a program of its own", w.algorithm)
	}
	built, err := b.build(ctx, program.Files, say)
	if err != nil {
		return nil, err
	}
	defer built.remove()
	order := rt.Order{Memory: int(memory(o)), Weight: o.Weight, Start: program.Start}
	a, err := built.run(ctx, t, w, o, &order, say)
	if err != nil {
		return nil, err
	}
	return w.result(a), nil
}

// draft chooses the way and prepares the program. Only then it is known whether a heuristic can be written.
func (b Backend) draft(ctx context.Context, t *task.Task, o backends.Options) (*way, *gogen.Draft, error) {
	missing := map[string]string{}
	for {
		w, err := choose(ctx, t, o, missing)
		if err != nil {
			return nil, nil, err
		}
		draft, err := b.Draft(ctx, w.heuristic)
		var construct *gogen.Error
		switch {
		case errors.As(err, &construct):
			return nil, nil, fmt.Errorf("the native engine cannot run this puzzle: %w (%s); leave out %s", err,
				place(construct), mention.With(mention.Engine, Name))
		case err != nil:
			return nil, nil, err
		case draft.Missing[w.heuristic] == "":
			return w, draft, nil
		}
		missing[w.heuristic] = draft.Missing[w.heuristic]
	}
}

// mostStarts is the greatest number of initial states from which a program searches.
const mostStarts = 100_000

// refuse returns the reason why the engine cannot handle the options, for any program.
func refuse(t *task.Task, o backends.Options) error {
	var what string
	switch {
	case len(t.Moves) == 0:
		what = "searches for plans, and this puzzle has no moves"
	case t.Starts() > mostStarts:
		what = fmt.Sprintf("begins with at most %d initial states, and this puzzle leaves more of them to be chosen",
			mostStarts)
	case o.Count:
		what = "does not count plans"
	case o.All:
		what = "finds one plan, not all"
	case o.Horizon != nil || o.MinHorizon > 0 || o.MaxHorizon != nil:
		what = fmt.Sprintf("finds plans of any length: %s, %s and %s do not go with it", mention.Horizon, mention.MinHorizon,
			mention.MaxHorizon)
	default:
		return nil
	}
	return fmt.Errorf("the native engine %s; leave out %s", what, mention.With(mention.Engine, Name))
}

// place returns the position of a construct in the model.
func place(e *gogen.Error) string {
	if !e.Span.Start.IsValid() {
		return "of the model"
	}
	return fmt.Sprintf("%s, line %d", path.Base(e.Span.Start.Filename), e.Span.Start.Line)
}

// suits reports whether a program may be faster: the options name an algorithm for which some programs have a kernel,
// and for which the search backend does not use all cores itself.
func suits(t *task.Task, o backends.Options) bool {
	return o.Algorithm == "backtrack" && refuse(t, o) == nil && t.Facts.Unsolvable == ""
}
