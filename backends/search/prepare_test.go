package search

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
)

// TestCandidateTakesTooLong: what is not ready when it has taken longer than the search is given up, and asked again
// later.
func TestCandidateTakesTooLong(t *testing.T) {
	tk := searchtest.Tiles(3, 3, 8, 6, 7, 2, 5, 4, 3, 0, 1)
	s := &solver{run: newRun(context.Background(), tk, backends.Options{})}
	s.chooser = newChooser(usual)
	before := s.Maker.Ctx
	slow := candidate{name: "slow", make: func() (estimate.Estimate, error) {
		<-s.Maker.Ctx.Done()
		return estimate.Blind, estimate.ErrStopped
	}}
	_, err := s.prepare(slow)
	require.ErrorIs(t, err, errNotYet)
	assert.Equal(t, before, s.Maker.Ctx)
	assert.Zero(t, s.done(), "that is not counted as search")
	failing := candidate{name: "failing", make: func() (estimate.Estimate, error) {
		return estimate.Blind, errors.New("none")
	}}
	_, err = s.prepare(failing)
	require.NotErrorIs(t, err, errNotYet)
}

// TestPreparationGoesOn: what rests keeps what it has done, and is ended with the search.
func TestPreparationGoesOn(t *testing.T) {
	tk := searchtest.Tiles(3, 3, 8, 6, 7, 2, 5, 4, 3, 0, 1)
	s := &solver{run: newRun(context.Background(), tk, backends.Options{})}
	s.chooser = newChooser(pace{least: time.Millisecond})
	search := func() { // for longer than the preparation
		if p := s.resting["long"]; p != nil {
			s.spent = int64((p.took + 2*time.Millisecond).Seconds() * perSecond)
		}
	}
	steps, ended := 0, false
	long := candidate{name: "long", make: func() (estimate.Estimate, error) {
		for ; steps < 3; steps++ {
			<-s.Maker.Ctx.Done()
			if s.Maker.Rest() != nil {
				ended = true
				return estimate.Blind, estimate.ErrStopped
			}
		}
		return estimate.Blind, nil
	}}
	for want := range 3 {
		search()
		_, err := s.prepare(long)
		require.ErrorIs(t, err, errNotYet)
		require.Equal(t, want, steps)
	}
	search()
	_, err := s.prepare(long)
	require.NoError(t, err)
	require.Equal(t, 3, steps)
	require.Empty(t, s.resting)

	steps = 0
	search()
	_, err = s.prepare(long)
	require.ErrorIs(t, err, errNotYet)
	s.resting[long.name].took, s.prepared = time.Hour, time.Hour
	_, err = s.prepare(long)
	require.ErrorIs(t, err, errNotYet)
	require.Equal(t, 0, steps, "it has taken longer than the search, and rests")
	s.abandon()
	require.True(t, ended)
}

// TestTablesNextToStates: tables for which the states of A* leave no room are wanted again when these are forgotten.
func TestTablesNextToStates(t *testing.T) {
	tk := searchtest.Tiles(3, 3, 8, 6, 7, 2, 5, 4, 3, 0, 1)
	s := &solver{run: newRun(context.Background(), tk, backends.Options{Memory: 1 << 24})}
	s.chooser = newChooser(usual)
	greedy := candidate{name: "greedy", make: func() (estimate.Estimate, error) {
		if s.Maker.Memory < 1<<22 {
			return estimate.Blind, errors.New("no memory")
		}
		return estimate.Blind, nil
	}}
	s.Own = 15 << 20
	_, err := s.prepare(greedy)
	require.ErrorIs(t, err, errNotYet)
	require.True(t, s.cramped["greedy"])
	s.Own = 0
	_, err = s.prepare(greedy)
	require.NoError(t, err)

	large := candidate{name: "large", make: func() (estimate.Estimate, error) {
		if s.Maker.Memory < 12<<20 {
			return estimate.Blind, errors.New("no memory")
		}
		return estimate.Blind, nil
	}}
	_, err = s.prepare(large)
	require.ErrorContains(t, err, "no memory")
	s.algorithm = "idastar" // keeps no states
	_, err = s.prepare(large)
	require.NoError(t, err)
}

// TestPeakBytes: tables count once, and so does what building them takes for a time.
func TestPeakBytes(t *testing.T) {
	tk := searchtest.Tiles(3, 3, 8, 6, 7, 2, 5, 4, 3, 0, 1)
	o := backends.Options{Algorithm: "idastar", Heuristic: "patterns", Tables: t.TempDir()}
	for range 2 {
		s := &solver{run: newRun(t.Context(), tk, o), res: &backends.Result{Status: backends.Unsolvable}}
		require.NoError(t, s.solve())
		tables := s.Maker.Bytes()
		require.Greater(t, tables, int64(1<<14))
		res := solve(t, tk, o)
		assert.Greater(t, res.Stats.PeakBytes, tables)
		assert.Less(t, res.Stats.PeakBytes, 2*tables)
	}

	s := &solver{run: newRun(t.Context(), tk, backends.Options{})}
	s.chooser = newChooser(pace{least: time.Hour})
	s.Own = 1 << 30
	_, err := s.prepare(candidate{name: "tables", make: func() (estimate.Estimate, error) {
		return s.Maker.Named("patterns")
	}})
	require.NoError(t, err)
	tables := s.Maker.Bytes()
	assert.Greater(t, s.Counts.PeakBytes, 1<<30+s.Space.Bytes()+tables*5/4)
	assert.Less(t, s.Counts.PeakBytes, 1<<30+s.Space.Bytes()+tables*20)
}

// TestTablesWhenMemoryIsFull: where A* fills the memory, its states are forgotten and tables are built, whatever they
// take.
func TestTablesWhenMemoryIsFull(t *testing.T) {
	tk := searchtest.Tiles(3, 3, 8, 6, 7, 2, 5, 4, 3, 0, 1)
	searchtest.Weigh(tk)
	want := solve(t, tk, backends.Options{Algorithm: "ucs"}).Plans[0].Cost
	s := &solver{run: newRun(t.Context(), tk, backends.Options{}), res: &backends.Result{Status: backends.Unsolvable}}
	s.pace = pace{review: 1 << 40, states: 1 << 40, deep: 1 << 40}
	s.Memory = 2 << 20
	require.NoError(t, s.solve())
	assert.Contains(t, s.choice, "A* again when the memory was full")
	require.Equal(t, backends.Solved, s.res.Status, s.res.Reason)
	assert.True(t, s.res.Optimal)
	assert.Equal(t, want, s.res.Plans[0].Cost)
}

// TestWorkIsCounted: the work of a leg stays when the next one begins, and moves that update an estimate cost less.
func TestWorkIsCounted(t *testing.T) {
	tk := searchtest.Tiles(3, 3, 8, 6, 7, 2, 5, 4, 3, 0, 1)
	s := &solver{run: newRun(t.Context(), tk, backends.Options{})}
	s.chooser = newChooser(usual)
	s.algorithm = "astar"
	require.InDelta(t, perKept, s.perWork(), 0)
	s.spent, s.from, s.rate = 7, 10, s.perWork()
	s.Work = 110
	require.EqualValues(t, 307, s.done())
	require.Equal(t, 30700*time.Nanosecond, timeOf(s.done()))
	s.algorithm = "idastar"
	for _, h := range []string{"manhattan", "lmcut"} {
		e, err := s.Maker.Named(h)
		require.NoError(t, err)
		s.Heuristic = e
		require.InDelta(t, map[string]float64{"manhattan": perUpdated, "lmcut": perWord}[h], s.perWork(), 0)
	}
}
