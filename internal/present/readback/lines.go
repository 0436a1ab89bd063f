package readback

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lazy"
)

// line is a line of the input, or what people write on one line: several lines with a bracket around their ends, or a
// part of a line up to a semicolon.
type line struct {
	text   string // without its comment and the blanks at its end
	offset int    // of the text in the input
	in     *places
}

// part returns a stretch of a line, from byte i up to byte j.
func (l line) part(i, j int) Text {
	return Text{l.text[i:j], diag.Span{Start: l.in.at(l.offset + i), End: l.in.at(l.offset + j)}}
}

// trimmed is part without blanks at its ends.
func (l line) trimmed(i, j int) Text {
	for i < j && strings.IndexByte(" \t\n", l.text[i]) >= 0 {
		i++
	}
	for i < j && strings.IndexByte(" \t\n", l.text[j-1]) >= 0 {
		j--
	}
	return l.part(i, j)
}

// text reads an input that is no JSON.
func (r *reader) text(input string) {
	lines := strings.Split(input, "\n")
	if r.printed = r.isPrinted(lines); r.printed {
		r.print(lines)
		return
	}
	for n := 0; n < len(lines); n++ {
		raw, l := lines[n], line{offset: r.places.begins[n], in: r.places}
		l.text = strings.TrimRight(r.uncomment(raw), " \t")
		switch {
		case heading.Get().MatchString(raw):
			r.begin(r.places.at(l.offset))
		case strings.TrimSpace(l.text) == "":
			r.table = nil
		default:
			n += r.join(&l, n, lines)
			r.statements(l)
		}
	}
	r.reportUnread(input)
}

// join adds to line n the next lines, up to the one that closes its brackets, and returns their number. It adds none if
// no bracket is open at the end of the line, or an empty line comes first.
func (r *reader) join(l *line, n int, lines []string) int {
	depth, _ := scan(l.text)
	if depth <= 0 || n < r.unclosed {
		return 0
	}
	var text strings.Builder
	depth = 0
	for r.unclosed = n; r.unclosed < len(lines) && strings.TrimSpace(lines[r.unclosed]) != ""; r.unclosed++ {
		raw := lines[r.unclosed]
		code := r.uncomment(raw)
		change, _ := scan(code)
		text.WriteString(code)
		if depth += change; depth <= 0 {
			l.text = text.String()
			return r.unclosed - n
		}
		text.WriteString(strings.Repeat(" ", len(raw)-len(code)) + "\n")
	}
	return 0
}

// statements reads the parts of a line between semicolons.
func (r *reader) statements(l line) {
	_, ends := scan(l.text)
	from := 0
	for _, end := range append(ends, len(l.text)) {
		if text := strings.TrimRight(l.text[from:end], " \t"); strings.TrimSpace(text) != "" {
			r.line(line{text, l.offset + from, l.in})
		}
		from = end + 1
	}
}

// scan returns the number of brackets in a text that it opens and does not close, and the places of the semicolons
// outside brackets and quotes.
func scan(text string) (open int, semicolons []int) {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\'':
			i = closing(text, i) - 1
		case '(', '[', '{':
			open++
		case ')', ']', '}':
			open--
		case ';':
			if open == 0 {
				semicolons = append(semicolons, i)
			}
		}
	}
	return open, semicolons
}

// uncomment removes a comment from a line: `# …` or, as in a model, `// …`. Within a character literal none begins, and
// a printed board may have `//` in it.
func (r *reader) uncomment(line string) string {
	quoted := false
	for i := 0; i < len(line); i++ {
		switch {
		case quoted && line[i] == '\\':
			i++
		case line[i] == '\'':
			quoted = !quoted
		case !quoted && (line[i] == '#' || !r.printed && strings.HasPrefix(line[i:], "//")):
			return line[:i]
		}
	}
	return line
}

// assignment matches `variable = value` and `variable[indices] = value`, also with `:` or `:=`.
var assignment = lazy.Compile(`(?s)^(\s*)([A-Za-z_]\w*)\s*(\[.*?\])?\s*(:=?|=)\s*([^=].*)$`)

// line reads a line that is not empty.
func (r *reader) line(l line) {
	switch {
	case r.table != nil && strings.Trim(l.text, "-|+: \t") == "":
		return // the line under the head
	case !strings.Contains(l.text, "|"):
	case r.table != nil && r.table.named[cells(l)[0].Text]:
		r.tableRow(l)
		return
	case r.isTable(l):
		return
	case r.table != nil:
		first := cells(l)[0]
		r.fail(first.Span, "`"+first.Text+"` is no index of `"+r.table.rows.Name+"`",
			"the rows are "+strings.Join(r.table.rows.Index[0], ", "))
		return
	}
	r.table = nil
	if m := assignment.Get().FindStringSubmatchIndex(l.text); m != nil && r.assign(l, m) {
		return
	}
	if !r.labelled(l) && !r.typed(l) {
		r.unread = append(r.unread, l.part(0, len(l.text)))
	}
}

// assign reads `variable = value`. m has the places of the parts of assignment. It returns false if this is none.
func (r *reader) assign(l line, m []int) bool {
	name := l.text[m[4]:m[5]]
	a := r.arrays[name]
	if a == nil && l.text[m[8]] == ':' {
		return false
	}
	value := l.trimmed(m[10], m[11])
	if m[6] >= 0 {
		name += l.text[m[6]:m[7]]
	}
	switch {
	case a == nil || m[6] >= 0 || len(a.Index) == 0:
		r.give(name, value)
	case strings.HasPrefix(value.Text, "["):
		var values []Text
		flatten(l, m[10]+strings.IndexByte(l.text[m[10]:], '['), len(l.text), &values)
		r.list(a, values, value.Span)
	case strings.HasPrefix(value.Text, "true at ") && strings.HasSuffix(value.Text, ", else false"),
		value.Text == "false everywhere":
		r.trueAt(a, value)
	default:
		r.fail(value.Span, "`"+a.Name+"` has "+countOf(len(a.Elems), "element")+", one value is given",
			"write "+a.Name+" = […], or give single elements as "+a.Elems[0]+" = …")
	}
	return true
}

// trueAt reads "true at [1], [3], else false".
func (r *reader) trueAt(a *Array, value Text) {
	list := strings.TrimSuffix(strings.TrimPrefix(value.Text, "true at "), ", else false") + ", "
	for _, e := range a.Elems {
		truth := strconv.FormatBool(strings.Contains(list, strings.TrimPrefix(e, a.Name)+", "))
		r.give(e, Text{truth, value.Span})
	}
}

// flatten lists the values between brackets, of nested lists too. i is the place of the opening bracket. It returns the
// place after the closing one.
func flatten(l line, i, end int, out *[]Text) int {
	from := i + 1
	take := func(to int) {
		if t := l.trimmed(from, to); t.Text != "" {
			*out = append(*out, t)
		}
	}
	for i++; i < end; {
		switch l.text[i] {
		case '[':
			i = flatten(l, i, end, out)
			from = i
			continue
		case ']':
			take(i)
			return i + 1
		case ',':
			take(i)
			from = i + 1
		case '(', '\'':
			i = closing(l.text, i)
			continue
		}
		i++
	}
	take(end)
	return end
}

// closing returns the place after the parenthesis or quote that ends what begins at i; the end of the text without one.
func closing(text string, i int) int {
	if text[i] == '\'' {
		for j := i + 1; j < len(text); j++ {
			switch text[j] {
			case '\\':
				j++
			case '\'':
				return j + 1
			}
		}
		return len(text)
	}
	depth := 0
	for j := i; j < len(text); {
		switch text[j] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return j + 1
			}
		case '\'':
			j = closing(text, j)
			continue
		}
		j++
	}
	return len(text)
}

// labelled reads a line of labels of one sign each, with or without blanks between, if the line is no name of a move.
func (r *reader) labelled(l line) bool {
	if r.names.Signs == nil || r.moves[name.Get().FindString(strings.TrimSpace(l.text))] {
		return false
	}
	if r.signs == nil {
		r.signs = r.names.Signs()
	}
	var moves []Text
	for i, sign := range l.text {
		move, is := r.signs[sign]
		switch {
		case is:
			moves = append(moves, Text{move, l.part(i, i+len(string(sign))).Span})
		case sign != ' ' && sign != '\t':
			return false
		}
	}
	r.now.Moves = append(r.now.Moves, moves...)
	return true
}

// bullet matches the number or dash before a move that somebody typed; name matches the name of a move.
var (
	bullet = lazy.Compile(`^\s*(?:(?:step\s+)?(\d+)\s*[.):]\s*|[-*•]\s+)?`)
	name   = lazy.Compile(`^[A-Za-z_]\w*`)
)

// typed reads a move, with or without a number. After a number, a label may follow behind two blanks.
func (r *reader) typed(l line) bool {
	number := bullet.Get().FindStringSubmatchIndex(l.text)
	begin := number[1]
	n := len(name.Get().FindString(l.text[begin:]))
	if n == 0 {
		return false
	}
	end := begin + n
	if open := end + blanks(l.text[end:]); open < len(l.text) && l.text[open] == '(' {
		end = closing(l.text, open)
	}
	rest := l.text[end:]
	if end := strings.TrimSpace(rest); end == "," || end == "." {
		rest = ""
	}
	numbered := strings.TrimSpace(l.text[:begin]) != ""
	if rest != "" && !(numbered && strings.HasPrefix(rest, "  ") && r.moves[l.text[begin:begin+n]]) {
		return false
	}
	if number[2] >= 0 && l.text[number[2]:number[3]] == strconv.Itoa(len(r.now.Moves)+1) {
		r.last = len(r.now.Moves) // steps without a number count
	}
	if number[2] < 0 || r.follows(l.part(number[2], number[3])) {
		r.now.Moves = append(r.now.Moves, l.part(begin, end))
	}
	return true
}

func blanks(s string) int { return len(s) - len(strings.TrimLeft(s, " \t")) }

func countOf(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// looks describes an input that is not an answer, and says what to do; "" if it is unknown.
func looks(input string) (what, help string) {
	begin := strings.TrimSpace(input)
	first, _, _ := strings.Cut(begin, "\n")
	switch {
	case strings.HasPrefix(begin, "<"):
		return "a page or a picture", "write the answer as text or JSON"
	case strings.HasPrefix(first, "puzzle "):
		return "a model", "the model is the first argument, the answer the second"
	case strings.HasPrefix(first, "(define "):
		return "a file of PDDL", "the plan of a planner has lines such as (move a b)"
	case strings.HasPrefix(first, "s ") || strings.HasPrefix(first, "v ") || strings.HasPrefix(first, "p cnf"):
		return "the answer of a SAT solver, or its formula", "read it back as docs/encoding.md says"
	default:
		return "", ""
	}
}

// reportUnread makes one finding of all lines that cannot be read.
func (r *reader) reportUnread(input string) {
	if len(r.unread) == 0 {
		return
	}
	first := r.unread[0]
	if len(r.answers) == 0 && len(r.now.Given) == 0 && len(r.now.Moves) == 0 && isBoard(r.unread) {
		r.fail(first.Span, "this looks like a board, not like a plan or values", r.help())
		return
	}
	if strings.Trim(first.Text, "0123456789-, \t") == "" {
		r.fail(first.Span, withoutNames, r.help())
		return
	}
	if what, help := looks(input); what != "" {
		r.fail(first.Span, "this looks like "+what+", not like a plan or values", help)
		return
	}
	msg := "this is neither a move nor `variable = value`"
	if n := len(r.unread) - 1; n > 0 {
		msg += "; " + countOf(n, "other line") + " cannot be read either"
	}
	help := r.help()
	if m := words.Get().FindStringSubmatch(first.Text); m != nil && r.moves[m[1]] {
		help = "write `" + m[1] + "(" + strings.Join(strings.Fields(m[2]), ", ") + ")`"
	}
	r.fail(first.Span, msg, help)
}

// words matches a move without its parentheses and commas: `take goat`, `(take goat)`.
var words = lazy.Compile(`^\s*\(?\s*([A-Za-z_]\w*)((?:\s+\w+)+)\s*\)?$`)

const withoutNames = "these look like values without names"

// help returns advice on what to write.
func (r *reader) help() string {
	switch {
	case len(r.names.Moves) > 0:
		return "a plan has one move per line, such as " + r.names.Moves[0]
	case len(r.names.Arrays) > 0 && len(r.names.Arrays[0].Elems) > 0:
		return "write a value a line, such as " + r.names.Arrays[0].Elems[0] + " = …"
	default:
		return "write a value a line: variable = value"
	}
}

// isBoard reports whether lines have one width, as those of a board.
func isBoard(lines []Text) bool {
	width := len([]rune(strings.TrimSpace(lines[0].Text)))
	for _, l := range lines {
		if len([]rune(strings.TrimSpace(l.Text))) != width {
			return false
		}
	}
	return len(lines) > 1 && width > 1 && strings.Trim(lines[0].Text, "0123456789 ") != ""
}
