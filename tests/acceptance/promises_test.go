package acceptance_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/puzzle"
)

// TestHoursVerifyLibrary: no instance of a model of the library has a state near its start in which a promise is
// broken. TestLongLibraryKeepsItsPromises looks at less.
func TestHoursVerifyLibrary(t *testing.T) {
	for _, name := range puzzle.LibraryNames() {
		m, _ := puzzle.Library(name)
		program, diags, err := puzzle.LoadFile(m.File)
		require.NoError(t, err)
		require.NoError(t, diags.Err())
		names := program.Instances()
		if program.Complete() {
			names = append(names, "")
		}
		for _, instance := range names {
			z, diags := program.InstantiateContext(t.Context(), puzzle.Data{Instance: instance})
			require.NoError(t, diags.Err())
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second) // for those of many states
			for _, p := range z.Verify(ctx, 20_000, 0).Promises {
				assert.NotEqual(t, puzzle.Broken, p.Kept, "%s %s: %s", name, instance, p.Name)
			}
			cancel()
		}
	}
}
