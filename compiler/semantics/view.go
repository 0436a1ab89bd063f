package semantics

import (
	"strings"
	"unicode/utf8"

	"github.com/pzc-lang/pzc/compiler/model"
)

// Board is one view of a state. Cells outside the view are empty.
type Board struct {
	Rows, Cols int
	Text       []string   // row by row
	Fill       []string   // names of colours, "" for none
	Line       bool       // the view is a line of text; Text has one entry
	Marks      []CellMark // how cells are drawn beside that; nil if the view has no such clauses
	Borders    Borders    // the lines between cells
	// Elems are the elements of the view's set, of the type Of, by cell; nil for a line. A cell outside has no element.
	Elems []Slot
	Of    *model.Type
}

// Boards returns the views of a state.
func (x *Machine) Boards(state []int64) []Board {
	var out []Board
	for _, v := range x.m.Views {
		out = append(out, x.board(v, state))
	}
	return out
}

func (x *Machine) board(v *model.View, state []int64) Board {
	return x.boardWith(v, state, func(int, Frame) {})
}

// boardWith calls done for each cell after it has been computed.
func (x *Machine) boardWith(v *model.View, state []int64, done func(cell int, f Frame)) Board {
	ev := x.ev
	ev.state = state
	f := make(Frame, v.Slots)
	if v.Set == nil {
		b := Board{Rows: 1, Cols: 1, Text: []string{x.shown(v, f)}, Fill: []string{""}, Line: true}
		x.newMarking(v, &b).cell(v, 0, f)
		done(0, f)
		return b
	}
	it, ok := ev.elems(v.Set, f)
	if !ok {
		return Board{}
	}
	b := Board{Rows: 1, Cols: it.n}
	t := v.Set.Type().Elem()
	if t != nil && t.Kind == model.CellKind {
		d := x.m.Dims[t.Grid.ID]
		b.Rows, b.Cols = int(d.Rows), int(d.Cols)
	}
	n := b.Rows * b.Cols
	b.Text, b.Fill, b.Elems, b.Of = make([]string, n), make([]string, n), make([]Slot, n), t
	marks := x.newMarking(v, &b)
	for k := 0; k < it.n && ev.Spend(1); k++ {
		e, place := it.at(k), k
		if t != nil && t.Kind == model.CellKind {
			place = int(e.N)
		}
		if v.Slot >= 0 {
			f[v.Slot] = Slot{e, true}
		}
		b.Text[place], b.Elems[place] = x.shown(v, f), Slot{e, true}
		marks.cell(v, place, f)
		done(place, f)
	}
	marks.sides()
	return b
}

// shown returns the text of one cell: "?" if it is undefined, "" if it depends on elements that are not known.
func (x *Machine) shown(v *model.View, f Frame) string {
	x.ev.unknown = false
	t, ok := x.ev.eval(v.Text, f)
	switch {
	case x.ev.known != nil && x.ev.unknown && (!ok || strings.Trim(textOf(t, ok), missingText+" ") == ""):
		return ""
	case !ok:
		return "?"
	}
	return textOf(t, ok)
}

// View returns a state as lines of text: all views, one below the other.
func (x *Machine) View(state []int64) []string {
	var lines []string
	for _, b := range x.Boards(state) {
		lines = append(lines, b.Lines()...)
	}
	return lines
}

// Lines returns the board as text. Cells have equal width. If all cells have one character, there are no gaps between
// them.
func (b *Board) Lines() []string {
	if b.Line {
		return strings.Split(b.Text[0], "\n")
	}
	width := 0
	for _, t := range b.Text {
		width = max(width, utf8.RuneCountInString(t))
	}
	gap := ""
	if width > 1 {
		gap = " "
	}
	out := make([]string, b.Rows)
	for r := range out {
		cells := make([]string, b.Cols)
		for c := range cells {
			t := b.Text[r*b.Cols+c]
			cells[c] = strings.Repeat(" ", width-utf8.RuneCountInString(t)) + t
		}
		out[r] = strings.Join(cells, gap)
	}
	return out
}
