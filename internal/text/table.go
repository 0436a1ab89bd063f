package text

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pzc-lang/pzc/internal/lists"
)

// Table is a plain table: columns of cells, without lines between them.
type Table struct{ t *table }

type table struct {
	w       io.Writer
	header  []string
	rows    [][]string
	numbers []int        // see Numbers
	words   map[int]bool // columns, counted from 0, with a cell that is not a number
}

// NewTable makes a table that Render writes to w.
func NewTable(w io.Writer) Table { return Table{&table{w: w, words: map[int]bool{}}} }

// Numbers aligns columns, counted from 1, to the right, and leaves the header in small letters, so that units can be
// read in it.
func (t Table) Numbers(columns ...int) { t.t.numbers = columns }

// Header sets the titles of the columns, which are written in capitals unless the table has Numbers.
func (t Table) Header(titles ...any) { t.t.header = texts(titles) }

// Row adds a row. Columns that hold integers alone are aligned to the right.
func (t Table) Row(cells ...any) {
	for i, c := range cells {
		switch c.(type) {
		case int, int64:
		default:
			t.t.words[i] = true
		}
	}
	t.t.rows = append(t.t.rows, texts(cells))
}

// Rows returns the number of rows that were added.
func (t Table) Rows() int { return len(t.t.rows) }

func texts(cells []any) []string {
	return lists.Map(cells, func(c any) string { return fmt.Sprint(c) })
}

// Render writes the table. Whoever writes to w learns of errors.
func (t Table) Render() {
	rows := t.t.rows
	if header := t.t.header; header != nil {
		if t.t.numbers == nil {
			header = strings.Split(strings.ToUpper(strings.Join(header, "\n")), "\n")
		}
		rows = append([][]string{header}, rows...)
	}
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var out strings.Builder
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			gap := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if slices.Contains(t.t.numbers, i+1) || !t.t.words[i] {
				cell = gap + cell
			} else {
				cell += gap
			}
			line.WriteString(cell + "  ")
		}
		out.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	_, _ = io.WriteString(t.t.w, out.String())
}
