package depthfirst

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// TestTeam compares passes that threads share with passes of a single thread: the plan and all counts are the same.
func TestTeam(t *testing.T) {
	shared, plans := [maxWords + 1]int{}, 0 // shared: by words
	rapid.Check(t, func(rt *rapid.T) {
		tk := rapid.SampledFrom([]func(*rapid.T) *task.Task{
			searchtest.RandomPlain, randomExchange, func(rt *rapid.T) *task.Task { return searchtest.RandomTask(rt, false) },
			func(rt *rapid.T) *task.Task { return randomExchangeBehind(rt, nearlyWord(rt)) },
		}).Draw(rt, "kind")(rt)
		ref := searchtest.Explore(tk)
		if len(ref.Starts) == 0 || len(ref.States) > 120 || ref.Best == job.NoCost && len(ref.States) > 12 {
			return
		}
		name := rapid.SampledFrom([]string{"blind", "goalcount", "patterns"}).Draw(rt, "heuristic")
		type counted struct {
			job.Outcome
			backends.Stats
		}
		deepen := func(threads int, shares bool) (c counted, wary, ok bool) {
			s := newSearch(tk, backends.Options{NoPrune: true, Threads: threads})
			s.shares = shares
			var err error
			s.Heuristic, err = s.Maker.Named(name)
			if err != nil {
				return c, false, false
			}
			d, ok := s.newIDAStar()
			if !ok {
				return c, false, false
			}
			if updated, _ := d.updates(); updated {
				shared[s.Space.Layout.Words]++
			}
			c.Outcome = s.deepen(d.pass)
			require.Empty(rt, s.Stop)
			c.Stats = s.Counts
			c.PeakBytes = 0
			switch d := d.(type) {
			case *idaStar[uint64]:
				wary = d.wary
			case *idaStar[wide]:
				wary = d.wary
			}
			return c, wary, true
		}
		alone, wary, ok := deepen(1, false)
		if !ok {
			return
		}
		two, waryToo, _ := deepen(2, true)
		one, _, _ := deepen(1, true)
		require.Equal(rt, one, two)
		require.Equal(rt, alone.Found, two.Found)
		if !wary && !waryToo {
			require.Equal(rt, alone, two)
		}
		if alone.Found {
			plans++
		}
	})
	if !testing.Short() { // make quick draws few puzzles
		require.Positive(t, shared[1])
		require.Positive(t, shared[2]+shared[3])
		require.Positive(t, plans)
	}
}
