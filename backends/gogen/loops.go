package gogen

import (
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/internal/lists"
)

// rowPiece is a piece of Go in which numbers are left open. Pieces that follow one another and differ only in these
// numbers are written as one loop.
type rowPiece struct {
	parts []string // between the numbers
	holes []string // the numbers
}

// newRowPiece returns a piece of a text in which numbers are marked.
func newRowPiece(text string) (p rowPiece) {
	for i, part := range strings.Split(text, code.HoleMark) {
		if i%2 == 0 {
			p.parts = append(p.parts, part)
		} else {
			p.holes = append(p.holes, part)
		}
	}
	return p
}

// shape is the text without the numbers.
func (p *rowPiece) shape() string { return strings.Join(p.parts, code.HoleMark) }

// alike puts pieces of one shape beside each other.
func alike(all []rowPiece) (out []rowPiece) {
	of := map[string][]rowPiece{}
	for _, p := range all {
		of[p.shape()] = append(of[p.shape()], p)
	}
	for _, p := range all {
		out = append(out, of[p.shape()]...)
		of[p.shape()] = nil
	}
	return out
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
		for n < len(all) && all[n].shape() == all[0].shape() {
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
func (p *rowPiece) fill(in []string) string {
	text := p.parts[0]
	for i, x := range in {
		text += x + p.parts[i+1]
	}
	return text
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
func fieldName(i int) string {
	if i >= 26 {
		return fieldName(i%26) + fmt.Sprint(i/26)
	}
	return string(rune('a' + i))
}

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
		row := lists.Map(fields, func(values []string) string { return values[r] })
		rows[r] = "{" + strings.Join(row, ", ") + "}"
	}
	w.tables++
	name := fmt.Sprintf("%sRows%d", w.name, w.tables)
	w.decls.Line("var %s = []struct{ %s }{%s\n}\n", name, code.Fields(kinds), code.Lines(rows))
	return "for " + index + ", m := range " + name + " {"
}
