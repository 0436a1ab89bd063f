// Package draw makes pictures of boards, plots and graphs: shapes on a page, written as SVG or painted as pixels (PNG, GIF). The same
// picture gives the same bytes.
//
// It knows nothing of puzzles: boards come as texts and names of colours.
package draw

// Picture is shapes on a page of a size in pixels; later ones lie over earlier ones.
type Picture struct {
	W, H   float64
	Title  string // what is seen, for those who cannot see it
	shapes []shape
}

// Point is a place on the page, y downwards.
type Point struct{ X, Y float64 }

// style is how a shape is painted; a colour is "#rrggbb", the name of a theme's colour, or "" for nothing.
type style struct {
	fill, stroke string
	width        float64
	dash         []float64
}

// shape is one of: a path through points, a circle, a text.
type shape struct {
	kind   kind
	points []Point // of a path; of the others one
	closed bool
	radius float64
	text   string
	size   float64 // of the font
	mono   bool    // letters of one width
	bold   bool
	anchor anchor
	turned bool // upwards
	style
}

type kind int

const (
	path kind = iota
	circle
	lettering
)

// anchor is which part of a text stands at its point.
type anchor int

const (
	start anchor = iota
	middle
	end
)

func (p *Picture) add(s shape) { p.shapes = append(p.shapes, s) }

func (p *Picture) rect(x, y, w, h float64, s style) {
	p.add(shape{kind: path, points: []Point{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}, closed: true, style: s})
}

func (p *Picture) line(s style, points ...Point) { p.add(shape{kind: path, points: points, style: s}) }

func (p *Picture) polygon(s style, points ...Point) {
	p.add(shape{kind: path, points: points, closed: true, style: s})
}

func (p *Picture) circle(at Point, r float64, s style) {
	p.add(shape{kind: circle, points: []Point{at}, radius: r, style: s})
}

// write sets a text whose letters are so high above the line at the point.
func (p *Picture) write(at Point, size float64, a anchor, colour, text string) {
	p.add(shape{kind: lettering, points: []Point{at}, size: size, anchor: a, text: text, style: style{fill: colour}})
}

// paste puts another picture with its upper left corner at a point, in another size.
func (p *Picture) paste(q *Picture, at Point, scale float64) {
	for _, s := range q.shapes {
		points := make([]Point, len(s.points))
		for i, o := range s.points {
			points[i] = Point{at.X + scale*o.X, at.Y + scale*o.Y}
		}
		s.points = points
		s.radius, s.size, s.width = scale*s.radius, scale*s.size, scale*s.width
		p.add(s)
	}
}
