package explore

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
)

// asProduct explores the combinations of the states of parts, however few there are. It returns nil if there are no
// parts.
func asProduct(ctx context.Context, tk *task.Task, o Options) *explorationOf {
	j := job.New(ctx, tk, backends.Options{All: true, Threads: o.Threads, Memory: o.Memory})
	e := &explorationOf{Job: &j, Exploration: &Exploration{}}
	e.Begin()
	if !e.combine(space.NewCoarse(ctx, e.Space, e.Roots.States), o, 0) {
		return nil
	}
	return e
}

// TestProductsAgainstReference compares explorations and surveys of products with plain ones.
func TestProductsAgainstReference(t *testing.T) {
	for name, draw := range map[string]func(*rapid.T) *task.Task{
		"parts": searchtest.RandomParts, "permuted": randomProduct, "blocks": searchtest.RandomBlocks,
	} {
		t.Run(name, func(t *testing.T) {
			explored, surveyed := 0, 0
			rapid.Check(t, func(rt *rapid.T) {
				tk := draw(rt)
				tk.Heuristics = []task.Heuristic{{Name: "terms", Admissible: true}}
				tk.Heuristics[0].Value = tk.Pool.Min(tk.Pool.Var(0), tk.Pool.Var(len(tk.Vars)-1))
				ref := searchtest.Explore(tk)
				o := Options{Options: backends.Options{Threads: rapid.IntRange(1, 2).Draw(rt, "threads")}}
				e := asProduct(t.Context(), tk, o)
				if e == nil {
					return
				}
				explored++
				require.Empty(rt, e.Stop)
				agreeOnLayers(rt, ref, e.Exploration)
				v := &survey{
					Job: e.Job, o: SurveyOptions{Options: o, Heuristics: []string{"terms"}},
					Survey: &Survey{Exploration: e.Exploration, Optimal: -1},
				}
				if undoable, _ := e.visited.Undoable(); !undoable || e.States() == 0 {
					return
				}
				surveyed++
				ok, err := v.takeAnew(e)
				require.NoError(rt, err)
				require.True(rt, ok)
				rest := restsOf(ref)
				agreeOnDistances(rt, ref, rest, v.Survey)
				agreeOnPlans(rt, ref, v.Survey)
				agreeOnHeuristic(rt, ref, rest, v.Survey)
			})
			assert.Positive(t, explored)
			assert.Positive(t, surveyed)
		})
	}
}

// randomProduct draws a task of two or three puzzles that the same moves change. Each move permutes the states of each
// puzzle, leaves it as it is, or is not applicable in some of its states. Conditions of the goal may join two puzzles.
func randomProduct(t *rapid.T) *task.Task {
	b := searchtest.NewBuilder("product")
	p := b.Pool
	number := func(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(t, "number") }
	n := number(2, 3)
	sizes := make([]int, n)
	for i := range n {
		sizes[i] = number(2, 9)
		b.Variable(fmt.Sprintf("u%d", i), int64(number(0, sizes[i]-1)), searchtest.Span(sizes[i])...)
		b.Variable(fmt.Sprintf("v%d", i), int64(number(0, 2)), searchtest.Span(3)...)
		b.Free[2*i] = number(0, 9) == 0
	}
	u := func(i int) task.Expr { return p.Var(2 * i) }
	v := func(i int) task.Expr { return p.Var(2*i + 1) }
	constants := func(values []int) (out []task.Expr) {
		for _, x := range values {
			out = append(out, p.Const(int64(x)))
		}
		return out
	}
	for m := range number(1, 5) {
		var guard []task.Expr
		var effects []task.Effect
		for i := range n {
			if number(0, 3) == 0 {
				guard = append(guard, p.Not(b.Is(u(i), int64(number(0, sizes[i]-1)))))
			}
			if number(0, 2) == 0 {
				continue
			}
			order, twists := make([]int, sizes[i]), make([]int, sizes[i])
			for k := range order {
				order[k], twists[k] = k, number(0, 2)
			}
			order = rapid.Permutation(order).Draw(t, "order")
			effects = append(effects,
				b.Set(2*i, p.Select(u(i), constants(order)...)),
				b.Set(2*i+1, p.Mod(p.Add(v(i), p.Select(u(i), constants(twists)...)), p.Const(3))))
		}
		b.Move(fmt.Sprintf("m%d", m), p.And(guard...), 1, effects...)
	}
	var goal []task.Expr
	for i := range n {
		if number(0, 2) > 0 {
			goal = append(goal, b.Is(u(i), int64(number(0, sizes[i]-1))))
		}
	}
	if number(0, 3) == 0 {
		goal = append(goal, p.Le(u(0), v(1)))
	}
	b.Goal = p.And(goal...)
	return b.Finish()
}

// TestProductWithinLimits: a product that does not fit the memory is not taken, and a horizon ends it.
func TestProductWithinLimits(t *testing.T) {
	cube := searchtest.CubeOfCorners(true)
	three := 3
	o := Options{Options: backends.Options{MaxHorizon: &three}}
	e, err := Explore(t.Context(), cube, o)
	require.NoError(t, err)
	require.Contains(t, e.Kept, "four bits for each of 3,674,160 combinations of the numbers of 2 parts")
	require.Equal(t, []Layer{{0, 1, 1, 0, 9}, {1, 9, 0, 0, 81}, {2, 54, 0, 0, 486}, {3, 321, 0, 0, 0}}, e.Layers)
	require.Equal(t, "states beyond 3 moves were not looked at", e.Reason)
	o.Memory = 2 << 20
	e, err = Explore(t.Context(), cube, o)
	require.NoError(t, err)
	require.NotContains(t, e.Kept, "four bits")
	ctx, cancel := context.WithCancel(t.Context())
	e, err = Explore(ctx, cube, Options{Layer: func(l Layer) {
		if l.Distance == 4 {
			cancel()
		}
	}})
	require.NoError(t, err)
	require.False(t, e.Complete)
	require.Contains(t, e.Reason, "stopped after")
	require.Len(t, e.Layers, 6)
}
