package pzc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat"
)

// outside solves with a SAT solver that is a program of its own: it is given the formula of one horizon after another as a
// file, and prints as in the SAT competitions.
type outside struct {
	z       *Puzzle
	command []string
	o       Options
	result  *backends.Result
}

// solveOutside is run for Options.SATSolver.
func (z *Puzzle) solveOutside(ctx context.Context, o Options) (*backends.Result, error) {
	command := strings.Fields(o.SATSolver)
	switch {
	case len(command) == 0:
		return nil, &OptionsError{errors.New("the command of the SAT solver is empty")}
	case o.Backend == "search" || o.Algorithm != "" && o.Algorithm != Auto:
		return nil, &OptionsError{errors.New("an outside SAT solver goes with the backend sat, which has no algorithms to choose from")}
	case o.All:
		return nil, &OptionsError{errors.New("an outside SAT solver finds one solution; leave it out to find all")}
	}
	dir, err := os.MkdirTemp("", "pzc-")
	if err != nil {
		return nil, &OptionsError{reason(err)}
	}
	defer os.RemoveAll(dir)
	s := &outside{z: z, command: command, o: o}
	begin := time.Now()
	err = s.horizons(ctx, filepath.Join(dir, "formula.cnf"))
	if err != nil {
		return nil, err
	}
	s.result.Algorithm, s.result.Engine = "outside", filepath.Base(command[0])
	s.result.Choice = "sat, because a SAT solver was named"
	s.result.Stats.SolveTime = time.Since(begin)
	return s.result, nil
}

// horizons tries one horizon after another.
func (s *outside) horizons(ctx context.Context, file string) error {
	t := s.z.task
	if t.Facts.Unsolvable != "" {
		s.result = &backends.Result{Status: backends.Unsolvable, Proof: backends.ProofInvariant, Reason: t.Facts.Unsolvable}
		return nil
	}
	first, last := s.o.MinHorizon, s.o.MaxHorizon
	if s.o.Horizon != nil {
		first, last = *s.o.Horizon, s.o.Horizon
	}
	for horizon := first; ; horizon++ {
		refuted, err := s.try(ctx, file, horizon)
		switch {
		case ctx.Err() != nil:
			s.result = &backends.Result{Status: backends.Unknown, Reason: fmt.Sprintf("no plan of %d to %d moves was found before", first, horizon-1)}
			return nil
		case err != nil:
			return err
		case !refuted:
			s.result.Optimal = first == 0 && t.Facts.MinCost == t.Facts.MaxCost
			return nil
		case len(t.Moves) == 0:
			return nil
		case last != nil && horizon >= *last:
			s.result.Reason = fmt.Sprintf("no plan has %d to %d moves", first, *last)
			return nil
		}
	}
}

var saysUnsat = regexp.MustCompile(`(?m)^(s UNSATISFIABLE|UNSAT|UNSATISFIABLE)\s*$`)

// try has the formula of one horizon solved; refuted tells that it has no model.
func (s *outside) try(ctx context.Context, file string, horizon int) (refuted bool, err error) {
	if s.o.Progress != nil {
		s.o.Progress(fmt.Sprintf("%s: %d moves", s.command[0], horizon))
	}
	if err := s.write(ctx, file, horizon); err != nil {
		return false, err
	}
	var out, complaint bytes.Buffer
	cmd := exec.CommandContext(ctx, s.command[0], append(s.command[1:len(s.command):len(s.command)], file)...)
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err = cmd.Run()
	var status *exec.ExitError // SAT solvers end with status 10 or 20 when they have decided
	if err != nil && !errors.As(err, &status) {
		return false, &OptionsError{fmt.Errorf("the SAT solver cannot be run: %w", err)}
	}
	s.result, err = sat.Decode(ctx, s.z.task, s.export(horizon), bytes.NewReader(out.Bytes()))
	refuted = saysUnsat.Match(out.Bytes())
	if err != nil || s.result.Status == backends.Unknown && !refuted {
		return false, &OptionsError{fmt.Errorf("%s did not answer as SAT solvers do in competitions (%s)", s.command[0], firstLine(complaint.String(), err))}
	}
	return refuted, nil
}

func (s *outside) write(ctx context.Context, file string, horizon int) error {
	f, err := os.Create(file)
	if err != nil {
		return &OptionsError{reason(err)}
	}
	if err := errors.Join(sat.EmitCNF(ctx, f, s.z.task, s.export(horizon)), f.Close()); err != nil {
		return &OptionsError{err}
	}
	return nil
}

func (s *outside) export(horizon int) Export {
	return Export{Horizon: horizon, Encoding: s.o.Encoding, AtMost: s.o.AtMost}
}

// firstLine is what a program complained of, or else what was wrong with its answer.
func firstLine(complaint string, err error) string {
	line, _, _ := strings.Cut(strings.TrimSpace(complaint), "\n")
	if line == "" && err != nil {
		return err.Error()
	}
	if line == "" {
		return "it says nothing"
	}
	return line
}
