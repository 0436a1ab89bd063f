package readback

import (
	"slices"

	"github.com/pzc-lang/pzc/internal/lists"
)

// table is a table of values. Its columns are the last index of one array, or arrays that share their only index.
type table struct {
	rows    *Array          // an array whose first index names the rows
	named   map[string]bool // the names of the rows
	columns []string        // the names of the columns
	array   *Array          // the array whose elements are in the table; nil if the columns are arrays
}

// cells divides a line at its bars.
func cells(l line) (out []Text) {
	from := 0
	for i := 0; i <= len(l.text); i++ {
		if i == len(l.text) || l.text[i] == '|' {
			out = append(out, l.trimmed(from, i))
			from = i + 1
		}
	}
	return out
}

// isTable reads the head of a table, and returns false if the line is none.
func (r *reader) isTable(l line) bool {
	head := cells(l)
	columns := lists.Map(head[1:], func(c Text) string { return c.Text })
	if a := r.arrays[head[0].Text]; a != nil && len(a.Index) == 2 {
		values := lists.Set(a.Index[1])
		if slices.ContainsFunc(columns, func(c string) bool { return !values[c] }) {
			return false
		}
		r.table = &table{rows: a, named: lists.Set(a.Index[0]), columns: columns, array: a}
		return true
	}
	for _, c := range columns {
		if a := r.arrays[c]; a == nil || len(a.Index) != 1 {
			return false
		}
	}
	rows := r.arrays[columns[0]]
	r.table = &table{rows: rows, named: lists.Set(rows.Index[0]), columns: columns}
	return true
}

// tableRow reads a row of the present table.
func (r *reader) tableRow(l line) {
	row := cells(l)
	name := row[0]
	if len(row)-1 > len(r.table.columns) {
		r.fail(name.Span, "this row has more cells than the head of the table", "")
		return
	}
	for i, value := range row[1:] {
		if value.Text == "" {
			continue // not given
		}
		column := r.table.columns[i]
		if r.table.array != nil {
			r.give(r.table.array.Name+"["+name.Text+", "+column+"]", value)
		} else {
			r.give(column+"["+name.Text+"]", value)
		}
	}
}
