package dsl_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/dsl"
)

// referenceModels are the models that the language was designed on, where they are at hand.
func referenceModels(t testing.TB) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob("../../shared/design/models/*.pz")
	require.NoError(t, err)
	if len(files) == 0 {
		t.Skip("the reference models are not here (../shared/design/models)")
	}
	out := map[string][]byte{}
	for _, f := range files {
		src, err := os.ReadFile(f)
		require.NoError(t, err)
		out[filepath.Base(f)] = src
	}
	return out
}

func TestReferenceModelsParse(t *testing.T) {
	for name, src := range referenceModels(t) {
		f, errs := dsl.Parse(name, src)
		assert.Empty(t, errs, name)
		assert.NotEmpty(t, f.Decls, name)
	}
}
