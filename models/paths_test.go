package models_test

import (
	_ "embed"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/models"
)

//go:embed testdata/oldpaths.txt
var oldPaths string

// TestOldPaths: data files and command lines that name a model as earlier versions did go on working.
func TestOldPaths(t *testing.T) {
	for _, path := range strings.Fields(oldPaths) {
		program, diags := puzzle.LoadText(puzzle.Folder("."), "levels.pz", `use "std:`+path+`"`)
		require.NoError(t, diags.Err(), path)
		m, found := puzzle.Library(path)
		require.True(t, found, path)
		now, _, err := puzzle.LoadFile(m.File)
		require.NoError(t, err)
		assert.Subset(t, program.Instances(), now.Instances(), path)
		assert.Equal(t, now.Name(), program.Name())
	}
}

// TestAliases: each alias is that of a model, and no model has its name.
func TestAliases(t *testing.T) {
	for alias, model := range models.Aliases {
		m, found := puzzle.Library(alias)
		require.True(t, found, alias)
		assert.Equal(t, model, m.Name)
		assert.NotContains(t, puzzle.LibraryNames(), alias)
	}
}
