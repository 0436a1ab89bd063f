package text

import (
	"io"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// Table is a plain table: columns of cells, without lines between them.
type Table struct{ t table.Writer }

// NewTable makes a table that Render writes to w.
func NewTable(w io.Writer) Table {
	t := table.NewWriter()
	t.SetOutputMirror(w)
	style := table.StyleDefault
	style.Options = table.OptionsNoBordersAndSeparators
	style.Box.PaddingLeft = ""
	style.Box.PaddingRight = "  "
	t.SetStyle(style)
	t.SuppressTrailingSpaces()
	return Table{t}
}

// Numbers aligns columns, counted from 1, to the right, and leaves the header in small letters, so that units can be
// read in it.
func (t Table) Numbers(columns ...int) {
	configs := make([]table.ColumnConfig, len(columns))
	for i, c := range columns {
		configs[i] = table.ColumnConfig{Number: c, Align: text.AlignRight, AlignHeader: text.AlignRight}
	}
	t.t.SetColumnConfigs(configs)
	t.t.Style().Format.Header = text.FormatDefault
}

// Header sets the titles of the columns, which are written in capitals unless the table has Numbers.
func (t Table) Header(titles ...any) { t.t.AppendHeader(titles) }

// Row adds a row.
func (t Table) Row(cells ...any) { t.t.AppendRow(cells) }

// Rows is the number of rows that were added.
func (t Table) Rows() int { return t.t.Length() }

// Render writes the table.
func (t Table) Render() { t.t.Render() }
