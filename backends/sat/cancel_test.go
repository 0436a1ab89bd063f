package sat

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/encode"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/backends/sat/solver"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Work that is ended at any time, many times at once, ends and leaves no goroutine behind. Most of it could not be
// finished.
func TestWorkIsEnded(t *testing.T) {
	dear := func() *task.Task {
		x := endlessTiles()
		for m := range x.Moves {
			x.Moves[m].Cost = x.Pool.Const(int64(1 + m%3))
		}
		return x
	}
	before := runtime.NumGoroutine()
	var all sync.WaitGroup
	errs := make(chan error, 100)
	for i, w := range []struct {
		task *task.Task
		o    backends.Options
	}{
		{endlessTiles(), backends.Options{}},
		{endlessTiles(), backends.Options{Encoding: encode.Textbook}},
		{endlessTiles(), backends.Options{Parallel: true}},
		{dear(), backends.Options{MinHorizon: 31}},
		{dear(), backends.Options{}},
		{sattest.PairsOfLights(9, 0), backends.Options{}},
		{searchtest.Queens(40), backends.Options{All: true}},
		{searchtest.Queens(12), backends.Options{All: true}},
	} {
		for k := range 3 {
			all.Go(func() {
				ctx, cancel := context.WithCancel(context.Background())
				defer time.AfterFunc(time.Duration(1+20*k*k+i)*time.Millisecond, cancel).Stop()
				_, err := Backend{}.Solve(ctx, w.task, w.o)
				errs <- err
			})
		}
	}
	all.Wait()
	close(errs)
	for err := range errs {
		require.NoError(t, err)
	}
	for runtime.NumGoroutine() > before+1 { // one that stays runs into the deadline of the tests
		time.Sleep(time.Millisecond)
	}
}

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
