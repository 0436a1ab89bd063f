package gogen

// Pieces of Go that differ only in numbers are written as one loop over rows of these numbers.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/backends/gogen/statespace"
	"github.com/pzc-lang/pzc/internal/diag"
)

// rowHole is a number, or a list of numbers, in which texts that are otherwise the same may differ.
type rowHole struct {
	text string
	list bool
}

// rowMark stands for a hole in a text.
const rowMark = "\x00"

// rowPiece is a piece of Go in which numbers are left open.
type rowPiece struct {
	text  string
	holes []rowHole
	args  []rowArgument // numbers that have names
}

// rowArgument is a number with a name.
type rowArgument struct {
	name  string
	value string
}

// maxRowNumbers bounds the numbers in the rows of one simpler puzzle.
const maxRowNumbers = 20_000

// newRowWriter returns a writer of loops into b and of rows and lists into decls. Their names begin with name.
func newRowWriter(b, decls *code.Block, name string) *rowWriter {
	return &rowWriter{block: b, decls: decls, name: name, lists: map[string]string{}}
}

// grouped puts together what differs in numbers only, in the order of the first of each kind.
func grouped(all []rowPiece) (groups [][]rowPiece) {
	at := map[string]int{}
	for _, s := range all {
		i, ok := at[s.text]
		if !ok {
			i = len(groups)
			at[s.text] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], s)
	}
	return groups
}

// rowWriter writes such groups: one piece as it is, several as a loop over rows of what they differ in.
type rowWriter struct {
	block  *code.Block // the loops
	decls  *code.Block // the rows and lists
	name   string      // what the names of rows and lists begin with
	lists  map[string]string
	tables int
	size   int
	index  string // of the loop; _ if it is not used
}

func (w *rowWriter) write(all []rowPiece) {
	for _, group := range grouped(all) {
		w.group(group)
	}
}

// inOrder is write for pieces of which the order matters: only those that follow one another are put together.
func (w *rowWriter) inOrder(all []rowPiece) {
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].text == all[0].text {
			n++
		}
		w.group(all[:n])
		all = all[n:]
	}
}

func (w *rowWriter) group(group []rowPiece) {
	if len(group) == 1 {
		w.block.Line("%s", w.fill(&group[0], func(i int) string { return w.constant(group[0].holes[i]) }))
		return
	}
	w.loop(group)
}

// fill puts something into each hole.
func (w *rowWriter) fill(s *rowPiece, in func(i int) string) string {
	parts := strings.Split(s.text, rowMark)
	var b strings.Builder
	for i, p := range parts {
		b.WriteString(p)
		if i+1 < len(parts) {
			b.WriteString(in(i))
		}
	}
	return b.String()
}

// constant is a number, or a list, which gets a name.
func (w *rowWriter) constant(h rowHole) string {
	if !h.list {
		return h.text
	}
	name, ok := w.lists[h.text]
	if !ok {
		name = fmt.Sprintf("%sList%d", w.name, len(w.lists)+1)
		w.lists[h.text] = name
		w.decls.Line("var %s = []int%s\n", name, h.text)
	}
	return name
}

// column is one or more holes that have the same number in each row.
type column struct {
	values []string
	list   bool
	text   string // how it is read
	field  string // of a row; "" if it is no part of it
}

// loop writes a group as a loop.
func (w *rowWriter) loop(group []rowPiece) {
	var columns []*column
	of := map[string]*column{}
	holes := make([]*column, len(group[0].holes))
	for i, h := range group[0].holes {
		c := &column{list: h.list}
		for _, s := range group {
			c.values = append(c.values, s.holes[i].text)
		}
		key := strings.Join(c.values, "/")
		if of[key] == nil {
			of[key] = c
			columns = append(columns, c)
		}
		holes[i] = of[key]
	}
	w.index = "_"
	fields := w.fields(group, columns)
	rows, head := w.rows(group, fields)
	if len(rows) > 0 && len(fields)*len(rows) > maxRowNumbers-w.size {
		statespace.GiveUp(diag.Span{}, "a simpler puzzle with this number of moves")
	}
	w.size += len(fields) * len(rows)
	w.block.Line("%s", head)
	w.block.Line("%s", w.fill(&group[0], func(i int) string { return holes[i].text }))
	w.block.Line("}")
}

// fields names the columns that differ from row to row; others are written as they are.
func (w *rowWriter) fields(group []rowPiece, columns []*column) (fields []*column) {
	taken := map[string]bool{"p": true, "s": true, "m": true, "i": true, "v": true, "next": true, "steps": true}
	for _, c := range columns {
		switch {
		case !slices.ContainsFunc(c.values, func(x string) bool { return x != c.values[0] }):
			c.text = w.constant(rowHole{c.values[0], c.list})
			continue
		case counts(c.values):
			c.text, w.index = "i", "i"
			continue
		}
		for k, a := range group[0].args {
			same := func(s rowPiece, x string) bool { return s.args[k].value == x }
			fits := !taken[a.name]
			for r := range group {
				fits = fits && len(group[r].args) > k && same(group[r], c.values[r])
			}
			if fits {
				c.field = a.name
				break
			}
		}
		for n := 0; c.field == ""; n++ {
			name := string(rune('a' + n%26))
			if n >= 26 {
				name = fmt.Sprintf("n%d", n)
			}
			if !taken[name] {
				c.field = name
			}
		}
		taken[c.field] = true
		c.text = "m." + c.field
		fields = append(fields, c)
	}
	return fields
}

// counts tells whether values are 0, 1, 2, …
func counts(values []string) bool {
	for i, v := range values {
		if v != fmt.Sprint(i) {
			return false
		}
	}
	return true
}

// rows are the declared rows, and the head of the loop over them.
func (w *rowWriter) rows(group []rowPiece, fields []*column) (rows []string, head string) {
	switch {
	case len(fields) == 0:
		return nil, fmt.Sprintf("for i := range %d {", len(group))
	case len(fields) == 1 && !fields[0].list:
		fields[0].text = "v"
		return nil, "for " + w.index + ", v := range [...]int{" + strings.Join(fields[0].values, ", ") + "} {"
	}
	for r := range group {
		parts := make([]string, len(fields))
		for k, c := range fields {
			if parts[k] = c.values[r]; c.list {
				parts[k] = "[]int" + parts[k]
			}
		}
		rows = append(rows, "{"+strings.Join(parts, ", ")+"}")
	}
	var kinds []code.Param
	for _, c := range fields {
		kind := code.Name("int")
		if c.list {
			kind = code.Name("[]int")
		}
		kinds = append(kinds, code.Param{Name: c.field, Type: kind})
	}
	w.tables++
	name := fmt.Sprintf("%sRows%d", w.name, w.tables)
	w.decls.Line("var %s = []struct{ %s }{%s\n}\n", name, code.Fields(kinds), code.Lines(rows))
	return rows, "for " + w.index + ", m := range " + name + " {"
}
