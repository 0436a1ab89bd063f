package semantics

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
)

// PartialBoards shows a partial state. Texts, colours and marks that depend on missing elements are left out.
func (x *Machine) PartialBoards(p *Partial) (out []Board) {
	defer x.Seeing(p)()
	for _, v := range x.m.Views {
		out = append(out, x.board(v, p.State))
	}
	return out
}

// CellElements returns the missing elements that each cell of each view shows, in the order in which the cell reads
// them, at most maxShown for each cell. It may omit an element that is read only if another element has a certain
// value.
func (x *Machine) CellElements(p *Partial) (byView [][][]int) {
	q := Partial{State: slices.Clone(p.State), Known: slices.Clone(p.Known)}
	defer x.Seeing(&q)()
	ev := x.ev
	ev.logging, ev.misses = true, ev.misses[:0]
	defer func() { ev.logging = false }()
	for i, v := range x.m.Views {
		byView = append(byView, nil)
		b := x.boardWith(v, q.State, func(cell int, f Frame) {
			byView[i] = append(byView[i], make([][]int, max(0, cell+1-len(byView[i])))...)
			byView[i][cell] = x.missed(v, f, &q)
		})
		byView[i] = append(byView[i], make([][]int, max(0, len(b.Text)-len(byView[i])))...)
	}
	return byView
}

// maxShown is the greatest number of elements that are found for one cell.
const maxShown = 64

// missed returns the missing elements that a cell reads, of which the evaluator has logged the first. An evaluation
// ends at the first missing element that it needs. So the elements found get values, first the least and then the
// greatest of each, and the cell is computed again until it reads no further missing elements.
func (x *Machine) missed(v *model.View, f Frame, p *Partial) (shows []int) {
	first := slices.Clone(x.ev.misses)
	for _, greatest := range []bool{false, true} {
		x.ev.misses = append(x.ev.misses[:0], first...)
		var known []int
		for found := true; found && len(known) < maxShown; x.look(v, f) {
			found = false
			for _, place := range x.ev.misses {
				array, k := x.m.ArrayAt(place)
				values := x.m.Data[array.ID].DomainAt(k).Elems
				if p.Known[place] || len(values) == 0 {
					continue
				}
				if p.State[place] = values[0].N; greatest {
					p.State[place] = values[len(values)-1].N
				}
				known, p.Known[place], found = append(known, place), true, true
			}
			x.ev.misses = x.ev.misses[:0]
		}
		for _, place := range known {
			p.Known[place] = false
			if !slices.Contains(shows, place) {
				shows = append(shows, place)
			}
		}
		x.ev.misses = x.ev.misses[:0]
	}
	return shows
}

// look returns a text that is the same for cells that look the same.
func (x *Machine) look(v *model.View, f Frame) string {
	b := Board{Rows: 1, Cols: 1, Text: []string{x.shown(v, f)}, Fill: []string{""}}
	x.newMarking(v, &b).cell(v, 0, f)
	return fmt.Sprint(b.Text, b.Fill, b.Marks)
}

// CellValues finds marking values only for elements with at most maxMarking values, in cells that show at most
// maxMarked elements.
const (
	maxMarking = 64
	maxMarked  = 16
)

// CellValues returns the marking values of each cell of a view, one for each element that the cell shows. A value of an
// element with three or more values marks the cell if the cell looks different with this value, and the same with all
// others. Example: in a view of queens, each cell of a row is marked by its column. shows is the result of CellElements
// for the view. A nil pointer means that there is no such value.
func (x *Machine) CellValues(p *Partial, view int, shows [][]int) [][]*int64 {
	out := make([][]*int64, len(shows))
	q := Partial{State: slices.Clone(p.State), Known: slices.Clone(p.Known)}
	defer x.Seeing(&q)()
	v := x.m.Views[view]
	x.boardWith(v, q.State, func(cell int, f Frame) {
		if out[cell] = make([]*int64, len(shows[cell])); len(shows[cell]) > maxMarked {
			return
		}
		for i, element := range shows[cell] {
			array, k := x.m.ArrayAt(element)
			values := x.m.Data[array.ID].DomainAt(k)
			if values.Len() < 3 || values.Len() > maxMarking {
				continue
			}
			q.Known[element] = true
			if n := x.odd(v, f, &q, element, values.Elems); n >= 0 {
				out[cell][i] = &values.Elems[n].N
			}
			q.Known[element] = false
		}
	})
	return out
}

// odd returns the number of the only value of an element with which a cell looks different from all other values, or
// -1.
func (x *Machine) odd(v *model.View, f Frame, p *Partial, element int, values []model.Value) int {
	first := map[string]int{} // the first value with this look
	count := map[string]int{}
	for i, value := range values {
		p.State[element] = value.N
		look := x.look(v, f)
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
