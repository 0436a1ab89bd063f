package search

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// prunedAtOnce searches without a heuristic, and leaves out what is redundant from the first state on.
func prunedAtOnce(t require.TestingT, tk *task.Task, algorithm string, noPrune bool) (job.Outcome, int64) {
	s := &solver{run: newRun(context.Background(), tk, backends.Options{NoPrune: noPrune}), res: &backends.Result{}}
	s.PruneAfter = 0
	s.Begin()
	var o job.Outcome
	if algorithm == "backtrack" {
		o = s.backtrack()
	} else {
		s.deep.General = true
		o = s.idastar()
	}
	require.Empty(t, s.Stop)
	if o.Found {
		p := s.plan(o.Root, o.Moves)
		replay(t, tk, &p)
	}
	return o, s.Counts.Expanded
}

// TestPrunedSearches compares searches that leave out redundant sequences with exploration.
func TestPrunedSearches(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomPlain(rt)
		if rapid.IntRange(0, 2).Draw(rt, "any operators") == 0 {
			tk = searchtest.RandomTask(rt, false)
		}
		ref := searchtest.Explore(tk)
		if len(ref.States) > 40 || len(ref.Starts) == 0 || tk.Facts.Unsolvable != "" {
			return
		}
		for _, algorithm := range []string{"idastar", "backtrack"} {
			o, _ := prunedAtOnce(rt, tk, algorithm, false)
			require.Equal(rt, ref.Best != job.NoCost, o.Found, algorithm)
			if o.Found && algorithm != "backtrack" {
				r := newRun(context.Background(), tk, backends.Options{})
				s := &solver{run: r, res: &backends.Result{}}
				s.Begin()
				require.Equal(rt, ref.Best, s.plan(o.Root, o.Moves).Cost, algorithm)
			}
		}
	})
}

// TestPrunedTurns: turns of two faces are found with and without what is redundant or declared.
func TestPrunedTurns(t *testing.T) {
	start := []int64{1, 2, 3, 0, 5, 6, 7, 4, 8}
	tk := searchtest.Turns(9, start, searchtest.Span(9), []int{4, 4}, [][]int{{0, 1, 2, 3}}, [][]int{{4, 5, 6, 7}})
	for _, off := range []bool{false, true} {
		o, expanded := prunedAtOnce(t, tk, "idastar", off)
		require.True(t, o.Found)
		require.Len(t, o.Moves, 2)
		require.Less(t, expanded, int64(20))
	}
	for _, sequences := range [][][]int32{{{0, 3}, {1, 4}}, {{3, 0}, {4, 1}}, {{0, 3}, {3, 1}}} {
		tk.Prunings = []task.Pruning{{Name: "prune 1", Sequences: sequences}}
		o, _ := prunedAtOnce(t, tk, "idastar", false)
		require.Len(t, o.Moves, 2)
	}
}
