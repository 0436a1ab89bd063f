package sat

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/solver"
)

// TestBoundedClauses adds clauses with literals that occur twice, with a literal and its negation, and with very many
// literals: such clauses were added in time quadratic in their length.
func TestBoundedClauses(t *testing.T) {
	if testing.Short() {
		t.Skip("a million clauses")
	}
	b := newBounded(nil, nil)
	lits := make([]cnf.Lit, 1_000_000)
	for i := range lits {
		lits[i] = b.NewVar()
	}
	x, y := lits[0], lits[1]
	b.Clause(slices.Concat(lits, lits))
	b.Clause([]cnf.Lit{x, y, -x})
	b.Clause([]cnf.Lit{-y, -y})
	for _, l := range lits[2:] {
		b.Clause([]cnf.Lit{-l})
	}
	require.Equal(t, solver.Satisfiable, b.Solve(t.Context()))
	require.Equal(t, solver.Unsatisfiable, b.Solve(t.Context(), -x))
}
