package dsl

import (
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/pzc-lang/pzc/internal/diag"
)

// The formatter keeps the author's line breaks and decides the rest. It indents, sets blanks between words and signs,
// and keeps at most one empty line. Each declaration gets its own line. If a block has a line break, each of its braces
// gets its own line. The formatter works on the tokens of the text, so that it loses no comment and changes no word.
// The tree only tells what a token means (see marks).

// step is the indentation of a block.
const step = 2

// Format returns src in the canonical layout, or the syntax errors of src. Formatting is idempotent.
func Format(name string, src []byte) ([]byte, diag.List) {
	f, errs := Parse(name, src)
	if errs.HasErrors() {
		return nil, errs
	}
	return []byte(layOut(f)), errs
}

// layout formats one file.
type layout struct {
	*marks
	breaks []int // for each token: the line breaks before it in the source
	code   []int // for each token: the index of the first token from there on that is not a comment
	broken map[int]bool
	frames []frame
	item   item
	out    output
}

// frame is an open bracket.
type frame struct {
	block   bool
	set     bool
	indent  int  // of the line on which it was opened; of a block, of the statement that it belongs to
	hanging bool // the bracket is the last token of its line
	source  int  // column in the source of the first token inside
	column  int  // column in the output of the same token
	owner   item // the item that a block belongs to
}

// item is the declaration or effect that is being formatted.
type item struct {
	base   int  // its indentation
	clause bool // one of its clauses has begun
	source int  // column in the source of its right-hand side
	column int  // column in the output of the same
}

// layOut returns the text of f in the canonical layout.
func layOut(f *File) string {
	_, all, _ := read(f.Src, lexer.Position{Filename: f.Name, Line: 1, Column: 1})
	var toks []lexer.Token
	var breaks []int
	n := 0
	for _, t := range all {
		switch t.Type {
		case tokSpace:
			n = strings.Count(t.Value, "\n")
		case lexer.EOF:
		default:
			toks = append(toks, t)
			breaks = append(breaks, n)
			n = 0
		}
	}
	l := &layout{
		marks: markTokens(f, toks), breaks: breaks, broken: brokenBlocks(toks, breaks), code: make([]int, len(toks)),
	}
	next := len(toks)
	for i := len(toks) - 1; i >= 0; i-- {
		if toks[i].Type != tokComment {
			next = i
		}
		l.code[i] = next
	}
	for i := range toks {
		l.token(i)
	}
	return l.out.finish()
}

// brokenBlocks returns the opening brackets that have a line break before their closing brackets.
func brokenBlocks(toks []lexer.Token, breaks []int) map[int]bool {
	broken := map[int]bool{}
	var open, before []int
	lines := 0
	for i := range toks {
		lines += breaks[i]
		switch {
		case isOneOf(&toks[i], "(", "[", "{"):
			open, before = append(open, i), append(before, lines)
		case isOneOf(&toks[i], ")", "]", "}"):
			last := len(open) - 1
			broken[open[last]] = lines > before[last]
			open, before = open[:last], before[:last]
		}
	}
	return broken
}

// token writes the token at i and the blanks or line breaks before it.
func (l *layout) token(i int) {
	t := &l.toks[i]
	breaks := l.lineBreaks(i)
	indent := l.out.indent
	if breaks > 0 || i == 0 {
		indent = l.indent(i)
		l.out.newLine(breaks, indent)
	}
	l.begin(i, indent, breaks > 0)
	switch {
	case t.Type == tokComment && breaks == 0 && i > 0:
		l.out.comment = strings.TrimRight(t.Value, " \t\r")
		return
	case t.Type == tokComment:
		l.out.write(strings.TrimRight(t.Value, " \t\r"))
		return
	case breaks == 0 && i > 0:
		l.out.write(strings.Repeat(" ", l.blanks(i)))
	}
	l.enter(i, breaks > 0)
	if t.Type == tokMap {
		l.out.writeMap(t.Value)
	} else {
		l.out.write(t.Value)
	}
	l.leave(i, indent)
}

// top returns the innermost open bracket, or nil.
func (l *layout) top() *frame {
	if len(l.frames) == 0 {
		return nil
	}
	return &l.frames[len(l.frames)-1]
}

// lineBreaks returns the number of line breaks before the token at i.
func (l *layout) lineBreaks(i int) int {
	if i == 0 {
		return 0
	}
	t, prev := &l.toks[i], &l.toks[i-1]
	n := min(l.breaks[i], 2)
	if prev.Type == tokComment || l.of[i]&markDecl != 0 && t.Value != "expect" {
		n = max(n, 1)
	}
	opened := isOneOf(prev, "(", "[", "{") ||
		prev.Type == tokComment && i > 1 && l.breaks[i-1] == 0 && isOneOf(&l.toks[i-2], "(", "[", "{")
	closes := isOneOf(t, ")", "]", "}")
	switch {
	case t.Type == tokComment && l.breaks[i] == 0:
		return n
	case opened && l.of[i-1]&markBlock != 0 && l.broken[i-1], closes && l.top().block && l.top().hanging:
		return 1
	case opened || closes:
		return min(n, 1)
	}
	return n
}

// begin records that a declaration, clause or effect begins at i.
func (l *layout) begin(i, indent int, newLine bool) {
	mk := l.of[i]
	switch {
	case mk&markDecl != 0 && !newLine && i > 0:
		l.item = item{base: l.item.base}
	case mk&markDecl != 0:
		l.item = item{base: indent}
	case mk&markItem != 0:
		l.item = item{base: l.top().indent + step}
	case mk&markClause != 0:
		l.item.clause = true
	}
}

// indent returns the indentation of a line that begins with the token at i. A comment has the indentation of the next
// token.
func (l *layout) indent(i int) int {
	j := l.code[i]
	if j == len(l.toks) {
		return 0
	}
	t, mk, top, isComment := &l.toks[j], l.of[j], l.top(), i != j
	inBlock := top == nil || top.block
	switch {
	case mk&markFollows != 0:
		return step
	case mk&markDecl != 0:
		return 0
	case mk&markItem != 0:
		return top.indent + step
	case isOneOf(t, ")", "]", "}") && (top.block || top.hanging):
		if isComment {
			return top.indent + step
		}
		return top.indent
	case mk&markAlong != 0 && inBlock:
		return l.item.base
	case mk&markClause != 0:
		return l.item.base + step
	}
	return l.continuation(l.toks[i].Pos.Column)
}

// continuation returns the indentation of a line within a statement. source is its column in the source.
func (l *layout) continuation(source int) int {
	if top := l.top(); top != nil && !top.block {
		if !top.hanging && source == top.source {
			return top.column
		}
		return top.indent + step
	}
	switch {
	case l.item.source == source:
		return l.item.column
	case l.item.clause:
		return l.item.base + 2*step
	}
	return l.item.base + step
}

// enter records the column of the token at i if later lines may be aligned with it. It is called before the token is
// written.
func (l *layout) enter(i int, newLine bool) {
	if i == 0 {
		return
	}
	prev := &l.toks[i-1]
	switch top := l.top(); {
	case isOneOf(prev, "(", "[", "{") && top != nil && !top.block && !newLine:
		top.hanging = false
		top.source, top.column = l.toks[i].Pos.Column, l.out.width
	case isOneOf(prev, "=", ":=") && (top == nil || top.block):
		l.item.source, l.item.column = l.toks[i].Pos.Column, l.out.width
	}
	if isOneOf(&l.toks[i], ")", "]", "}") {
		if top := l.top(); top.block {
			l.item = top.owner
		}
		l.frames = l.frames[:len(l.frames)-1]
	}
}

// leave opens a frame after an opening bracket was written.
func (l *layout) leave(i, indent int) {
	if !isOneOf(&l.toks[i], "(", "[", "{") {
		return
	}
	f := frame{indent: indent, hanging: true, set: l.of[i]&markSet != 0}
	if l.of[i]&markBlock != 0 {
		f.block, f.indent, f.owner, f.hanging = true, l.item.base, l.item, l.broken[i]
		l.item = item{base: f.indent}
	}
	l.frames = append(l.frames, f)
}

// blanks returns the number of blanks between the token at i and the previous token on the same line.
func (l *layout) blanks(i int) int {
	t, prev, top := &l.toks[i], &l.toks[i-1], l.top()
	switch {
	case l.of[i]&markItem != 0 && l.of[i-1]&markBlock == 0:
		return 2
	case isOneOf(prev, ",") && t.Pos.Offset-prev.Pos.Offset > 2 && top != nil && !top.block:
		return 2 // the author groups the values of a list
	case l.glued(i):
		return 0
	}
	return 1
}

// glued reports whether no blank stands between the token at i and the previous token.
func (l *layout) glued(i int) bool {
	t, prev := &l.toks[i], &l.toks[i-1]
	switch {
	case isOneOf(prev, "{"):
		return l.of[i-1]&markSet != 0 || isOneOf(t, "}")
	case isOneOf(t, "}"):
		return l.top().set
	case l.of[i-1]&markUnary != 0, isOneOf(prev, "(", "[", ".", ".."), isOneOf(t, ")", "]", ".", "..", ",", ":"):
		return true
	case l.tight(i), l.tight(i - 1):
		return true
	case isOneOf(t, "("):
		return prev.Type == tokIdent && l.of[i-1]&markWord == 0 || isOneOf(prev, "min", "max")
	case isOneOf(t, "["):
		return prev.Type != tokOp && prev.Type != tokKeyword && l.of[i-1]&markWord == 0 || isOneOf(prev, ")", "]", "}")
	}
	return false
}

// tight reports whether the token at i is an operator without blanks around it. Before `if` and binders an operator is
// not tight.
func (l *layout) tight(i int) bool {
	if l.of[i]&markTight == 0 {
		return false
	}
	next := &l.toks[i+1]
	return next.Type != tokKeyword || isOneOf(next, "true", "false", "any", "min", "max")
}

// output collects lines.
type output struct {
	lines   []outLine
	code    strings.Builder
	comment string // the comment at the end of the current line
	indent  int    // the indentation of the current line
	width   int    // the width of the current line so far
}

type outLine struct{ code, comment string }

// newLine ends the current line, if any, and begins another.
func (o *output) newLine(breaks, indent int) {
	for range breaks {
		o.lines = append(o.lines, outLine{o.code.String(), o.comment})
		o.code.Reset()
		o.comment = ""
	}
	o.indent, o.width = indent, 0
	o.write(strings.Repeat(" ", indent))
}

func (o *output) write(text string) {
	o.code.WriteString(text)
	o.width += utf8.RuneCountInString(text)
}

// writeMap writes a map. Its rows and closing quotes are indented by one step more than the line of the opening quotes.
func (o *output) writeMap(text string) {
	lines := strings.Split(text, "\n")
	cut := commonIndent(lines[1:])
	indent := o.indent
	o.write(`"""`)
	for _, line := range lines[1:] {
		if line = line[min(cut, len(line)):]; line == "" {
			o.newLine(1, 0)
			continue
		}
		o.newLine(1, indent+step)
		o.write(line)
	}
	o.indent = indent
}

// finish returns all lines. It aligns the comments at the ends of adjacent lines.
func (o *output) finish() string {
	o.lines = append(o.lines, outLine{o.code.String(), o.comment})
	var b strings.Builder
	for from := 0; from < len(o.lines); {
		to, widest := from, 0
		for ; to < len(o.lines) && o.lines[to].comment != ""; to++ {
			widest = max(widest, utf8.RuneCountInString(o.lines[to].code))
		}
		for ; from < to; from++ {
			line := o.lines[from]
			b.WriteString(line.code)
			b.WriteString(strings.Repeat(" ", widest-utf8.RuneCountInString(line.code)+2))
			b.WriteString(line.comment)
			b.WriteByte('\n')
		}
		if from < len(o.lines) {
			b.WriteString(o.lines[from].code)
			b.WriteByte('\n')
			from++
		}
	}
	if text := b.String(); text != "\n" {
		return text
	}
	return ""
}
