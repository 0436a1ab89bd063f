// Package view shows states as the views of a model say: boards of cells with texts, colours and marks, or lines of
// text. It also shows partial states, and finds which elements of the state each cell shows.
//
// The work ends with the machine's context. Then the boards must not be used.
package view

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
)

// Board is one view of a state. Cells outside the view are empty.
type Board struct {
	Rows, Cols int
	Text       []string   // row by row
	Open       []bool     // the text depends on elements that are not known
	Fill       []string   // names of colours, "" for none
	Line       bool       // the view is a line of text; Text has one entry
	Marks      []CellMark // how cells are drawn beside that; nil if the view has no such clauses
	Borders    borders    // the lines between cells
	// Elems are the elements of the view's set, of the type Of, by cell; nil for a line. A cell outside has no element.
	Elems []semantics.Slot
	Of    *model.Type
}

// Boards returns the views of a state.
func Boards(machine *semantics.Machine, state []int64) []Board {
	return boards(machine.Evaluator(), machine.Model(), state)
}

// boards returns the views of a state that the evaluator may see in part.
func boards(ev *semantics.Evaluator, m *model.Model, state []int64) (out []Board) {
	for _, v := range m.Views {
		d := drawing{m, ev, v}
		out = append(out, d.board(state, func(int, semantics.Frame) {}))
	}
	return out
}

// drawing draws states by one view.
type drawing struct {
	m  *model.Model
	ev *semantics.Evaluator
	v  *model.View
}

// board draws a state. It calls done for each cell after the cell has been computed.
func (d drawing) board(state []int64, done func(cell int, f semantics.Frame)) Board {
	v := d.v
	d.ev.SetState(state)
	f := make(semantics.Frame, v.Slots)
	if v.Set == nil {
		b := d.cell(f)
		b.Line = true
		done(0, f)
		return b
	}
	elements, ok := d.ev.Elements(v.Set, f)
	if !ok {
		return Board{}
	}
	shown := slices.Collect(elements)
	b := Board{Rows: 1, Cols: len(shown)}
	t := v.Set.Type().Elem()
	if t != nil && t.Kind == model.CellKind {
		size := d.m.Dims[t.Grid.ID]
		b.Rows, b.Cols = int(size.Rows), int(size.Cols)
	}
	n := b.Rows * b.Cols
	b.Text, b.Fill, b.Elems, b.Of = make([]string, n), make([]string, n), make([]semantics.Slot, n), t
	b.Open = make([]bool, n)
	marks := d.newMarking(&b)
	for place, e := range shown {
		if !d.ev.Spend(1) {
			break
		}
		if t != nil && t.Kind == model.CellKind {
			place = int(e.N)
		}
		if v.Slot >= 0 {
			f[v.Slot] = semantics.Slot{Value: e, OK: true}
		}
		b.Elems[place] = semantics.Slot{Value: e, OK: true}
		b.Text[place], b.Open[place] = d.text(f)
		marks.cell(place, f)
		done(place, f)
	}
	marks.sides()
	return b
}

// cell draws one cell alone.
func (d drawing) cell(f semantics.Frame) Board {
	text, open := d.text(f)
	b := Board{Rows: 1, Cols: 1, Text: []string{text}, Open: []bool{open}, Fill: []string{""}}
	d.newMarking(&b).cell(0, f)
	return b
}

// text returns the text of one cell: "?" if it is undefined. If nothing of the text is known, it returns the text of
// `open`. open is true if some of it is not known.
func (d drawing) text(f semantics.Frame) (text string, open bool) {
	text, ok, open := d.said(d.v.Text, f)
	switch {
	case open && strings.Trim(text, semantics.MissingText+" ") == "":
		text = ""
		for _, c := range d.v.Clauses {
			if c.Kind == model.ClauseOpen {
				text, _, _ = d.said(c.Expr, f)
			}
		}
	case !ok:
		text = "?"
	}
	return text, open
}

// said returns a text. ok is false if the text is not defined, and open is true if some of it is not known.
func (d drawing) said(e model.Expr, f semantics.Frame) (text string, ok, open bool) {
	d.ev.Forget()
	v, ok := d.ev.Value(e, f)
	text = semantics.TextOf(v, ok)
	return text, ok, d.ev.Missed() && (!ok || strings.Contains(text, semantics.MissingText))
}

// Lines returns a state as lines of text: all views, one below the other.
func Lines(machine *semantics.Machine, state []int64) []string {
	var lines []string
	for _, b := range Boards(machine, state) {
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
