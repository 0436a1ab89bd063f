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
	"github.com/pzc-lang/pzc/internal/text"
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
	undoable := ref.Undoable()
	type result struct {
		o     job.Outcome
		stats backends.Stats
		Set   int
	}
	var first *result
	var stats *backends.Stats
	for _, kind := range []seenKind{SeenAny, seenHashed, seenDirect, seenRanked, seenDepths} {
		for _, threads := range []int{1, 2, 4} {
			for _, goals := range []bool{true, false} {
				r := rooted(t, tk, backends.Options{})
				var c *space.Coarse
				if rapid.Bool().Draw(t, "coarse") {
					c = space.NewCoarse(t.Context(), r.Space, r.Roots.States)
				}
				w, how := New(r, c, kind, goals)
				w.workers = nil
				w.addWorkers(threads)
				w.shareFrom = 1
				got := result{o: w.Search(0, -1), Set: w.queue.len()}
				if r.Stop != "" { // the path back was lost, which is allowed where moves cannot be undone
					require.NotNil(t, w.depths)
					require.Contains(t, r.Stop, fmt.Sprintf("a goal is %s away", text.Plural(int64(ref.Fewest), "move")))
					continue
				}
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
				if w.depths != nil && !undoable { // another path may be found
					continue
				}
				if first == nil {
					first = &got
				}
				require.Equal(t, *first, got, "%s, %d threads", how, threads)
			}
		}
	}
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

// TestPathIsLost: the path is kept if walks show that moves cannot be undone. If they do not, the path may be lost.
func TestPathIsLost(t *testing.T) {
	b := searchtest.NewBuilder("one way") // 2^13 states in a ring, and moves lead round it one way only: the walks show it
	x := b.Variable("x", 0, searchtest.Span(1<<13)...)
	b.Move("on", task.True, 1, b.Set(0, b.Pool.Mod(b.Pool.Add(x, b.Pool.Const(1)), b.Pool.Const(1<<13))))
	b.Goal = b.Is(x, 5000)
	r := rooted(t, b.Finish(), backends.Options{})
	w, how := New(r, nil, seenDepths, true)
	require.Nil(t, w.depths, how)
	require.Len(t, w.Search(0, -1).Moves, 5000)

	b = searchtest.NewBuilder("trap") // moves lead up and down, except past the goal
	x = b.Variable("x", 0, searchtest.Span(1<<10)...)
	at := func(n int64) task.Expr { return b.Is(x, n) }
	b.Move("up", b.Pool.Lt(x, b.Pool.Const(900)), 1, b.Set(0, b.Pool.Add(x, b.Pool.Const(1))))
	b.Move("down", b.Pool.And(b.Pool.Lt(b.Pool.Const(0), x), b.Pool.Not(at(899))), 1,
		b.Set(0, b.Pool.Sub(x, b.Pool.Const(1))))
	b.Goal = at(900)
	r = rooted(t, b.Finish(), backends.Options{})
	w, _ = New(r, nil, seenDepths, true)
	require.NotNil(t, w.depths)
	require.False(t, w.Search(0, -1).Found)
	require.Contains(t, r.Stop, "a goal is 900 moves away, but not all moves can be undone")
	require.EqualValues(t, 900, r.Lower)
}
