package lsp

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/dsl"
)

// Each word of the language and each predeclared name is described, with an example that is a declaration.
func TestWords(t *testing.T) {
	described := map[string]bool{}
	for line := range strings.Lines(wordTexts) {
		parts := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if !assert.Len(t, parts, 3, line) {
			continue
		}
		assert.False(t, described[parts[0]], "%s is there twice", parts[0])
		described[parts[0]] = true
		assert.Contains(t, parts[2], parts[0], "the example has the word")
		_, diags := dsl.Parse("example.pz", []byte("puzzle P\n"+parts[2]))
		require.NoError(t, diags.Err(), parts[2])
	}
	for _, word := range dsl.Words() {
		assert.True(t, described[word], word)
	}
	for _, name := range check.PredeclaredNames() {
		assert.True(t, described[name.Name], name.Name)
	}
}

func TestWordHover(t *testing.T) {
	c := start(t, `{}`, Options{})
	c.open("file:///a.pz", "puzzle P\nstate n: 0..3 = 0\ngoal forall i in 0..2: abs(i) < 3 and n == 3\n")
	for before, want := range map[string]string{
		"forall i":  "forall: whether a condition holds for all values",
		"abs(i)":    "goal abs(a - b) == 1",
		"n: 0..3":   "state n: 0..3",
		"puzzle P":  "a model begins with it",
		"and n ==":  "both conditions hold",
		"0..2: abs": "",
	} {
		var h *hover
		c.request("textDocument/hover", c.at("file:///a.pz", before), &h)
		if want == "" {
			assert.Nil(t, h, before)
		} else if assert.NotNil(t, h, before) {
			assert.Contains(t, h.Contents.Value, want)
		}
	}
}
