// Package sat solves tasks by satisfiability: the plans of exactly T moves become a formula in conjunctive normal form, and
// T grows until the formula has a model.
//
// What it promises: a plan of least cost, where Result.Optimal says so; "unsolvable" only with a proof; the same result for the
// same task and options. Everything that can run long ends soon after the context does, with what is known so far.
// An expression whose numbers have too many values to be written as a formula leaves it undecided, with a reason that says so.
//
// How it works, file by file: safe.go leaves out what costs nothing to change; problem.go splits the conditions of a task by what they read, ops.go and cases.go its moves; fuse.go makes one variable of two; layers.go finds which pairs of
// values are possible after exactly t moves, which alone refutes many horizons; potential.go and estimate.go bound the number of moves;
// encode.go, independent.go, step.go, values.go, require.go, split.go, numbers.go, sums.go, cardinal.go, words.go, wordsums.go, adders.go, reach.go, support.go, automorphism.go and leader.go write the formula; kinds.go chooses how the values of each variable are written; cnf.go, conjunction.go and atmost.go
// take it to solver.go, which wraps gini, or to dimacs.go and formats.go, which write it down; horizons.go, incremental.go, induction.go, cost.go, spending.go, least.go, parallel.go and enumerate.go say
// which formulas are asked for; still.go is for tasks without
// moves, with differences.go and circles.go for numbers that need no literals, symmetry.go, many.go for many assignments, and count.go, components.go and
// residual.go for their number, with what learn.go learns; exporter.go, decode.go, measure.go and external.go serve other solvers and those who study formulas.
package sat

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/mention"
	"github.com/pzc-lang/pzc/task"
)

// Backend solves tasks by satisfiability.
type Backend struct{}

// Name is the backend's name on the command line.
func (Backend) Name() string { return "sat" }

// Solve finds plans of least cost, or proves that there are none.
func (Backend) Solve(ctx context.Context, t *task.Task, o backends.Options) (*backends.Result, error) {
	if o.Algorithm != "" && o.Algorithm != "auto" {
		return nil, fmt.Errorf("sat: there are no algorithms to choose from, found %q: leave %s out, or use %s",
			o.Algorithm, mention.Algorithm, mention.With(mention.Backend, "search"))
	}
	return newRun(t, o).report(ctx)
}

// report solves, and makes what ended the work early a part of the answer.
func (r *run) report(ctx context.Context) (*backends.Result, error) {
	r.began = time.Now()
	err := r.solve(ctx)
	large := (*backends.LimitError)(nil)
	switch {
	case err == nil:
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		r.undecided(backends.ReasonEnded)
	case errors.As(err, &large):
		r.undecided(large.Error())
	default:
		return nil, err
	}
	if err := r.restore(); err != nil {
		return nil, err
	}
	r.Result.Stats.SolveTime = time.Since(r.began)
	return r.Result, nil
}
