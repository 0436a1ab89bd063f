package arch

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLongBuildsForTheBrowser: all but the terminal can be built for a page that solves and shows puzzles.
func TestLongBuildsForTheBrowser(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
	packages := []string{"./internal/puzzle", "./apps/emit", "./internal/present/show/...", "./internal/levels"}
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"build"}, packages...)...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
}
