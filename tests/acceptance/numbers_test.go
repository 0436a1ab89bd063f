package acceptance_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func number(t testing.TB, text string) int {
	t.Helper()
	n, err := strconv.Atoi(strings.TrimSpace(text))
	require.NoError(t, err)
	return n
}

// numbers reads a list of numbers between separators.
func numbers(t testing.TB, text, separator string) []int {
	t.Helper()
	var out []int
	for part := range strings.SplitSeq(strings.TrimSpace(text), separator) {
		out = append(out, number(t, part))
	}
	return out
}

// optimum reads a cost, -1 for none.
func optimum(t *testing.T, text string) int64 {
	t.Helper()
	if text == "UNSOLVABLE" || text == "-1" {
		return -1
	}
	return int64(number(t, text))
}

// field is the word after a word.
func field(t *testing.T, words []string, name string) string {
	t.Helper()
	for i, w := range words[:len(words)-1] {
		if w == name {
			return words[i+1]
		}
	}
	require.Failf(t, "no such field", "%s in %v", name, words)
	return ""
}
