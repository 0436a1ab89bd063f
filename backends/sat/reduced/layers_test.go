package reduced

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// layersOf are the states that are reachable, by the number of moves that lead there.
func layersOf(t *task.Task, most int) [][][]int64 {
	layers := [][][]int64{searchtest.Starts(t)}
	for range most {
		seen := map[string]bool{}
		var next [][]int64
		for _, s := range layers[len(layers)-1] {
			for m := range t.Moves {
				if after, _, ok := t.Apply(s, m); ok && !seen[fmt.Sprint(after)] {
					seen[fmt.Sprint(after)] = true
					next = append(next, after)
				}
			}
		}
		layers = append(layers, next)
	}
	return layers
}

// factsOf are the facts of a state of the original task, in which variables may have become one.
func factsOf(p *Problem, t *rapid.T, state []int64) (out []int) {
	for u := range p.Task.Vars {
		place := slices.IndexFunc(p.All(u), func(k int) bool {
			for v, m := range p.View.members {
				if m.v == u && p.View.From.Vars[v].Values[m.at[k]] != state[v] {
					return false
				}
			}
			return true
		})
		require.GreaterOrEqual(t, place, 0, "no value stands for a part of %v", state)
		out = append(out, p.Fact(u, place))
	}
	return out
}

// TestLayersHoldWhatCanBeReached compares the pairs that are said to be reachable with the states that are, also where
// variables were fused and moves split.
func TestLayersHoldWhatCanBeReached(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(rt *rapid.T) {
		g := sattest.RandomPuzzle(rt)
		lim := DefaultLimits()
		lim.Narrow = g.UpTo(2, "narrow")
		if g.UpTo(1, "fused") == 0 {
			lim.FusedSum, lim.FusedPart, lim.Growth = 100, 1, 100
		}
		p, lay, err := Prepare(ctx, g.Task, lim, backends.DefaultMemory)
		require.NoError(rt, err)
		for n, states := range layersOf(g.Task, 8) {
			at, err := lay.Layer(ctx, n)
			require.NoError(rt, err)
			for _, state := range states {
				facts := factsOf(p, rt, state)
				for _, f := range facts {
					for _, h := range facts {
						require.True(rt, lay.Ever.Has(f, h) && at.Has(f, h), "%v after %d moves", state, n)
					}
				}
			}
		}
	})
}
