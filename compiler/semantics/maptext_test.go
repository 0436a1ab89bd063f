package semantics_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/semantics"
)

func TestRead(t *testing.T) {
	for _, tt := range []struct {
		text       string
		rows, cols int
		cells      string
	}{
		{"", 0, 0, ""},
		{"\n", 0, 0, ""},
		{"ab\ncd", 2, 2, "abcd"},
		{"ab\ncd\n", 2, 2, "abcd"},
		{"ab\r\nc\r\n", 2, 2, "abc "},
		{"\na", 2, 1, " a"},
		{"  a\n", 1, 3, "  a"},
		{"\ufeffab\n", 1, 2, "ab"},
		{"ä\\\n", 1, 2, "ä\\"},
		{"a\n\n\r\n", 1, 1, "a"},
		{"\n a \n\n  \n", 4, 3, "    a       "},
	} {
		m, _, err := semantics.ReadMap(tt.text, true)
		require.NoError(t, err)
		assert.Equal(t, [2]int{tt.rows, tt.cols}, [2]int{m.Rows, m.Cols}, "%q", tt.text)
		assert.Equal(t, tt.cells, string(m.Cells), "%q", tt.text)
	}
	for text, want := range map[string]string{
		"\n  \n   ab \n\n  cde\n \n\n": "| ab|   |cde|", // the indentation that all lines have
		"  a":                          "|a|",
		" a\n\tb":                      "line 2, column 1: a tab; write blanks instead",
		"\n  a\tb":                     "line 2, column 4: a tab; write blanks instead",
		" \n\n":                        "|",
	} {
		m, _, err := semantics.ReadMap(text, false)
		got := "|"
		if err != nil {
			got = err.Error()
		} else {
			for r := range m.Rows {
				got += string(m.Cells[r*m.Cols:][:m.Cols]) + "|"
			}
		}
		assert.Equal(t, want, got, "%q", text)
	}
	for _, bad := range []string{
		"a\tb", "\xff", "a\n\x1bb", "\u202ea", strings.Repeat("\n", 10_000) + strings.Repeat("x", 10_000),
	} {
		_, _, err := semantics.ReadMap(bad, true)
		assert.Error(t, err)
	}
}
