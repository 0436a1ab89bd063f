package breadthfirst

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
)

// rooted returns a job with its roots.
func rooted(t require.TestingT, tk *task.Task, o backends.Options) *job.Job {
	r := job.New(context.Background(), tk, o)
	r.Begin()
	require.Empty(t, r.Stop)
	return &r
}

// TestWaves compares breadth-first searches with every kind of set, on one thread and on several, with a plain
// exploration and with each other.
func TestWaves(t *testing.T) {
	for name, draw := range map[string]func(*rapid.T) *task.Task{
		"any": func(rt *rapid.T) *task.Task {
			return searchtest.RandomTask(rt, rapid.IntRange(0, 3).Draw(rt, "wide") == 0)
		},
		"plain":       searchtest.RandomPlain,
		"arrangement": randomArrangement,
		"parts":       searchtest.RandomParts,
	} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) { compareWaves(rt, draw(rt)) })
		})
	}
}

func compareWaves(t *rapid.T, tk *task.Task) {
	ref := searchtest.Explore(tk)
	type result struct {
		o     job.Outcome
		stats backends.Stats
		Set   int
	}
	var first *result
	var stats *backends.Stats
	for _, kind := range []string{"", "hashed", "ranked"} {
		for _, threads := range []int{1, 2, 4} {
			for _, goals := range []bool{true, false} {
				r := rooted(t, tk, backends.Options{})
				var c *space.Coarse
				if rapid.Bool().Draw(t, "coarse") {
					c = space.NewCoarse(t.Context(), r.Space, r.Roots.States)
				}
				w, how := New(r, c, goals)
				if w.use(kind) {
					how = kind
				}
				w.workers = nil
				w.addWorkers(threads)
				w.shareFrom = 1
				got := result{o: w.Search(0, -1), Set: w.queue.len()}
				if !goals {
					require.Equal(t, len(ref.States), got.Set, how)
					continue
				}
				require.Equal(t, ref.Fewest >= 0, got.o.Found, how)
				if got.o.Found {
					require.Len(t, got.o.Moves, ref.Fewest, how)
					searchtest.Replay(t, tk, r.Space.Layout.Unpack(r.Root(got.o.Root)), got.o.Moves)
				}
				got.stats = r.Counts
				got.stats.PeakBytes, got.stats.BytesPerState = 0, 0
				got.stats.Duplicates = 0 // those of the last state are counted only as far as its first goal
				if !r.Space.Plain {      // moves that are left out are not counted
					got.stats.Generated = 0
				}
				if stats == nil {
					stats = &got.stats
				}
				require.Equal(t, *stats, got.stats, "%s, %d threads", how, threads)
				if first == nil {
					first = &got
				}
				require.Equal(t, *first, got, "%s, %d threads", how, threads)
			}
		}
	}
}

// use makes the search keep its states in another kind of set, if it can.
func (search *Search) use(kind string) bool {
	switch kind {
	case "hashed":
		search.set = newHashSet(search.sp.Layout)
		return true
	case "ranked":
		if k, n := ranksOf(search.sp); n > 0 && search.Expander.Fold == nil {
			search.set = newBitSet(n, k)
			return true
		}
	}
	return false
}

// randomArrangement draws a task with an array of different values, as many as there are or fewer: moves exchange
// elements or give one a value that no element has.
func randomArrangement(t *rapid.T) *task.Task {
	b := searchtest.NewBuilder("arrangement")
	p := b.Pool
	values := rapid.IntRange(2, 5).Draw(t, "values")
	n := rapid.IntRange(2, values).Draw(t, "elements")
	other := rapid.IntRange(0, 2).Draw(t, "other variables")
	for i := range other {
		b.Variable(fmt.Sprintf("before%d", i), 0, searchtest.Span(3)...)
	}
	start := rapid.Permutation(searchtest.Span(values)).Draw(t, "start")
	var elems []task.Expr
	for i := range n {
		elems = append(elems, b.Variable(fmt.Sprintf("a%d", i), start[i], searchtest.Span(values)...))
	}
	b.Arrays = []task.Array{{Name: "a", Elems: elems, Distinct: true, Permutation: n == values}}
	var goal []task.Expr
	for i := range n {
		if rapid.Bool().Draw(t, "in the goal") {
			goal = append(goal, b.Is(elems[i], int64(rapid.IntRange(0, values-1).Draw(t, "goal"))))
		}
	}
	b.Goal = p.And(goal...)
	element := func() int { return rapid.IntRange(0, n-1).Draw(t, "element") }
	for m := range rapid.IntRange(1, 5).Draw(t, "moves") {
		guard := task.True
		if rapid.Bool().Draw(t, "guarded") {
			guard = p.Not(b.Is(elems[element()], int64(rapid.IntRange(0, values-1).Draw(t, "value"))))
		}
		var effects []task.Effect
		i, j := element(), element()
		switch {
		case i != j:
			effects = append(effects, b.Set(other+min(i, j), elems[max(i, j)]), b.Set(other+max(i, j), elems[min(i, j)]))
		default:
			v := int64(rapid.IntRange(0, values-1).Draw(t, "new value"))
			for _, e := range elems {
				guard = p.And(guard, p.Not(b.Is(e, v)))
			}
			effects = append(effects, b.Set(other+i, p.Const(v)))
		}
		if other > 0 {
			effects = append([]task.Effect{b.Set(0, p.Mod(p.Add(p.Var(0), p.Var(other-1), p.Const(1)), p.Const(3)))}, effects...)
		}
		b.Move(fmt.Sprintf("m%d", m), guard, 1, effects...)
	}
	return b.Finish()
}
