package sat

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each way to say at most one admits each of the literals alone, none, and no two of them.
func TestAtMostOne(t *testing.T) {
	for _, way := range append(AtMostOnes(), "") {
		for n := 1; n <= 30; n += 1 + n/8 {
			s := newSolver()
			f := newFormula(context.Background(), s, options{atMost: way})
			unless, lits := f.newVar(), make([]lit, n)
			for i := range lits {
				lits[i] = f.newVar()
			}
			f.atMostOne(lits, unless)
			require.Equal(t, satisfiable, s.solve(context.Background(), -unless))
			for i, a := range lits {
				require.Equal(t, satisfiable, s.solve(context.Background(), a, -unless))
				for _, b := range lits[:i] {
					require.Equal(t, unsatisfiable, s.solve(context.Background(), a, b, -unless), "%s of %d", way, n)
					require.Equal(t, satisfiable, s.solve(context.Background(), a, b, unless), "%s of %d", way, n)
				}
			}
		}
	}
}
