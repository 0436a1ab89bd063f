package lsp

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/pzc-lang/pzc/internal/diag"
)

// text is a document as the client has it, and as pzc reads it: without a byte order mark and with LF for CRLF.
type text struct {
	raw, read string
	lines     []line
	utf8      bool // characters of positions are bytes, not units of UTF-16
}

// line is where a line begins in the raw text and in the text that is read.
type line struct{ raw, read int }

// mark is the byte order mark, with which some texts begin.
const mark = "\ufeff"

// newText makes a text. Lines end with \n, \r\n or \r, as the protocol says.
func newText(raw string, bytes bool) *text {
	t := &text{raw: raw, utf8: bytes, read: diag.Unmarked(raw)}
	shift := len(raw) - len(strings.TrimPrefix(raw, mark)) // what the text that is read has less
	t.lines = append(t.lines, line{0, -shift})
	for i := 0; i < len(raw); i++ {
		if raw[i] == '\r' && i+1 < len(raw) && raw[i+1] == '\n' {
			i++
			shift++
		} else if raw[i] != '\n' && raw[i] != '\r' {
			continue
		}
		t.lines = append(t.lines, line{i + 1, i + 1 - shift})
	}
	return t
}

// content returns a line without its end.
func (t *text) content(n int) string {
	end := len(t.raw)
	if n+1 < len(t.lines) {
		end = t.lines[n+1].raw
	}
	return strings.TrimRight(t.raw[t.lines[n].raw:end], "\r\n")
}

// locate finds the line of a position, and the bytes before the position in the line. Positions behind the end of a
// line or of the text are the end.
func (t *text) locate(p position) (n, bytes int) {
	p.Line, p.Character = max(p.Line, 0), max(p.Character, 0)
	if p.Line >= len(t.lines) {
		n = len(t.lines) - 1
		return n, len(t.content(n))
	}
	content := t.content(p.Line)
	if t.utf8 {
		bytes = min(p.Character, len(content))
		for bytes < len(content) && bytes > 0 && !utf8.RuneStart(content[bytes]) {
			bytes--
		}
		return p.Line, bytes
	}
	units := 0
	for i, r := range content {
		if units += width(r); units > p.Character {
			return p.Line, i
		}
	}
	return p.Line, len(content)
}

// width returns the number of UTF-16 units of a character.
func width(r rune) int {
	if r >= 0x10000 {
		return 2
	}
	return 1
}

// rawOffset returns the offset of a position in the raw text.
func (t *text) rawOffset(p position) int {
	n, bytes := t.locate(p)
	return t.lines[n].raw + bytes
}

// offset returns the offset of a position in the text that is read.
func (t *text) offset(p position) int {
	n, bytes := t.locate(p)
	return max(0, t.lines[n].read+bytes)
}

// position returns the position of an offset in the text that is read.
func (t *text) position(offset int) position {
	n := sort.Search(len(t.lines), func(i int) bool { return t.lines[i].read > offset }) - 1
	n = max(n, 0)
	content := t.content(n)
	bytes := min(max(offset-t.lines[n].read, 0), len(content))
	for bytes > 0 && bytes < len(content) && !utf8.RuneStart(content[bytes]) {
		bytes--
	}
	if t.utf8 {
		return position{n, bytes}
	}
	units := 0
	for _, r := range content[:bytes] {
		units += width(r)
	}
	return position{n, units}
}

// rangeOf returns the range between two offsets in the text that is read.
func (t *text) rangeOf(start, end int) rangeOf {
	return rangeOf{t.position(start), t.position(max(start, end))}
}

// edit returns the text after a change of the client.
func (t *text) edit(c change) *text {
	if c.Range == nil {
		return newText(c.Text, t.utf8)
	}
	from := t.rawOffset(c.Range.Start)
	to := max(from, t.rawOffset(c.Range.End))
	return newText(t.raw[:from]+c.Text+t.raw[to:], t.utf8)
}

// difference returns the edit that changes the text to another one: all lines between the first and the last that
// differ. There is none if the texts are equal.
func (t *text) difference(to string) []textEdit {
	if t.read == to {
		return nil
	}
	old, now := strings.SplitAfter(t.read, "\n"), strings.SplitAfter(to, "\n")
	head := 0
	for head < min(len(old), len(now)) && old[head] == now[head] {
		head++
	}
	tail := 0
	for tail < min(len(old), len(now))-head && old[len(old)-1-tail] == now[len(now)-1-tail] {
		tail++
	}
	start := len(strings.Join(old[:head], ""))
	end := len(t.read) - len(strings.Join(old[len(old)-tail:], ""))
	return []textEdit{{t.rangeOf(start, end), t.withLineBreaks(strings.Join(now[head:len(now)-tail], ""))}}
}

// withLineBreaks writes the line breaks of a text as the document does.
func (t *text) withLineBreaks(s string) string {
	if strings.Contains(t.raw, "\r\n") {
		return strings.ReplaceAll(s, "\n", "\r\n")
	}
	return s
}
