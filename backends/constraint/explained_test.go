package constraint

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/constraint/cdcl"
)

// TestExplanationsImply checks each explanation by a second propagation: in a fresh solver the literals of the
// explanation alone make the explained literal true, or contradict each other.
func TestExplanationsImply(t *testing.T) { eachExplanationImplies(t, 400) }

func TestLongExplanationsImply(t *testing.T) { eachExplanationImplies(t, 600) }

func TestHoursExplanationsImply(t *testing.T) { eachExplanationImplies(t, 12_000) }

func eachExplanationImplies(t *testing.T, tasks uint64) {
	explanationsImply(t, tasks, draw)
	explanationsImply(t, tasks/4, drawDifferences)
	explanationsImply(t, tasks, drawPaths)
	explanationsImply(t, tasks, drawRegions)
}

func explanationsImply(t *testing.T, tasks uint64, draw func(seed uint64) drawn) {
	t.Helper()
	checked := uint64(0)
	for seed := range tasks {
		d := draw(seed)
		r := &run{ctx: context.Background(), task: d.task, o: backends.Options{Memory: 1 << 30}, result: &backends.Result{}}
		again := &run{ctx: r.ctx, task: d.task, o: r.o, result: &backends.Result{}}
		require.NoError(t, again.build(math.MaxInt64))
		require.NoError(t, r.build(math.MaxInt64))
		if !again.s.Sat.Assume() {
			continue
		}
		common := r.s.Sat.Vars()
		same := func(l cdcl.Lit) cdcl.Lit {
			b, ok := r.s.of(l)
			if !ok || int(l.Var()) < common {
				return l
			}
			m := again.s.atMost(b.X, b.K)
			if b.Above {
				m = m.Not()
			}
			return m
		}
		r.s.Sat.Explained = func(l cdcl.Lit, because []cdcl.Lit) {
			checked++
			require.True(t, again.s.Sat.Root())
			goal := same(l)
			var all []cdcl.Lit
			for _, m := range because {
				require.Positive(t, r.s.Sat.Value(m), "seed %d: an explanation is not true", seed)
				all = append(all, same(m))
			}
			if !again.s.Sat.Assume(all...) || again.s.Sat.Value(goal) > 0 {
				return
			}
			require.True(t, again.s.Sat.Root()) // it may follow, though no propagator sees it
			status := again.s.Sat.SolveAssuming(func() bool { return false }, append(all, goal.Not())...)
			require.Equal(t, cdcl.Unsat, status, "seed %d: literal %d does not follow from %d", seed, l, because)
		}
		_, err := r.improve()
		require.NoError(t, err)
	}
	require.Greater(t, checked, tasks/5)
}
