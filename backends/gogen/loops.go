package gogen

import (
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
)

// rowMark stands for a number that is left open in a text.
const rowMark = "\x00"

// rowPiece is a piece of Go in which numbers are left open. Pieces that follow one another and differ only in these
// numbers are written as one loop.
type rowPiece struct {
	text  string
	holes []string // the numbers
}

// rowWriter writes pieces.
type rowWriter struct {
	block  *code.Block // the loops
	decls  *code.Block // the rows
	name   string      // what the names of rows begin with
	tables int
}

// write writes the pieces in their order.
func (w *rowWriter) write(all []rowPiece) {
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].text == all[0].text {
			n++
		}
		if n == 1 {
			w.block.Line("%s", all[0].fill(all[0].holes))
		} else {
			w.loop(all[:n])
		}
		all = all[n:]
	}
}

// fill puts something into each hole.
func (s *rowPiece) fill(in []string) string {
	parts := strings.Split(s.text, rowMark)
	var b strings.Builder
	for i, p := range parts {
		b.WriteString(p)
		if i+1 < len(parts) {
			b.WriteString(in[i])
		}
	}
	return b.String()
}

// loop writes a group as a loop.
func (w *rowWriter) loop(group []rowPiece) {
	columns := map[string]string{} // by its numbers: how a column is read
	texts := make([]string, len(group[0].holes))
	var fields [][]string
	index := "_"
	for i := range texts {
		values := make([]string, len(group))
		same, counts := true, true
		for k := range group {
			values[k] = group[k].holes[i]
			same, counts = same && values[k] == values[0], counts && values[k] == fmt.Sprint(k)
		}
		key := strings.Join(values, "/")
		if columns[key] == "" {
			switch {
			case same:
				columns[key] = values[0]
			case counts:
				columns[key], index = "i", "i"
			default:
				columns[key] = "m." + fieldName(len(fields))
				fields = append(fields, values)
			}
		}
		texts[i] = columns[key]
	}
	w.block.Line("%s", w.head(len(group), fields, index))
	if len(fields) == 1 {
		for i, text := range texts {
			texts[i] = strings.Replace(text, "m."+fieldName(0), "v", 1)
		}
	}
	w.block.Line("%s", group[0].fill(texts))
	w.block.Line("}")
}

// fieldName is the name of a field of a row.
func fieldName(i int) string { return string(rune('a' + i)) }

// head is the head of the loop over rows of fields, which it declares if there are several.
func (w *rowWriter) head(n int, fields [][]string, index string) string {
	switch len(fields) {
	case 0:
		return fmt.Sprintf("for i := range %d {", n)
	case 1:
		return "for " + index + ", v := range [...]int{" + strings.Join(fields[0], ", ") + "} {"
	}
	kinds := make([]code.Param, len(fields))
	for i := range fields {
		kinds[i] = code.Param{Name: fieldName(i), Type: code.Name("int")}
	}
	rows := make([]string, n)
	for r := range rows {
		row := make([]string, len(fields))
		for i := range fields {
			row[i] = fields[i][r]
		}
		rows[r] = "{" + strings.Join(row, ", ") + "}"
	}
	w.tables++
	name := fmt.Sprintf("%sRows%d", w.name, w.tables)
	w.decls.Line("var %s = []struct{ %s }{%s\n}\n", name, code.Fields(kinds), code.Lines(rows))
	return "for " + index + ", m := range " + name + " {"
}
