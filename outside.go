package pzc

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/export"
	"github.com/pzc-lang/pzc/backends/sat/solver"
	"github.com/pzc-lang/pzc/internal/whole"
	"github.com/pzc-lang/pzc/mention"
)

// outside solves with a SAT solver that is a program of its own: it is given the formula of one horizon after another.
type outside struct {
	z       *Puzzle
	program *solver.External
	from    *export.Exporter
	o       Options
	result  *backends.Result
}

// solveOutside is run for Options.SATSolver.
func (z *Puzzle) solveOutside(ctx context.Context, o Options) (*backends.Result, error) {
	switch {
	case o.Backend == "search" || o.Algorithm != "" && o.Algorithm != Auto:
		return nil, &OptionsError{errors.New("an outside SAT solver goes with the backend sat, which has no algorithms to choose from")}
	case o.All:
		return nil, &OptionsError{errors.New("an outside SAT solver finds one solution; leave it out to find all")}
	case o.Proof != "" && o.Horizon == nil && len(z.task.Moves) > 0:
		return nil, &OptionsError{errors.New("a proof belongs to one formula: say with " + mention.Horizon + " that there is no plan of how many moves")}
	}
	program, err := solver.NewExternal(o.SATSolver, o.Proof != "")
	if err != nil {
		return nil, &OptionsError{err}
	}
	if program.Folder, err = os.MkdirTemp("", "pzc-"); err != nil {
		return nil, &OptionsError{reason(err)}
	}
	defer os.RemoveAll(program.Folder)
	s := &outside{z: z, program: program, o: o}
	begin := time.Now()
	if err := s.horizons(ctx); err != nil {
		return nil, &OptionsError{err}
	}
	s.result.Algorithm, s.result.Engine = "outside", program.Name()
	s.result.Choice = "sat, because a SAT solver was named"
	s.result.Stats.SolveTime = time.Since(begin)
	return s.result, nil
}

// horizons tries one horizon after another.
func (s *outside) horizons(ctx context.Context) error {
	t := s.z.task
	if t.Facts.Unsolvable != "" && s.o.Proof == "" {
		s.result = &backends.Result{Status: backends.Unsolvable, Proof: backends.ProofInvariant, Reason: t.Facts.Unsolvable}
		return nil
	}
	var err error
	if s.from, err = export.NewExporter(ctx, t, export.Options{Encoding: s.o.Encoding, AtMost: s.o.AtMost, Parallel: s.o.Parallel, NoSymmetry: s.o.NoSymmetry, Memory: s.o.Memory}); err != nil {
		return s.ended(ctx, err)
	}
	if why := s.from.Hopeless(); why != "" && s.o.Proof == "" {
		s.result = &backends.Result{Status: backends.Unsolvable, Proof: backends.ProofInvariant, Reason: why}
		return nil
	}
	first, last := s.o.MinHorizon, s.o.MaxHorizon
	if s.o.Horizon != nil {
		first, last = *s.o.Horizon, s.o.Horizon
	}
	for horizon := first; ; horizon++ {
		decided, err := s.try(ctx, horizon)
		switch {
		case err != nil:
			err = s.ended(ctx, err)
			if err == nil && horizon > first {
				s.result.Reason = fmt.Sprintf("no plan of %d to %d %s was found before", first, horizon-1, s.unit())
			}
			return err
		case s.result.Status == backends.Solved:
			s.result.Optimal = first == 0 && t.Facts.MinCost == t.Facts.MaxCost && !s.o.Parallel
			return nil
		case !decided:
			s.result.Reason = fmt.Sprintf("%s did not decide whether there is a plan of %d %s", s.program.Name(), horizon, s.unit())
			return nil
		case len(t.Moves) == 0:
			return s.keepProof()
		case last != nil && horizon >= *last:
			s.result.Reason = fmt.Sprintf("no plan has %d to %d %s", first, *last, s.unit())
			if first == *last {
				s.result.Reason = fmt.Sprintf("no plan of exactly %d %s", first, s.unit())
			}
			return s.keepProof()
		}
	}
}

// unit is what the horizons count.
func (s *outside) unit() string {
	if s.o.Parallel {
		return "steps"
	}
	return "moves"
}

// ended makes an error that comes from the end of the context a part of the answer.
func (s *outside) ended(ctx context.Context, err error) error {
	if ctx.Err() == nil {
		return err
	}
	s.result = &backends.Result{Status: backends.Unknown}
	return nil
}

// try has the formula of one horizon solved, unless it is refuted without; decided tells that it has a model, or has none.
func (s *outside) try(ctx context.Context, horizon int) (decided bool, err error) {
	if s.o.Progress != nil {
		s.o.Progress(backends.Progress{Doing: s.program.Name(), Level: "horizon", At: int64(horizon)})
	}
	formula, err := s.from.At(ctx, horizon)
	if err != nil {
		return false, err
	}
	if formula.Refuted && s.o.Proof == "" {
		s.result = &backends.Result{Status: backends.Unknown}
		return true, nil
	}
	f, err := os.Create(s.program.Formula())
	if err != nil {
		return false, reason(err)
	}
	if err := errors.Join(formula.Write(f), f.Close()); err != nil {
		return false, err
	}
	err = s.program.Run(ctx, func(answer *bufio.Reader, exit int) (err error) {
		if s.result, decided, err = formula.Decode(answer); err != nil {
			return err
		}
		solved := s.result.Status == backends.Solved
		if exit == solver.ExitSatisfiable && !solved || exit == solver.ExitUnsatisfiable && (solved || !decided) {
			return fmt.Errorf("its exit status %d says something else than its answer", exit)
		}
		return nil
	})
	return decided, err
}

// keepProof puts the proof that there is no plan where it is wanted, with the formula that it belongs to beside it.
func (s *outside) keepProof() error {
	if s.o.Proof == "" {
		return nil
	}
	if _, err := os.Stat(s.program.Proof()); err != nil {
		return fmt.Errorf("%s wrote no proof", s.program.Name())
	}
	return errors.Join(copyFile(s.o.Proof, s.program.Proof()), copyFile(s.o.Proof+".cnf", s.program.Formula()))
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
