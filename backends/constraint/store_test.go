package constraint

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends/constraint/cdcl"
)

// TestBoundsMoveWithinBounds moves a bound that moves the same bound again by way of another variable.
func TestBoundsMoveWithinBounds(t *testing.T) {
	s := newStore()
	x := s.newRange(0, 3)
	one, two := s.is(x, 1), s.is(x, 2)
	s.along([]int64{0, 1, 2}, []cdcl.Lit{one.Not(), two.Not()}) // so x == 2 implies x == 1: x is not 2
	require.True(t, s.Sat.Assume(s.atMost(x, 1).Not()))
	require.Equal(t, int64(3), s.lo(x))
	require.Negative(t, s.Sat.Value(two))
}
