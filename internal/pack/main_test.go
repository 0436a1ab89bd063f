package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPack: the bytes of an archive depend on the names, the contents and what may be run, and on nothing else.
func TestPack(t *testing.T) {
	for _, name := range []string{"a.zip", "a.tgz"} {
		var archives []string
		for _, day := range []int{1, 2} {
			folder := t.TempDir()
			for file, mode := range map[string]os.FileMode{"pzc": 0o700, "b/text": 0o600, "b/a": 0o644} {
				file = filepath.Join(folder, file)
				require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
				require.NoError(t, os.WriteFile(file, []byte(filepath.Base(file)), mode))
				day := time.Date(2020, 1, day, 0, 0, 0, 0, time.UTC)
				require.NoError(t, os.Chtimes(file, day, day))
			}
			out := filepath.Join(folder, name)
			require.NoError(t, pack(out, "pzc-1", []string{filepath.Join(folder, "pzc"), filepath.Join(folder, "b")}))
			text, err := os.ReadFile(out)
			require.NoError(t, err)
			archives = append(archives, string(text))
		}
		assert.Equal(t, archives[0], archives[1], name)
		assert.Contains(t, archives[0], map[string]string{"a.zip": "pzc-1/b/text", "a.tgz": "\x1f\x8b"}[name])
	}
	assert.Error(t, pack(filepath.Join(t.TempDir(), "a.zip"), "x", []string{"missing"}))
}
