package main

import (
	"io/fs"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/docs"
)

// On a terminal the documents are broken between words, and say the same.
func TestDocumentsOnATerminal(t *testing.T) {
	for _, topic := range topics() {
		text, err := fs.ReadFile(docs.FS(), topic+".md")
		require.NoError(t, err)
		shown := wrapDocument(string(text), 80)
		assert.Equal(t, strings.Fields(string(text)), strings.Fields(shown), topic)
		code := false
		for line := range strings.Lines(shown) {
			code = code != strings.HasPrefix(line, "```")
			if !code && !strings.HasPrefix(line, "|") && strings.Count(strings.TrimSpace(line), " ") > 0 &&
				!strings.HasPrefix(line, "    ") {
				assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimRight(line, "\n")), 80, "%s: %s", topic, line)
			}
		}
	}
	assert.Equal(t, "- one two\n  three\n", wrapDocument("- one two three\n", 9))
	assert.Equal(t, "```\none two three\n```\n| one two three |\n",
		wrapDocument("```\none two three\n```\n| one two three |\n", 9))
}

// Each document has a line in the index.
func TestDocumentsAreListed(t *testing.T) {
	list, err := fs.ReadFile(docs.FS(), index)
	require.NoError(t, err)
	var listed []string
	for line := range strings.Lines(string(list)) {
		if found := indexed.Get().FindStringSubmatch(line); found != nil {
			listed = append(listed, found[1])
		}
	}
	assert.ElementsMatch(t, topics(), listed)
}
