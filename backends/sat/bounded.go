package sat

import (
	"context"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/constraint/cdcl"
	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/solver"
	"github.com/pzc-lang/pzc/internal/lists"
)

// bounded is a formula in the solver of the constraint engine. It is a cnf.Sink. Its Solve gives up at a limit of work.
// gini can only be stopped by a clock, so what it proves before that differs between runs.
type bounded struct {
	clauses
	s       *cdcl.Solver
	work    *backends.Work // of all calls of Solve
	written *backends.Work // counts clauses, and eighths of their literals
}

// newBounded returns a solver without clauses.
func newBounded(work, written *backends.Work) *bounded {
	b := &bounded{work: work, written: written}
	b.s = cdcl.New(&b.clauses)
	return b
}

// NewVar implements cnf.Sink.
func (b *bounded) NewVar() cnf.Lit { return cnf.Lit(b.s.NewVar().Var()) }

// Clause implements cnf.Sink.
func (b *bounded) Clause(lits []cnf.Lit) {
	b.written.Over(1 + int64(len(lits)/8))
	b.s.Root()
	out := lists.Map(lits, literal)
	b.s.Add(out...)
}

// Group implements cnf.Sink and does nothing.
func (b *bounded) Group(string) {}

// About implements cnf.Sink and does nothing.
func (b *bounded) About(cnf.Source) {}

// Label implements cnf.Sink and does nothing.
func (b *bounded) Label(cnf.Lit, string) {}

// Solve looks for a model of the clauses in which the assumptions are true. The answer is Interrupted if the context
// ended, or if the limit of work is reached.
func (b *bounded) Solve(ctx context.Context, assumptions ...cnf.Lit) int {
	assumed := lists.Map(assumptions, literal)
	visits := b.s.Visits
	over := func() bool {
		steps := b.s.Visits - visits
		visits = b.s.Visits
		return b.work.Over(steps) || ctx.Err() != nil
	}
	var status cdcl.Status
	if !over() {
		status = b.s.SolveAssuming(over, assumed...)
		over()
	}
	switch status {
	case cdcl.Sat:
		return solver.Satisfiable
	case cdcl.Unsat:
		return solver.Unsatisfiable
	case cdcl.Stopped:
	}
	return solver.Interrupted
}

// Value is the truth of a literal in the model of the last successful solve.
func (b *bounded) Value(l cnf.Lit) bool {
	if l == cnf.True || l == cnf.False {
		return l == cnf.True
	}
	return b.s.Value(literal(l)) > 0
}

func literal(l cnf.Lit) cdcl.Lit {
	if l < 0 {
		return cdcl.Lit(-2*l + 1)
	}
	return cdcl.Lit(2 * l)
}

// clauses is a theory that adds nothing to the clauses.
type clauses struct{}

func (*clauses) Assigned(cdcl.Lit)      {}
func (*clauses) Undo(int32)             {}
func (*clauses) Propagate() (_, _ bool) { return true, true }
func (*clauses) Explain(_ cdcl.Lit, _, _, _ int32, out []cdcl.Lit) []cdcl.Lit {
	return out
}
func (*clauses) Decide() cdcl.Lit   { return cdcl.NoLit }
func (*clauses) Complete() cdcl.Lit { return cdcl.NoLit }
