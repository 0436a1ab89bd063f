package encode

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
)

// Variables of very many values are in binary.
func TestEncodingsAreChosen(t *testing.T) {
	prob, err := reduced.NewProblem(context.Background(), sattest.Uses(), reduced.DefaultLimits())
	require.NoError(t, err)
	require.Equal(t, []string{Direct, Direct, Direct, Direct, Direct, Direct, Direct, Direct, Logarithm}, kinds(prob))
}
