package automorphism_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends/automorphism"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/compiler/task/tasktest"
)

// drawTask draws a task of some kind.
func drawTask(rt *rapid.T) *task.Task {
	switch rapid.IntRange(0, 6).Draw(rt, "kind") {
	case 0:
		return searchtest.RandomTask(rt, false)
	case 1:
		return searchtest.RandomSymmetric(rt)
	case 2:
		return searchtest.RandomPermutation(rt)
	case 3:
		return searchtest.RandomCarrying(rt)
	case 4:
		return searchtest.RandomParts(rt)
	case 5:
		return searchtest.RandomBlocks(rt)
	}
	return searchtest.RandomPlain(rt)
}

// TestFindIsRight compares the moves of all states with those of their images, reachable or not.
func TestFindIsRight(t *testing.T) {
	found, renaming := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		tk := drawTask(rt)
		domains, size := make([][]int64, len(tk.Vars)), 1
		for v := range tk.Vars {
			domains[v] = tk.Vars[v].Values
			size = min(1<<9, size*len(domains[v]))
		}
		if size == 1<<9 || len(tk.Moves) > 20 {
			return
		}
		all, _ := automorphism.Find(context.Background(), tk, 1<<24)
		for _, x := range all {
			found++
			if slices.ContainsFunc(x.From, func(v int) bool { return x.Renames(tk.Vars, v) }) {
				renaming++
			}
			tasktest.EachState(domains, nil, func(st []int64) {
				image := x.Of(tk.Vars, st)
				require.Equal(rt, tk.Pool.Eval(tk.Goal, st), tk.Pool.Eval(tk.Goal, image))
				require.Equal(rt, tk.Pool.Eval(tk.Always, st), tk.Pool.Eval(tk.Always, image))
				ways := func(st []int64, of func([]int64) []int64) (out []string) {
					for m := range tk.Moves {
						if to, cost, ok := tk.Apply(st, m); ok {
							out = append(out, fmt.Sprint(of(to), cost))
						}
					}
					slices.Sort(out)
					return slices.Compact(out)
				}
				same := func(st []int64) []int64 { return st }
				require.Equal(rt, ways(st, func(st []int64) []int64 { return x.Of(tk.Vars, st) }), ways(image, same))
			})
		}
	})
	if !testing.Short() {
		require.Positive(t, found)
		require.Positive(t, renaming)
	}
}

// TestFindFindsAll: of n equal counters, each two neighbours are exchanged; of pegs, those that the goal does not name.
func TestFindFindsAll(t *testing.T) {
	b := searchtest.NewBuilder("counters")
	var goal []task.Expr
	for i := range 5 {
		x := b.Variable(fmt.Sprintf("x%d", i), int64(i%2), searchtest.Span(4)...)
		b.Move("up", b.Pool.Lt(x, b.Pool.Const(3)), 1, b.Set(i, b.Pool.Add(x, b.Pool.Const(1))))
		goal = append(goal, b.Is(x, 3))
	}
	b.Goal = b.Pool.And(goal...)
	for _, tt := range []struct {
		name string
		t    *task.Task
		n    int
	}{
		{"counters", b.Finish(), 4},
		{"hanoi", searchtest.Hanoi(4, 3), 2},
		{"cube", searchtest.CubeOfStickers(true, 1, 2), 0},
	} {
		all, whole := automorphism.Find(t.Context(), tt.t, 1<<24)
		require.True(t, whole, tt.name)
		if tt.n > 0 {
			require.Len(t, all, tt.n, tt.name)
		}
		all, _ = automorphism.Find(t.Context(), tt.t, 0)
		require.Empty(t, all, tt.name)
	}
}
