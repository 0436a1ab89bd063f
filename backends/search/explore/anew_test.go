package explore

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// withoutNetwork takes a survey without a network, however few states there are. It returns nil if that is not
// possible.
func withoutNetwork(ctx context.Context, t require.TestingT, tk *task.Task, o SurveyOptions) *Survey {
	e, err := exploring(ctx, tk, o.Options)
	require.NoError(t, err)
	v := &survey{Job: e.Job, o: o, Survey: &Survey{Exploration: e.Exploration, Optimal: -1}}
	if e.visited == nil || !v.Space.EqualCosts() || e.States() == 0 {
		return nil
	}
	ok, err := v.takeAnew(e)
	require.NoError(t, err)
	if !ok {
		return nil
	}
	return v.Survey
}

// TestAnewAgainstReference: a survey without a network of random tasks, in which most moves cannot be undone, is right
// or not possible.
func TestAnewAgainstReference(t *testing.T) {
	taken := 0
	rapid.Check(t, func(rt *rapid.T) {
		tk := randomTask(rt)
		if len(tk.Heuristics) == 0 {
			tk.Heuristics = []task.Heuristic{{Name: "terms", Value: tk.Pool.Const(1), Admissible: true}}
		}
		v := withoutNetwork(t.Context(), rt, tk, SurveyOptions{Heuristics: []string{"terms"}})
		if v == nil {
			return
		}
		taken++
		ref := searchtest.Explore(tk)
		rest := restsOf(ref)
		agreeOnDistances(rt, ref, rest, v)
		agreeOnPlans(rt, ref, v)
		agreeOnHeuristic(rt, ref, rest, v)
	})
	assert.Positive(t, taken)
}

// TestAnewAndNetwork: with and without a network, a survey finds the same.
func TestAnewAndNetwork(t *testing.T) {
	quick := []string{"goalcount", "blind"}
	all := append([]string{"hmax", "add"}, quick...)
	for _, c := range []struct {
		name       string
		task       *task.Task
		heuristics []string
	}{
		{"tiles, packed", searchtest.Tiles(2, 3, 1, 2, 3, 4, 5, 0), all},
		{"tiles, ranked", searchtest.Tiles(3, 3, 8, 6, 7, 2, 5, 4, 3, 0, 1), quick},
		{"hanoi", searchtest.Hanoi(4, 5), all},
		{"pancakes, ranked", searchtest.Pancakes(8, 0, 7, 1, 6, 2, 5, 3, 4), quick},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := SurveyOptions{Heuristics: c.heuristics}
			want, err := TakeSurvey(t.Context(), c.task, o)
			require.NoError(t, err)
			require.True(t, want.Surveyed)
			e, err := exploring(t.Context(), c.task, o.Options)
			require.NoError(t, err)
			v := &survey{Job: e.Job, o: o, Survey: &Survey{Exploration: e.Exploration, Optimal: -1}}
			if v.fitsAnew(e.visited) { // then want was taken without a network
				want = &Survey{Exploration: want.Exploration, Optimal: -1}
				v.Survey = want
				require.NoError(t, v.take())
			}
			got := withoutNetwork(t.Context(), t, c.task, o)
			require.NotNil(t, got)
			require.Len(t, got.Hardest.Example, len(c.task.Vars))
			for _, s := range []*Survey{got, want} {
				s.Exploration, s.Hardest.Example = nil, nil // any of the hardest is an example
				s.Diameter, s.NoDiameter = nil, ""
			}
			assert.Equal(t, want, got)
		})
	}
}

// TestAnewEnded: a counterexample that was found counts, though the comparison was ended.
func TestAnewEnded(t *testing.T) {
	for heuristic, found := range map[string]bool{"add": true, "goalcount": false} {
		ctx, end := context.WithCancel(t.Context())
		o := SurveyOptions{Heuristics: []string{heuristic}, NoDiameter: true}
		o.Threads = 1
		o.Progress = func(p backends.Progress) {
			if p.Doing == "heuristics" && p.Done > 0 {
				end()
			}
		}
		v := withoutNetwork(ctx, t, searchtest.Tiles(3, 3, 8, 6, 7, 2, 5, 4, 3, 0, 1), o)
		require.Equal(t, "stopped while heuristics were compared", v.Reason)
		require.Equal(t, found, len(v.Comparisons) == 1 && v.Comparisons[0].TooHigh != nil, heuristic)
		end()
	}
}
