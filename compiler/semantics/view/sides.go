package view

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
)

// Stand is where an element stands in a cell: at a side of the cell, or as a link to the next cell in a direction.
type Stand struct {
	Place int   // of the element in the state
	Way   int64 // a value of the type Dir
	Link  bool
}

// Stands returns the missing elements that stand at sides of the cells of each view: those that a clause `edge`, `line`
// or `double` reads first.
func Stands(machine *semantics.Machine, p *semantics.Partial) (byView [][][]Stand) {
	return perCell(machine, p, drawing.stands)
}

// stands evaluates the clauses about directions for one cell.
func (d drawing) stands(f semantics.Frame, _ *semantics.Partial) (all []Stand) {
	for i := range d.v.Clauses {
		c := &d.v.Clauses[i]
		if c.Kind != model.ClauseEdge && c.Kind != model.ClauseLine && c.Kind != model.ClauseDouble {
			continue
		}
		ways, ok := d.ev.Elements(c.Set, f)
		if !ok {
			continue
		}
		for way := range ways {
			if c.Slot >= 0 {
				f[c.Slot] = semantics.Slot{Value: way, OK: true}
			}
			d.ev.TakeMissed()
			d.ev.Value(c.Expr, f)
			if missed := d.ev.TakeMissed(); len(missed) > 0 {
				all = append(all, Stand{missed[0], way.N, c.Kind != model.ClauseEdge})
			}
		}
	}
	return all
}

// Named returns, for each cell of each view, the missing elements that its clauses name themselves, not by a def. A
// cell that is lit by lamps elsewhere names its own lamp only.
func Named(machine *semantics.Machine, p *semantics.Partial) (byView [][][]int) {
	return perCell(machine, p, drawing.named)
}

// named lists the missing elements that the clauses name for one cell.
func (d drawing) named(f semantics.Frame, p *semantics.Partial) (places []int) {
	own := make(semantics.Frame, len(f)) // without what variables of binders were at last
	if d.v.Slot >= 0 {
		own[d.v.Slot] = f[d.v.Slot]
	}
	for _, clause := range d.v.Exprs() {
		for e := range model.All(clause) {
			read, ok := e.(*model.Read)
			if !ok || read.Array.Role != model.State {
				continue
			}
			index := make([]model.Value, len(read.Index))
			for i, x := range read.Index {
				v, known := d.ev.Value(x, own)
				index[i], ok = v, ok && known
			}
			data, k := d.m.Data[read.Array.ID], -1
			if ok {
				k = data.Place(index...)
			}
			if place := data.Offset + k; k >= 0 && !p.Known[place] && !slices.Contains(places, place) {
				places = append(places, place)
			}
		}
	}
	return places
}
