package dsl_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/filetest"
)

// checkFormat checks what holds of all formatting, and returns the result.
func checkFormat(t *testing.T, name string, src []byte) string {
	t.Helper()
	once, errs := dsl.Format(name, src)
	require.Empty(t, errs, name)
	twice, _ := dsl.Format(name, once)
	assert.Equal(t, string(once), string(twice), "%s: formatting is not idempotent", name)
	before, _ := dsl.Parse(name, src)
	after, _ := dsl.Parse(name, once)
	assert.True(t, dsl.Equal(before, after), "%s: formatting changes the tree", name)
	inMap := false // where blanks at the end are cells
	for i, line := range strings.Split(string(once), "\n") {
		if inMap = inMap != (strings.Count(line, `"""`) == 1); inMap {
			continue
		}
		assert.Equal(t, strings.TrimRight(line, " \t"), line, "%s:%d: blanks at the end", name, i+1)
	}
	return string(once)
}

func TestFormatPieces(t *testing.T) {
	files, err := filepath.Glob("testdata/format/*.pz")
	require.NoError(t, err)
	for _, f := range files {
		src, err := os.ReadFile(f)
		require.NoError(t, err)
		filetest.Golden(t, f+".golden", []byte(checkFormat(t, f, src)))
	}
}

func TestFormatLibrary(t *testing.T) {
	for name, src := range library(t) {
		checkFormat(t, name, src)
	}
}

func TestFormatOfWrongText(t *testing.T) {
	out, errs := dsl.Format("x.pz", []byte("goal a\ngoal (\n"))
	assert.Nil(t, out)
	assert.Len(t, errs, 1)
}

func TestFormatOfNothing(t *testing.T) {
	for src, want := range map[string]string{
		"": "", "\n\n": "", "// alone": "// alone\n", "\n\n// a\n\n\n\n// b\n\n": "// a\n\n// b\n",
	} {
		out, errs := dsl.Format("x.pz", []byte(src))
		assert.Empty(t, errs)
		assert.Equal(t, want, string(out))
	}
}

func TestGrammarIsFresh(t *testing.T) {
	filetest.Golden(t, "../docs/grammar.ebnf", []byte(dsl.Grammar()))
}
