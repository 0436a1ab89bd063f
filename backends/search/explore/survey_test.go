package explore

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// rests computes the least cost from each state of a reference to a goal, by going over all moves until nothing
// changes.
func restsOf(r *searchtest.Reference) map[string]int64 {
	rest := map[string]int64{}
	for k, s := range r.States {
		if rest[k] = job.NoCost; r.Goal(s) {
			rest[k] = 0
		}
	}
	for again := true; again; {
		again = false
		for k, s := range r.States {
			for m := range r.T.Moves {
				if next, c, ok := r.T.Apply(s, m); ok && rest[searchtest.Key(next)] != job.NoCost &&
					rest[searchtest.Key(next)]+c < rest[k] {
					rest[k], again = rest[searchtest.Key(next)]+c, true
				}
			}
		}
	}
	return rest
}

// apart is the greatest distance of two states.
func farthestApart(r *searchtest.Reference) (most int64) {
	for _, s := range r.States {
		one := &searchtest.Reference{
			T: r.T, Cost: map[string]int64{searchtest.Key(s): 0},
			States: map[string][]int64{searchtest.Key(s): s},
		}
		for queue := [][]int64{s}; len(queue) > 0; queue = queue[1:] {
			for m := range r.T.Moves {
				next, c, ok := r.T.Apply(queue[0], m)
				if d, seen := one.Cost[searchtest.Key(next)]; ok && (!seen || one.Cost[searchtest.Key(queue[0])]+c < d) {
					one.Cost[searchtest.Key(next)] = one.Cost[searchtest.Key(queue[0])] + c
					queue = append(queue, next)
				}
			}
		}
		for _, d := range one.Cost {
			most = max(most, d)
		}
	}
	return most
}

// randomTask draws a task with plain moves, or with every operator and states of one or several words.
func randomTask(rt *rapid.T) *task.Task {
	if rapid.Bool().Draw(rt, "plain") {
		return searchtest.RandomPlain(rt)
	}
	return searchtest.RandomTask(rt, rapid.IntRange(0, 3).Draw(rt, "wide") == 0)
}

// TestSurveyAgainstReference compares all that a survey finds with plain computations on random tasks.
func TestSurveyAgainstReference(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := randomTask(rt)
		tk.Dead = tk.Goal // a promise, and a wrong one
		if len(tk.Heuristics) == 0 {
			tk.Heuristics = []task.Heuristic{{Name: "terms", Value: tk.Pool.Const(1), Admissible: true}}
		}
		ref := searchtest.Explore(tk)
		rest := restsOf(ref)
		v, err := TakeSurvey(t.Context(), tk, SurveyOptions{Heuristics: []string{"terms"}, Diameter: true, Keep: true})
		require.NoError(rt, err)
		if len(ref.States) == 0 {
			require.False(rt, v.Surveyed)
			return
		}
		require.True(rt, v.Surveyed, v.Reason)
		agreeOnDistances(rt, ref, rest, v)
		agreeOnPlans(rt, ref, v)
		agreeOnHeuristic(rt, ref, rest, v)
		require.Equal(rt, farthestApart(ref), v.Diameter.Distance)
		require.Len(rt, v.Kept.States, len(ref.States))
		for i, s := range v.Kept.States {
			require.Equal(rt, ref.Moves[searchtest.Key(s)], v.Kept.Depths[i])
			want := rest[searchtest.Key(s)]
			if want == job.NoCost {
				want = -1
			}
			require.Equal(rt, want, v.Kept.Rests[i])
		}
		for _, m := range v.Kept.Moves {
			next, c, ok := tk.Apply(v.Kept.States[m.From], m.Move)
			require.True(rt, ok)
			require.Equal(rt, v.Kept.States[m.To], next)
			require.Equal(rt, c, m.Cost)
		}
	})
}

func agreeOnDistances(t require.TestingT, ref *searchtest.Reference, rest map[string]int64, v *Survey) {
	by := map[int64]int64{}
	var goals, dead, hopeless, total int64
	trapped, hardest, farthest := -1, int64(-1), int64(0)
	for k, s := range ref.States {
		if ref.Goal(s) {
			goals++
		} else if moves(ref.T, s) == 0 {
			dead++
		}
		farthest = max(farthest, ref.Cost[k])
		if rest[k] == job.NoCost {
			hopeless++
		} else {
			by[rest[k]]++
			hardest = max(hardest, rest[k])
		}
		for m := range ref.T.Moves {
			next, _, ok := ref.T.Apply(s, m)
			if !ok {
				continue
			}
			total++
			if rest[k] != job.NoCost && rest[searchtest.Key(next)] == job.NoCost && (trapped < 0 || ref.Moves[k] < trapped) {
				trapped = ref.Moves[k]
			}
		}
	}
	require.Equal(t, total, v.Moves())
	require.Equal(t, []int64{goals, dead, hopeless}, []int64{v.Goals, v.DeadEnds, v.Hopeless})
	require.Len(t, v.Distances, len(by))
	for _, d := range v.Distances {
		require.Equal(t, by[d.Distance], d.States)
	}
	if trapped < 0 {
		require.Nil(t, v.Trap)
	} else {
		require.Equal(t, trapped, v.Trap.Before)
		next, _, ok := ref.T.Apply(v.Trap.State, v.Trap.Move)
		require.True(t, ok && rest[searchtest.Key(v.Trap.State)] != job.NoCost && rest[searchtest.Key(next)] == job.NoCost)
	}
	require.Equal(t, farthest, v.Farthest.Distance.Distance)
	require.Equal(t, farthest, ref.Cost[searchtest.Key(v.Farthest.Example)])
	if hardest >= 0 {
		require.Equal(t, hardest, v.Hardest.Distance.Distance)
		require.Equal(t, by[hardest], v.Hardest.States)
		require.Equal(t, hardest, rest[searchtest.Key(v.Hardest.Example)])
	}
}

func agreeOnPlans(t require.TestingT, ref *searchtest.Reference, v *Survey) {
	if ref.Best == job.NoCost {
		require.EqualValues(t, -1, v.Optimal)
		require.Zero(t, v.Plans.Sign())
		return
	}
	require.Equal(t, ref.Best, v.Optimal)
	if v.Plans == nil {
		require.NotEmpty(t, v.NotCounted)
		return
	}
	const limit = 500
	if plans := ref.Plans(limit); len(plans) <= limit {
		require.Equal(t, fmt.Sprint(len(plans)), v.Plans.String())
	}
}

func agreeOnHeuristic(t require.TestingT, ref *searchtest.Reference, rest map[string]int64, v *Survey) {
	h := ref.T.Heuristics[0].Value
	value := func(s []int64) int64 { return max(0, ref.T.Pool.Eval(h, s)) }
	admissible, consistent, hits := true, true, int64(0)
	for k, s := range ref.States {
		admissible = admissible && value(s) <= rest[k]
		consistent = consistent && (!ref.Goal(s) || value(s) == 0)
		if value(s) == rest[k] {
			hits++
		}
		for m := range ref.T.Moves {
			if next, c, ok := ref.T.Apply(s, m); ok && value(s) > c+value(next) {
				consistent = false
			}
		}
	}
	c := v.Comparisons[0]
	require.Equal(t, admissible, c.TooHigh == nil)
	require.Equal(t, consistent, c.Drop == nil)
	require.Equal(t, hits, c.Hits)
	if c.TooHigh != nil {
		require.Equal(t, value(c.TooHigh.State), c.TooHigh.Estimate)
		require.Equal(t, rest[searchtest.Key(c.TooHigh.State)], c.TooHigh.Exact)
	}
	if d := c.Drop; d != nil && d.Move >= 0 {
		next, cost, ok := ref.T.Apply(d.State, d.Move)
		require.True(t, ok)
		require.Equal(t, []int64{value(d.State), value(next), cost}, []int64{d.Estimate, d.After, d.Cost})
		require.Greater(t, d.Estimate, d.Cost+d.After)
	}
	var sum int64
	for _, p := range c.Points {
		sum += p.States
	}
	require.Equal(t, c.States, sum)
	require.True(t, slices.IsSortedFunc(c.Points, func(a, b point) int { return int(a.Exact - b.Exact) }))
}

func TestSurveyWithinLimits(t *testing.T) {
	v, err := TakeSurvey(t.Context(), searchtest.Tiles(3, 3, 1, 2, 3, 4, 5, 6, 7, 8, 0), SurveyOptions{
		Options: Options{Options: backends.Options{Memory: 12 << 20}}, Diameter: true, // so that moves are kept
	})
	require.NoError(t, err)
	assert.True(t, v.Complete)
	assert.False(t, v.Surveyed)
	assert.Equal(t, "181,440 states with 483,840 moves need about 14.94 MiB to be looked at together, the memory limit "+
		"is 12 MiB", v.Reason)
	assert.Len(t, v.Layers, 32)

	_, err = TakeSurvey(t.Context(), searchtest.Tiles(2, 2, 1, 2, 3, 0), SurveyOptions{Heuristics: []string{"manhatan"}})
	assert.ErrorContains(t, err, `no heuristic "manhatan"`)
}

// Heuristics are compared on several cores; that changes nothing. Those that are not expressions have parts that cannot
// be shared.
func TestComparisonsOnSeveralCores(t *testing.T) {
	var want []Comparison
	for _, threads := range []int{1, 2, 4} {
		o := SurveyOptions{Heuristics: []string{"goalcount", "hmax", "lmcut", "add"}}
		o.Threads = threads
		v, err := TakeSurvey(t.Context(), searchtest.Tiles(2, 3, 5, 4, 3, 2, 1, 0), o)
		require.NoError(t, err)
		require.Len(t, v.Comparisons, 4)
		if want == nil {
			want = v.Comparisons
		}
		assert.Equal(t, want, v.Comparisons)
	}
	assert.NotNil(t, want[3].TooHigh)
}

// TestComparisonEnded: a counterexample that was found counts, though the comparison was ended. The values of two
// heuristics that are equal somewhere have different digests.
func TestComparisonEnded(t *testing.T) {
	for _, tt := range []struct {
		heuristic string
		until     int64
		found     bool
	}{{"add", 256, true}, {"add", 0, false}, {"goalcount", 256, false}} {
		ctx, end := context.WithCancel(t.Context())
		o := SurveyOptions{Heuristics: []string{tt.heuristic}, NoDiameter: true}
		o.Threads = 1
		o.Progress = func(p backends.Progress) {
			if strings.HasPrefix(p.Doing, "heuristic") && p.Done >= tt.until {
				end()
			}
		}
		v, err := TakeSurvey(ctx, searchtest.Tiles(2, 3, 5, 4, 3, 2, 1, 0), o)
		require.NoError(t, err)
		require.Equal(t, "stopped while heuristics were compared", v.Reason)
		require.Equal(t, tt.found, len(v.Comparisons) == 1 && v.Comparisons[0].TooHigh != nil, "%+v", tt)
		end()
	}
	seen := map[uint64]bool{}
	for _, name := range []string{"goalcount", "hmax", "lmcut", "add", "blind"} {
		v, err := TakeSurvey(t.Context(), searchtest.Tiles(2, 3, 5, 4, 3, 2, 1, 0), SurveyOptions{Heuristics: []string{name}})
		require.NoError(t, err)
		require.False(t, seen[v.Comparisons[0].Digest], name)
		seen[v.Comparisons[0].Digest] = true
	}
}

// The means of a comparison are over the states from which a goal is reachable.
func TestComparedMeans(t *testing.T) {
	c := Comparison{Points: []point{
		{Exact: 2, Estimate: 1, States: 3},
		{Exact: 4, Estimate: 4, States: 1},
		{Exact: 0, Estimate: 0, States: 4},
	}}
	c.sum()
	require.EqualValues(t, 8, c.States)
	require.EqualValues(t, 5, c.Hits)
	require.InDelta(t, 7.0/8, c.Mean, 1e-9)
	require.InDelta(t, 10.0/8, c.Exact, 1e-9)
}
