package search

import (
	"math"
	"sort"
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

// OrderKey is the key for sorting. An undefined key comes last.
func OrderKey(key int) int {
	if key == math.MinInt {
		return math.MaxInt
	}
	return key
}

// SortSteps sorts steps by their keys; equal keys leave them in order.
func SortSteps[S any](steps []Step[S], keys []int) { sort.Stable(byKey[S]{steps, keys}) }

type byKey[S any] struct {
	steps []Step[S]
	keys  []int
}

func (b byKey[S]) Len() int           { return len(b.keys) }
func (b byKey[S]) Less(i, j int) bool { return b.keys[i] < b.keys[j] }
func (b byKey[S]) Swap(i, j int) {
	b.steps[i], b.steps[j] = b.steps[j], b.steps[i]
	b.keys[i], b.keys[j] = b.keys[j], b.keys[i]
}
