package sat

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/task"
)

// layersOf are the states that can be reached, by the number of moves that lead there.
func layersOf(t *task.Task, most int) [][][]int64 {
	layers := [][][]int64{sattest.Starts(t)}
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
func (p *problem) factsOf(t *rapid.T, state []int64) (out []int) {
	for u := range p.task.Vars {
		place := slices.IndexFunc(p.all(u), func(k int) bool {
			for v, m := range p.view.members {
				if m.v == u && p.view.from.Vars[v].Values[m.at[k]] != state[v] {
					return false
				}
			}
			return true
		})
		require.GreaterOrEqual(t, place, 0, "no value stands for a part of %v", state)
		out = append(out, p.fact(u, place))
	}
	return out
}

// TestLayersHoldWhatCanBeReached compares the pairs that are said to be reachable with the states that are, also where variables were fused and moves
// taken apart.
func TestLayersHoldWhatCanBeReached(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(rt *rapid.T) {
		g := sattest.RandomPuzzle(rt)
		lim := defaultLimits()
		lim.narrow = g.UpTo(2, "narrow")
		if g.UpTo(1, "fused") == 0 {
			lim.fusedSum, lim.fusedPart, lim.growth = 100, 1, 100
		}
		p, lay, err := prepare(ctx, g.Task, lim, backends.DefaultMemory)
		require.NoError(rt, err)
		for n, states := range layersOf(g.Task, 8) {
			at, err := lay.layer(ctx, n)
			require.NoError(rt, err)
			for _, state := range states {
				facts := p.factsOf(rt, state)
				for _, f := range facts {
					for _, h := range facts {
						require.True(rt, lay.ever.has(f, h) && at.has(f, h), "%v after %d moves", state, n)
					}
				}
			}
		}
	})
}

// There may be many layers, from the start and from the goal.
func TestLayersKeepToTheMemory(t *testing.T) {
	ctx := t.Context()
	_, lay, err := prepare(ctx, sattest.PairsOfLights(3, 0), defaultLimits(), backends.DefaultMemory)
	require.NoError(t, err)
	_, err = lay.left(ctx, 5)
	require.NoError(t, err)
	_, err = lay.layer(ctx, 5)
	require.NoError(t, err)

	lay.memory = lay.bytes() - 1
	_, err = lay.left(ctx, 5)
	require.NoError(t, err, "it is there")
	_, err = lay.left(ctx, 6)
	require.ErrorIs(t, err, cnf.ErrMemory)
	_, err = lay.layer(ctx, 6)
	require.ErrorIs(t, err, cnf.ErrMemory)
}

// TestCrossingsAreKept compares layers of plans of growing length with those that are worked out anew for each length.
func TestCrossingsAreKept(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(rt *rapid.T) {
		g := sattest.RandomPuzzle(rt)
		_, kept, err := prepare(ctx, g.Task, defaultLimits(), backends.DefaultMemory)
		require.NoError(rt, err)
		_, anew, err := prepare(ctx, g.Task, defaultLimits(), backends.DefaultMemory)
		require.NoError(rt, err)
		for n := range 9 {
			clear(anew.crossings)
			want, err := anew.plan(ctx, n)
			require.NoError(rt, err)
			at, err := kept.plan(ctx, n)
			require.NoError(rt, err)
			require.Len(rt, at, len(want))
			for i := range at {
				require.True(rt, at[i].equal(want[i]), "layer %d of a plan of %d moves", i, n)
			}
		}
	})
}

// What single moves do is not what pairs of them do between the same layers, and what is not asked for is forgotten.
func TestCrossingsAreToldApart(t *testing.T) {
	ctx := t.Context()
	_, lay, err := prepare(ctx, sattest.PairsOfLights(3, 0), defaultLimits(), backends.DefaultMemory)
	require.NoError(t, err)
	single, err := lay.cross(ctx, lay.singles(), lay.ever, lay.ever)
	require.NoError(t, err)
	require.NotEmpty(t, single.ops)
	again, err := lay.cross(ctx, lay.singles(), lay.ever.clone(), lay.ever)
	require.NoError(t, err)
	require.Same(t, single, again)

	double, err := lay.cross(ctx, moveSet{ops: lay.p.ops, dead: lay.dead, double: true}, lay.ever, lay.ever)
	require.NoError(t, err)
	require.Empty(t, double.ops)
	require.True(t, double.before.empty())

	for range keptPlans + 1 {
		require.Len(t, lay.crossings, 1)
		lay.nextPlan()
	}
	require.Empty(t, lay.crossings)

	lay.memory = 0
	_, err = lay.cross(ctx, lay.singles(), lay.ever, lay.ever)
	require.NoError(t, err)
	require.Empty(t, lay.crossings)
}
