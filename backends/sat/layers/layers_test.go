package layers_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
)

// There may be many layers.
func TestLayersKeepToTheMemory(t *testing.T) {
	ctx := t.Context()
	_, lay, err := reduced.Prepare(ctx, sattest.PairsOfLights(3, 0), reduced.DefaultLimits(), backends.DefaultMemory)
	require.NoError(t, err)
	_, err = lay.Layer(ctx, 5)
	require.NoError(t, err)

	lay.Limit(lay.Bytes() - 1)
	_, err = lay.Layer(ctx, 6)
	require.ErrorIs(t, err, cnf.ErrMemory)
}
