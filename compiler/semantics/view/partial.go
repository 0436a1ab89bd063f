package view

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
)

// Partial shows a partial state. Texts, colours and marks that depend on missing elements are left out.
func Partial(machine *semantics.Machine, p *semantics.Partial) []Board {
	defer machine.Seeing(p)()
	return boards(machine.Evaluator(), machine.Model(), p.State)
}

// Elements returns the missing elements that each cell of each view shows, in the order in which the cell reads them,
// at most maxShown for each cell. It may omit an element that is read only if another element has a certain value.
func Elements(machine *semantics.Machine, p *semantics.Partial) (byView [][][]int) {
	return perCell(machine, p, drawing.missed)
}

// perCell lists, for each cell of each view of a partial state, what a function finds after the cell was drawn. The
// evaluator logs what is missing. The function may change its partial state if it restores it.
func perCell[T any](
	machine *semantics.Machine, p *semantics.Partial, find func(drawing, semantics.Frame, *semantics.Partial) []T,
) (byView [][][]T) {
	q := semantics.Partial{State: slices.Clone(p.State), Known: slices.Clone(p.Known)}
	defer machine.Seeing(&q)()
	defer machine.Evaluator().LogMissed()()
	for i, v := range machine.Model().Views {
		byView = append(byView, nil)
		d := drawing{machine.Model(), machine.Evaluator(), v}
		b := d.board(q.State, func(cell int, f semantics.Frame) {
			byView[i] = append(byView[i], make([][]T, max(0, cell+1-len(byView[i])))...)
			byView[i][cell] = find(d, f, &q)
		})
		byView[i] = append(byView[i], make([][]T, max(0, len(b.Text)-len(byView[i])))...)
	}
	return byView
}

// maxShown is the greatest number of elements that are found for one cell.
const maxShown = 64

// missed returns the missing elements that a cell reads, of which the evaluator has logged the first. An evaluation
// ends at the first missing element that it needs. So the elements found get values, first the least and then the
// greatest of each, and the cell is computed again until it reads no further missing elements.
func (d drawing) missed(f semantics.Frame, p *semantics.Partial) (shows []int) {
	first := d.ev.TakeMissed()
	for _, greatest := range []bool{false, true} {
		misses := first
		var known []int
		for found := true; found && len(known) < maxShown; misses = d.ev.TakeMissed() {
			found = false
			for _, place := range misses {
				array, k := d.m.ArrayAt(place)
				values := d.m.Data[array.ID].DomainAt(k).Elems
				if p.Known[place] || len(values) == 0 {
					continue
				}
				if p.State[place] = values[0].N; greatest {
					p.State[place] = values[len(values)-1].N
				}
				known, p.Known[place], found = append(known, place), true, true
			}
			d.look(f)
		}
		for _, place := range known {
			p.Known[place] = false
			if !slices.Contains(shows, place) {
				shows = append(shows, place)
			}
		}
	}
	return shows
}

// look returns a text that is the same for cells that look the same.
func (d drawing) look(f semantics.Frame) string {
	b := d.cell(f)
	return fmt.Sprint(b.Text, b.Fill, b.Marks)
}

// Limits of MarkingValues: the values of an element, and the elements that a cell shows.
const (
	maxMarking = 64
	maxMarked  = 16
)

// MarkingValues returns the marking values of each cell of a view, one for each element that the cell shows. A value of
// an element with three or more values marks the cell if the cell looks different with this value, and the same with
// all others. Example: in a view of queens, each cell of a row is marked by its column. shows is the result of Elements
// for the view. A nil pointer means that there is no such value.
func MarkingValues(machine *semantics.Machine, p *semantics.Partial, view int, shows [][]int) [][]*int64 {
	out := make([][]*int64, len(shows))
	q := semantics.Partial{State: slices.Clone(p.State), Known: slices.Clone(p.Known)}
	defer machine.Seeing(&q)()
	d := drawing{machine.Model(), machine.Evaluator(), machine.Model().Views[view]}
	d.board(q.State, func(cell int, f semantics.Frame) {
		if out[cell] = make([]*int64, len(shows[cell])); len(shows[cell]) > maxMarked {
			return
		}
		for i, element := range shows[cell] {
			array, k := d.m.ArrayAt(element)
			values := d.m.Data[array.ID].DomainAt(k)
			if values.Len() < 3 || values.Len() > maxMarking {
				continue
			}
			q.Known[element] = true
			if n := d.odd(f, &q, element, values.Elems); n >= 0 {
				out[cell][i] = &values.Elems[n].N
			}
			q.Known[element] = false
		}
	})
	return out
}

// odd returns the number of the only value of an element with which a cell looks different from all other values, or
// -1.
func (d drawing) odd(f semantics.Frame, p *semantics.Partial, element int, values []model.Value) int {
	first := map[string]int{} // the first value with this look
	count := map[string]int{}
	for i, value := range values {
		p.State[element] = value.N
		look := d.look(f)
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
