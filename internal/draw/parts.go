package draw

import "strings"

// Part is a shape of a picture as an SVG element for a page, and its middle. Pictures of the states of a puzzle have
// most of their parts in common.
type Part struct {
	SVG string
	At  Point
}

// Parts returns the shapes in the order in which they are drawn. Inline is the same with an element around them.
func (p *Picture) Parts() []Part {
	out := make([]Part, len(p.shapes))
	for i := range p.shapes {
		s := &p.shapes[i]
		var b strings.Builder
		s.svg(&b, true)
		low, high := s.points[0], s.points[0]
		for _, q := range s.points {
			low = Point{min(low.X, q.X), min(low.Y, q.Y)}
			high = Point{max(high.X, q.X), max(high.Y, q.Y)}
		}
		out[i] = Part{b.String(), Point{(low.X + high.X) / 2, (low.Y + high.Y) / 2}}
		if s.kind == lettering {
			out[i].At.Y -= s.size / 2
		}
	}
	return out
}

// Style returns the style sheet of pages: colours in both themes, buttons, lists.
func Style() string { return Theme + pageStyle }
