// Package solver is the SAT solver within the process, gini. It gives the same answer each time, and ends a few
// milliseconds after its context.
package solver

import (
	"context"
	"runtime"
	"time"

	"github.com/go-air/gini"
	"github.com/go-air/gini/inter"
	"github.com/go-air/gini/z"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/internal/processor"
)

// Solver is a formula in gini. It is a cnf.Sink.
//
// It uses only what gini 1.0.4 does reliably. Every variable comes from gini's Lit. Solve runs gini in the background
// and polls it. A gini whose clauses have no model is not used again, because gini then ends the process.
type Solver struct {
	g    *gini.Gini
	dead bool    // the clauses have no model, whatever is assumed
	any  cnf.Lit // a variable, for the tautology after a failed solve

	failed []z.Lit // of the last Solve: assumptions from which the clauses have no model
}

// New returns a solver without clauses.
func New() *Solver { return &Solver{g: gini.New()} }

// NewVar implements cnf.Sink.
func (s *Solver) NewVar() cnf.Lit {
	l := cnf.Lit(s.g.Lit().Dimacs())
	s.any = l
	return l
}

// Clause implements cnf.Sink.
func (s *Solver) Clause(lits []cnf.Lit) {
	if s.dead {
		return
	}
	if len(lits) == 0 {
		s.dead = true
		return
	}
	for _, l := range lits {
		s.g.Add(z.Dimacs2Lit(int(l)))
	}
	s.g.Add(z.LitNull)
}

// Group implements cnf.Sink and does nothing.
func (s *Solver) Group(string) {}

// About implements cnf.Sink and does nothing.
func (s *Solver) About(cnf.Source) {}

// Label implements cnf.Sink and does nothing.
func (s *Solver) Label(cnf.Lit, string) {}

// The answers of Solve. Interrupted: the context ended first.
const (
	Satisfiable   = 1
	Unsatisfiable = -1
	Interrupted   = 0
)

// Solve looks for a model of the clauses in which the assumptions are true.
func (s *Solver) Solve(ctx context.Context, assumptions ...cnf.Lit) int {
	s.failed = s.failed[:0]
	if s.dead {
		return Unsatisfiable
	}
	if ctx.Err() != nil {
		return Interrupted
	}
	if s.any == 0 {
		return Satisfiable // no variables, no empty clause
	}
	for _, l := range assumptions {
		s.g.Assume(z.Dimacs2Lit(int(l)))
	}
	answer := await(ctx, s.g.GoSolve())
	if answer == Unsatisfiable {
		s.settle()
	}
	return answer
}

// settle makes gini usable again after a failed solve. If the solve did not fail because of assumptions, gini cannot be
// used again. Otherwise the failed assumptions must be read, and then a new clause, here a tautology, takes gini out of
// its conflict.
func (s *Solver) settle() {
	if s.failed = s.g.Why(s.failed); len(s.failed) == 0 {
		s.dead = true
		return
	}
	s.Clause([]cnf.Lit{s.any, -s.any})
}

// await polls a background solve. Most solves take microseconds. For longer ones the time between two polls grows to at
// most 2 ms. The solve rests as the context says.
func await(ctx context.Context, h inter.Solve) int {
	const tight, longest = 300, 2 * time.Millisecond
	var begin, resumed time.Time
	for i := 0; ; i++ {
		if answer, done := h.Test(); done {
			return answer
		}
		if ctx.Err() != nil {
			return h.Stop()
		}
		switch {
		case i < tight:
			runtime.Gosched()
		case i == tight:
			begin = time.Now()
			resumed = begin
		default:
			time.Sleep(min(time.Since(begin)/10, longest))
			if !processor.Rests(ctx) {
				resumed = time.Now()
				continue
			}
			if answer, paused := h.Pause(); !paused {
				return answer
			}
			processor.Rest(ctx, time.Since(resumed))
			h.Unpause()
			resumed = time.Now()
		}
	}
}

// Value returns the truth of a literal in the model of the last successful solve.
func (s *Solver) Value(l cnf.Lit) bool {
	switch l {
	case cnf.True:
		return true
	case cnf.False:
		return false
	}
	return s.g.Value(z.Dimacs2Lit(int(l)))
}
