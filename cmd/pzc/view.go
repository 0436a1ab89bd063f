package main

import (
	"strings"
	"unicode/utf8"

	"github.com/pzc-lang/pzc"
)

// fills gives the colours of views their ANSI codes: the background, and text that can be read on it.
var fills = map[string]string{
	"black": "40;97", "red": "41;97", "green": "42;30", "yellow": "43;30", "blue": "44;97", "magenta": "45;97", "cyan": "46;30",
	"white": "107;30", "grey": "47;30", "gray": "47;30", "orange": "48;5;208;30", "brown": "48;5;130;97", "pink": "48;5;218;30",
	"purple": "48;5;93;97",
}

// textLine is a line on the terminal and how wide it looks.
type textLine struct {
	text  string
	width int
}

// boardLines draws boards one below the other, with colours where they are wanted. roomy cells have a blank on either side.
func boardLines(boards []pzc.Board, color, roomy bool) (lines []textLine) {
	for _, b := range boards {
		if !b.Line {
			lines = append(lines, cellLines(b, color, roomy)...)
			continue
		}
		for _, l := range strings.Split(b.Text[0], "\n") {
			lines = append(lines, textLine{l, utf8.RuneCountInString(l)})
		}
	}
	return lines
}

// cellLines draws the cells of a board side by side, all of one width; those of one character stand without gaps.
func cellLines(b pzc.Board, color, roomy bool) (lines []textLine) {
	width, gap, front := 0, "", ""
	for _, t := range b.Text {
		width = max(width, utf8.RuneCountInString(t))
	}
	if width > 1 || roomy {
		gap = " "
	}
	if roomy {
		front = " "
	}
	for r := range b.Rows {
		var line strings.Builder
		for k := r * b.Cols; k < (r+1)*b.Cols; k++ {
			cell := front + strings.Repeat(" ", width-utf8.RuneCountInString(b.Text[k])) + b.Text[k] + gap
			if code := fills[strings.ToLower(b.Fill[k])]; color && code != "" {
				cell = "\x1b[" + code + "m" + cell + "\x1b[0m"
			}
			line.WriteString(cell)
		}
		lines = append(lines, textLine{line.String(), b.Cols * (len(front) + width + len(gap))})
	}
	return lines
}

// view draws a state as the model says.
func (p *printer) view(state []int64) { p.indented(boardLines(p.z.View(state), p.color, false)) }

func (p *printer) indented(lines []textLine) {
	for _, l := range lines {
		p.line("      %s", strings.TrimRight(l.text, " "))
	}
}
