package difftest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/explore"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// TestWorkAgrees: an answer at a limit of work claims nothing that is wrong, names the limit, and is the same again.
func TestWorkAgrees(t *testing.T) {
	property(t, func(rt *rapid.T) {
		write := rapid.SampledFrom([]func(*rapid.T, int) string{writeModel, writeConstraints, writeBest}).Draw(rt, "kind")
		s := drawBy(rt, write, 500)
		if s == nil {
			return
		}
		most := rapid.Int64Range(1, 3000).Draw(rt, "steps")
		o := backends.Options{Count: rapid.Bool().Draw(rt, "count"), NoPrune: true, NoSymmetry: true}
		o.All = o.Count || rapid.Bool().Draw(rt, "all")
		for _, name := range append(puzzle.Backends(), "") {
			whole, err := s.puzzle.Solve(t.Context(), puzzle.Options{Backend: name, Options: o})
			if err != nil {
				continue // the backend does not know the task
			}
			a, b := s.within(most, name, o), s.within(most, name, o)
			require.Equal(rt, a, b, name)
			switch {
			case a.Status == backends.Unknown || a.Status == backends.Solved && a.All && !a.Complete:
				require.Contains(rt, a.Reason, "[Work] allows more", name)
			default:
				require.Equal(rt, whole.Status, a.Status, "%s: %s", name, a.Reason)
				require.Equal(rt, whole.Count, a.Count, name)
				require.Equal(rt, whole.Complete, a.Complete, name)
			}
			if a.Status == backends.Solved && a.Optimal && !a.Complete && !o.All {
				require.Equal(rt, whole.Solutions[0].Cost, a.Solutions[0].Cost, name)
			}
			if o.Count && a.Count != nil {
				require.LessOrEqual(rt, a.Count.Cmp(whole.Count), 0, name)
			}
			require.LessOrEqual(rt, len(a.Solutions), max(1, len(whole.Solutions)), name)
		}
	})
}

// within solves with a limit of work.
func (s *subject) within(most int64, name string, o backends.Options) *puzzle.Answer {
	o.Work = &backends.Work{Most: most}
	a, err := s.puzzle.Solve(s.rt.Context(), puzzle.Options{Backend: name, Options: o})
	require.NoError(s.rt, err)
	a.Stats.SolveTime, a.CompileTime, a.CheckTime = 0, 0, 0
	return a
}

// TestWorkVisits: a limit of work ends the count of reachable states and the test of promises at the same place each
// time, ends their context, and changes no result that is complete.
func TestWorkVisits(t *testing.T) {
	property(t, func(rt *rapid.T) {
		s := drawBy(rt, writeModel, 500)
		if s == nil {
			return
		}
		most := rapid.Int64Range(1, 30_000).Draw(rt, "steps")
		visit := func() (*explore.Exploration, *puzzle.Verification, error) {
			ctx, work, end := (*backends.Work)(nil).Within(t.Context(), most)
			defer end()
			v := s.puzzle.Verify(ctx, 500, 0)
			e, err := s.puzzle.Explore(ctx, explore.Options{Options: backends.Options{Work: work, Threads: 1}})
			require.NoError(rt, err)
			e.Stats.SolveTime = 0
			return e, v, context.Cause(ctx)
		}
		e, v, cause := visit()
		again, verified, _ := visit()
		require.Equal(rt, e, again)
		require.Equal(rt, v, verified)
		if cause != nil {
			require.ErrorContains(rt, cause, "was reached")
			return
		}
		whole, err := s.puzzle.Explore(t.Context(), explore.Options{Options: backends.Options{Threads: 1}})
		require.NoError(rt, err)
		require.Equal(rt, whole.Layers, e.Layers)
		require.Equal(rt, s.puzzle.Verify(t.Context(), 500, 0), v)
	})
}
