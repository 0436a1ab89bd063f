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

// view draws a state as the model says, with colours where they are wanted.
func (p *printer) view(state []int64) {
	for _, board := range p.z.View(state) {
		if board.Line {
			p.line("      %s", strings.ReplaceAll(board.Text[0], "\n", "\n      "))
			continue
		}
		p.board(board)
	}
}

// board draws the cells side by side, all of one width; those of one character stand without gaps.
func (p *printer) board(b pzc.Board) {
	width, gap := 0, ""
	for _, t := range b.Text {
		width = max(width, utf8.RuneCountInString(t))
	}
	if width > 1 {
		gap = " "
	}
	for r := range b.Rows {
		var line strings.Builder
		for k := r * b.Cols; k < (r+1)*b.Cols; k++ {
			cell := strings.Repeat(" ", width-utf8.RuneCountInString(b.Text[k])) + b.Text[k] + gap
			if code := fills[strings.ToLower(b.Fill[k])]; p.color && code != "" {
				cell = "\x1b[" + code + "m" + cell + "\x1b[0m"
			}
			line.WriteString(cell)
		}
		p.line("      %s", strings.TrimRight(line.String(), " "))
	}
}
