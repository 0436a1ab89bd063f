package draw

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"image/color"
	imagedraw "image/draw"
	"image/gif"
	"image/png"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"github.com/pzc-lang/pzc/internal/lists"
)

// scale is the number of pixels of an image for one pixel of the picture, in each direction.
const scale = 2

// mostPixels is the greatest number of pixels of an image.
const mostPixels = 60_000_000

// errTooLarge means that an image would have too many pixels.
var errTooLarge = errors.New("the picture is too large for an image of pixels; write it as SVG")

// PNG writes the picture as an image.
func (p *Picture) PNG(w io.Writer) error {
	img, err := newPainter().paint(p, p.W, p.H)
	if err != nil {
		return err
	}
	return png.Encode(w, img)
}

// GIF writes pictures as an animation. Each picture is shown for delay hundredths of a second, the last one longer.
func GIF(w io.Writer, pictures []*Picture, delay int) error {
	var film gif.GIF
	var width, height float64
	for _, p := range pictures {
		width, height = max(width, p.W), max(height, p.H)
	}
	if width*height*scale*scale*float64(len(pictures)) > 8*mostPixels {
		return fmt.Errorf("%d pictures of %.0f by %.0f pixels are too much for a GIF",
			len(pictures), scale*width, scale*height)
	}
	pt := newPainter()
	for i, p := range pictures {
		img, err := pt.paint(p, width, height)
		if err != nil {
			return err
		}
		hold := delay
		if i == len(pictures)-1 {
			hold = max(3*delay, 200)
		}
		film.Image = append(film.Image, reduce(img))
		film.Delay = append(film.Delay, hold)
	}
	return gif.EncodeAll(w, &film)
}

// reduce gives an image its own palette of its most frequent colours. A board has few colours; those at the edges of
// letters are the least frequent.
func reduce(img *image.RGBA) *image.Paletted {
	counts := map[color.RGBA]int{}
	for i := 0; i < len(img.Pix); i += 4 {
		counts[color.RGBA{img.Pix[i], img.Pix[i+1], img.Pix[i+2], 255}]++
	}
	palette := frequent(counts, 256)
	out := image.NewPaletted(img.Rect, palette)
	known := make(map[color.RGBA]uint8, len(counts))
	for i := 0; i < len(img.Pix); i += 4 {
		c := color.RGBA{img.Pix[i], img.Pix[i+1], img.Pix[i+2], 255}
		at, ok := known[c]
		if !ok {
			at = uint8(palette.Index(c))
			known[c] = at
		}
		out.Pix[i/4] = at
	}
	return out
}

// frequent returns the n most frequent colours. Colours with equal counts are ordered by their components, so that the
// result is deterministic.
func frequent(counts map[color.RGBA]int, n int) color.Palette {
	all := slices.SortedFunc(maps.Keys(counts), func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	return lists.Map(all[:min(n, len(all))], func(c color.RGBA) color.Color { return c })
}

// painter paints pictures. It keeps the fonts between pictures.
type painter struct {
	fonts map[fontKey]font.Face
	err   error
}

type fontKey struct {
	size       float64
	mono, bold bool
}

func newPainter() *painter { return &painter{fonts: map[fontKey]font.Face{}} }

func (pt *painter) paint(p *Picture, w, h float64) (*image.RGBA, error) {
	if w*h*scale*scale > mostPixels {
		return nil, errTooLarge
	}
	img := image.NewRGBA(image.Rect(0, 0, int(math.Ceil(w*scale)), int(math.Ceil(h*scale))))
	imagedraw.Draw(img, img.Rect, image.NewUniform(colourRGBA(paper)), image.Point{}, imagedraw.Src)
	for i := range p.shapes {
		pt.shape(img, &p.shapes[i])
	}
	return img, pt.err
}

// shape paints a shape, a sign that the font lacks as the shape that stands for the sign.
func (pt *painter) shape(img *image.RGBA, s *shape) {
	if own := asShape(s.text); own != "" {
		var p Picture
		at := Point{s.points[0].X, s.points[0].Y - 0.35*s.size}
		p.figure(own, s.fill, paper, at, 0.8*s.size, 0.4*s.size)
		for i := range p.shapes {
			pt.shape(img, &p.shapes[i])
		}
		return
	} else if s.kind == lettering {
		pt.letters(img, s)
		return
	}
	outline := s.points
	closed := s.closed
	if s.kind == circle {
		outline, closed = round(s.points[0], s.radius), true
	}
	if s.fill != "" {
		fillArea(img, s.fill, outline)
	}
	if s.stroke != "" {
		strokeLine(img, s, outline, closed)
	}
}

func colourRGBA(c string) color.RGBA {
	r, g, b := rgb(c)
	return color.RGBA{r, g, b, 255}
}

// round returns a circle as a polygon.
func round(at Point, r float64) (out []Point) {
	const corners = 48
	for i := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		out = append(out, Point{at.X + r*cos, at.Y + r*sin})
	}
	return out
}

// fillArea paints the inside of outlines. It looks only at the part of the image around them.
func fillArea(img *image.RGBA, colour string, outlines ...[]Point) {
	box := image.Rectangle{}
	for _, outline := range outlines {
		for _, q := range outline {
			x, y := int(math.Floor(q.X*scale)), int(math.Floor(q.Y*scale))
			box = box.Union(image.Rect(x-1, y-1, x+2, y+2))
		}
	}
	if box = box.Intersect(img.Rect); box.Empty() {
		return
	}
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	for _, outline := range outlines {
		for i, q := range outline {
			x, y := float32(q.X*scale-float64(box.Min.X)), float32(q.Y*scale-float64(box.Min.Y))
			if i == 0 {
				r.MoveTo(x, y)
			} else {
				r.LineTo(x, y)
			}
		}
		r.ClosePath()
	}
	r.Draw(img, box, image.NewUniform(colourRGBA(colour)), image.Point{})
}

// strokeLine paints a line as one rectangle for each straight part. Corners are square.
func strokeLine(img *image.RGBA, s *shape, points []Point, closed bool) {
	if closed && len(points) > 0 {
		points = append(points[:len(points):len(points)], points[0])
	}
	half := s.width / 2
	parts := dashes(points, s.dash)
	for i, part := range parts {
		a, b := part[0], part[1]
		length := math.Hypot(b.X-a.X, b.Y-a.Y)
		if length == 0 {
			continue
		}
		ux, uy := (b.X-a.X)/length*half, (b.Y-a.Y)/length*half
		if s.square || len(s.dash) == 0 && (i > 0 || closed) { // make the rectangles overlap at the corners
			a = Point{a.X - ux, a.Y - uy}
		}
		if s.square || len(s.dash) == 0 && (i < len(parts)-1 || closed) {
			b = Point{b.X + ux, b.Y + uy}
		}
		fillArea(img, s.stroke, []Point{
			{a.X - uy, a.Y + ux}, {b.X - uy, b.Y + ux}, {b.X + uy, b.Y - ux}, {a.X + uy, a.Y - ux},
		})
	}
}

// dashes cuts a line into straight parts. pattern holds the lengths of dashes and gaps in turn; without a pattern there
// are no gaps.
func dashes(points []Point, pattern []float64) (parts [][2]Point) {
	k, left := 0, math.Inf(1)
	if len(pattern) > 0 {
		left = pattern[0]
	}
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		for {
			length := math.Hypot(b.X-a.X, b.Y-a.Y)
			reach := min(left, length)
			cut := b
			if reach < length {
				cut = Point{a.X + (b.X-a.X)*reach/length, a.Y + (b.Y-a.Y)*reach/length}
			}
			if k%2 == 0 {
				parts = append(parts, [2]Point{a, cut})
			}
			if left -= reach; left > 0 {
				break
			}
			k++
			left = pattern[k%len(pattern)]
			a = cut
		}
	}
	return parts
}

func (pt *painter) letters(img *image.RGBA, s *shape) {
	face := pt.face(fontKey{s.size, s.mono, s.bold})
	if face == nil {
		return
	}
	if s.turned {
		pt.turned(img, s, face)
		return
	}
	d := font.Drawer{Dst: img, Src: image.NewUniform(colourRGBA(s.fill)), Face: face}
	d.Dot = fixed.Point26_6{
		X: fix(s.points[0].X*scale) - shift(s.anchor, d.MeasureString(s.text)),
		Y: fix(s.points[0].Y * scale),
	}
	for i, part := range strings.Split(s.text, "0") {
		if i > 0 {
			wide := d.MeasureString("0")
			zero(img, s, Point{float64(d.Dot.X+wide/2) / 64 / scale, s.points[0].Y})
			d.Dot.X += wide
		}
		d.DrawString(part)
	}
}

// zero paints the digit above a point. The digit of the font has a slash, which looks like a sign of the puzzle.
func zero(img *image.RGBA, s *shape, at Point) {
	thick := 0.09 * s.size
	if s.bold {
		thick = 0.14 * s.size
	}
	oval := func(wide, high float64) []Point {
		return lists.Map(round(Point{}, 1), func(q Point) Point {
			return Point{at.X + wide*q.X, at.Y - 0.355*s.size + high*q.Y}
		})
	}
	inner := oval(0.235*s.size-thick, 0.37*s.size-0.85*thick)
	slices.Reverse(inner)
	fillArea(img, s.fill, oval(0.235*s.size, 0.37*s.size), inner)
}

// turned paints a text that runs upwards. It paints the text into an image of its own and rotates that image.
func (pt *painter) turned(img *image.RGBA, s *shape, face font.Face) {
	d := font.Drawer{Src: image.NewUniform(colourRGBA(s.fill)), Face: face}
	long, m := d.MeasureString(s.text), face.Metrics()
	line := image.NewAlpha(image.Rect(0, 0, long.Ceil()+2, (m.Ascent+m.Descent).Ceil()+2))
	d.Dst, d.Src = line, image.Opaque
	d.Dot = fixed.Point26_6{X: 0, Y: m.Ascent}
	d.DrawString(s.text)
	x0, y0 := int(s.points[0].X*scale)-m.Ascent.Ceil(), int(s.points[0].Y*scale)+shift(s.anchor, long).Ceil()
	upright := image.NewAlpha(image.Rect(0, 0, line.Rect.Dy(), line.Rect.Dx()))
	for y := range line.Rect.Dy() {
		for x := range line.Rect.Dx() {
			upright.SetAlpha(y, line.Rect.Dx()-1-x, line.AlphaAt(x, y))
		}
	}
	at := image.Rect(x0, y0-upright.Rect.Dy(), x0+upright.Rect.Dx(), y0)
	colour := image.NewUniform(colourRGBA(s.fill))
	imagedraw.DrawMask(img, at, colour, image.Point{}, upright, image.Point{}, imagedraw.Over)
}

func fix(x float64) fixed.Int26_6 { return fixed.Int26_6(math.Round(x * 64)) }

// shift returns how far left of its point a text of the given length begins.
func shift(a anchor, length fixed.Int26_6) fixed.Int26_6 {
	switch a {
	case middle:
		return length / 2
	case end:
		return length
	default:
		return 0
	}
}

// face returns a font in a size. If the font cannot be read, face keeps the error and returns nil.
func (pt *painter) face(k fontKey) font.Face {
	if f, ok := pt.fonts[k]; ok {
		return f
	}
	data := goregular.TTF
	switch {
	case k.mono: // never bold
		data = gomono.TTF
	case k.bold:
		data = gobold.TTF
	}
	parsed, err := opentype.Parse(data)
	var f font.Face
	if err == nil {
		f, err = opentype.NewFace(parsed, &opentype.FaceOptions{Size: k.size * scale, DPI: 72, Hinting: font.HintingNone})
	}
	if err != nil {
		pt.err = err
	}
	pt.fonts[k] = f
	return f
}
