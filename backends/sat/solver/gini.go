package solver

import (
	"context"
	"runtime"
	"time"

	"github.com/go-air/gini"
	"github.com/go-air/gini/inter"
	"github.com/go-air/gini/z"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
)

// Solver is the one place where gini is used. It keeps to what gini 1.0.4 does reliably: every variable comes from Lit, a
// solve runs in the background and is polled, and nothing is asked of a solver whose clauses have no model, because gini
// ends the process then.
type Solver struct {
	g    *gini.Gini
	dead bool    // the clauses have no model, whatever is assumed
	any  cnf.Lit // some variable, for the tautology that follows a failed solve
}

func New() *Solver { return &Solver{g: gini.New()} }

func (s *Solver) NewVar() cnf.Lit {
	l := cnf.Lit(s.g.Lit().Dimacs())
	s.any = l
	return l
}

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

func (s *Solver) Group(string)          {}
func (s *Solver) About(cnf.Source)      {}
func (s *Solver) Label(cnf.Lit, string) {}

// The answers of solve.
const (
	Satisfiable   = 1
	Unsatisfiable = -1
	Interrupted   = 0
)

// Solve looks for a model of the clauses in which the assumptions are true.
func (s *Solver) Solve(ctx context.Context, assumptions ...cnf.Lit) int {
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

// settle makes the solver usable again after a failed solve: without failed assumptions it never is; otherwise the core
// has to be read before a tautology takes gini out of its conflict.
func (s *Solver) settle() {
	if len(s.g.Why(nil)) == 0 {
		s.dead = true
		return
	}
	s.Clause([]cnf.Lit{s.any, -s.any})
}

// await polls a background solve: most solves take microseconds, and of the others it wastes a small part.
func await(ctx context.Context, h inter.Solve) int {
	const tight, longest = 300, 2 * time.Millisecond
	var begin time.Time
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
		default:
			time.Sleep(min(time.Since(begin)/10, longest))
		}
	}
}

// Value is the truth of a literal in the model of the last successful solve.
func (s *Solver) Value(l cnf.Lit) bool {
	switch l {
	case cnf.True:
		return true
	case cnf.False:
		return false
	}
	return s.g.Value(z.Dimacs2Lit(int(l)))
}
