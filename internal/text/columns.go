package text

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Columns writes words in rows, as a map of words has them: right-aligned with blanks between them, or without blanks
// if each word is one character. A single column of longer words begins with a blank, so that it is not read character
// by character.
func Columns(words []string, cols int) (rows []string) {
	wide := 1
	for _, w := range words {
		wide = max(wide, utf8.RuneCountInString(w))
	}
	for row := range slices.Chunk(words, max(cols, 1)) {
		between, line := "", ""
		for _, w := range row {
			line += between + fmt.Sprintf("%*s", wide, w)
			if wide > 1 {
				between = " "
			}
		}
		rows = append(rows, strings.Repeat(" ", len(between)*max(2-cols, 0))+line)
	}
	return rows
}
