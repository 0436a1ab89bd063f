package play

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/text"
)

// View implements tea.Model.
func (p *Player) View() tea.View {
	defer p.limited()()
	v := tea.NewView(strings.Join(p.screen(), "\n"))
	v.AltScreen = true
	v.WindowTitle = p.title
	return v
}

const (
	footer    = 4  // lines below the board: the distance, two of messages, the keys
	lowHeight = 16 // of a screen with fewer rows the footer takes two
	leastList = 22 // columns that a list beside the board needs
)

// screen returns the lines of the whole screen.
func (p *Player) screen() []string {
	head := p.title + " · " + p.game.header()
	if p.problems != "" {
		head = p.title + " · as before the errors · " + p.game.header()
	}
	lines := []string{p.style("1", text.Cut(head, p.width))}
	foot := p.footer()
	if len(foot) == footer {
		lines = append(lines, "")
	}
	high := max(1, p.height-len(lines)-len(foot))
	body := p.body(high)
	lines = append(lines, body[:min(high, len(body))]...)
	for range high - len(body) {
		lines = append(lines, "")
	}
	lines = append(lines, foot...)
	return lines[:min(len(lines), max(1, p.height))]
}

// footer returns the lines below the board: four, or two on a low screen.
func (p *Player) footer() []string {
	if p.problems != "" {
		return append(p.findings(), text.Cut(p.game.help(), p.width))
	}
	message := wrap(p.message, p.width)
	if p.prompt != nil {
		message = []string{text.Cut(p.prompt.ask+": "+p.prompt.text+"█", p.width)}
	}
	status, help := p.game.status(), text.Cut(p.game.help(), p.width)
	if board, _ := p.game.board(false); p.height < lowHeight || len(board) > p.height-footer-2 {
		if len(message) == 0 {
			message = []string{text.Cut(status, p.width)}
		}
		return []string{message[0], help}
	}
	lines := []string{text.Cut(status, p.width)}
	if len(message) < 2 && status != "" {
		lines = wrap(status, p.width)
	}
	if lines = append(lines, message...); len(lines) > footer-1 {
		lines = append([]string{text.Cut(status, p.width)}, message...)
	}
	for len(lines) < footer-1 {
		lines = append(lines, "")
	}
	return append(lines, help)
}

// findings returns the first lines of the findings about the files, as many as there is room for.
func (p *Player) findings() (lines []string) {
	for line := range strings.Lines(p.problems) {
		if line = strings.TrimRight(line, "\n"); strings.HasPrefix(line, " ") { // a line of the model
			lines = append(lines, text.Cut(line, p.width))
		} else {
			lines = append(lines, wrap(line, p.width)...)
		}
	}
	board, _ := p.game.board(false)
	return lines[:min(len(lines), max(1, p.height/3, p.height-len(board)-3))]
}

// body returns the board with the list beside it, or below it if the screen is narrow. Of a board that is too large for
// the screen it returns a part.
func (p *Player) body(high int) []string {
	if p.page != nil {
		return p.paged(high)
	}
	roomy := true
	board, wide := p.picture(roomy)
	if p.width-wide-8 < leastList {
		roomy = false
		board, wide = p.picture(roomy)
	}
	if len(board) > high || wide+2 > p.width {
		rows := high
		if p.width-wide-8 < leastList && high >= 2*leastRows {
			rows -= max(leastRows, high/4) // for the list
		}
		board = part(board, p.focus(roomy), rows, p.width-2)
		wide = widest(board)
	}
	room := p.width - wide - 8
	if room >= leastList || room >= leastList/2 && len(board)+leastRows > high {
		return beside(board, p.game.listing(high, room), wide, high)
	}
	out := lists.Map(board, func(l show.Line) string { return "  " + l.Text })
	if rows := high - len(board) - 1; rows >= leastRows-1 {
		out = append(out, "")
		out = append(out, lists.Map(p.game.listing(rows, p.width-2), func(l string) string { return "  " + l })...)
	}
	return out
}

// leastRows is the height of the smallest list below the board: a blank row, the title, two moves.
const leastRows = 4

// part returns the part of a drawing around a place, below a line that says which part it is.
func part(board []show.Line, at place, rows, columns int) []show.Line {
	columns = max(columns, 1)
	wide := widest(board)
	top, bottom := window(at.row, rows-1, len(board))
	left, right := window(at.column, columns, wide)
	title := fmt.Sprintf("Board: lines %d–%d of %d", top+1, bottom, len(board))
	if right-left < wide {
		title += fmt.Sprintf(", columns %d–%d of %d", left+1, right, wide)
	}
	title = text.Cut(title, columns)
	out := []show.Line{{Text: title, Width: utf8.RuneCountInString(title)}}
	for _, l := range board[top:bottom] {
		out = append(out, show.Line{Text: ansi.Cut(l.Text, left, right), Width: max(0, min(l.Width, right)-left)})
	}
	return out
}

// window returns which of n lines are seen, if there is room for some and the one at a place is to be in the middle.
func window(at, room, n int) (from, to int) {
	room = max(0, min(room, n))
	from = max(0, min(at-room/2, n-room))
	return from, from + room
}

// place is a place in a drawing.
type place struct{ row, column int }

// focus returns where the game wants the person to look.
func (p *Player) focus(roomy bool) (at place) {
	boards, target := p.game.focus()
	const code = "7"
	d := show.Drawing{Roomy: roomy, Accent: func(board, cell int) (a show.Accent) {
		if (spot{board, cell}) == target {
			a.Code = code
		}
		return a
	}}
	for row, l := range d.Boards(boards) {
		if before, _, found := strings.Cut(l.Text, "\x1b["+code+"m"); found {
			return place{row, utf8.RuneCountInString(before)}
		}
	}
	return place{}
}

func widest(lines []show.Line) (wide int) {
	for _, l := range lines {
		wide = max(wide, l.Width)
	}
	return wide
}

func beside(board []show.Line, list []string, wide, high int) (out []string) {
	for i := range min(high, max(len(board), len(list))) {
		left := show.Line{}
		if i < len(board) {
			left = board[i]
		}
		line := "   " + left.Text + strings.Repeat(" ", wide-left.Width+4)
		if i < len(list) {
			line += list[i]
		}
		out = append(out, strings.TrimRight(line, " "))
	}
	return out
}

// picture is the drawing of the game, grey if it is not up to date.
func (p *Player) picture(roomy bool) (lines []show.Line, wide int) {
	lines, wide = p.game.board(roomy)
	if p.problems != "" {
		for i := range lines {
			lines[i].Text = p.style("2", lines[i].Text)
		}
	}
	return lines, wide
}

// paged is the text in place of the board, from the line p.from on.
func (p *Player) paged(high int) (lines []string) {
	for _, line := range p.page {
		if line == "" {
			lines = append(lines, "")
			continue
		}
		lines = append(lines, text.Break(line, max(p.width-3, 1))...)
	}
	if len(lines) > high && high > 1 {
		p.from = max(0, min(p.from, len(lines)-high+1))
		rest := lines[p.from:]
		if lines = rest; len(rest) > high-1 {
			lines = append(slices.Clone(rest[:high-1]),
				fmt.Sprintf("… %s: arrows", text.Count(len(rest)-high+1, "further line")))
		}
	}
	for i, line := range lines {
		lines[i] = text.Cut("   "+line, p.width)
	}
	return lines
}

// style adds an ANSI style to a text if colours are wanted.
func (p *Player) style(code, text string) string {
	if !p.settings.Color || text == "" || code == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// wrap breaks a text into at most two lines.
func wrap(s string, wide int) []string {
	lines := text.Break(s, wide)
	for i := range lines {
		lines[i] = text.Cut(lines[i], wide)
	}
	if len(lines) > 2 {
		lines = []string{lines[0], text.Cut(strings.Join(lines[1:], " "), wide)}
	}
	return lines
}

// line is a line of the list beside the board.
type line struct {
	text string
	off  bool // it cannot be chosen
}

// lines writes the part of a list around the marked line. Without mark, no line is marked.
func (p *Player) lines(title string, list []line, picked int, mark bool, high, wide int) []string {
	wide = max(wide, 1)
	out := []string{p.style("4", text.Cut(title, wide))}
	from, to := window(picked, high-1, len(list))
	for i := from; i < to; i++ {
		sign, code := "  ", ""
		switch {
		case i == picked && mark:
			sign, code = "> ", "7"
		case list[i].off:
			sign, code = "x ", "2"
		}
		out = append(out, p.style(code, text.Cut(sign+list[i].text, wide)))
	}
	if len(list) == 0 {
		out = append(out, "  none")
	}
	return out
}
