package diag

import (
	"fmt"
	"io"
	"strings"
)

// printed is the greatest number of diagnostics that Print shows.
const printed = 20

// lineWidth is the greatest number of characters of a source line that are shown.
const lineWidth = 160

// tabWidth is the number of columns of a tab.
const tabWidth = 4

// Print writes the first twenty diagnostics for people, and the number of the others. For each it writes position,
// severity and message, the source line with carets below the span, what to write instead, and the related positions.
// Sources are the texts by file name. A position in any other file is shown without its source line.
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
	colour := [...]string{red, yellow, blue}[d.Severity]
	p.head(d.Span, p.paint(colour, d.Severity.String()+":")+" "+p.paint(bold, Shown(d.Msg))+" ["+d.Code+"]")
	p.line(d.Span, colour)
	for _, r := range d.Related {
		p.out.WriteString("  ")
		p.head(r.Span, p.paint(blue, "note:")+" "+Shown(r.Msg))
		p.line(r.Span, blue)
	}
	if d.Help != "" {
		p.out.WriteString("  " + p.paint(blue, "help:") + " " + Shown(d.Help) + "\n")
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

// line writes the source line of a span with carets below the span. Of a long line it writes the part around the
// carets.
func (p *printer) line(s Span, colour string) {
	text, ok := sourceLine(p.sources[s.Start.Filename], s.Start.Line)
	if !ok || strings.TrimSpace(text) == "" {
		return
	}
	runes := []rune(text)
	first, last := marked(runes, s)
	from, to := window(len(runes), first)
	last = min(last, to)
	before := shown(runes[from:first])
	below := shown(runes[first:last])
	p.out.WriteString("  | " + ellipsis(from > 0) + shown(runes[from:to]) + ellipsis(to < len(runes)) + "\n")
	p.out.WriteString("  | " + strings.Repeat(" ", len([]rune(ellipsis(from > 0)+before))) +
		p.paint(colour, strings.Repeat("^", max(1, len([]rune(below))))) + "\n")
}

func ellipsis(cut bool) string {
	if cut {
		return "…"
	}
	return ""
}

// window returns the part of a line of n runes that is shown if the carets begin at rune first.
func window(n, first int) (from, to int) {
	if n <= lineWidth {
		return 0, n
	}
	from = max(0, min(first-lineWidth/2, n-lineWidth))
	return from, from + lineWidth
}

// sourceLine returns line n of a text, counted from 1. It returns false if the text has fewer lines.
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

// marked returns the part of a line, in runes, that a span covers. The part is empty for a span without length.
func marked(line []rune, s Span) (first, last int) {
	first = min(max(0, s.Start.Column-1), len(line))
	last = len(line)
	if s.End.Line == s.Start.Line {
		last = min(max(first, s.End.Column-1), len(line))
	}
	return first, last
}
