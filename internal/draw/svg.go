package draw

import (
	_ "embed" // for the theme
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/internal/lists"
)

// SVG writes the picture as a file of its own.
func (p *Picture) SVG(w io.Writer) error {
	_, err := io.WriteString(w, p.svg(false))
	return err
}

// Inline returns the picture as an element of an HTML page. The theme of the page gives the colours: --paper, --ink,
// --faint, --hole.
func (p *Picture) Inline() string { return p.svg(true) }

func (p *Picture) svg(inline bool) string {
	b := &strings.Builder{}
	size := fmt.Sprintf(`viewBox="0 0 %s %s" role="img" aria-label="%s"`, short(p.W), short(p.H), escape(p.Title))
	if inline {
		fmt.Fprintf(b, "<svg %s>", size)
	} else {
		fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" %s>`+
			"\n<title>%s</title>\n"+`<rect width="100%%" height="100%%" fill="#ffffff"/>`+"\n",
			short(p.W), short(p.H), size, escape(p.Title))
	}
	for i := range p.shapes {
		p.shapes[i].svg(b, inline)
		if !inline {
			b.WriteByte('\n')
		}
	}
	b.WriteString("</svg>")
	if !inline {
		b.WriteByte('\n')
	}
	return b.String()
}

func (s *shape) svg(b *strings.Builder, inline bool) {
	switch s.kind {
	case circle:
		at := s.points[0]
		b.WriteString(`<circle cx="` + short(at.X) + `" cy="` + short(at.Y) + `" r="` + short(s.radius) + `"`)
	case path:
		b.WriteString(`<path d="`)
		for i, at := range s.points {
			letter := "L"
			if i == 0 {
				letter = "M"
			}
			b.WriteString(letter + short(at.X) + " " + short(at.Y))
		}
		if s.closed {
			b.WriteByte('Z')
		}
		b.WriteByte('"')
	case lettering:
		s.letters(b, inline)
		return
	}
	b.WriteString(` fill="` + colourOf(s.fill, inline) + `"`)
	if s.stroke != "" {
		b.WriteString(` stroke="` + colourOf(s.stroke, inline) + `" stroke-width="` + short(s.width) + `"`)
	}
	if s.square {
		b.WriteString(` stroke-linecap="square"`)
	}
	if len(s.dash) > 0 {
		fmt.Fprintf(b, ` stroke-dasharray="%s"`, strings.Join(lists.Map(s.dash, short), " "))
	}
	b.WriteString("/>")
}

func (s *shape) letters(b *strings.Builder, inline bool) {
	family := "Helvetica, Arial, sans-serif"
	if s.mono {
		family = "monospace"
	}
	at := s.points[0]
	fmt.Fprintf(b, `<text x="%s" y="%s" font-family="%s" font-size="%s" fill="%s"`,
		short(at.X), short(at.Y), family, short(s.size), colourOf(s.fill, inline))
	if s.anchor != start {
		fmt.Fprintf(b, ` text-anchor="%s"`, map[anchor]string{middle: "middle", end: "end"}[s.anchor])
	}
	if s.bold {
		b.WriteString(` font-weight="bold"`)
	}
	if s.tinted && inline {
		b.WriteString(` class="tinted"`)
	}
	if s.turned {
		fmt.Fprintf(b, ` transform="rotate(-90 %s %s)"`, short(at.X), short(at.Y))
	}
	fmt.Fprintf(b, ` xml:space="preserve">%s</text>`, escape(s.text))
}

// colourOf returns a colour as SVG writes it. Inline, a colour of the theme is a variable of the page.
func colourOf(c string, inline bool) string {
	plain, themed := light[c]
	switch {
	case c == "":
		return "none"
	case themed && inline:
		return "var(--" + c + ")"
	case themed:
		return plain
	}
	return c
}

// short returns a number with at most two digits after the point.
func short(x float64) string {
	if n := int64(x); float64(n) == x { // most numbers
		return strconv.FormatInt(n, 10)
	}
	return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64)
}

// escape returns a text that is safe in an element or an attribute. Characters that XML does not allow become blanks.
func escape(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0xFFFE || r == 0xFFFF {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;").Replace(s)
}

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

// Theme is the style sheet of the colours of pages: those of pictures (see Picture.Inline), and of what stands around
// them. The reader's setting chooses between light and dark, unless data-theme of the page does.
//
//go:embed theme.css
var Theme string

//go:embed page.css
var pageStyle string
