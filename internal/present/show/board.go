package show

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pzc-lang/pzc/compiler/semantics/view"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// fills maps the colours of views to ANSI codes: the background, and a readable colour of text.
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

// Drawing describes how boards are drawn as text.
type Drawing struct {
	Color bool
	Roomy bool // each cell has a blank on either side
	// Accent returns the highlighting of a cell; nil: no cell is highlighted.
	Accent func(board, cell int) Accent

	board int // the board that is being drawn
}

// Accent is how a cell stands out: with signs in place of the blanks on its sides, if there are such blanks, and in
// colours. The zero value changes nothing.
type Accent struct {
	Left, Right rune
	Code        string // ANSI
}

// Boards draws boards one below the other. If roomy is true, each cell has a blank on either side.
func Boards(boards []view.Board, color, roomy bool) (lines []Line) {
	return Drawing{Color: color, Roomy: roomy}.Boards(boards)
}

// Boards draws boards one below the other.
func (d Drawing) Boards(boards []view.Board) (lines []Line) {
	for i, b := range boards {
		if d.board = i; !b.Line {
			lines = append(lines, d.cells(&b)...)
			continue
		}
		for _, l := range strings.Split(b.Text[0], "\n") {
			lines = append(lines, Line{d.accented(0, l), utf8.RuneCountInString(l)})
		}
	}
	return lines
}

// accented returns a line of text in the colours of its accent.
func (d Drawing) accented(cell int, text string) string {
	if d.Accent == nil || d.Accent(d.board, cell).Code == "" {
		return text
	}
	return "\x1b[" + d.Accent(d.board, cell).Code + "m" + text + "\x1b[0m"
}

// painted returns the text of a cell, with the room on its sides, in the colours of the cell.
func (d Drawing) painted(b *view.Board, k int, text string) string {
	code := ""
	if d.Color {
		code = style(b, k)
	}
	if d.Accent != nil {
		a := d.Accent(d.board, k)
		if runes := []rune(text); d.Roomy && len(runes) > 2 {
			if a.Left != 0 {
				runes[0] = a.Left
			}
			if a.Right != 0 {
				runes[len(runes)-1] = a.Right
			}
			text = string(runes)
		}
		code += ";" + a.Code
	}
	if code = strings.Trim(code, ";"); code != "" {
		return "\x1b[" + code + "m" + text + "\x1b[0m"
	}
	return text
}

// cells draws the cells of a board side by side, all of one width. Cells of one character stand without gaps. Lines
// from cell to cell fill the gaps.
func (d Drawing) cells(b *view.Board) (lines []Line) {
	if b.Borders >= view.BordersRegions {
		return d.bordered(b)
	}
	width, gap, front := 0, 0, 0
	for k := range b.Text {
		width = max(width, utf8.RuneCountInString(signs(b, k)))
	}
	if width > 1 || d.Roomy {
		gap = 1
	}
	if d.Roomy {
		front = 1
	}
	for r := range b.Rows {
		var line strings.Builder
		for k := r * b.Cols; k < (r+1)*b.Cols; k++ {
			text, before, behind := signs(b, k), " ", " "
			if b.Marks != nil {
				before, behind = reach(&b.Marks[k], 3), reach(&b.Marks[k], 1)
			}
			line.WriteString(d.painted(b, k, strings.Repeat(before, front+width-utf8.RuneCountInString(text))+text+
				strings.Repeat(behind, gap)))
		}
		lines = append(lines, Line{line.String(), b.Cols * (front + width + gap)})
	}
	return lines
}

// State writes a state as the model's views show it, or else its variables.
func (p *Printer) State(state []int64) { p.indented(p.state(state)) }

// state returns a state as the model's views show it, or else its variables.
func (p *Printer) state(state []int64) []Line {
	if boards := p.Puzzle.View(state); len(boards) > 0 {
		return Boards(boards, p.Style.Color, false)
	}
	return lists.Map(p.assigned(state), func(l string) Line { return Line{l, utf8.RuneCountInString(l)} })
}

func (p *Printer) indented(lines []Line) {
	for _, l := range lines {
		p.Line("      %s", strings.TrimRight(l.Text, " "))
	}
}

// trueAt lists the indices at which a long array of Booleans is true.
func trueAt(array []puzzle.Assigned) (list string, ok bool) {
	if len(array) < puzzle.ManyTruths {
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

// assigned writes the state variables: those of sheets as tables, other arrays as lists. Of Style.On, it writes each
// element as a line.
func (p *Printer) assigned(state []int64) (lines []string) {
	values := chosen(p.Puzzle, state, p.Style.On)
	if len(p.Style.On) > 0 {
		return lists.Map(values, func(v puzzle.Assigned) string { return v.Name + " = " + v.Text })
	}
	all := slices.DeleteFunc(slices.Clone(values), func(v puzzle.Assigned) bool { return !v.Decided })
	if p.sheets == nil {
		p.sheets = p.Puzzle.Sheets()
	}
	behindSheet := false
	for at := 0; at < len(all); {
		first := all[at].Variable
		n := 1
		for at+n < len(all) && all[at+n].Variable == first {
			n++
		}
		if s := p.sheets[first]; s == nil {
			lines = append(lines, variable(all[at:at+n]))
			behindSheet = false
		} else if s.Arrays[0] == first {
			if behindSheet {
				lines = append(lines, "")
			}
			lines = append(lines, sheet(s, values)...)
			behindSheet = true
		}
		at += n
	}
	return lines
}

// sheet writes a table with heads: "ada | soda | 2001".
func sheet(s *puzzle.Sheet, values []puzzle.Assigned) []string {
	rows := [][]string{slices.Clone(s.Head)}
	for r, places := range s.Places {
		texts := lists.Map(places, func(place int) string { return values[place].Text })
		rows = append(rows, append([]string{s.Rows[r]}, texts...))
	}
	width := make([]int, len(s.Head))
	for _, row := range rows {
		for i, text := range row {
			width[i] = max(width[i], utf8.RuneCountInString(text))
		}
	}
	lines := make([]string, len(rows))
	for i, row := range rows {
		for c, text := range row {
			row[c] = text + strings.Repeat(" ", width[c]-utf8.RuneCountInString(text))
		}
		lines[i] = strings.TrimRight(strings.Join(row, " | "), " ")
	}
	return lines
}

// variable writes the elements of a state variable as a line.
func variable(elements []puzzle.Assigned) string {
	first := elements[0]
	list := strings.Join(lists.Map(elements, func(v puzzle.Assigned) string { return v.Text }), ", ")
	if first.Name != first.Variable {
		list = "[" + list + "]"
		if where, ok := trueAt(elements); ok {
			list = where
		}
	}
	return first.Variable + " = " + list
}
