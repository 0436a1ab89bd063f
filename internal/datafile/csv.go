package datafile

import (
	"encoding/csv"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

// CSV reads a table of values divided by commas, semicolons or tabs, and returns a list of JSON: of the rows or, if
// there is one column, of its values. Numbers, true and false are what they seem, all else is a text. A first line
// without numbers above a line with numbers has the names of the columns, and is left out.
func CSV(name, text string) (list string, problem *diag.Diagnostic) {
	first, _, _ := strings.Cut(text, "\n")
	r := csv.NewReader(strings.NewReader(text))
	r.TrimLeadingSpace = true
	for _, comma := range ";\t" {
		if strings.ContainsRune(first, comma) {
			r.Comma = comma
		}
	}
	table, err := r.ReadAll()
	if err != nil {
		d := &diag.Diagnostic{Severity: diag.Error, Code: "data", Msg: err.Error()}
		d.Span.Start = diag.Pos{Filename: name, Line: 1, Column: 1}
		var wrong *csv.ParseError
		if errors.As(err, &wrong) {
			d.Span.Start.Line, d.Msg = wrong.Line, "this is no row of the table: "+wrong.Err.Error()
		}
		if errors.Is(err, csv.ErrFieldCount) {
			d.Msg = fmt.Sprintf("this row has another number of values than the first row, which has %d", r.FieldsPerRecord)
		}
		d.Span.End = d.Span.Start
		return "", d
	}
	if len(table) > 1 && numbers(table[0]) == 0 && numbers(table[1]) > 0 {
		table = table[1:]
	}
	rows := []any{}
	for _, line := range table {
		row := append([]any{}, lists.Map(line, func(word string) any { return cell(strings.TrimSpace(word)) })...)
		if len(row) == 1 {
			rows = append(rows, row[0])
		} else {
			rows = append(rows, row)
		}
	}
	return written(rows), nil
}

func numbers(words []string) (n int) {
	for _, w := range words {
		if _, err := strconv.ParseInt(strings.TrimSpace(w), 10, 64); err == nil {
			n++
		}
	}
	return n
}

func cell(word string) any {
	if n, err := strconv.ParseInt(word, 10, 64); err == nil {
		return n
	}
	if word == "true" || word == "false" {
		return word == "true"
	}
	return word
}
