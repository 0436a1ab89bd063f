package dsl_test

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/models"
)

// library has the texts of the models of the library.
func library(t testing.TB) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	require.NoError(t, fs.WalkDir(models.FS(), ".", func(name string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(name, ".pz") {
			out[name], err = fs.ReadFile(models.FS(), name)
		}
		return err
	}))
	return out
}

func TestLibraryParses(t *testing.T) {
	for name, src := range library(t) {
		f, errs := dsl.Parse(name, src)
		assert.Empty(t, errs, name)
		assert.NotEmpty(t, f.Decls, name)
	}
}
