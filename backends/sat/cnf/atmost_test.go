package cnf_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/solver"
)

// Each way to say at most one admits each of the literals alone, none, and no two of them.
func TestAtMostOne(t *testing.T) {
	for _, way := range append(cnf.AtMostOnes(), "") {
		for n := 1; n <= 30; n += 1 + n/8 {
			s := solver.New()
			f := cnf.New(context.Background(), s, cnf.Options{AtMost: way})
			unless, lits := f.NewVar(), make([]cnf.Lit, n)
			for i := range lits {
				lits[i] = f.NewVar()
			}
			f.AtMostOne(lits, unless)
			require.Equal(t, solver.Satisfiable, s.Solve(context.Background(), -unless))
			for i, a := range lits {
				require.Equal(t, solver.Satisfiable, s.Solve(context.Background(), a, -unless))
				for _, b := range lits[:i] {
					require.Equal(t, solver.Unsatisfiable, s.Solve(context.Background(), a, b, -unless), "%s of %d",
						way, n)
					require.Equal(t, solver.Satisfiable, s.Solve(context.Background(), a, b, unless), "%s of %d", way,
						n)
				}
			}
		}
	}
}
