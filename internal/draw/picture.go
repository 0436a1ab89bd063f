// Package draw makes pictures of boards, plots and graphs. A picture is a list of shapes on a page. It can be written
// as SVG or painted as pixels (PNG, GIF). The same picture gives the same bytes.
//
// The package knows nothing about puzzles: boards are given as texts and names of colours.
package draw

import "github.com/pzc-lang/pzc/internal/lists"

// Picture is shapes on a page; later shapes cover earlier ones. W and H are its size in pixels.
type Picture struct {
	W, H   float64
	Title  string // what the picture shows, for screen readers
	shapes []shape
}

// Point is a position on the page in pixels; y grows downwards.
type Point struct{ X, Y float64 }

// style is the style of a shape. A colour is "#rrggbb", the name of a colour of the theme, or "" for none.
type style struct {
	fill, stroke string
	width        float64
	dash         []float64
	tinted       bool // a colour of a model on a ground of the theme: lighter in the dark
	square       bool // lines end half their width behind their ends, so that they meet at corners
}

// shape is a path through points, a circle or a text.
type shape struct {
	kind   kind
	points []Point // of a path all points; of a circle its centre; of a text its anchor
	closed bool
	radius float64
	text   string
	size   float64 // font size
	mono   bool    // monospaced
	bold   bool
	anchor anchor
	turned bool // the text runs upwards
	style
}

type kind int

const (
	path kind = iota
	circle
	lettering
)

// anchor is the part of a text that stands at its point.
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

// write adds a text in a font size.
func (p *Picture) write(at Point, size float64, a anchor, colour, text string) {
	p.add(shape{kind: lettering, points: []Point{at}, size: size, anchor: a, text: text, style: style{fill: colour}})
}

// paste adds the shapes of another picture, scaled, with its upper left corner at a point.
func (p *Picture) paste(q *Picture, at Point, scale float64) {
	for _, s := range q.shapes {
		s.points = lists.Map(s.points, func(o Point) Point { return Point{at.X + scale*o.X, at.Y + scale*o.Y} })
		s.radius, s.size, s.width = scale*s.radius, scale*s.size, scale*s.width
		p.add(s)
	}
}
