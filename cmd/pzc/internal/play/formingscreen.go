package play

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/semantics/view"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

func (p *forming) header() string {
	line := p.filled.Progress()
	if undone := len(p.past) - 1 - p.at; undone > 0 {
		line += fmt.Sprintf(" · %d to redo", undone)
	}
	return line
}

// status returns the line about failing conditions, or about whether the form can still be solved.
func (p *forming) status() string {
	if p.form.CutShort() {
		return "The conditions take too long to test."
	}
	l := p.outlook()
	switch n := len(p.filled.Conflicts); {
	case p.filled.Solved:
		return "Solved."
	case n == 1:
		return "Wrong: " + conflict(&p.filled.Conflicts[0]) + "."
	case n > 1:
		return fmt.Sprintf("Wrong: %s (c: all %d).", conflict(&p.filled.Conflicts[0]), n)
	case p.oracle == nil:
		return ""
	case !l.known:
		return "Can it still be solved? Computing …"
	case l.solved:
		return "Solved."
	case l.status == backends.Solved:
		return "It can still be solved."
	case l.status == backends.Unsolvable:
		return "It cannot be solved any more."
	}
	return "It is not known whether it can still be solved (" + l.reason + ")."
}

// conflict says why a condition fails, in the words of the model if it has some.
func conflict(f *puzzle.Failure) string {
	return diag.OneLine(cmp.Or(f.Reason, "a rule is broken here"))
}

// conflicts lists the failing conditions.
func (p *forming) conflicts() (lines []string) {
	for i := range p.filled.Conflicts {
		c := &p.filled.Conflicts[i]
		lines = append(lines, text.Sentence(diag.OneLine(c.Msg)))
		var with []string
		for _, w := range c.Values {
			with = append(with, w.Name+" = "+w.Value)
		}
		if len(with) > 0 {
			lines = append(lines, "  with "+strings.Join(with, ", "))
		}
		if c.More {
			lines = append(lines, "  and in further cases")
		}
	}
	if len(lines) == 0 {
		return []string{"No condition fails so far."}
	}
	return lines
}

func (p *forming) help() string {
	arrows := "arrows cell  enter list"
	if p.inList {
		arrows = "arrows list  enter choose  tab board"
	}
	return arrows + "  space next  u undo  h hint  c conflicts  q quit  ? keys"
}

// FormKeys describes the keys for filling in a form, one per line. Some lines are those of Keys.
var FormKeys = []string{
	"arrows      go over the board, or through the list",
	"digits      type the value of the cell",
	"space       the next value; true, false, none",
	"enter       from the board to the list of values; choose a value",
	"tab         switch the arrows between the board and the list",
	"x           clear the cell; also backspace and delete",
	"a           list all elements, also those that no cell shows",
	"/           filter the list; esc shows all again",
	"u  r        undo, redo",
	"R           clear all",
	"c           all conditions that fail, with the values that break them",
	"h           hint: fill in what follows from the rest",
	"e           explain what follows, and from which rules",
	"s  l        save and load the values",
	"?           these keys, or again the board",
	"q           leave",
}

func (p *forming) keys() []string { return FormKeys }

// boards returns the boards. A cell that is to be filled in has a dot.
func (p *forming) boards() []view.Board {
	boards := make([]view.Board, len(p.filled.Boards))
	for i := range boards {
		boards[i] = p.filled.Boards[i].Board
		boards[i].Text = slices.Clone(boards[i].Text)
		for cell, places := range p.filled.Boards[i].Shows {
			if strings.TrimSpace(boards[i].Text[cell]) == "" && bare(&boards[i], cell) && slices.ContainsFunc(places, p.free) {
				boards[i].Text[cell] = "·"
			}
		}
	}
	return boards
}

func (p *forming) focus() ([]view.Board, spot) { return p.boards(), p.spot }

// board draws the values. The marked cell stands in brackets and in reverse. Wrong values have a ! behind them.
func (p *forming) board(roomy bool) (lines []show.Line, wide int) {
	d := show.Drawing{Color: p.color(), Roomy: roomy, Accent: func(board, cell int) (a show.Accent) {
		if board >= len(p.filled.Boards) || cell >= len(p.filled.Boards[board].Wrong) {
			return a
		}
		if p.filled.Boards[board].Wrong[cell] {
			if a.Right = '!'; p.color() {
				a.Code = "1;97;41"
			}
		}
		if (spot{board, cell}) == p.spot && !p.inList {
			a.Left, a.Right = '[', ']'
			if p.color() || !roomy {
				a.Code = strings.Trim(a.Code+";7", ";")
			}
		}
		return a
	}}
	lines = d.Boards(p.boards())
	return lines, widest(lines)
}

// bare reports whether a cell has no shape and no lines.
func bare(b *view.Board, cell int) bool {
	if b.Marks == nil {
		return true
	}
	m := &b.Marks[cell]
	return m.Shape == "" && m.Lines == [4]uint8{}
}

// listing returns the list beside the board.
func (p *forming) listing(high, wide int) []string {
	var title string
	elements := p.elements()
	switch {
	case p.only >= 0:
		title = p.form.Label(p.only)
	case p.all:
		title = fmt.Sprintf("All (%d)", len(p.filled.Open))
	case len(elements) == 1:
		title = p.form.Label(elements[0])
	case len(elements) == 0:
		title = "Given"
	default:
		title = fmt.Sprintf("This cell shows (%d)", len(elements))
	}
	if p.filter != "" {
		title += " with " + p.filter
	}
	list, entries := []line{}, p.list()
	for _, e := range entries {
		text := e.text
		if v, has := p.filled.Given[e.place]; e.isValue && has && v == e.value {
			text += "  •"
		}
		list = append(list, line{text: text})
	}
	if len(list) == 0 && len(elements) == 0 && !p.all {
		return []string{p.style("4", text.Cut(title, max(wide, 1)))}
	}
	return p.lines(title, list, p.picked, p.inList, high, wide)
}

func (p *forming) outcome() string {
	if p.filled.Solved || p.outlook().solved {
		return "solved"
	}
	return "left with " + p.header()
}
