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
	SideCage              // around a cage; pictures draw CellMark.Cage in its place
	sideThick             // around a region
	SideEdge              // a line along the edge
)

// borders is the kind of lines between cells that a view can have, in all states.
type borders uint8

// The kinds of lines between the cells of a view. Each kind includes the kinds before it.
const (
	bordersPlain   borders = iota // between all cells
	bordersPieces                 // around pieces
	BordersRegions                // around regions and cages
	BordersEdges                  // along any edge, or signs on sides and points
)

// CellMark describes how a cell of a board is drawn, beside its text and its colour. Arrays are indexed by direction. A
// point belongs to the side that ends there, clockwise: the upper right point to the upper side.
type CellMark struct {
	Ink    string    // colour of text, shape and lines; with `bold`, the text is bold
	Pen    string    // colour of lines, "" for that of the ink; with `thin`, they are thin
	Shape  string    // the shape behind the text: "disc", "bar 2/3 red"
	Corner string    // a small text in the upper left corner
	Sides  [4]Side   // the four sides
	Lines  [4]uint8  // the number of lines from the centre to each side
	Cage   [4]bool   // the cage of the cell ends at this side
	Notch  [4]bool   // the cage has a corner at this point, and ends at neither side
	Signs  [4]string // signs on the middles of the sides
	Points [4]string // signs on the points
}

// marking collects the marks of a board while its cells are computed.
type marking struct {
	drawing
	b     *Board
	known []bool // by place: the view has the cell
	areas map[model.ClauseKind][]area
}

// area is the value of `region`, `piece` or `cage` of a cell.
type area struct {
	semantics.Slot
	unknown bool
}

func (d drawing) newMarking(b *Board) *marking {
	m := &marking{d, b, make([]bool, len(b.Text)), map[model.ClauseKind][]area{}}
	for i := range d.v.Clauses {
		switch c := &d.v.Clauses[i]; c.Kind {
		case model.ClauseFill, model.ClauseOpen:
			continue
		case model.ClausePiece:
			m.areas[c.Kind], b.Borders = make([]area, len(b.Text)), max(b.Borders, bordersPieces)
		case model.ClauseRegion, model.ClauseCage:
			m.areas[c.Kind], b.Borders = make([]area, len(b.Text)), max(b.Borders, BordersRegions)
		case model.ClauseEdge, model.ClauseSide, model.ClausePoint:
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
			m.b.Fill[place] = m.sure(c.Expr, f)
			continue
		} else if c.Kind == model.ClauseOpen {
			continue // see drawing.text
		}
		mark := &m.b.Marks[place]
		switch c.Kind {
		case model.ClauseInk, model.ClausePen, model.ClauseShape, model.ClauseCorner:
			*map[model.ClauseKind]*string{
				model.ClauseInk: &mark.Ink, model.ClausePen: &mark.Pen, model.ClauseShape: &mark.Shape,
				model.ClauseCorner: &mark.Corner,
			}[c.Kind] = m.sure(c.Expr, f)
		case model.ClauseRegion, model.ClausePiece, model.ClauseCage:
			m.ev.Forget()
			w, ok := m.ev.Value(c.Expr, f)
			unknown := !ok && m.ev.Missed()
			if t := c.Expr.Type(); t.Kind == model.Boolean && w.N == 0 {
				ok = false // `piece c in {a, b}`: what is false belongs to none
			}
			m.areas[c.Kind][place] = area{semantics.Slot{Value: w, OK: ok}, unknown}
		default:
			m.ways(c, mark, f)
		}
	}
}

// sure returns a text, "" if some of it is not known.
func (m *marking) sure(e model.Expr, f semantics.Frame) string {
	if text, _, open := m.said(e, f); !open {
		return text
	}
	return ""
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
		switch c.Kind {
		case model.ClauseSide:
			mark.Signs[way.N] = m.sure(c.Expr, f)
			continue
		case model.ClausePoint:
			mark.Points[way.N] = m.sure(c.Expr, f)
			continue
		default:
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
			next := m.beside(place, o)
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
	if cages := m.areas[model.ClauseCage]; cages != nil {
		m.cages(cages)
	}
}

// beside returns the place that lies at an offset from a place, -1 outside the view.
func (m *marking) beside(place int, offset [2]int64) int {
	r, c := place/m.b.Cols+int(offset[0]), place%m.b.Cols+int(offset[1])
	if r < 0 || r >= m.b.Rows || c < 0 || c >= m.b.Cols || !m.known[r*m.b.Cols+c] {
		return -1
	}
	return r*m.b.Cols + c
}

// cages records where the cages of cells end.
func (m *marking) cages(values []area) {
	for place, v := range values {
		ends := func(offset [2]int64) bool {
			return v.OK && border(model.ClauseCage, v, m.beside(place, offset), values) == SideCage
		}
		mark := &m.b.Marks[place]
		for d, o := range model.DirOffsets {
			mark.Cage[d] = ends(o)
		}
		for d, o := range model.DirOffsets {
			p := model.DirOffsets[(d+1)%4]
			mark.Notch[d] = !mark.Cage[d] && !mark.Cage[(d+1)%4] && ends([2]int64{o[0] + p[0], o[1] + p[1]})
		}
	}
}

// border returns the side between a cell with a value and the cell at a place, which is -1 outside the view. An unknown
// value makes a border only where the view ends.
func border(kind model.ClauseKind, v area, next int, values []area) Side {
	w := area{}
	if next >= 0 {
		w = values[next]
	}
	switch {
	case v.unknown && next >= 0, w.unknown, !v.OK && !w.OK && !v.unknown:
		return sideThin
	case v.OK != w.OK || v.unknown || model.Compare(v.Value, w.Value) != 0:
		switch kind {
		case model.ClausePiece:
			return sidePiece
		case model.ClauseCage:
			return SideCage
		default:
			return sideThick
		}
	case kind == model.ClausePiece:
		return sideNone
	}
	return sideThin
}
