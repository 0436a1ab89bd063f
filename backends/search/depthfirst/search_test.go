package depthfirst

import (
	"context"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/heuristic"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/pattern"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// newSearch returns a search at its roots, without a heuristic.
func newSearch(tk *task.Task, o backends.Options) *Search {
	j := job.New(context.Background(), tk, o)
	j.Maker.Rows = append(append(j.Maker.Rows, heuristic.Rows(j.Maker, o)...), pattern.Rows(j.Maker, o)...)
	s := &Search{Job: &j, Name: "idastar", MaxCost: job.TotalLimit(j.Space)}
	s.Begin()
	return s
}

// guided returns a search with a heuristic.
func guided(t require.TestingT, tk *task.Task, heuristic string, o backends.Options) *Search {
	s := newSearch(tk, o)
	var err error
	s.Heuristic, err = s.Maker.Named(heuristic)
	require.NoError(t, err)
	return s
}

// cost replays a plan and returns its cost.
func (s *Search) cost(t require.TestingT, tk *task.Task, o job.Outcome) int64 {
	require.True(t, o.Found, s.Stop)
	return searchtest.Replay(t, tk, s.Space.Layout.Unpack(s.Root(o.Root)), o.Moves)
}

// generally runs the search without lists.
func (s *Search) generally() job.Outcome {
	s.General = true
	return s.Deepen()
}
