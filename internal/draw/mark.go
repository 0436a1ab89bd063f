package draw

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Side is how one side of a cell is drawn.
type Side uint8

// The sides of cells: a thin line, none, the outline of a piece, a thin line where a cage ends, a thick line, and a
// line along the edge in the colour of the pen.
const (
	sideThin Side = iota
	sideNone
	sidePiece
	sideCage
	sideThick
	sideEdge
)

// CellMark describes how a cell is drawn, beside its text and its ground. Sides are in the order up, right, down, left,
// points in the order in which sides end, clockwise.
type CellMark struct {
	Ink    string // "blue", "bold", "bold grey": colour and weight of the text, colour of lines; "none": no text
	Pen    string // "blue", "thin", "thin blue": colour and width of lines; without a colour that of the ink
	Shape  string // "disc", "ring red", "bar 2/3 blue", "up": stands below the text
	Corner string // a small text in the upper left corner; two lines: the lower left and the upper right corner
	Sides  [4]Side
	Lines  [4]uint8  // how many lines lead from the centre to each side: 0, 1 or 2
	Cage   [4]bool   // a dashed line within the cell along these sides
	Notch  [4]bool   // a dashed line around this point
	Signs  [4]string // "disc", "wedge-left", "ring 3", "12": on the middles of the sides
	Points [4]string // likewise on the points
}

// Shapes lists the words for shapes.
func Shapes() []string {
	return append([]string{
		"disc", "ring", "square", "diamond", "triangle", "star", "tree", "tent", "bar", "rising", "falling",
		"up", "up-right", "right", "down-right", "down", "down-left", "left", "up-left",
		"wedge-up", "wedge-right", "wedge-down", "wedge-left", "times", "divide", "dot",
	}, halves...)
}

// IsShape reports whether a word may stand in CellMark.Shape: a shape, a colour, or the width of a bar as a fraction.
func IsShape(word string) bool {
	_, isPart := fraction(word)
	return slices.Contains(Shapes(), word) || isPart || word == "thin" || word == "small" || IsFill(word)
}

// IsInk reports whether a word may stand in CellMark.Ink: a colour, "none" or "bold".
func IsInk(word string) bool { return word == "bold" || IsFill(word) }

// IsPen reports whether a word may stand in CellMark.Pen: a colour, or "thin".
func IsPen(word string) bool { return word == "thin" || IsFill(word) }

// fraction reads "2/3".
func fraction(word string) (part float64, ok bool) {
	above, below, found := strings.Cut(word, "/")
	n, err := strconv.Atoi(above)
	m, err2 := strconv.Atoi(below)
	if !found || err != nil || err2 != nil || n < 0 || m <= 0 || n > m {
		return 0, false
	}
	return float64(n) / float64(m), true
}

// inkOf returns the colour and the weight of the ink. colour is "" if none is named.
func inkOf(text string) (colour string, bold bool) {
	for _, word := range strings.Fields(text) {
		if word == "bold" {
			bold = true
		} else if c, ok := colourNamed(word); ok {
			colour = c
		}
	}
	return colour, bold
}

// penOf returns the colour of lines, "" if none is named, and their width.
func (m *CellMark) penOf(wide float64) (colour string, width float64) {
	for _, word := range strings.Fields(m.Pen) {
		if word == "thin" {
			wide *= 0.6
		} else if c, ok := colourNamed(word); ok {
			colour = c
		}
	}
	if colour == "" {
		colour, _ = inkOf(m.Ink)
	}
	return colour, wide
}

// colourNamed returns the colour of a name, or #rrggbb.
func colourNamed(name string) (colour string, ok bool) {
	name = colourName(name)
	if colour, ok = fills[name]; !ok && isHex(name) {
		return name, true
	}
	return colour, ok
}

// around returns the corners of a cell at the beginning of its sides; a side ends where the next one begins.
func around(x, y, w float64) [5]Point {
	return [5]Point{{x, y}, {x + w, y}, {x + w, y + cell}, {x, y + cell}, {x, y}}
}

// steps lead to the neighbours, as rows and columns.
var steps = [4][2]int{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}

// sides draws the lines between cells: the thin ones first, so that stronger ones cover them. Thin lines are drawn
// around cells with a ground.
func (p *Picture) sides(b *Board, shown []bool, grounds []string, width, y float64) {
	strokes := map[Side]style{
		sideThin: {stroke: faint, width: 1}, sideCage: {stroke: faint, width: 1}, sidePiece: {stroke: ink, width: 1.8},
		sideThick: {stroke: ink, width: 2.6}, sideEdge: {stroke: ink, width: 4.6},
	}
	for _, side := range []Side{sideThin, sideCage, sidePiece, sideThick, sideEdge} {
		thin := side == sideThin || side == sideCage
		has := func(k int) bool { return shown[k] && (!thin || grounds[k] != "") }
		for k := range b.Marks {
			if !has(k) {
				continue
			}
			at := around(margin+float64(k%b.Cols)*width, y+float64(k/b.Cols)*cell, width)
			for d, s := range b.Marks[k].Sides {
				r, c := k/b.Cols+steps[d][0], k%b.Cols+steps[d][1]
				if s != side || (d == 1 || d == 2) && r < b.Rows && c < b.Cols && has(r*b.Cols+c) { // the neighbour's
					continue
				}
				line := strokes[side]
				if g := grounds[k]; !thin && light[g] == "" && luminance(g) > 0.35 {
					line.stroke = legible(g) // also in a dark theme
				}
				if side == sideEdge {
					colour, wide := b.Marks[k].penOf(line.width)
					line.stroke, line.width = cmp.Or(colour, line.stroke), wide
				}
				line.square = !thin
				p.line(line, at[d], at[d+1])
			}
		}
	}
}

// cage draws the dashed lines where the cage of a cell ends.
func (p *Picture) cage(m *CellMark, x, y, w float64, colour string) {
	const in = 4.0
	low, high := Point{x + in, y + in}, Point{x + w - in, y + cell - in}
	inner := [5]Point{{low.X, low.Y}, {high.X, low.Y}, {high.X, high.Y}, {low.X, high.Y}, {low.X, low.Y}}
	pen := style{stroke: colour, width: 1.2, dash: []float64{4, 3}}
	for d := range 4 {
		a, b, dx, dy := inner[d], inner[d+1], float64(steps[(d+1)%4][1]), float64(steps[(d+1)%4][0]) // along the side
		if m.Cage[d] {
			if !m.Cage[(d+3)%4] {
				a = Point{a.X - in*dx, a.Y - in*dy}
			}
			if !m.Cage[(d+1)%4] {
				b = Point{b.X + in*dx, b.Y + in*dy}
			}
			p.line(pen, a, b)
		}
		if m.Notch[d] {
			b, outer := inner[d+1], around(x, y, w)[d+1]
			p.line(pen, Point{b.X, outer.Y}, b, Point{outer.X, b.Y})
		}
	}
}

// sign is a text at a place.
type sign struct {
	at   Point
	text string
}

// Sign divides a sign on a side or a point into the words of a shape and a text.
func Sign(sign string) (shape, text string) {
	for _, word := range strings.Fields(sign) {
		if IsShape(word) {
			shape += " " + word
		} else {
			text += " " + word
		}
	}
	return strings.TrimSpace(shape), strings.TrimSpace(text)
}

// signs draws the signs on the sides and the points of a cell that are not done.
func (p *Picture) signs(m *CellMark, corners [5]Point, colour, ground string, done map[sign]bool) {
	for d := range 4 {
		a, b := corners[d], corners[d+1]
		for _, s := range []sign{{Point{(a.X + b.X) / 2, (a.Y + b.Y) / 2}, m.Signs[d]}, {b, m.Points[d]}} {
			if s.text == "" || done[s] {
				continue
			}
			done[s] = true
			const size = 11
			looks, text := Sign(s.text)
			radius := 0.15 * cell
			if text != "" {
				radius = 0.18 * cell
			} else if strings.Contains(looks, "wedge") {
				radius = 0.22 * cell
			}
			on := p.figure(looks, colour, cmp.Or(ground, paper), s.at, 2*radius, radius)
			if text == "" {
				continue
			}
			if on == "" {
				p.backed(s.at, size, cmp.Or(ground, paper), text)
				on = cmp.Or(ground, paper)
			}
			p.write(Point{s.at.X, s.at.Y + 0.35*size}, size, middle, legible(on), text)
		}
	}
}

// backed draws the ground again where a text in the middle of at will stand.
func (p *Picture) backed(at Point, size float64, ground, text string) {
	w := letter*size*float64(utf8.RuneCountInString(text)) + 2
	p.rect(at.X-w/2, at.Y-0.55*size, w, 1.1*size, style{fill: cmp.Or(ground, paper)})
}

// mark draws lines and shape of a cell. Unless the ink is named, they have the colour of the text, which can be seen on
// the ground. It returns the colour that the text stands on; "" if it is the ground's.
func (p *Picture) mark(m *CellMark, x, y, w float64, ground, text string) (below string) {
	colour, _ := inkOf(m.Ink)
	colour = cmp.Or(colour, text)
	pen, wide := m.penOf(5)
	pen = cmp.Or(pen, text)
	centre := Point{x + w/2, y + cell/2}
	if m.Cage != [4]bool{} || m.Notch != [4]bool{} {
		p.cage(m, x, y, w, pen)
	}
	for d, n := range m.Lines {
		to := Point{centre.X + float64(steps[d][1])*w/2, centre.Y + float64(steps[d][0])*cell/2}
		apart := Point{math.Abs(float64(steps[d][0])), math.Abs(float64(steps[d][1]))}
		switch n {
		case 1:
			p.line(style{stroke: pen, width: wide, square: true}, centre, to)
		case 2:
			for _, off := range []float64{-4, 4} {
				a := Point{centre.X + off*apart.X, centre.Y + off*apart.Y}
				p.line(style{stroke: pen, width: 0.6 * wide}, a, Point{to.X + off*apart.X, to.Y + off*apart.Y})
			}
		}
	}
	ground = cmp.Or(ground, paper)
	below = p.figure(m.Shape, colour, ground, centre, w, 0.36*cell)
	size := func(text string, widest float64) float64 {
		return min(11, widest/(letter*float64(max(1, utf8.RuneCountInString(text)))))
	}
	switch first, second, two := strings.Cut(m.Corner, "\n"); {
	case two:
		p.write(Point{x + 3, y + cell - 4}, size(first, w/2), start, colour, first)
		p.write(Point{x + w - 3, y + size(second, w/2) + 1}, size(second, w/2), end, colour, second)
	case first != "":
		if m.Cage[0] || m.Cage[3] {
			p.rect(x+1, y+1, min(w-2, letter*11*float64(utf8.RuneCountInString(first))+3), 12, style{fill: ground})
		}
		p.write(Point{x + 3, y + size(first, w-6) + 1}, size(first, w-6), start, colour, first)
	}
	return below
}

// halves are the shapes that fill half a cell, each at the point where a side ends.
var halves = []string{"half-up-right", "half-down-right", "half-down-left", "half-up-left"}

// turns are the ways of arrows, each an eighth of a turn from the one before.
var turns = []string{"right", "down-right", "down", "down-left", "left", "up-left", "up", "up-right"}

// star returns the corners of a star with five points.
func star() (points []Point) {
	for i := range 10 {
		sin, cos := math.Sincos(math.Pi * float64(i) / 5)
		long := 1.1
		if i%2 == 1 {
			long = 0.45
		}
		points = append(points, Point{long * sin, -long * cos})
	}
	return points
}

// figure draws a shape. It returns the colour that the shape is filled with, "" without a shape.
// w is the width of the cell, r the size of the shape.
func (p *Picture) figure(text, colour, ground string, at Point, w, r float64) string {
	const usual = 0.36 * cell
	kind, part, thickness := "", 1.0, 3.0
	for _, word := range strings.Fields(text) {
		if f, ok := fraction(word); ok {
			part = f
		} else if c, ok := colourNamed(word); ok {
			colour = c
		} else if word == "thin" {
			thickness /= 2
		} else if word == "small" {
			r = min(r, 0.15*cell)
		} else {
			kind = word
		}
	}
	fill, pen := style{fill: colour}, style{stroke: colour, width: max(1.5, thickness*r/usual)}
	figure := func(points ...Point) []Point { // in units of r
		for i, q := range points {
			points[i] = Point{at.X + r*q.X, at.Y + r*q.Y}
		}
		return points
	}
	turn := func(points ...Point) []Point { // written for an arrow to the right
		sin, cos := math.Sincos(math.Pi / 4 * float64(slices.Index(turns, strings.TrimPrefix(kind, "wedge-"))))
		for i, q := range points {
			points[i] = Point{q.X*cos - q.Y*sin, q.X*sin + q.Y*cos}
		}
		return figure(points...)
	}
	switch kind {
	case "dot":
		p.circle(at, max(2, 0.2*r), fill)
		return ""
	case "disc":
		p.circle(at, r, fill)
	case "ring":
		p.circle(at, r, style{fill: ground, stroke: colour, width: max(1.4, 0.8*thickness*r/usual)})
		return ground
	case "square":
		p.rect(at.X-0.8*r, at.Y-0.8*r, 1.6*r, 1.6*r, fill)
	case "diamond":
		p.polygon(fill, Point{at.X, at.Y - r}, Point{at.X + r, at.Y}, Point{at.X, at.Y + r}, Point{at.X - r, at.Y})
	case "triangle":
		p.polygon(fill, figure(Point{0, -1}, Point{1, 0.8}, Point{-1, 0.8})...)
	case "star":
		p.polygon(fill, figure(star()...)...)
	case "tree":
		p.polygon(fill, figure(Point{0, -1.1}, Point{0.9, 0.6}, Point{0.2, 0.6}, Point{0.2, 1.1}, Point{-0.2, 1.1},
			Point{-0.2, 0.6}, Point{-0.9, 0.6})...)
	case "tent":
		p.polygon(fill, figure(Point{0, -0.9}, Point{1.1, 0.9}, Point{0.35, 0.9}, Point{0, 0.1}, Point{-0.35, 0.9},
			Point{-1.1, 0.9})...)
	case "times":
		p.line(pen, figure(Point{-0.6, -0.6}, Point{0.6, 0.6})...)
		p.line(pen, figure(Point{-0.6, 0.6}, Point{0.6, -0.6})...)
		return ""
	case "divide":
		p.line(pen, figure(Point{-0.7, 0}, Point{0.7, 0})...)
		p.circle(figure(Point{0, -0.55})[0], 0.8*thickness*r/usual, fill)
		p.circle(figure(Point{0, 0.55})[0], 0.8*thickness*r/usual, fill)
		return ""
	case "wedge-up", "wedge-right", "wedge-down", "wedge-left":
		p.line(pen, turn(Point{-0.35, -0.7}, Point{0.4, 0}, Point{-0.35, 0.7})...)
		return ""
	case "bar":
		p.rect(at.X-0.48*w*part, at.Y-1.3*r, 0.96*w*part, 2.6*r, fill)
	case "half-up-right", "half-down-right", "half-down-left", "half-up-left":
		corners := around(at.X-w/2, at.Y-cell/2, w)
		d := slices.Index(halves, kind)
		p.polygon(fill, corners[d], corners[d+1], corners[(d+2)%4])
	case "rising", "falling":
		half := Point{w / 2, cell / 2}
		if kind == "rising" {
			half.Y = -half.Y
		}
		p.line(pen, Point{at.X - half.X, at.Y - half.Y}, Point{at.X + half.X, at.Y + half.Y})
		return ""
	case "up", "up-right", "right", "down-right", "down", "down-left", "left", "up-left":
		p.polygon(fill, turn(Point{-1, -0.25}, Point{0, -0.25}, Point{0, -0.8}, Point{1, 0}, Point{0, 0.8}, Point{0, 0.25},
			Point{-1, 0.25})...)
	default:
		return ""
	}
	return colour
}
