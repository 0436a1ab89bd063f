package cnf_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/solver"
)

// An error of Watch ends the formula. Watch is not called again.
func TestWatchEndsAFormula(t *testing.T) {
	enough, calls := errors.New("enough"), 0
	f := cnf.New(t.Context(), solver.New(), cnf.Options{Watch: func(clauses int64) error {
		if calls++; clauses < 3000 {
			return nil
		}
		return enough
	}})
	x := f.NewVar()
	for range 10_000 {
		f.Clause(x)
	}
	f.Check()
	require.ErrorIs(t, f.Err(), enough)
	require.Equal(t, 3, calls)
	require.EqualValues(t, 3072, f.Size().Clauses)
}

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
