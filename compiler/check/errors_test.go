package check_test

import (
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/dsl"
)

func TestWrongModels(t *testing.T) {
	files, err := filepath.Glob("testdata/errors/*.pz")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	seen := map[string]bool{}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			l := check.Loader{FS: os.DirFS("testdata/errors")}
			_, diags := l.Load(filepath.Base(f))
			src, err := os.ReadFile(f)
			require.NoError(t, err)
			for _, d := range diags {
				seen[d.Code] = !dsl.IsSyntax(d.Code)
			}
			for _, d := range diags {
				if d.Span.Start.Filename == filepath.Base(f) {
					assert.True(t, wholeSpan(string(src), d.Span), "%s: %v", d, d.Span)
				}
			}
			compilertest.Match(t, filepath.Base(f), string(src), diags)
		})
	}
	for _, c := range compilertest.Codes(t, "codes.go") {
		assert.True(t, seen[c], "no wrong model of testdata/errors shows the code %s", c)
		delete(seen, c)
	}
	maps.DeleteFunc(seen, func(_ string, ours bool) bool { return !ours })
	assert.Empty(t, seen, "codes that the table does not list")
}
