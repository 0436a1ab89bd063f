package whole

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestTidy checks that recently used files stay, and unfinished files that another process may be writing.
func TestTidy(t *testing.T) {
	dir := t.TempDir()
	put := func(name string, bytes int, age time.Duration) {
		t.Helper()
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, make([]byte, bytes), 0o600))
		when := time.Now().Add(-age)
		require.NoError(t, os.Chtimes(path, when, when))
	}
	put("a.kept", 10, 3*time.Hour)
	put("b.kept", 10, 2*time.Hour)
	put("c.kept", 10, time.Hour)
	put("other", 100, 100*time.Hour)
	put(Prefix+"old", 1, 25*time.Hour)
	put(Prefix+"new", 1, time.Hour)
	folder := filepath.Join(dir, Prefix+"folder")
	require.NoError(t, os.MkdirAll(filepath.Join(folder, "below"), 0o700))
	old := time.Now().Add(-25 * time.Hour)
	require.NoError(t, os.Chtimes(folder, old, old))
	names := func() (names []string) {
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		for _, e := range entries {
			names = append(names, e.Name())
		}
		slices.Sort(names)
		return names
	}
	Tidy(dir, ".kept", 30)
	require.Equal(t, []string{Prefix + "new", "a.kept", "b.kept", "c.kept", "other"}, names())
	Used(filepath.Join(dir, "a.kept"))
	Tidy(dir, ".kept", 25)
	require.Equal(t, []string{Prefix + "new", "a.kept", "c.kept", "other"}, names())
	Tidy(filepath.Join(dir, "nowhere"), ".kept", 0)
}
