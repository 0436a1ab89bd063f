package draw

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// Board is one view of a state: cells row by row, each with a text and the name of a colour. With Line, it is a text.
type Board struct {
	Rows, Cols int
	Text       []string
	Open       []bool // nothing may stand in the cell because its text is not known; nil: no cell is open
	Fill       []string
	Line       bool
	Marks      []CellMark // how cells are drawn beyond that; nil: plainly
	Words      []string   // what screen readers say of each cell; nil: Text
	Borders    bool       // Marks say which lines there are between cells
}

const (
	cell     = 40.0 // side of a cell, in pixels
	margin   = 8.0
	letter   = 0.6 // width of a letter, as a part of its size
	big      = 22.0
	plain    = 15.0
	smallest = 9.0
)

// Boards returns a picture of the views of a state, one below the other.
func Boards(views []Board) *Picture {
	p, _ := Placed(views)
	return p
}

// Box is a place on the page.
type Box struct{ X, Y, W, H float64 }

// Placed is Boards, and says where each view lies: the box of its first cell, of a line of text the whole line. All
// cells of a view have one size.
func Placed(views []Board) (*Picture, []Box) {
	p := &Picture{W: 2 * margin, H: margin, Title: words(views)}
	boxes := make([]Box, len(views))
	for i := range views {
		var w, h float64
		if v := &views[i]; v.Line {
			w, h = p.textLine(v.Text[0], p.H)
			boxes[i] = Box{margin, p.H, w, h}
		} else {
			w, h = p.board(v, p.H)
			boxes[i] = Box{margin, p.H, w / float64(max(1, v.Cols)), cell}
		}
		p.W, p.H = max(p.W, w+2*margin), p.H+h+margin
	}
	return p, boxes
}

// words returns the views as text.
func words(views []Board) string {
	var lines []string
	for i := range views {
		b := &views[i]
		if b.Line {
			lines = append(lines, b.Text[0])
			continue
		}
		said := b.Words
		if said == nil {
			said = b.Text
		}
		for r := range b.Rows {
			row := make([]string, b.Cols)
			for c := range row {
				if row[c] = strings.TrimSpace(said[r*b.Cols+c]); row[c] == "" {
					row[c] = "·"
				}
			}
			lines = append(lines, strings.Join(row, " "))
		}
	}
	return strings.Join(lines, "\n")
}

func (p *Picture) textLine(text string, y float64) (w, h float64) {
	for _, line := range strings.Split(text, "\n") {
		p.add(shape{ // blanks side by side align what stands below or in the next state
			kind: lettering, points: []Point{{margin, y + h + plain}}, size: plain, mono: strings.Contains(text, "  "),
			text: line, style: style{fill: ink},
		})
		w, h = max(w, letter*plain*float64(utf8.RuneCountInString(line))), h+1.4*plain
	}
	return w, h
}

func (p *Picture) board(b *Board, y float64) (w, h float64) {
	longest, l := 1, lettered{size: big}
	for k, t := range b.Text {
		t = strings.TrimSpace(t)
		longest = max(longest, utf8.RuneCountInString(t))
		if b.Marks != nil && b.Marks[k].Corner != "" && t != "" {
			l = lettered{0.75 * big, 0.1 * cell} // a large text would touch the corner
		}
	}
	l.size = max(smallest, min(l.size, 0.86*cell/(letter*float64(longest))))
	width := max(cell, math.Ceil(letter*l.size*float64(longest)+8))
	at := func(k int) (x, top float64) { return margin + float64(k%b.Cols)*width, y + float64(k/b.Cols)*cell }
	shown, grounds, colours := make([]bool, len(b.Text)), make([]string, len(b.Text)), make([]string, len(b.Text))
	outline := style{stroke: faint, width: 1}
	if b.Borders {
		outline = style{}
	}
	for k := range b.Text {
		grounds[k], colours[k], shown[k] = cellColours(b.Fill[k], b.bare(k), b.Open != nil && b.Open[k] && b.blank(k))
		if shown[k] && grounds[k] != "" {
			x, top := at(k)
			outline.fill = grounds[k]
			p.rect(x, top, width, cell, outline)
		}
	}
	if b.Borders {
		p.sides(b, shown, grounds, width, y)
	}
	for k := range b.Text {
		if x, top := at(k); shown[k] {
			p.content(b, k, x, top, width, l, grounds[k], colours[k])
		}
	}
	done := map[sign]bool{} // cells that share a side may name the same sign
	for k := range b.Marks {
		if x, top := at(k); shown[k] {
			p.signs(&b.Marks[k], around(x, top, width), colours[k], grounds[k], done)
		}
	}
	return width * float64(b.Cols), cell * float64(b.Rows)
}

// lettered is how the texts of the cells of a board are written: their size, and how far below the middle.
type lettered struct{ size, down float64 }

// blank reports whether nothing stands in the middle of a cell.
func (b *Board) blank(k int) bool {
	return strings.TrimSpace(b.Text[k]) == "" &&
		(b.Marks == nil || b.Marks[k].Shape == "" && b.Marks[k].Lines == [4]uint8{})
}

// bare reports whether nothing at all is drawn in a cell and along its sides.
func (b *Board) bare(k int) bool {
	if !b.blank(k) || b.Marks == nil {
		return b.blank(k)
	}
	m := b.Marks[k]
	return m.Corner == "" && m.Signs == [4]string{} && m.Points == [4]string{} && slices.Max(m.Sides[:]) < sidePiece
}

// content draws the content of a cell.
func (p *Picture) content(b *Board, k int, x, top, width float64, l lettered, ground, colour string) {
	bold, hidden, tinted := false, false, false
	if b.Marks != nil {
		m := &b.Marks[k]
		hidden = slices.ContainsFunc(strings.Fields(m.Ink), leavesOut)
		below := p.mark(m, x, top, width, ground, colour)
		var named string
		if named, bold = inkOf(m.Ink); below != "" && below != ground {
			colour = legible(below)
		} else if named != "" {
			colour, tinted = named, light[cmp.Or(ground, paper)] != ""
		}
	}
	if text := strings.TrimSpace(b.Text[k]); text != "" && !hidden {
		at := Point{x + width/2, top + cell/2 + l.down}
		if b.Marks != nil && b.Marks[k].Lines != [4]uint8{} && b.Marks[k].Shape == "" {
			p.backed(at, l.size, ground, text) // a text over a line
		}
		p.add(shape{
			kind: lettering, points: []Point{{at.X, at.Y + 0.35*l.size}}, size: l.size, bold: bold, anchor: middle, text: text,
			style: style{fill: colour, tinted: tinted},
		})
	}
}

// Row returns a picture of pictures side by side, each with a caption below. It begins a new row where a row would be
// wider than width.
func Row(pictures []*Picture, captions []string, width float64) *Picture {
	const caption = 22
	out := &Picture{}
	x, y, high := 0.0, 0.0, 0.0
	for i, q := range pictures {
		if x > 0 && x+q.W > width {
			x, y, high = 0, y+high, 0
		}
		out.paste(q, Point{x, y}, 1)
		out.write(Point{x + q.W/2, y + q.H + 12}, 12, middle, ink, captions[i])
		x += max(q.W, 7*float64(len(captions[i])))
		high = max(high, q.H+caption)
		out.W, out.H = max(out.W, x), max(out.H, y+high)
	}
	return out
}
