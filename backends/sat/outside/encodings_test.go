package outside_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat"
	"github.com/pzc-lang/pzc/backends/sat/outside"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
)

// A formula says how each variable is encoded that is not direct.
func TestChosenEncodingsAreNamed(t *testing.T) {
	b := sattest.Uses()
	var text bytes.Buffer
	require.NoError(t, outside.Write(context.Background(), &text, b, outside.Options{}))
	for _, want := range []string{
		"c encoding mixed: ", "c encoding of huge: log\nc values huge: ", "huge@0 bit 7", "equal@0 = 49",
	} {
		require.Contains(t, text.String(), want)
	}
	r, err := sat.Backend{}.Solve(context.Background(), b, backends.Options{})
	require.NoError(t, err)
	require.Equal(t, backends.Solved, r.Status, r.Reason)
	require.EqualValues(t, 1, b.Pool.Eval(b.Goal, r.Plans[0].Start))
}
