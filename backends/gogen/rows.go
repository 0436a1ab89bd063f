package gogen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/backends/gogen/expr"
	"github.com/pzc-lang/pzc/diag"
)

// skeleton is a piece of Go in which numbers are left open.
type skeleton struct {
	text  string
	holes []hole
	args  []argument // numbers that have names
}

// argument is a number with a name.
type argument struct {
	name  string
	value string
}

// maxRowNumbers bounds the numbers in the rows of one simpler puzzle.
const maxRowNumbers = 20_000

// grouped puts together what differs in numbers only, in the order of the first of each kind.
func grouped(all []skeleton) (groups [][]skeleton) {
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
	b      *code.Block      // the loops
	decls  *strings.Builder // the rows and lists
	name   string           // what the names of rows and lists begin with
	lists  map[string]string
	tables int
	size   int
	index  string // of the loop; _ if it is not used
}

func (w *rowWriter) write(all []skeleton) {
	for _, group := range grouped(all) {
		w.group(group)
	}
}

// inOrder is write for pieces of which the order matters: only those that follow one another are put together.
func (w *rowWriter) inOrder(all []skeleton) {
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].text == all[0].text {
			n++
		}
		w.group(all[:n])
		all = all[n:]
	}
}

func (w *rowWriter) group(group []skeleton) {
	if len(group) == 1 {
		w.b.Line("%s", w.fill(&group[0], func(i int) string { return w.constant(group[0].holes[i]) }))
		return
	}
	w.loop(group)
}

// fill puts something into each hole.
func (w *rowWriter) fill(s *skeleton, in func(i int) string) string {
	parts := strings.Split(s.text, holeMark)
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
func (w *rowWriter) constant(h hole) string {
	if !h.list {
		return h.text
	}
	name, ok := w.lists[h.text]
	if !ok {
		name = fmt.Sprintf("%sList%d", w.name, len(w.lists)+1)
		w.lists[h.text] = name
		fmt.Fprintf(w.decls, "var %s = []int%s\n\n", name, h.text)
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
func (w *rowWriter) loop(group []skeleton) {
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
		expr.GiveUp(diag.Span{}, "a simpler puzzle of so many moves")
	}
	w.size += len(fields) * len(rows)
	w.b.Line("%s", head)
	w.b.Line("%s", w.fill(&group[0], func(i int) string { return holes[i].text }))
	w.b.Line("}")
}

// fields names the columns that differ from row to row; others are written as they are.
func (w *rowWriter) fields(group []skeleton, columns []*column) (fields []*column) {
	taken := map[string]bool{"p": true, "s": true, "m": true, "i": true, "v": true, "next": true, "steps": true}
	for _, c := range columns {
		switch {
		case !slices.ContainsFunc(c.values, func(x string) bool { return x != c.values[0] }):
			c.text = w.constant(hole{c.values[0], c.list})
			continue
		case counts(c.values):
			c.text, w.index = "i", "i"
			continue
		}
		for k, a := range group[0].args {
			same := func(s skeleton, x string) bool { return s.args[k].value == x }
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
func (w *rowWriter) rows(group []skeleton, fields []*column) (rows []string, head string) {
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
	var kinds []string
	for _, c := range fields {
		kind := "int"
		if c.list {
			kind = "[]int"
		}
		kinds = append(kinds, c.field+" "+kind)
	}
	w.tables++
	name := fmt.Sprintf("%sRows%d", w.name, w.tables)
	fmt.Fprintf(w.decls, "var %s = []struct{ %s }{%s\n}\n\n", name, strings.Join(code.Fields(kinds), "; "), inLines(rows))
	return rows, "for " + w.index + ", m := range " + name + " {"
}

// inLines writes rows, several to a line.
func inLines(rows []string) string {
	text, used := "", 0
	for i, r := range rows {
		if used += len(r) + 2; i == 0 || used > 72 {
			text, used = text+"\n", len(r)+2
		}
		text += r + ", "
	}
	return text
}
