package semantics

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
)

// PartialBoards shows a partial state. Texts, colours and marks that depend on missing elements are left out.
func (x *Machine) PartialBoards(p *Partial) (out []Board) {
	defer x.seeing(p)()
	for _, v := range x.m.Views {
		out = append(out, x.board(v, p.State))
	}
	return out
}

// CellElements returns which missing elements each cell of each view shows, in the order in which the cell reads them.
// An element that is read only if another one has a certain value may be left out.
func (x *Machine) CellElements(p *Partial) (byView [][][]int) {
	defer x.seeing(p)()
	ev := x.ev
	ev.logging, ev.misses = true, ev.misses[:0]
	defer func() { ev.logging = false }()
	for _, v := range x.m.Views {
		cells := map[int][]int{}
		b := x.boardWith(v, p.State, func(cell int, _ Frame) {
			for _, place := range ev.misses {
				if !slices.Contains(cells[cell], place) {
					cells[cell] = append(cells[cell], place)
				}
			}
			ev.misses = ev.misses[:0]
		})
		list := make([][]int, len(b.Text))
		for cell := range list {
			list[cell] = cells[cell]
		}
		byView = append(byView, list)
	}
	return byView
}

// Marking values of more than maxMarking values are not looked for.
const maxMarking = 64

// CellValues returns the value that marks each cell of a view: the only one of three or more values of the element that
// the cell shows with which the cell does not look as with all others. In a view of queens, a column marks each cell of
// a row. shows is what CellElements returned for the view. A nil pointer means that there is no such value.
func (x *Machine) CellValues(p *Partial, view int, shows [][]int) []*int64 {
	out := make([]*int64, len(shows))
	q := Partial{State: slices.Clone(p.State), Known: slices.Clone(p.Known)}
	defer x.seeing(&q)()
	v := x.m.Views[view]
	x.boardWith(v, q.State, func(cell int, f Frame) {
		if len(shows[cell]) != 1 {
			return
		}
		element := shows[cell][0]
		array, k := x.m.ArrayAt(element)
		values := x.m.Data[array.ID].DomainAt(k)
		if values.Len() < 3 || values.Len() > maxMarking {
			return
		}
		known := q.Known[element]
		q.Known[element] = true
		if i := x.odd(v, f, &q, element, values.Elems); i >= 0 {
			out[cell] = &values.Elems[i].N
		}
		q.Known[element] = known
	})
	return out
}

// odd returns the number of the value of an element with which a cell does not look as with all others, or -1.
func (x *Machine) odd(v *model.View, f Frame, p *Partial, element int, values []model.Value) int {
	first := map[string]int{} // the first value with this look
	count := map[string]int{}
	for i, value := range values {
		p.State[element] = value.N
		b := Board{Rows: 1, Cols: 1, Text: []string{x.shown(v, f)}, Fill: []string{""}}
		x.newMarking(v, &b).cell(v, 0, f)
		look := fmt.Sprint(b.Text, b.Fill, b.Marks)
		if count[look]++; count[look] == 1 {
			first[look] = i
		}
		if len(count) > 2 {
			return -1
		}
	}
	for look, n := range count {
		if n == 1 && len(count) == 2 {
			return first[look]
		}
	}
	return -1
}

// seeing makes the evaluator see a partial state until undo is called.
func (x *Machine) seeing(p *Partial) (undo func()) {
	ev := x.ev
	state, known := ev.state, ev.known
	ev.state, ev.known = p.State, p.Known
	return func() { ev.state, ev.known, ev.unknown = state, known, false }
}
