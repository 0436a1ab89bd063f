package show

import (
	"strings"
	"unicode/utf8"

	"github.com/pzc-lang/pzc"
)

// fills gives the colours of views their ANSI codes: the background, and a colour of text that can be read on it.
var fills = map[string]string{
	"black": "40;97", "red": "41;97", "green": "42;30", "yellow": "43;30", "blue": "44;97", "magenta": "45;97",
	"cyan": "46;30", "white": "107;30", "grey": "47;30", "gray": "47;30", "orange": "48;5;208;30", "brown": "48;5;130;97",
	"pink": "48;5;218;30", "purple": "48;5;93;97",
}

// Line is a line of text, perhaps with ANSI codes, and its width in characters without these.
type Line struct {
	Text  string
	Width int
}

// Boards draws boards one below the other. If roomy is true, each cell has a blank on either side.
func Boards(boards []pzc.Board, color, roomy bool) (lines []Line) {
	for _, b := range boards {
		if !b.Line {
			lines = append(lines, cells(b, color, roomy)...)
			continue
		}
		for _, l := range strings.Split(b.Text[0], "\n") {
			lines = append(lines, Line{l, utf8.RuneCountInString(l)})
		}
	}
	return lines
}

// cells draws the cells of a board side by side, all of one width. Cells of one character stand without gaps.
func cells(b pzc.Board, color, roomy bool) (lines []Line) {
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
		lines = append(lines, Line{line.String(), b.Cols * (len(front) + width + len(gap))})
	}
	return lines
}

// State writes a state as the model's views show it, or else its variables.
func (p *Printer) State(state []int64) { p.indented(p.state(state)) }

// state is a state as the model's views show it, or else its variables.
func (p *Printer) state(state []int64) []Line {
	if boards := p.Puzzle.View(state); len(boards) > 0 {
		return Boards(boards, p.Style.Color, false)
	}
	var lines []Line
	for _, l := range p.assigned(state) {
		lines = append(lines, Line{l, utf8.RuneCountInString(l)})
	}
	return lines
}

func (p *Printer) indented(lines []Line) {
	for _, l := range lines {
		p.Line("      %s", strings.TrimRight(l.Text, " "))
	}
}

// manyTruths is the length from which on an array of Booleans is written as the indices at which it is true. The length
// alone decides, so that all solutions of a run look alike.
const manyTruths = 24

// trueAt lists the indices at which a long array of Booleans is true.
func trueAt(array []pzc.Assigned) (list string, ok bool) {
	if len(array) < manyTruths {
		return "", false
	}
	var at []string
	for _, v := range array {
		truth, isBool := v.JSON.(bool)
		if !isBool {
			return "", false
		}
		if truth {
			at = append(at, strings.TrimPrefix(v.Name, v.Variable))
		}
	}
	if len(at) == 0 {
		return "false everywhere", true
	}
	return "true at " + strings.Join(at, ", ") + ", else false", true
}

// assigned writes each state variable as a line, arrays as lists; of Style.On, each element as a line.
func (p *Printer) assigned(state []int64) (lines []string) {
	all := chosen(p.Puzzle, state, p.Style.On)
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].Variable == all[0].Variable && len(p.Style.On) == 0 {
			n++
		}
		lines = append(lines, variable(all[:n], len(p.Style.On) > 0))
		all = all[n:]
	}
	return lines
}

// variable writes the elements of a state variable as a line.
func variable(elements []pzc.Assigned, single bool) string {
	first := elements[0]
	if single {
		return first.Name + " = " + first.Text
	}
	values := make([]string, len(elements))
	for i, v := range elements {
		values[i] = v.Text
	}
	list := strings.Join(values, ", ")
	if first.Name != first.Variable {
		list = "[" + list + "]"
		if where, ok := trueAt(elements); ok {
			list = where
		}
	}
	return first.Variable + " = " + list
}
