package why_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/apps/why"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/models"
)

// TestLongLibrary asks about each instance of the library that is expected to have no solution. The work inside checks
// reasons, and returns an error if a check fails.
func TestLongLibrary(t *testing.T) {
	asked := 0
	for _, m := range puzzle.LibraryModels() {
		program, diags := puzzle.Load(models.FS(), strings.TrimPrefix(m.File, "std:"))
		require.NoError(t, diags.Err())
		for _, name := range program.Instances() {
			unsolvable := func(e puzzle.Expectation) bool { return e.Kind == model.ExpectUnsolvable }
			if !slices.ContainsFunc(program.Expectations(name), unsolvable) {
				continue
			}
			z, diags := program.Instantiate(puzzle.Data{Instance: name})
			require.NoError(t, diags.Err())
			if m.Name == "ramsey" && name == "nine" {
				continue // a reason of 210 clauses takes ten seconds
			}
			t.Run(m.Name+"/"+name, func(t *testing.T) {
				asked++
				require.NoError(t, z.Ground(t.Context()).Err())
				a, err := why.Ask(t.Context(), z, why.Options{Each: 20 * time.Millisecond})
				require.NoError(t, err)
				assert.NotEmpty(t, a.Facts)
				assert.Contains(t, []why.Kind{why.NoValues, why.NoPlan}, a.Kind)
			})
		}
	}
	assert.Greater(t, asked, 50)
}
