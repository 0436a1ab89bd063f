package explore

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// graph is a small task: a man walks over the edges of a graph, and pushes things on the way.
func graph(rt *rapid.T) *task.Task {
	b := searchtest.NewBuilder("graph")
	nodes := rapid.IntRange(2, 6).Draw(rt, "nodes")
	x := b.Variable("man", 0, searchtest.Span(nodes)...)
	things := rapid.IntRange(0, 2).Draw(rt, "things")
	for i := range things {
		b.Variable(fmt.Sprint("thing", i), 0, 0, 1)
	}
	for e := range rapid.IntRange(1, 9).Draw(rt, "edges") {
		from, to := rapid.IntRange(0, nodes-1).Draw(rt, "from"), rapid.IntRange(0, nodes-1).Draw(rt, "to")
		effects := []task.Effect{b.Set(0, b.Pool.Const(int64(to)))}
		if thing := rapid.IntRange(-1, things-1).Draw(rt, "thing"); thing >= 0 {
			effects = append(effects, b.Set(thing+1, b.Pool.Const(rapid.Int64Range(0, 1).Draw(rt, "place"))))
		}
		b.Move(fmt.Sprint("m", e), b.Is(x, int64(from)), rapid.Int64Range(1, 3).Draw(rt, "cost"), effects...)
	}
	b.Goal = b.Is(x, int64(nodes-1))
	return b.Finish()
}

// way is a plan: it ends at the first goal, and comes to no state twice.
type way struct {
	written
	cost int64
}

func waysOf(r *searchtest.Reference) (all []way) {
	var walk func(w way)
	walk = func(w way) {
		s := w.states[len(w.states)-1]
		if r.Goal(s) {
			all = append(all, w)
			return
		}
		for m := range r.T.Moves {
			next, c, ok := r.T.Apply(s, m)
			if ok && !slices.ContainsFunc(w.states, func(s []int64) bool { return slices.Equal(s, next) }) {
				walk(way{written{append(slices.Clip(w.states), next), append(slices.Clip(w.moves), m)}, w.cost + c})
			}
		}
	}
	for _, s := range r.Starts {
		walk(way{written{states: [][]int64{s}}, 0})
	}
	return all
}

// TestMeasuresByTheirWords computes measures as docs/generating.md defines them, from all plans of small graphs.
func TestMeasuresByTheirWords(t *testing.T) {
	seen := map[string]bool{}
	property := func(rt *rapid.T) {
		r := searchtest.Explore(graph(rt))
		v, err := TakeSurvey(t.Context(), r.T, SurveyOptions{Hardness: true})
		require.NoError(rt, err)
		if r.Best == job.NoCost {
			require.Nil(rt, v.Hardness)
			return
		}
		var cheapest []written
		var ways []way
		for _, w := range waysOf(r) {
			if ways = append(ways, w); w.cost == r.Best {
				cheapest = append(cheapest, w.written)
			}
		}
		on, steps, common := map[string]bool{}, map[string]bool{}, []int(nil)
		for k, w := range cheapest {
			for i, s := range w.states {
				if on[searchtest.Key(s)] = true; i == 0 {
					continue
				}
				steps[searchtest.Key(w.states[i-1])+fmt.Sprint(w.moves[i-1])] = true
				now := changes(w.states[i-1], s)
				if k == 0 && i == 1 {
					common = now
				}
				common = slices.DeleteFunc(slices.Clone(common), func(v int) bool { return !slices.Contains(now, v) })
			}
		}
		switches := leastOf(cheapest, func(w written) int64 { return switchesOf(w, common) })
		require.Equal(rt, Known{N: switches}, v.Hardness.Switches)

		rest := restsOf(r)
		trap := leastOf(cheapest, func(w written) (depth int64) {
			for i, s := range w.states[:len(w.moves)] {
				for m := range r.T.Moves {
					if next, _, ok := r.T.Apply(s, m); ok && m != w.moves[i] && rest[searchtest.Key(next)] == job.NoCost {
						depth = max(depth, depthFrom(r, next))
					}
				}
			}
			return depth
		})
		require.Equal(rt, Known{N: trap}, v.Hardness.TrapDepth)

		second := int64(job.NoCost)
		for _, w := range ways {
			i := 0 // the move that leaves the cheapest plans
			for i < len(w.moves) && steps[searchtest.Key(w.states[i])+fmt.Sprint(w.moves[i])] {
				i++
			}
			apart := i < len(w.moves)
			for k := i + 1; k < len(w.moves); k++ { // the last state is a goal
				apart = apart && !on[searchtest.Key(w.states[k])]
			}
			if apart {
				second = min(second, w.cost)
			}
		}
		if second == job.NoCost {
			require.Equal(rt, Known{Reason: comesBack}, v.Hardness.SecondBest)
		} else {
			require.Equal(rt, Known{N: second}, v.Hardness.SecondBest)
		}
		for name, known := range map[string]bool{"switches": switches > 0, "trap": trap > 0, "second": second != job.NoCost} {
			if known {
				seen[name] = true
			}
		}
	}
	rapid.Check(t, property)
	for again := 0; again < 5 && len(seen) < 3 && !testing.Short(); again++ { // make quick draws few puzzles
		rapid.Check(t, property)
	}
	require.True(t, testing.Short() || len(seen) == 3, "not every measure was seen: %v", seen)
}
