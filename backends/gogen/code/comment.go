package code

import (
	"strings"
	"unicode"
)

// Comment returns any text as the lines of a Go comment.
func Comment(text string) string {
	var b strings.Builder
	for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		line = strings.Map(func(r rune) rune {
			if r == '\t' {
				return ' '
			}
			if unicode.IsControl(r) || r == '\uFEFF' || r == unicode.ReplacementChar {
				return -1
			}
			return r
		}, line)
		if strings.HasPrefix(strings.TrimSpace(line), "+build") { // gofmt would take it for a build constraint
			line = "> " + line
		}
		b.WriteString(strings.TrimRight("// "+line, " ") + "\n")
	}
	return b.String()
}

// OneLine returns a text with each run of spaces and line ends as one space.
func OneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
