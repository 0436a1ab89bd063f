package play

import (
	"fmt"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/semantics/view"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/text"
)

func (p *moving) header() string {
	line := fmt.Sprintf("%s, cost %d", text.Count(p.at, "move"), p.cost())
	if undone := len(p.steps) - p.at; undone > 0 {
		line += fmt.Sprintf(" · %d to redo", undone)
	}
	return line
}

// status returns the line about the distance of the state to a goal.
func (p *moving) status() string {
	l := p.outlook()
	switch {
	case p.game.Lost(p.state()) != "":
		return "The game is lost. Undo with u, start again with R."
	case p.game.Goal(p.state()):
		return "Goal reached."
	case p.oracle == nil:
		return ""
	case !l.known:
		return "Goal: computing how far it is …"
	case l.status == backends.Solved && l.atMost:
		return fmt.Sprintf("Goal: at most cost %d away, by the best plan found.", l.left)
	case l.status == backends.Solved:
		return fmt.Sprintf("Goal: cost %d away.", l.left)
	case l.status == backends.Unsolvable:
		return "From here it cannot be solved."
	}
	return "Goal: it is not known how far it is (" + l.reason + ")."
}

func (p *moving) help() string {
	arrows := "arrows move  tab list"
	if p.inList {
		arrows = "arrows list"
		if p.arrows {
			arrows += "  tab move"
		}
	}
	return arrows + "  / filter  u undo  r redo  h hint  s save  q quit  ? keys"
}

// Keys describes the keys, one per line.
var Keys = []string{
	"arrows      make the move in that direction, or go through the list",
	"tab         switch the arrows between moves and the list",
	"enter       make the move that is picked in the list",
	"/           filter the list; esc shows all again",
	"a           list all moves, also those that cannot be made",
	"u  r        undo, redo",
	"R           start again",
	"h           hint: make the next move of a cheapest plan",
	"s  l        save and load the moves as a plan",
	"?           these keys, or again the board",
	"q           leave",
}

func (p *moving) keys() []string { return Keys }

// board draws the state and returns the width of the drawing.
func (p *moving) board(roomy bool) (lines []show.Line, wide int) {
	lines = show.Boards(p.boards(), p.color(), roomy)
	return lines, widest(lines)
}

func (p *moving) focus() ([]view.Board, spot) { return p.boards(), p.changed }

// listing returns the list of moves.
func (p *moving) listing(high, wide int) []string {
	title := "Moves"
	if p.all {
		title = "All moves"
	}
	title += fmt.Sprintf(" (%d)", len(p.offers))
	if p.filter != "" {
		title += " with " + p.filter
	}
	list := lists.Map(p.offers, func(o offer) line { return line{o.text(), o.no != ""} })
	return p.lines(title, list, p.picked, p.inList, high, wide)
}
