package outside_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
)

// minisat says nothing of variables after the last that occurs in a clause.
func TestDecodeWithoutUnusedVariables(t *testing.T) {
	b := sattest.NewBuilder("free")
	x := b.Choice("x", 0, 1)
	b.Choice("y", 0, 1)
	b.Goal = b.Is(x, 1)
	require.Contains(t, emit(t, b.Task, 0), "p cnf 2 1\n")

	r, err := decode(b.Task, 0, "SAT\n1 0\n")
	require.NoError(t, err)
	require.Equal(t, []backends.Plan{{Start: []int64{1, 0}}}, r.Plans)

	_, err = decode(b.Task, 0, "SAT\n2 0\n")
	require.ErrorContains(t, err, "variable 1, x@0 = 1, has none")
}
