// Package outside writes formulas for SAT solvers that are programs of their own, such as kissat, and reads their
// answers. Write writes the formula of one horizon in DIMACS, JSON, OPB (pseudo-Boolean) or SMT-LIB; Measure counts
// what it consists of; Decode turns a solver's answer into a plan. The formula is the one that package sat solves,
// except that each value and each move has a variable with a name. The same task and options give the same bytes.
//
// Backend solves tasks with such a program: it writes the formula of one horizon after another to a file, and runs the
// program on each. A solver that writes proofs can also prove to others that there is no plan of a length.
package outside

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/mention"
	"github.com/pzc-lang/pzc/internal/whole"
)

// Backend is the SAT backend with an outside solver.
type Backend struct {
	// Command is the command of the solver, as NewExternal reads it.
	Command string
	// Proof is the file for the solver's proof that there is no plan; "": none is wanted. The formula is written beside
	// it, to a file whose name ends in .cnf.
	Proof string
}

// Name returns the name of the SAT backend.
func (Backend) Name() string { return "sat" }

// Solve finds a plan of the fewest moves, or of Options.Horizon.
func (b Backend) Solve(ctx context.Context, t *task.Task, o backends.Options) (*backends.Result, error) {
	switch {
	case o.All:
		return nil, errors.New("an outside SAT solver finds one solution; leave it out to find all")
	case b.Proof != "" && o.Horizon == nil && len(t.Moves) > 0:
		return nil, errors.New("a proof belongs to one formula: say with " + mention.Horizon +
			" that there is no plan of how many moves")
	case b.Proof != "" && t.Objective != nil:
		return nil, errors.New("a proof belongs to one formula; say by a `goal` in place of the objective which value " +
			"is too good")
	case t.Objective != nil:
		return backends.SolveBest(ctx, t, o, b.Solve)
	}
	program, err := NewExternal(b.Command, b.Proof != "")
	if err != nil {
		return nil, err
	}
	if program.Folder, err = os.MkdirTemp("", "pzc-"); err != nil {
		return nil, reason(err)
	}
	defer os.RemoveAll(program.Folder)
	r := &run{t: t, program: program, proof: b.Proof, o: o}
	begin := time.Now()
	if err := r.horizons(ctx); err != nil {
		return nil, err
	}
	r.result.Algorithm, r.result.Engine = "outside", program.name()
	r.result.Stats.SolveTime = time.Since(begin)
	return r.result, nil
}

// run is one call of Solve.
type run struct {
	t       *task.Task
	program *External
	proof   string
	from    *exporter
	o       backends.Options
	result  *backends.Result
}

// horizons tries one horizon after another, until one has a plan.
func (r *run) horizons(ctx context.Context) error {
	t := r.t
	if t.Facts.Unsolvable != "" && r.proof == "" {
		r.result = &backends.Result{
			Status: backends.Unsolvable, Proof: backends.ProofInvariant,
			Reason: t.Facts.Unsolvable,
		}
		return nil
	}
	var err error
	x := Options{
		Encoding: r.o.Encoding, AtMost: r.o.AtMost, Parallel: r.o.Parallel,
		Memory:  r.o.Memory,
		Without: r.o.Without,
	}
	if r.from, err = newExporter(ctx, t, x); err != nil {
		return r.ended(ctx, err)
	}
	if why := r.from.hopeless(); why != "" && r.proof == "" {
		r.result = &backends.Result{Status: backends.Unsolvable, Proof: backends.ProofInvariant, Reason: why}
		return nil
	}
	first, last := r.o.MinHorizon, r.o.MaxHorizon
	if r.o.Horizon != nil {
		first, last = *r.o.Horizon, r.o.Horizon
	}
	for horizon := first; ; horizon++ {
		decided, err := r.try(ctx, horizon)
		switch {
		case err != nil:
			err = r.ended(ctx, err)
			if err == nil && horizon > first {
				r.result.Reason = fmt.Sprintf("no plan of %d to %d %s was found before", first, horizon-1, r.unit())
			}
			return err
		case r.result.Status == backends.Solved:
			r.result.Optimal = first == 0 && t.Facts.MinCost == t.Facts.MaxCost && !r.o.Parallel
			return nil
		case !decided:
			r.result.Reason = fmt.Sprintf(
				"%s did not decide whether there is a plan of %d %s", r.program.name(), horizon, r.unit(),
			)
			return nil
		case len(t.Moves) == 0:
			return r.keepProof()
		case last != nil && horizon >= *last:
			r.result.Reason = fmt.Sprintf("no plan has %d to %d %s", first, *last, r.unit())
			if first == *last {
				r.result.Reason = fmt.Sprintf("no plan of exactly %d %s", first, r.unit())
			}
			return r.keepProof()
		}
	}
}

// unit is what the horizons count.
func (r *run) unit() string {
	if r.o.Parallel {
		return "steps"
	}
	return "moves"
}

// ended makes the result of work that the context ended; another error is returned.
func (r *run) ended(ctx context.Context, err error) error {
	if ctx.Err() == nil {
		return err
	}
	r.result = &backends.Result{Status: backends.Unknown}
	return nil
}

// try has the formula of one horizon solved, unless the formula is refuted without a solver. decided tells whether the
// solver found a model or proved that there is none.
func (r *run) try(ctx context.Context, horizon int) (decided bool, err error) {
	if r.o.Progress != nil {
		r.o.Progress(backends.Progress{Doing: r.program.name(), Level: "horizon", At: int64(horizon)})
	}
	formula, err := r.from.at(ctx, horizon)
	if err != nil {
		return false, err
	}
	if formula.refuted && r.proof == "" {
		r.result = &backends.Result{Status: backends.Unknown}
		return true, nil
	}
	f, err := os.Create(r.program.Formula())
	if err != nil {
		return false, reason(err)
	}
	if err := errors.Join(formula.write(f), f.Close()); err != nil {
		return false, err
	}
	err = r.program.Run(ctx, func(answer *bufio.Reader, exit int) (err error) {
		if r.result, decided, err = formula.Decode(answer); err != nil {
			return err
		}
		solved := r.result.Status == backends.Solved
		if exit == exitSatisfiable && !solved || exit == ExitUnsatisfiable && (solved || !decided) {
			return fmt.Errorf("its exit status %d says something else than its answer", exit)
		}
		return nil
	})
	return decided, err
}

// keepProof copies the proof that there is no plan to the file that is wanted, and its formula beside it.
func (r *run) keepProof() error {
	if r.proof == "" {
		return nil
	}
	if _, err := os.Stat(r.program.Proof()); err != nil {
		return fmt.Errorf("%s wrote no proof", r.program.name())
	}
	return errors.Join(copyFile(r.proof, r.program.Proof()), copyFile(r.proof+".cnf", r.program.Formula()))
}

func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	return whole.Write(to, func(out io.Writer) error {
		_, err := io.Copy(out, in)
		return err
	})
}

// reason is what an error about a file says beside the operation and the name.
func reason(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
