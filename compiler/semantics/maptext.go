package semantics

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/text"
)

// maxCells is the greatest number of cells of a map.
const maxCells = maxElements

// Cut is what a text has before the first cell of its map: lines, and signs of each line.
type Cut struct{ Top, Left int }

// lines divides the text of a file into the rows of a map, one on each line. Empty lines at the end make no rows. If
// blanks are no signs of the map, neither do blank lines at the beginning and end, and blanks at the ends of lines and
// at the beginning of all lines make no cells.
func lines(file string, blanks bool) (rows []string, off Cut, err error) {
	file, wrong := diag.Decode("", file)
	if wrong != nil {
		return nil, off, fmt.Errorf("%s; %s", wrong.Msg, wrong.Help)
	}
	rows = strings.Split(file, "\n")
	if !blanks {
		rows, off = trimmed(rows)
	}
	for len(rows) > 0 && rows[len(rows)-1] == "" {
		rows = rows[:len(rows)-1]
	}
	return rows, off, nil
}

// trimmed removes the blank lines at the beginning, the blanks at the ends of lines, and the blanks with which all
// lines begin.
func trimmed(lines []string) (rows []string, off Cut) {
	off.Left = -1
	for _, l := range lines {
		row := strings.TrimRight(l, " ")
		if row == "" && len(rows) == 0 {
			off.Top++
			continue
		}
		if indent := len(row) - len(strings.TrimLeft(row, " ")); row != "" && (off.Left < 0 || indent < off.Left) {
			off.Left = indent
		}
		rows = append(rows, row)
	}
	for i, row := range rows {
		rows[i] = row[min(max(off.Left, 0), len(row)):]
	}
	return rows, off
}

// ofRows makes a map of rows. Short rows are filled with blanks on the right. Tabs and invisible characters are
// errors, whose places count from what was cut off.
func ofRows(lines []string, off Cut) (*model.Map, error) {
	var rows [][]rune
	cols := 0
	for i, line := range lines {
		row := []rune(line)
		if k := slices.Index(row, '\t'); k >= 0 {
			return nil, fmt.Errorf("line %d, column %d: a tab; write blanks instead", off.Top+i+1, off.Left+k+1)
		}
		if k := slices.IndexFunc(row, diag.Hidden); k >= 0 {
			return nil, fmt.Errorf("line %d, column %d: %s (U+%04X); remove it", off.Top+i+1, off.Left+k+1,
				diag.HiddenName(row[k]), row[k])
		}
		rows, cols = append(rows, row), max(cols, len(row))
	}
	if len(rows) > maxCells/max(cols, 1) {
		return nil, fmt.Errorf("a map of %s with up to %d characters is too large: at most %d cells are possible",
			text.Count(len(rows), "line"), cols, maxCells)
	}
	m := &model.Map{Rows: len(rows), Cols: cols, Cells: make([]rune, 0, len(rows)*cols)}
	for _, row := range rows {
		m.Cells = append(m.Cells, row...)
		for range cols - len(row) {
			m.Cells = append(m.Cells, ' ')
		}
	}
	return m, nil
}
