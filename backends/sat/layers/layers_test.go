package layers_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
)

// There may be many layers, from the start and from the goal.
func TestLayersKeepToTheMemory(t *testing.T) {
	ctx := t.Context()
	_, lay, err := reduced.Prepare(ctx, sattest.PairsOfLights(3, 0), reduced.DefaultLimits(), backends.DefaultMemory)
	require.NoError(t, err)
	_, err = lay.Left(ctx, 5)
	require.NoError(t, err)
	_, err = lay.Layer(ctx, 5)
	require.NoError(t, err)

	lay.Limit(lay.Bytes() - 1)
	_, err = lay.Left(ctx, 5)
	require.NoError(t, err, "it is there")
	_, err = lay.Left(ctx, 6)
	require.ErrorIs(t, err, cnf.ErrMemory)
	_, err = lay.Layer(ctx, 6)
	require.ErrorIs(t, err, cnf.ErrMemory)
}

// TestCrossingsAreKept compares layers of plans of growing length with those that are worked out again for each length.
func TestCrossingsAreKept(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(rt *rapid.T) {
		g := sattest.RandomPuzzle(rt)
		_, kept, err := reduced.Prepare(ctx, g.Task, reduced.DefaultLimits(), backends.DefaultMemory)
		require.NoError(rt, err)
		_, anew, err := reduced.Prepare(ctx, g.Task, reduced.DefaultLimits(), backends.DefaultMemory)
		require.NoError(rt, err)
		for n := range 9 {
			anew.Forget()
			want, err := anew.Plan(ctx, n)
			require.NoError(rt, err)
			at, err := kept.Plan(ctx, n)
			require.NoError(rt, err)
			require.Len(rt, at, len(want))
			for i := range at {
				require.True(rt, at[i].Equal(want[i]), "layer %d of a plan of %d moves", i, n)
			}
		}
	})
}

// What single moves do is not what pairs of them do between the same layers, and what is not asked for is forgotten.
func TestCrossingsAreToldApart(t *testing.T) {
	ctx := t.Context()
	_, lay, err := reduced.Prepare(ctx, sattest.PairsOfLights(3, 0), reduced.DefaultLimits(), backends.DefaultMemory)
	require.NoError(t, err)
	single, err := lay.Cross(ctx, lay.Moves(false), lay.Ever, lay.Ever)
	require.NoError(t, err)
	require.NotEmpty(t, single.Ops)
	again, err := lay.Cross(ctx, lay.Moves(false), lay.Ever.Clone(), lay.Ever)
	require.NoError(t, err)
	require.Same(t, single, again)

	double, err := lay.Cross(ctx, lay.Moves(true), lay.Ever, lay.Ever)
	require.NoError(t, err)
	require.Empty(t, double.Ops)
	require.True(t, double.Before().Empty())

	for range layers.KeptPlans + 1 {
		require.Equal(t, 1, lay.Kept())
		lay.NextPlan()
	}
	require.Zero(t, lay.Kept())

	lay.Limit(0)
	_, err = lay.Cross(ctx, lay.Moves(false), lay.Ever, lay.Ever)
	require.NoError(t, err)
	require.Zero(t, lay.Kept())
}
