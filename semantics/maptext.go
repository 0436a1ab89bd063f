package semantics

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
)

// MapFromText reads a map from the text of a file, one row on each line. Short lines are filled with blanks on the
// right. A newline at the end makes no row. CRLF counts as LF. A byte order mark is skipped. Tabs and invisible
// characters are errors.
func MapFromText(text string) (*model.Map, error) {
	if !utf8.ValidString(text) {
		return nil, errors.New("the text is not UTF-8")
	}
	text = strings.TrimPrefix(text, "\ufeff")
	text = strings.TrimSuffix(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	if text == "" {
		return &model.Map{}, nil
	}
	var rows [][]rune
	cols := 0
	for i, line := range strings.Split(text, "\n") {
		row := []rune(line)
		if k := slices.Index(row, '\t'); k >= 0 {
			return nil, fmt.Errorf("line %d, column %d: a tab; write blanks instead", i+1, k+1)
		}
		if k := slices.IndexFunc(row, diag.Hidden); k >= 0 {
			return nil, fmt.Errorf("line %d, column %d: %s (U+%04X); remove it", i+1, k+1, diag.HiddenName(row[k]), row[k])
		}
		rows, cols = append(rows, row), max(cols, len(row))
	}
	if len(rows) > maxElements/max(cols, 1) {
		return nil, fmt.Errorf("a map of %d lines with up to %d characters is too large: at most %d cells are possible",
			len(rows), cols, maxElements)
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
