package main

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFlagNames: each option that texts mention has a flag.
func TestFlagNames(t *testing.T) {
	text, err := os.ReadFile("../../internal/mention/mention.go")
	require.NoError(t, err)
	all := regexp.MustCompile(`(?m)^\t\w+ += "(\[\w+\])"$`).FindAllStringSubmatch(string(text), -1)
	assert.Len(t, all, len(flagNames))
	for _, m := range all {
		assert.NotEmpty(t, flagNames[m[1]], "%s has no flag", m[1])
	}
	assert.Equal(t, "leave out --engine native; pzc count counts", inFlags("leave out [Engine native]; [Count] counts"))
}
