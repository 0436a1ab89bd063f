package cnf_test

import (
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
