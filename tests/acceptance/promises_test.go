package acceptance_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// TestHoursVerifyLibrary: no instance of a model of the library has a state near its start in which a promise is
// broken. TestLongLibraryKeepsItsPromises looks at less.
func TestHoursVerifyLibrary(t *testing.T) {
	var c tally
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
			ctx, _, cancel := (*backends.Work)(nil).Within(t.Context(), 1_000_000_000) // for those of many states
			for _, p := range z.Verify(ctx, 20_000, 0).Promises {
				c.asked++
				if assert.NotEqual(t, puzzle.Broken, p.Kept, "%s %s: %s", name, instance, p.Name); p.Kept != puzzle.Open {
					c.decided++
				}
			}
			cancel()
		}
	}
	c.atLeast(t, 100)
}
