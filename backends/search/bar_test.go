package search

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestBar(t *testing.T) {
	assert.Equal(t, "[                        ] 0 %", bar(-1))
	assert.Equal(t, "[============            ] 50 %", bar(0.5))
	assert.Equal(t, "[========================] 100 %", bar(1.5))
}

// TestTablesShowABar: the bar of a table of four tiles and the hole ends full, since all of its states can be reached.
func TestTablesShowABar(t *testing.T) {
	tk := named(tiles(3, 3, span(9)...))
	withPattern(t, tk, true, 1, 2, 3, 4)
	a := &tk.Abstractions[0]
	w := newWorkshop(t.Context(), a.Task)
	var lines []string
	w.progress = func(line string) { lines = append(lines, line) }
	b, ok := w.newTotal(a)
	require.True(t, ok)
	_, err := b.build()
	require.NoError(t, err)
	require.InDelta(t, 9*8*7*6*5, b.expected, 1e-6)
	require.Greater(t, len(lines), 3)
	last := lines[len(lines)-1]
	assert.Contains(t, last, "=======]", last)
	assert.True(t, strings.HasPrefix(last, a.Name+": ["), last)
}
