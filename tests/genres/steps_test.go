package genres

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/apps/why"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// TestLongSteps: each instance that has one solution is solved by deductions, one after the other, unless a question
// took too long or the work was too much. Nothing else may end the deductions of a board with one solution.
func TestLongSteps(t *testing.T) {
	solved := 0
	for _, r := range rows(t) {
		if len(r.unique()) == 0 {
			continue
		}
		z, diags := r.program.Instantiate(puzzle.Data{Instance: r.unique()[0]})
		require.NoError(t, diags.Err())
		require.NoError(t, z.GroundOnce(t.Context()).Err())
		ladder, err := why.Climb(t.Context(), z, why.Options{Work: 2_000_000})
		var limit *backends.LimitError
		if errors.As(err, &limit) {
			t.Log(r.Name, err)
			continue
		}
		require.NoError(t, err, r.Name)
		assert.True(t, ladder.Open == 0 || ladder.Slow > 0, "%s: %+v", r.Name, ladder)
		solved += 1 - min(ladder.Open, 1)
	}
	assert.Greater(t, solved, 80)
}
