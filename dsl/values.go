package dsl

import (
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/pzc-lang/pzc/internal/diag"
)

// escapes is the list of escapes of characters and strings, for an error message.
const escapes = "the escapes are \\\\ \\' \\\" \\n \\{ \\}"

// noMatch tells participle to try something else.
func noMatch() error { return participle.NextMatch }

// unescape returns the character for which a backslash and c stand.
func unescape(c byte) (rune, bool) {
	switch c {
	case '\\', '\'', '"', '{', '}':
		return rune(c), true
	case 'n':
		return '\n', true
	}
	return 0, false
}

// char parses the character literal at the cursor.
func (p *exprParser) char() *Char {
	t := p.lex.Next()
	node := p.node(diag.Pos(t.Pos))
	inner := t.Value[1 : len(t.Value)-1]
	r, size := utf8.DecodeRuneInString(inner)
	if inner[0] == '\\' {
		var ok bool
		if r, ok = unescape(inner[1]); !ok {
			panic(refused(node.Span(), codeLexChar, escapes, "unknown escape `%s`", inner))
		}
		return &Char{Node: node, Value: r}
	}
	if size == 0 {
		r = ' '
	}
	return &Char{Node: node, Value: r}
}

// str parses the string at the cursor with its interpolated expressions.
func (p *exprParser) str() *Str {
	t := p.lex.Next()
	s := &Str{Node: p.node(diag.Pos(t.Pos))}
	at := t.Pos
	at.Advance(`"`)
	var plain strings.Builder
	flush := func() {
		if plain.Len() > 0 {
			s.Parts = append(s.Parts, strPart{Text: plain.String()})
			plain.Reset()
		}
	}
	for text := t.Value[1 : len(t.Value)-1]; text != ""; {
		n := stretch(text, at, &plain)
		if text[0] == '{' {
			flush()
			s.Parts = append(s.Parts, strPart{Expr: p.interpolation(text[:n], at)})
		}
		at.Advance(text[:n])
		text = text[n:]
	}
	flush()
	return s
}

// stretch returns the length of the first part of text: an escape, an interpolation, or plain characters. It writes
// plain text to plain.
func stretch(text string, at lexer.Position, plain *strings.Builder) int {
	switch text[0] {
	case '\\':
		r, ok := unescape(text[1])
		if !ok {
			bad := text[:1+firstRune(text[1:])]
			panic(refused(spanOf(at, bad), codeLexString, escapes, "unknown escape `%s`", bad))
		}
		plain.WriteRune(r)
		return 2
	case '}':
		panic(refused(spanOf(at, "}"), codeLexString, "for a brace itself write `\\}`", "this `}` closes nothing"))
	case '{':
		end, _ := braceEnd(text, 0, 1) // the lexer has found it closed
		return end
	}
	n := strings.IndexAny(text, `\{}`)
	if n < 0 {
		n = len(text)
	}
	plain.WriteString(text[:n])
	return n
}

// interpolation parses text, which begins with `{` at the given position and ends with `}`.
func (p *exprParser) interpolation(text string, at lexer.Position) Expr {
	all := spanOf(at, text)
	at.Advance("{")
	lex, toks, errs := read(text[1:len(text)-1], at)
	if len(errs) > 0 {
		panic(&syntaxError{diag: errs[0]})
	}
	inner := &exprParser{lex: lex, depth: p.depth}
	if inner.lex.Peek().EOF() {
		panic(refused(all, codeLexString,
			"for a brace itself write `\\{` and `\\}`", "there is no expression between the braces"))
	}
	e := inner.full("a value")
	if t := inner.lex.Peek(); !t.EOF() {
		panic(spotAt(inner.lex).afterExpr("`}` after the expression"))
	}
	for _, t := range toks {
		if t.Type == tokComment {
			panic(refused(tokenSpan(&t), codeLexString,
				"move it out of the string", "there is a comment in the braces of a string"))
		}
	}
	return e
}

// mapLit returns the map of a token. The scanner has checked its form.
func mapLit(node Node, t *lexer.Token) *MapLit {
	lines := strings.Split(t.Value, "\n")
	indent := commonIndent(lines[1:])
	m := &MapLit{Node: node}
	width := 0
	at := t.Pos
	at.Advance(lines[0] + "\n")
	for _, line := range lines[1 : len(lines)-1] {
		row := line[min(indent, len(line)):]
		pos := at
		pos.Advance(line[:min(indent, len(line))])
		m.Rows = append(m.Rows, row)
		m.RowPos = append(m.RowPos, diag.Pos(pos))
		pos.Advance(row)
		m.RowEnd = append(m.RowEnd, diag.Pos(pos))
		width = max(width, utf8.RuneCountInString(row))
		at.Advance(line + "\n")
	}
	for i, row := range m.Rows {
		m.Rows[i] = row + strings.Repeat(" ", width-utf8.RuneCountInString(row))
	}
	return m
}

// commonIndent returns the number of blanks with which all lines begin. Blank lines do not count, except the last line,
// which holds the closing quotes.
func commonIndent(lines []string) int {
	last := lines[len(lines)-1]
	indent := len(last) - len(strings.TrimLeft(last, " "))
	for _, line := range lines[:len(lines)-1] {
		if content := strings.TrimLeft(line, " "); content != "" {
			indent = min(indent, len(line)-len(content))
		}
	}
	return indent
}

// spanOf returns the span of a text on one line.
func spanOf(at lexer.Position, text string) diag.Span {
	end := at
	end.Advance(text)
	return diag.Span{Start: diag.Pos(at), End: diag.Pos(end)}
}
