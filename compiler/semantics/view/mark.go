package view

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
)

// Side is the style of one side of a cell.
type Side uint8

// The sides of cells, from weak to strong. The line between two cells gets the stronger of the styles of both.
const (
	sideThin  Side = iota // between two cells
	sideNone              // within a piece
	sidePiece             // around a piece
	SideThick             // around a region
	SideEdge              // a line along the edge
)

// borders is the kind of lines between cells that a view can have, in all states.
type borders uint8

// The kinds of lines between the cells of a view. Each kind includes the kinds before it.
const (
	bordersPlain   borders = iota // between all cells
	bordersPieces                 // around pieces
	BordersRegions                // around regions
	BordersEdges                  // along any edge
)

// CellMark describes how a cell of a board is drawn, beside its text and its colour. Sides and Lines are indexed by
// direction.
type CellMark struct {
	Ink    string   // colour of text, shape and lines; with `bold`, the text is bold
	Shape  string   // the shape behind the text: "disc", "bar 2/3 red"
	Corner string   // a small text in the upper left corner
	Sides  [4]Side  // the four sides
	Lines  [4]uint8 // the number of lines from the centre to each side
}

// marking collects the marks of a board while its cells are computed.
type marking struct {
	drawing
	b     *Board
	known []bool // by place: the view has the cell
	areas map[model.ClauseKind][]semantics.Slot
}

func (d drawing) newMarking(b *Board) *marking {
	m := &marking{d, b, make([]bool, len(b.Text)), map[model.ClauseKind][]semantics.Slot{}}
	for i := range d.v.Clauses {
		switch c := &d.v.Clauses[i]; c.Kind {
		case model.ClauseFill:
			continue
		case model.ClausePiece:
			m.areas[c.Kind], b.Borders = make([]semantics.Slot, len(b.Text)), max(b.Borders, bordersPieces)
		case model.ClauseRegion:
			m.areas[c.Kind], b.Borders = make([]semantics.Slot, len(b.Text)), max(b.Borders, BordersRegions)
		case model.ClauseEdge:
			b.Borders = BordersEdges
		default:
		}
		b.Marks = make([]CellMark, len(b.Text))
	}
	return m
}

// cell computes the marks of the cell at a place from the clauses.
func (m *marking) cell(place int, f semantics.Frame) {
	m.known[place] = true
	for i := range m.v.Clauses {
		c := &m.v.Clauses[i]
		if c.Kind == model.ClauseFill {
			w, ok := m.ev.Value(c.Expr, f)
			m.b.Fill[place] = semantics.TextOf(w, ok)
			continue
		}
		mark := &m.b.Marks[place]
		switch c.Kind {
		case model.ClauseInk, model.ClauseShape, model.ClauseCorner:
			w, ok := m.ev.Value(c.Expr, f)
			*map[model.ClauseKind]*string{
				model.ClauseInk: &mark.Ink, model.ClauseShape: &mark.Shape, model.ClauseCorner: &mark.Corner,
			}[c.Kind] = semantics.TextOf(w, ok)
		case model.ClauseRegion, model.ClausePiece:
			w, ok := m.ev.Value(c.Expr, f)
			if t := c.Expr.Type(); t.Kind == model.Boolean && w.N == 0 {
				ok = false // `piece c in {a, b}`: what is false belongs to none
			}
			m.areas[c.Kind][place] = semantics.Slot{Value: w, OK: ok}
		default:
			m.ways(c, mark, f)
		}
	}
}

// ways records the directions for which a clause holds.
func (m *marking) ways(c *model.ViewClause, mark *CellMark, f semantics.Frame) {
	ways, ok := m.ev.Elements(c.Set, f)
	if !ok {
		return
	}
	for way := range ways {
		if c.Slot >= 0 {
			f[c.Slot] = semantics.Slot{Value: way, OK: true}
		}
		if w, ok := m.ev.Value(c.Expr, f); !ok || w.N == 0 {
			continue
		}
		switch c.Kind {
		case model.ClauseLine:
			mark.Lines[way.N] = max(mark.Lines[way.N], 1)
		case model.ClauseDouble:
			mark.Lines[way.N] = 2
		default:
			mark.Sides[way.N] = SideEdge
		}
	}
}

// sides draws the borders of regions and pieces, and makes cells that share a side agree on it.
func (m *marking) sides() {
	b := m.b
	if b.Borders == bordersPlain {
		return
	}
	for place := range b.Marks {
		if !m.known[place] {
			continue
		}
		for d, o := range model.DirOffsets {
			r, c := place/b.Cols+int(o[0]), place%b.Cols+int(o[1])
			next := -1
			if r >= 0 && r < b.Rows && c >= 0 && c < b.Cols && m.known[r*b.Cols+c] {
				next = r*b.Cols + c
			}
			s := &b.Marks[place].Sides[d]
			for kind, values := range m.areas {
				*s = max(*s, border(kind, values[place], next, values))
			}
			if next >= 0 {
				other := &b.Marks[next].Sides[(d+2)%4]
				*s = max(*s, *other)
				*other = *s
			}
		}
	}
}

// border returns the side between a cell with a value and the cell at a place, which is -1 outside the view.
func border(kind model.ClauseKind, v semantics.Slot, next int, values []semantics.Slot) Side {
	w := semantics.Slot{}
	if next >= 0 {
		w = values[next]
	}
	switch {
	case !v.OK && !w.OK:
		return sideThin
	case v.OK != w.OK || model.Compare(v.Value, w.Value) != 0:
		if kind == model.ClausePiece {
			return sidePiece
		}
		return SideThick
	case kind == model.ClausePiece:
		return sideNone
	}
	return sideThin
}
