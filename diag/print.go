package diag

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// printed bounds how many diagnostics Print shows.
const printed = 20

// tabWidth is the number of columns that a tab is shown as.
const tabWidth = 4

// Print writes diagnostics as a person reads them: place, severity and message, the source line with a caret below what is meant,
// what to write instead, and further places. Sources are the texts by file name; a place in another file is shown without its line.
// After the first twenty it says how many more there are.
func Print(w io.Writer, l List, sources map[string]string, color bool) {
	p := printer{sources: sources, color: color}
	for i, d := range l {
		if i == printed {
			fmt.Fprintf(&p.out, "… and %d more\n", len(l)-printed)
			break
		}
		p.diagnostic(d)
	}
	_, _ = io.WriteString(w, p.out.String())
}

type printer struct {
	sources map[string]string
	color   bool
	out     strings.Builder
}

// The colours of a terminal.
const (
	red    = "\x1b[31;1m"
	yellow = "\x1b[33;1m"
	blue   = "\x1b[34;1m"
	bold   = "\x1b[1m"
	plain  = "\x1b[0m"
)

func (p *printer) paint(colour, s string) string {
	if !p.color {
		return s
	}
	return colour + s + plain
}

func (p *printer) diagnostic(d *Diagnostic) {
	colour := red
	if d.Severity == Warning {
		colour = yellow
	}
	p.head(d.Span, p.paint(colour, d.Severity.String()+":")+" "+p.paint(bold, d.Msg)+" ["+d.Code+"]")
	p.line(d.Span, colour)
	for _, r := range d.Related {
		p.out.WriteString("  ")
		p.head(r.Span, p.paint(blue, "note:")+" "+r.Msg)
		p.line(r.Span, blue)
	}
	if d.Help != "" {
		p.out.WriteString("  " + p.paint(blue, "help:") + " " + d.Help + "\n")
	}
}

func (p *printer) head(s Span, text string) {
	switch {
	case s.Start.IsValid():
		p.out.WriteString(s.Start.String() + ": ")
	case s.Start.Filename != "":
		p.out.WriteString(s.Start.Filename + ": ")
	}
	p.out.WriteString(text + "\n")
}

// line shows the source line of a span with carets below it.
func (p *printer) line(s Span, colour string) {
	text, ok := sourceLine(p.sources[s.Start.Filename], s.Start.Line)
	if !ok || strings.TrimSpace(text) == "" {
		return
	}
	before, marked := carets(text, s)
	p.out.WriteString("  | " + untab(text) + "\n")
	p.out.WriteString("  | " + strings.Repeat(" ", before) + p.paint(colour, strings.Repeat("^", marked)) + "\n")
}

// sourceLine is line n, from 1, of a text.
func sourceLine(src string, n int) (string, bool) {
	if n < 1 || src == "" {
		return "", false
	}
	for ; n > 1; n-- {
		i := strings.IndexByte(src, '\n')
		if i < 0 {
			return "", false
		}
		src = src[i+1:]
	}
	line, _, _ := strings.Cut(src, "\n")
	return strings.TrimSuffix(line, "\r"), true
}

// carets is the number of columns before the span in its first line, and the number of columns in it there.
func carets(line string, s Span) (before, marked int) {
	first := min(s.Start.Column-1, utf8.RuneCountInString(line))
	last := utf8.RuneCountInString(line)
	if s.End.Line == s.Start.Line {
		last = min(s.End.Column-1, last)
	}
	runes := []rune(line)
	before = len([]rune(untab(string(runes[:first]))))
	if last > first {
		marked = len([]rune(untab(string(runes[:last])))) - before
	}
	return before, max(1, marked)
}

func untab(s string) string { return strings.ReplaceAll(s, "\t", strings.Repeat(" ", tabWidth)) }
