package compiler_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
)

// reference is the folder of the models that pin the language down.
const reference = "../../shared/design/models"

// referenceModels lists the reference models, or skips the test where they are absent.
func referenceModels(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(reference, "*.pz"))
	require.NoError(t, err)
	if len(files) == 0 {
		t.Skip("the reference models are not beside this checkout")
	}
	for i, f := range files {
		files[i] = filepath.Base(f)
	}
	return files
}

func load(t testing.TB, name string) *model.Program {
	t.Helper()
	l := compiler.Loader{FS: os.DirFS(reference)}
	p, diags := l.Load(name)
	require.Empty(t, printed(diags, l.Sources), "%s has complaints", name)
	require.NotNil(t, p)
	return p
}

func printed(l diag.List, sources map[string]string) string {
	var b strings.Builder
	diag.Print(&b, l, sources, false)
	return b.String()
}

func TestReferenceModelsCheck(t *testing.T) {
	for _, name := range referenceModels(t) {
		t.Run(name, func(t *testing.T) {
			p := load(t, name)
			assert.Equal(t, name, p.Name)
			assert.NotEmpty(t, p.Puzzle)
			assert.NotEmpty(t, p.Goals)
		})
	}
}
