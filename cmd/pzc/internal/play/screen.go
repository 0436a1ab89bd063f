package play

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/show"
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
	lines := []string{p.header()}
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
	message := wrap(p.message, p.width)
	if p.prompt != nil {
		message = []string{text.Cut(p.prompt.ask+": "+p.prompt.text+"█", p.width)}
	}
	goal, help := text.Cut(p.goal(), p.width), text.Cut(p.help(), p.width)
	if board, _ := p.board(false); p.height < lowHeight || len(board) > p.height-footer-2 {
		if len(message) == 0 {
			message = []string{goal}
		}
		return []string{message[0], help}
	}
	for len(message) < 2 {
		message = append(message, "")
	}
	return []string{goal, message[0], message[1], help}
}

func (p *Player) header() string {
	line := fmt.Sprintf("%s · %s, cost %d", p.title, text.Count(p.at, "move"), p.cost())
	if undone := len(p.steps) - p.at; undone > 0 {
		line += fmt.Sprintf(" · %d to redo", undone)
	}
	return p.style("1", text.Cut(line, p.width))
}

// goal says how far the state is from a goal.
func (p *Player) goal() string {
	l := p.outlook()
	switch {
	case p.game.Lost(p.state()) != "":
		return "The game is lost. Undo with u, start anew with R."
	case p.game.Goal(p.state()):
		return "Goal reached."
	case p.oracle == nil:
		return ""
	case !l.known:
		return "Goal: computing how far it is …"
	case l.status == backends.Solved:
		return fmt.Sprintf("Goal: cost %d away.", l.left)
	case l.status == backends.Unsolvable:
		return "From here it cannot be solved."
	}
	return "Goal: it is not known how far it is (" + l.reason + ")."
}

func (p *Player) help() string {
	arrows := "arrows move  tab list"
	if p.inList {
		arrows = "arrows list"
		if p.arrows {
			arrows += "  tab move"
		}
	}
	return arrows + "  / filter  u undo  r redo  h hint  s save  q quit  ? keys"
}

// Keys says what the keys do, a line each.
var Keys = []string{
	"arrows      make the move in that direction, or go through the list",
	"tab         let the arrows go through the list, or again make moves",
	"enter       make the move that is picked in the list",
	"/           filter the list; esc shows all again",
	"a           list all moves, also those that cannot be made",
	"u  r        undo, redo",
	"R           start anew",
	"h           hint: make the next move of a cheapest plan",
	"s  l        save and load the moves as a plan",
	"?           these keys, or again the board",
	"q           leave",
}

// body is the board with the list beside it, or below it if the screen is narrow.
func (p *Player) body(high int) []string {
	if p.helping {
		lines := indent(slices.Clone(Keys), 3)
		for i := range lines {
			lines[i] = text.Cut(lines[i], p.width)
		}
		return lines
	}
	board, wide := p.board(true)
	if p.width-wide-8 < leastList {
		board, wide = p.board(false)
	}
	room := p.width - wide - 8
	switch {
	case len(board) > high || wide+2 > p.width:
		needs := fmt.Sprintf(
			"The board needs %s, %s.", text.Count(wide+2, "column"), text.Count(p.height+len(board)-high, "row"),
		)
		return append(indent(wrap(needs, p.width-2), 2), indent(p.listing(high-2, p.width-2), 2)...)
	case room >= leastList || room >= leastList/2 && len(board)+leastRows > high:
		return beside(board, p.listing(high, room), wide, high)
	}
	var out []string
	for _, l := range board {
		out = append(out, "  "+l.Text)
	}
	if rows := high - len(board) - 1; rows >= leastRows-1 {
		out = append(append(out, ""), indent(p.listing(rows, p.width-2), 2)...)
	}
	return out
}

// leastRows is what a list below the board needs: a blank row, the title, two moves.
const leastRows = 4

// board draws the state and returns the width of the drawing.
func (p *Player) board(roomy bool) (lines []show.Line, wide int) {
	lines = show.Boards(p.boards(), p.settings.Color, roomy)
	for _, l := range lines {
		wide = max(wide, l.Width)
	}
	return lines, wide
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

func indent(lines []string, by int) []string {
	for i := range lines {
		lines[i] = strings.Repeat(" ", by) + lines[i]
	}
	return lines
}

// listing is the part of the list of moves around the marked one.
func (p *Player) listing(high, wide int) []string {
	wide = max(wide, 1)
	title := "Moves"
	if p.all {
		title = "All moves"
	}
	title += fmt.Sprintf(" (%d)", len(p.offers))
	if p.filter != "" {
		title += " with " + p.filter
	}
	out := []string{p.style("4", text.Cut(title, wide))}
	rows := high - 1
	from := max(0, min(p.picked-rows/2, len(p.offers)-rows))
	for i := from; i < min(len(p.offers), from+rows); i++ {
		o := &p.offers[i]
		mark := "  "
		switch {
		case i == p.picked && p.inList:
			mark = "> "
		case o.no != "":
			mark = "x "
		}
		line := text.Cut(mark+o.text(), wide)
		switch {
		case i == p.picked && p.inList:
			line = p.style("7", line)
		case o.no != "":
			line = p.style("2", line)
		}
		out = append(out, line)
	}
	if len(p.offers) == 0 {
		out = append(out, "  none")
	}
	return out
}

// style gives a text an ANSI style if colours are wanted.
func (p *Player) style(code, text string) string {
	if !p.settings.Color || text == "" {
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
