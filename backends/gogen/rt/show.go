package search

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Cell writes a cell as (row, column).
func Cell(c, cols int) string {
	return "(" + strconv.Itoa(c/cols) + ", " + strconv.Itoa(c%cols) + ")"
}

// Map is the characters of a text.
func Map(text string) []int {
	cells := make([]int, 0, len(text))
	for _, r := range text {
		cells = append(cells, int(r))
	}
	return cells
}

// Quote writes a character in quotes.
func Quote(c int) string {
	switch c {
	case '\'', '\\':
		return `'\` + string(rune(c)) + `'`
	case '\n':
		return `'\n'`
	}
	return "'" + string(rune(c)) + "'"
}

// Board writes cells in rows, all with the same width. Cells of one character have no gaps between them.
func Board(cells []string, cols int) string {
	width, gap := 0, ""
	for _, c := range cells {
		width = max(width, utf8.RuneCountInString(c))
	}
	if width > 1 {
		gap = " "
	}
	var b strings.Builder
	for i, c := range cells {
		if i%cols > 0 {
			b.WriteString(gap)
		}
		b.WriteString(strings.Repeat(" ", width-utf8.RuneCountInString(c)) + c)
		if i%cols == cols-1 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
