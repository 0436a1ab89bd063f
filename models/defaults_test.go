package models_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/puzzle"
)

// TestDefaults: a puzzle without moves that a person solves by its name alone has a solution.
func TestDefaults(t *testing.T) {
	for _, m := range puzzle.LibraryModels() {
		program, diags, err := puzzle.LoadFile(m.File)
		require.NoError(t, err)
		require.NoError(t, diags.Err())
		if program.HasMoves() || !program.Complete() {
			continue
		}
		z, diags := program.Instantiate(puzzle.Data{})
		require.NoError(t, diags.Err())
		require.NoError(t, z.GroundOnce(t.Context()).Err())
		o := puzzle.Options{Backend: "constraint"}
		o.All, o.Limit, o.Conflicts = true, 1, 20_000
		a, err := z.Solve(t.Context(), o)
		require.NoError(t, err)
		assert.False(t, a.Complete && len(a.Solutions) == 0, m.Name)
	}
}
